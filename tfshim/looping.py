"""Functions applied along the first dimension: `tf.map_fn`, `tf.scan`, `tf.foldl`, `tf.foldr`, `tf.vectorized_map`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import range as counted
from tfshim.array_ops.creation import zeros, zeros_like
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.joining import concat as joined
from tfshim.array_ops.shapes import expand_dims, shape
from tfshim.control_flow import without_gradient
from tfshim.engine.autograph import convert_argument
from tfshim.engine.graphs import control_flow as engine
from tfshim.engine.graphs import func_graph
from tfshim.engine.graphs.executor import storages
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.extension_types.batching import ExtensionTypeBatchEncoder
from tfshim.ragged.joining import stack as tf_stack
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.rows_in_loops import folded, mapped, scanned
from tfshim.rows_in_loops import recorded as with_rows_in_turns
from tfshim.sparse.joining import concat as tf_concat
from tfshim.sparse.joining import slice as tf_slice
from tfshim.sparse.rearranging import reshape
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


def _check_function(fn):
    if not callable(fn):
        raise TypeError(f"{fn.__name__} is not callable.")  # AttributeError for a value that has no name, as in TensorFlow


def _flat_elements(elems, name):
    """The flat tensors whose rows are taken."""
    flat = []
    for x in nest.flatten(elems, expand_composites=False):
        x = read_if_variable(x)
        if hasattr(type(x), "_type_spec") and not isinstance(x, Tensor):
            flat.append(x)
            continue
        x = convert_to_tensor(x)
        if x.shape.rank == 0:
            # Of TensorFlow's loops map_fn alone looks first.
            text = "Elements in elems must be 1+ dimensional Tensors, not scalars"
            raise ValueError(text) if name == "map_fn" else IndexError(f"{text}. ({name})")
        flat.append(x)
    if not flat:
        raise ValueError(
            f"elems must be a Tensor or (possibly nested) sequence of Tensors. Got {elems}, which does not contain any Tensors."
        )
    return flat


def _length(flat):
    n = flat[0].shape[0]
    for x in flat[1:]:
        if x.shape.rank and x.shape[0] is not None and n is not None and x.shape[0] != n:
            raise ValueError(f"Dimensions {n} and {x.shape[0]} are not compatible")
    if n is None and hasattr(flat[0], "nrows"):
        n = int(flat[0].nrows())
    return int(n) if n is not None else None


def _stack(items, dtype, shape):
    if items:
        return stack(items)
    return zeros([0, *[d or 0 for d in (shape.as_list() if shape is not None and shape.rank is not None else [])]], dtype)


@tf_export("map_fn")
def map_fn(
    fn: Callable[..., Any],
    elems: TensorLike,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """A function of each row of tensors, the results stacked. Mirrors `tf.map_fn`.

    Arguments:
        fn: a function of a row, in the structure of `elems`.
        elems: a tensor of shape [n, ...], or a nest of such; ragged and sparse tensors too.
        dtype: the older name of `fn_output_signature`.
        parallel_iterations: a hint.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        infer_shape: a hint; True by default.
        name: a name for the operation in graphs.
        fn_output_signature: the dtypes or `tf.TypeSpec`s of what `fn` gives, needed where they are not those of
            `elems`; a `tf.RaggedTensorSpec` stacks results of different lengths.

    Returns:
        Tensors of shape [n, ...].

    Raises:
        TypeError, ValueError, InvalidArgumentError: the results differ from the signature.

    Rows are taken one after the other: `tf.vectorized_map`, or operations that broadcast, are quicker.

    Example:
        >>> tf.map_fn(lambda x: x * x, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 4, 9], dtype=int32)>
        >>> tf.map_fn(lambda n: tf.range(n), tf.constant([1, 3]), fn_output_signature=tf.RaggedTensorSpec([None], tf.int32))
        <tf.RaggedTensor [[0], [0, 1, 2]]>
    """
    _check_function(fn)
    signature = fn_output_signature if fn_output_signature is not None else dtype
    if any(_encoder_of(x) for x in [*nest.flatten(elems), *nest.flatten(signature)]):
        return _map_encoded(fn, elems, signature, back_prop, name)
    flat = _flat_elements(elems, "map_fn")
    if signature is None:
        signature = nest.map_structure(
            lambda x: x._type_spec._unbatch() if not isinstance(x, Tensor) else x.dtype, nest.pack_sequence_as(elems, flat)
        )
    specs = [s if isinstance(s, TypeSpec) else dtypes.as_dtype(s) for s in nest.flatten(signature)]

    def call(items, fn=fn):
        result = fn(nest.pack_sequence_as(elems, items))
        nest.assert_same_structure(signature, result, expand_composites=False)
        return [_fitting(_as(x, s), s) for x, s in zip(nest.flatten(result), specs)]

    if TS.graph is None:
        rows = [call([_row(x, i) for x in flat]) for i in range(_length(flat))]
        columns = list(zip(*rows)) if rows else [()] * len(specs)
        made = [_gathered(list(c), s) for c, s in zip(columns, specs)]
    else:
        made = _map_in_graph(convert_argument(fn), call, flat, specs, name or "map", parallel_iterations or 10)
    result = nest.pack_sequence_as(signature, made)
    return result if back_prop else without_gradient(result)


def _encoder_of(x):
    """The batch encoder of an extension type's value or spec, else None."""
    spec = x if isinstance(x, TypeSpec) else getattr(x, "_type_spec", None) if not isinstance(x, Tensor) else None
    return spec._value_class.__batch_encoder__ if hasattr(spec, "_value_class") and hasattr(spec, "_batch") else None


