"""`tf.map_fn`: a function called for each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import range as counted
from tfshim.control_flow import without_gradient
from tfshim.engine.autograph import convert_argument
from tfshim.engine.graphs import control_flow as engine
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.extension_types.batching import ExtensionTypeBatchEncoder
from tfshim.looping.rows import (
    check_function,
    converted,
    fitting,
    flat_elements,
    from_row_parts,
    gathered,
    is_ragged,
    length_of,
    number_of_rows,
    row_of,
    row_parts,
)
from tfshim.refusals import refused
from tfshim.rows_in_loops import mapped
from tfshim.rows_in_loops import recorded as with_rows_in_turns

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


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
    check_function(fn)
    signature = fn_output_signature if fn_output_signature is not None else dtype
    if any(_encoder_of(x) for x in [*nest.flatten(elems), *nest.flatten(signature)]):
        return _map_encoded(fn, elems, signature, back_prop, name)
    flat = flat_elements(elems, "map_fn")
    if signature is None:
        signature = nest.map_structure(
            lambda x: x._type_spec._unbatch() if not isinstance(x, Tensor) else x.dtype, nest.pack_sequence_as(elems, flat)
        )
    specs = [s if isinstance(s, TypeSpec) else dtypes.as_dtype(s) for s in nest.flatten(signature)]

    def call(items, fn=fn):
        result = fn(nest.pack_sequence_as(elems, items))
        nest.assert_same_structure(signature, result, expand_composites=False)
        return [fitting(converted(x, s), s) for x, s in zip(nest.flatten(result), specs)]

    if TS.graph is None:
        rows = [call([row_of(x, i) for x in flat]) for i in range(length_of(flat))]
        columns = list(zip(*rows)) if rows else [()] * len(specs)
        made = [gathered(list(c), s) for c, s in zip(columns, specs)]
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
        if isinstance(spec, TypeSpec) and not isinstance(spec, TensorSpec) and not is_ragged(spec):
            raise refused("tf.map_fn", "signature", spec=spec)
    joined = []

    def step(_, items):
        rows, at = iter(items[1:]), items[0]
        made = call([row_of(whole[i], at) if i in whole else next(rows) for i in range(len(flat))], fn)
        values = []
        joined.clear()
        for x, spec in zip(made, specs):
            parts = [x] if not is_ragged(spec) else row_parts(x)
            joined.extend(range(len(values) + 1, len(values) + len(parts)))
            values += parts
        return [], values

    rows = dense[0] if dense else None
    first = next(iter(whole.values()), None)

    def compute(dense, _):
        number = counted(number_of_rows(rows) if first is None else first.nrows() if hasattr(first, "nrows") else first.dense_shape[0])
        # How many parts a result has is known once the body is traced; `joined` is filled in by then.
        return engine.sequence(step, [], [number, *dense], name=name, joined=joined)[1]

    kinds = [(s.dtype, s.shape) if isinstance(s, TensorSpec) else (s, None) for s in specs]
    if first is None and not any(map(is_ragged, specs)):
        values = with_rows_in_turns(compute, lambda turn, x, _: mapped(turn, x, kinds, parallel), dense, None, name)
    else:
        values = compute(dense, None)
    made, values = [], iter(values)
    for spec in specs:
        if not is_ragged(spec):
            made.append(next(values))
            if isinstance(spec, TensorSpec):  # which may say more than is known of what the function gives
                made[-1].set_shape(made[-1].shape[:1].concatenate(spec.shape))
            continue
        parts = [next(values) for _ in range(spec.ragged_rank + 2)]
        made.append(from_row_parts(parts).with_row_splits_dtype(spec.row_splits_dtype))
    return made
