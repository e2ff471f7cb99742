"""`tf.vectorized_map`: a function of one row, computed for all rows at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.engine.graphs import control_flow as engine
from tfshim.engine.graphs import func_graph
from tfshim.engine.graphs.executor import storages
from tfshim.engine.graphs.vectorized_rows import run_vectorized
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_ragged, is_sparse, read_if_variable
from tfshim.engine.values.tensor import wrap
from tfshim.looping.ragged_rows import parts_of_rows
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def _dense(slices):
    """The tensor of `slices`, since slices of one row are none of all rows."""
    get_logger().warning(
        "Converting %s to a dense representation may make it slow. Alternatively, output the indices and values of the IndexedSlices "
        "separately, and handle the vectorized outputs directly.",
        slices,
    )
    return convert_to_tensor(slices)


def _packed(like, rows):
    """The tensors `rows` in the structure `like`, where a spec takes those of what it describes."""
    rest = iter(rows)

    def taken(x):
        if isinstance(x, RaggedTensorSpec):
            parts = [next(rest) for _ in x._component_specs]
            return x._from_components(parts) if len(parts) > 1 else parts[0]
        return nest.pack_sequence_as(x, [next(rest) for _ in nest.flatten(x, expand_composites=True)], expand_composites=True)

    return nest.pack_sequence_as(like, [taken(x) for x in nest.flatten(like)])


@tf_export("vectorized_map")
def vectorized_map(fn: Callable[..., Any], elems: TensorLike, fallback_to_while_loop: bool = True, warn: bool = True) -> Any:
    """A function of each row of tensors, computed for all rows at once. Mirrors `tf.vectorized_map`.

    Arguments:
        fn: a function of a row, in the structure of `elems`, made of operations; Python side effects happen once.
        elems: a tensor of shape [n, ...], or a nest of such; a first size of 1 is broadcast. Ragged tensors too, where all rows
            have equally many numbers; what `fn` gives may not be ragged.
        fallback_to_while_loop: True (the default) takes rows one after the other where torch cannot batch what `fn`
            does; False raises ValueError there.
        warn: a hint; True by default.

    Returns:
        Tensors of shape [n, ...] in the structure of what `fn` gives.

    Raises:
        ValueError: the first sizes do not agree, there are no tensors, or `fn` gives something ragged.
        TypeError: an element is sparse.
        InvalidArgumentError: rows of a ragged tensor differ in their numbers.

    It makes a function for one example into one for a batch, such as Jacobians or attention of one query.

    Example:
        >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        >>> tf.vectorized_map(lambda row: tf.tensordot(row, row, axes=1), x)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 5., 25.], dtype=float32)>
    """
    leaves = nest.flatten(elems)
    flat, shapes = [], []  # of what is taken apart into rows; the shape of a row, None for what that is
    for x in leaves:
        if is_sparse(x):
            raise TypeError(
                f"Failed to convert elements of {x} to Tensor. Consider casting elements to a supported type. See "
                "https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes."
            )
        parts = parts_of_rows(x) if is_ragged(x) else nest.flatten(x, expand_composites=True)
        flat += [convert_to_tensor(read_if_variable(part)) for part in parts]
        shapes += [spec.shape for spec in x._type_spec._unbatch()._component_specs] if is_ragged(x) else [None] * len(parts)
    row = nest.pack_sequence_as(elems, [x._type_spec._unbatch() if is_ragged(x) else x for x in leaves])
    sizes = [None if not x.shape.rank else x.shape[0] for x in flat]
    for x in flat:
        if x.shape.rank == 0:
            raise IndexError("Elements in elems must be 1+ dimensional Tensors, not scalars. (vectorized_map)")
    # As in TensorFlow, a single row serves all the others.
    known = [s for s in sizes if s is not None and s != 1]
    n = known[0] if known else (1 if None not in sizes else None)
    for s in known:
        if s != n:
            raise ValueError(f"The first dimensions of `elems` must agree, got {sizes}.")
    flat = [broadcast_to(x, [n, *x.shape.as_list()[1:]]) if s == 1 and n not in (1, None) else x for x, s in zip(flat, sizes)]

    def traced(*rows):
        engine.mark_recorded(rows)
        TS.graph.rows, TS.graph.rows_at_once = list(zip(flat, rows)), True
        result = fn(_packed(row, rows))
        if any(map(is_ragged, nest.flatten(result))):
            raise ValueError("No pfor vectorization defined for RaggedTensorToVariant: a row may be ragged, but not what is made of it.")
        return nest.map_structure(lambda x: _dense(x) if isinstance(x, IndexedSlices) else x, result)

    graph = TS.graph
    if graph is not None:
        flat = [func_graph.as_graph_tensor(graph, x) for x in flat]
    specs = [(x.dtype, x.shape[1:] if shape is None else shape) for x, shape in zip(flat, shapes)]
    body = func_graph.trace("loop_body", traced, specs, outer=graph, keep_tapes=True, told_as=fn)
    given, body.outputs = body.outputs, [o for o in body.outputs if o is not None]  # None is None for all rows
    likes = tuple((o.dtype, o.shape.as_list() if o.shape.rank is not None else None) for o in body.outputs)
    if graph is None:
        stored = storages(flat)
        results = run_vectorized(body, [*stored, *engine.index_of_rows(body, stored)], [], likes, fallback_to_while_loop)
        tape = TS.tape
        made = [
            wrap(r, o.dtype, tape if tape is not None and isinstance(r, torch.Tensor) and r.requires_grad else None)
            for r, o in zip(results, body.outputs)
        ]
    else:
        made = engine.add_node(
            "PForMap",
            run_vectorized,
            ("body", "elements", "captures", "likes", "fall_back"),
            [body, [*flat, *engine.index_of_rows(body, flat)], body.outer_captures, likes, fallback_to_while_loop],
            [abstract.leaf(o.dtype, engine.stacked_shape(n, o.shape)) for o in body.outputs],
            stateful=engine.effects(body),
            name="loop_body",
            graphs=(body,),
        )
    rows = iter(made)
    return nest.pack_sequence_as(body.structured_outputs, [None if o is None else next(rows) for o in given], expand_composites=True)