def _map_encoded(fn, elems, signature, back_prop, name):
    """`map_fn` where values of extension types are taken from or collected in batches: by way of their components."""

    def opened(x):
        return x if _encoder_of(x) is None else _encoded(x._type_spec, x, 1)

    def closed(like, parts):
        return parts if _encoder_of(like) is None else _decoded(_encoder_of(like).unbatch(like._type_spec), parts)

    if signature is None:
        signature = nest.map_structure(
            lambda x: (
                x.dtype
                if not hasattr(x, "_type_spec")
                else x._type_spec
                if _encoder_of(x) is None
                else _encoder_of(x).unbatch(x._type_spec)
            ),
            elems,
        )

    def row(items):
        result = fn(nest.map_structure_up_to(elems, closed, elems, items))
        nest.assert_same_structure(signature, result, expand_composites=False)
        return nest.map_structure_up_to(signature, lambda s, x: x if _encoder_of(s) is None else _encoded(s, x, 0), signature, result)

    def specs_of(s):
        if _encoder_of(s) is None:
            return s
        return list(s._component_specs) if _by_components(s) else _encoder_of(s).encoding_specs(s)

    made = map_fn(
        row, nest.map_structure(opened, elems), fn_output_signature=nest.map_structure(specs_of, signature), back_prop=back_prop, name=name
    )

    def batch(s, parts):
        return parts if _encoder_of(s) is None else _decoded(_encoder_of(s).batch(s, None), parts)

    return nest.map_structure_up_to(signature, batch, signature, made)


def _by_components(spec):
    """Whether values are batched component by component, which lets these be ragged; else the type's encoder does it."""
    return type(_encoder_of(spec)).encode is ExtensionTypeBatchEncoder.encode


def _encoded(spec, value, rank):
    return list(spec._to_components(value)) if _by_components(spec) else _encoder_of(spec).encode(spec, value, rank)


def _decoded(spec, parts):
    return spec._from_components(tuple(parts)) if _by_components(spec) else _encoder_of(spec).decode(spec, parts)


def _map_in_graph(fn, call, flat, specs, name, parallel):
    """The mapped tensors, for one loop in the graph: rows of ragged tensors are cut out by number, those made are joined."""
    dense = [x for x in flat if isinstance(x, Tensor)]
    whole = {i: x for i, x in enumerate(flat) if not isinstance(x, Tensor)}
    for x in whole.values():
        if not hasattr(x, "nrows") and not hasattr(x, "dense_shape"):
            raise refused("tf.map_fn", "rows", kind=type(x).__name__)
    for spec in specs:
        if isinstance(spec, TypeSpec) and not isinstance(spec, TensorSpec) and not _is_ragged(spec):
            raise refused("tf.map_fn", "signature", spec=spec)
    joined = []

    def step(_, items):
        rows, at = iter(items[1:]), items[0]
        made = call([_row(whole[i], at) if i in whole else next(rows) for i in range(len(flat))], fn)
        values = []
        joined.clear()
        for x, spec in zip(made, specs):
            parts = [x] if not _is_ragged(spec) else _row_parts(x)
            joined.extend(range(len(values) + 1, len(values) + len(parts)))
            values += parts
        return [], values

    rows = dense[0] if dense else None
    first = next(iter(whole.values()), None)

    def compute(dense, _):
        number = counted(_rows(rows) if first is None else first.nrows() if hasattr(first, "nrows") else first.dense_shape[0])
        # How many parts a result has is known once the body is traced; `joined` is filled in by then.
        return engine.sequence(step, [], [number, *dense], name=name, joined=joined)[1]

    kinds = [s.dtype if isinstance(s, TensorSpec) else s for s in specs]
    if first is None and not any(map(_is_ragged, specs)):
        values = with_rows_in_turns(compute, lambda turn, x, _: mapped(turn, x, kinds, parallel), dense, None, name)
    else:
        values = compute(dense, None)
    made, values = [], iter(values)
    for spec in specs:
        if not _is_ragged(spec):
            made.append(next(values))
            if isinstance(spec, TensorSpec):  # which may say more than is known of what the function gives
                made[-1].set_shape(made[-1].shape[:1].concatenate(spec.shape))
            continue
        parts = [next(values) for _ in range(spec.ragged_rank + 2)]
        made.append(_from_row_parts(parts).with_row_splits_dtype(spec.row_splits_dtype))
    return made


def _row(x, i):
    """Row `i` of a tensor, ragged tensor or sparse tensor."""
    if not hasattr(x, "dense_shape"):
        return x[i]
    size = x.dense_shape
    start = concat([cast(convert_to_tensor(i), size.dtype)[None], zeros_like(size[1:])], 0)
    part = tf_slice(x, start, concat([[1], size[1:]], 0))
    return reshape(part, size[1:])


def _stacked_sparse(items):
    """SparseTensors as the rows of one, as wide as the widest of them."""
    if not items:
        raise ValueError("tf.map_fn: the elements have no rows, so that the shape of a sparse result is not known.")
    rows = [reshape(x, joined([[1], x.dense_shape], 0)) for x in items]
    return tf_concat(0, rows, expand_nonconcat_dims=True)


def _rows(x):
    return shape(x)[0]


def _is_ragged(spec):
    return hasattr(spec, "ragged_rank")


def _row_parts(x):
    """A ragged or dense tensor as its number of rows, its flat values and its row lengths, the outermost first."""
    if isinstance(x, Tensor):
        return [shape(x, out_type=int64)[0], x]
    return [x.nrows(), x.flat_values, *x.nested_row_lengths()]


def _from_row_parts(parts):
    counts, flat, *lengths = parts
    return RaggedTensor.from_nested_row_lengths(flat, [counts, *lengths], validate=False)


def _as(x, spec):
    if isinstance(spec, TypeSpec) and not isinstance(spec, TensorSpec):
        return x
    want = spec.dtype if isinstance(spec, TensorSpec) else spec
    x = convert_to_tensor(read_if_variable(x), dtype_hint=want)
    if x.dtype != want:
        raise invalid(
            f"TensorArray dtype is {want.proto_name} but Op is trying to write dtype {x.dtype.proto_name} . Give "
            "`fn_output_signature` the dtypes that `fn` returns. [Op:TensorListSetItem]",
        )
    return x


def _fitting(x, spec):
    """`x`, which is one row of a result: ValueError where its shape is not one of those that `spec` allows."""
    if isinstance(spec, TensorSpec) and not spec.shape.is_compatible_with(x.shape):
        if TS.graph is None:
            raise ValueError(f"Incompatible shape for value ({x.shape}), expected ({spec.shape})")
        raise ValueError(f"Inconsistent shapes: saw {x.shape} but expected {spec.shape} ")
    return x


def _gathered(items, spec):
    if isinstance(spec, TypeSpec) and not isinstance(spec, TensorSpec):
        if _is_ragged(spec):
            for i, item in enumerate(items):
                if item.shape.rank == 0:
                    raise invalid(
                        f"Ragged values must have rank >= 1; the scalar that `fn` gave for element {i} cannot be a row. Give "
                        "`fn_output_signature` the dtype of the scalars.",
                    )
            return _stacked_ragged(items, spec).with_row_splits_dtype(spec.row_splits_dtype)
        if isinstance(spec, SparseTensorSpec):
            return _stacked_sparse(items)
        raise refused("tf.map_fn", "signature", spec=spec)
    return _stack(items, spec.dtype if isinstance(spec, TensorSpec) else spec, spec.shape if isinstance(spec, TensorSpec) else None)


def _stacked_ragged(items, spec):
    """Tensors and ragged tensors as the rows of a ragged one, which has one ragged dimension more than `spec`."""
    if items and (spec.ragged_rank or not all(isinstance(x, Tensor) for x in items)):
        return tf_stack(items)
    if items:  # what is dense in a row stays dense
        return RaggedTensor.from_row_lengths(joined(items, 0), tf_stack([shape(x, out_type=int64)[0] for x in items]), validate=False)
    inner = [] if spec.shape.rank is None else [n or 0 for n in spec.shape.as_list()[spec.ragged_rank + 1 :]]
    return RaggedTensor.from_nested_row_splits(zeros([0, *inner], spec.dtype), [zeros([1], int64)] * (spec.ragged_rank + 1), validate=False)


def _fold(fn, elems, initializer, reverse, back_prop, collect, name, parallel):
    """The loop of fold and scan: the last state, or with `collect` all states stacked."""
    _check_function(fn)
    flat = _flat_elements(elems, name)
    if TS.graph is not None:
        fn = convert_argument(fn)
    if initializer is None:
        at = -1 if reverse else 0
        for x in flat:
            if x.shape[0] == 0:
                raise errors.OutOfRangeError(None, None, f"tf.{name} needs an initializer where elems has no rows.")
        structure, states = elems, None
    else:
        structure = initializer
        states = [read_if_variable(x) for x in nest.flatten(initializer)]
        if collect or TS.graph is not None:  # else the function is given what the caller gave
            states = [convert_to_tensor(x) for x in states]

    def begun(flat, states):
        """(The first states, the rows that are left.)"""
        if states is not None:
            return states, flat
        return [x[at] for x in flat], [x[:-1] if reverse else x[1:] for x in flat]

    def call(states, items):
        result = fn(nest.pack_sequence_as(structure, states), nest.pack_sequence_as(elems, items))
        nest.assert_same_structure(structure, result)
        hints = [s.dtype if isinstance(s, Tensor) else None for s in states]
        return [convert_to_tensor(read_if_variable(x), dtype_hint=hint) for x, hint in zip(nest.flatten(result), hints)]

    if TS.graph is None:
        collected = []
        states, rest = begun(flat, states)
        if initializer is None:
            collected.append(states)
        n = _length(rest)
        for i in range(n - 1, -1, -1) if reverse else range(n):
            states = call(states, [x[i] for x in rest])
            collected.append(states)
        if collect:
            if reverse:
                # States stand in the order of the rows that they belong to, not in that of the steps.
                collected.reverse()
            states = (
                [_stack(list(c), s.dtype, s.shape) for c, s in zip(zip(*collected), states)]
                if collected
                else [_stack([], s.dtype, s.shape) for s in states]
            )
    else:

        def step(states, items):
            new = call(states, items)
            return new, new if collect else []

        def compute(flat, given):
            first, rest = begun(flat, given)
            last, values = engine.sequence(step, first, rest, reverse, name)
            if not collect or given is not None:
                return values if collect else last
            return [concat([v, expand_dims(f, 0)] if reverse else [expand_dims(f, 0), v], 0) for f, v in zip(first, values)]

        def shown(turn, flat, states):
            form = scanned if collect else folded
            return form(turn, flat, states, reverse, parallel or 10)

        dense = all(isinstance(x, Tensor) for x in flat)
        states = with_rows_in_turns(compute, shown, flat, states, name) if dense else compute(flat, states)
    result = nest.pack_sequence_as(structure, [x if isinstance(x, Tensor) else convert_to_tensor(x) for x in states])
    return result if back_prop else without_gradient(result)


@tf_export("scan")
@one_layer("compat.v1.scan")
def scan(
    fn: Callable[..., Any],
    elems: TensorLike,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All states of a function that goes over the rows of tensors, stacked. Mirrors `tf.scan`.

    Arguments:
        fn: a function `fn(state, row)` that gives the new state, in the structure of the first.
        elems: a tensor of shape [n, ...], or a nest of such, whose rows are given in that structure.
        initializer: the first state, which is not part of the result; None (the default) takes the first row, which is.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        infer_shape: a hint; True by default.
        reverse: True begins at the last row; False by default.
        name: a name for the operation in graphs.

    Returns:
        The states, of shape [n, ...]; with `reverse` the state of row i is at i all the same.

    Raises:
        TypeError, ValueError: states that differ in structure, dtype or shape.

    Example:
        >>> tf.scan(lambda state, row: state + row, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 3, 6], dtype=int32)>
        >>> tf.scan(lambda a, _: (a[1], a[0] + a[1]), tf.range(5), initializer=(0, 1))[0]
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([1, 1, 2, 3, 5], dtype=int32)>
    """
    return _fold(fn, elems, initializer, reverse, back_prop, True, name or "scan", parallel_iterations)


@tf_export("foldl")
@one_layer("compat.v1.foldl")
def foldl(
    fn: Callable[..., Any],
    elems: TensorLike,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last state of a function that goes over the rows of tensors. Mirrors `tf.foldl`.

    Arguments:
        fn: a function `fn(state, row)` that gives the new state, in the structure of the first.
        elems: a tensor of shape [n, ...], or a nest of such, whose rows are given in that structure.
        initializer: the first state; None (the default) takes the first row, which then is not gone over.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        name: a name for the operation in graphs.

    Returns:
        The state after the last row.

    Raises:
        OutOfRangeError: there are no rows and no initializer.

    `tf.scan` gives all states; `tf.foldr` begins at the end.

    Example:
        >>> tf.foldl(lambda state, row: 10 * state + row, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(), dtype=int32, numpy=123>
    """
    return _fold(fn, elems, initializer, False, back_prop, False, name or "foldl", parallel_iterations)


@tf_export("foldr")
@one_layer("compat.v1.foldr")
def foldr(
    fn: Callable[..., Any],
    elems: TensorLike,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last state of a function that goes over the rows of tensors from the last to the first. Mirrors `tf.foldr`.

    Arguments:
        fn: a function `fn(state, row)` that gives the new state, in the structure of the first.
        elems: a tensor of shape [n, ...], or a nest of such, whose rows are given in that structure.
        initializer: the first state; None (the default) takes the last row, which then is not gone over.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        name: a name for the operation in graphs.

    Returns:
        The state after the first row.

    Raises:
        OutOfRangeError: there are no rows and no initializer.

    Example:
        >>> tf.foldr(lambda state, row: 10 * state + row, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(), dtype=int32, numpy=321>
    """
    return _fold(fn, elems, initializer, True, back_prop, False, name or "foldr", parallel_iterations)


def _dense(slices):
    """The tensor of `slices`, since slices of one row are none of all rows."""
    get_logger().warning(
        "Converting %s to a dense representation may make it slow. Alternatively, output the indices and values of the IndexedSlices "
        "separately, and handle the vectorized outputs directly.",
        slices,
    )
    return convert_to_tensor(slices)


@tf_export("vectorized_map")
def vectorized_map(fn: Callable[..., Any], elems: TensorLike, fallback_to_while_loop: bool = True, warn: bool = True) -> Any:
    """A function of each row of tensors, computed for all rows at once. Mirrors `tf.vectorized_map`.

    Arguments:
        fn: a function of a row, in the structure of `elems`, made of operations; Python side effects happen once.
        elems: a tensor of shape [n, ...], or a nest of such; a first size of 1 is broadcast.
        fallback_to_while_loop: True (the default) takes rows one after the other where torch cannot batch what `fn`
            does; False raises the error.
        warn: a hint; True by default.

    Returns:
        Tensors of shape [n, ...] in the structure of what `fn` gives.

    Raises:
        ValueError: the first sizes do not agree, or there are no tensors.

    It makes a function for one example into one for a batch, such as Jacobians or attention of one query.

    Example:
        >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        >>> tf.vectorized_map(lambda row: tf.tensordot(row, row, axes=1), x)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 5., 25.], dtype=float32)>
    """
    flat = [convert_to_tensor(read_if_variable(x)) for x in nest.flatten(elems, expand_composites=True)]
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
        result = fn(nest.pack_sequence_as(elems, list(rows), expand_composites=True))
        return nest.map_structure(lambda x: _dense(x) if isinstance(x, IndexedSlices) else x, result)

    graph = TS.graph
    if graph is not None:
        flat = [func_graph.as_graph_tensor(graph, x) for x in flat]
    specs = [(x.dtype, x.shape[1:]) for x in flat]
    body = func_graph.trace("loop_body", traced, specs, outer=graph, keep_tapes=True)
    likes = tuple((o.dtype, o.shape.as_list() if o.shape.rank is not None else None) for o in body.outputs)
    if graph is None:
        stored = storages(flat)
        results = engine.run_vectorized(body, [*stored, *engine.index_of_rows(body, stored)], [], likes, fallback_to_while_loop)
        tape = TS.tape
        made = [
            wrap(r, o.dtype, tape if tape is not None and isinstance(r, torch.Tensor) and r.requires_grad else None)
            for r, o in zip(results, body.outputs)
        ]
    else:
        made = engine.add_node(
            "PForMap",
            engine.run_vectorized,
            ("body", "elements", "captures", "likes", "fall_back"),
            [body, [*flat, *engine.index_of_rows(body, flat)], body.outer_captures, likes, fallback_to_while_loop],
            [abstract.leaf(o.dtype, engine.stacked_shape(n, o.shape)) for o in body.outputs],
            stateful=engine.effects(body),
            name="loop_body",
            graphs=(body,),
        )
    return nest.pack_sequence_as(body.structured_outputs, made, expand_composites=True)
