"""Elements of datasets as TensorFlow's nodes have them: flat lists of tensors, where a ragged or sparse tensor is one variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tfshim.data.optional import OptionalSpec
from tfshim.data.specs import DatasetSpec
from tfshim.data.structures import is_dense
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec
from tfshim.written_forms.form import raw

VARIANT = [(dtypes.variant, TensorShape([]))]
_ANY_VARIANT = (dtypes.variant, TensorShape(None))


def is_packed(spec: Any) -> bool:
    """Whether values of `spec` are several tensors here and one variant there."""
    return isinstance(spec, (RaggedTensorSpec, SparseTensorSpec))


def is_written(spec: Any) -> bool:
    """Whether elements that hold values of `spec` have a form in files."""
    return is_dense(spec) or is_packed(spec) or isinstance(spec, (DatasetSpec, OptionalSpec, NoneTensorSpec))


def leaves_of(spec: Any) -> list[tuple[Any, Any]]:
    """(dtype, static shape) of the tensors that stand for an element of the structure `spec`."""
    made = []
    for s in nest.flatten(spec):
        if is_dense(s):
            made.append((s.dtype, s.shape))
        elif isinstance(s, DatasetSpec):
            made.append((dtypes.variant, s._dataset_shape))
        elif not isinstance(s, NoneTensorSpec):
            made.append(VARIANT[0] if isinstance(s, OptionalSpec) else _ANY_VARIANT)
    return made


def described(spec: Any) -> dict[str, Any]:
    """The attributes by which nodes say what their elements are."""
    leaves = leaves_of(spec)
    return {"output_types": [dtype for dtype, _ in leaves], "output_shapes": [shape for _, shape in leaves]}


def _parts(spec: Any, components: Iterable[Any]) -> Iterator[tuple[Any, list[Any]]]:
    """(leaf of the structure `spec`, its component tensors) for all leaves; `components` are those of an element, one after the other."""
    rest = iter(components)
    for s in nest.flatten(spec):
        yield s, [next(rest) for _ in nest.flatten(s, expand_composites=True)]


def packed(spec: Any, components: Iterable[Any], batched: bool = False) -> list[Any]:
    """The tensors that stand for an element of `spec` with these `components`. `batched`: for its rows, of which each will be one."""
    made = []
    for s, parts in _parts(spec, components):
        if isinstance(s, RaggedTensorSpec):
            given = {"batched_input": batched, "Tsplits": s.row_splits_dtype}
            made.append(raw("RaggedTensorToVariant", [parts[1:], parts[0]], [_ANY_VARIANT], given))
        elif isinstance(s, SparseTensorSpec):
            kind = "SerializeManySparse" if batched else "SerializeSparse"
            made.append(raw(kind, parts, [_ANY_VARIANT], {"out_type": dtypes.variant}))
        else:
            made.extend(parts)
    return made


def unpacked(spec: Any, tensors: Sequence[Any]) -> list[Any]:
    """The components of the element that `tensors` stand for: the inverse of `packed`."""
    rest, made = iter(tensors), []
    for s in nest.flatten(spec):
        if isinstance(s, NoneTensorSpec):
            continue
        x = next(rest)
        leaves = [(c.dtype, c.shape) for c in nest.flatten(s, expand_composites=True)]
        if isinstance(s, RaggedTensorSpec):
            rank = s.ragged_rank
            given = {"input_ragged_rank": -1, "output_ragged_rank": rank, "Tvalues": s.dtype, "Tsplits": s.row_splits_dtype}
            *splits, values = listed(raw("RaggedTensorFromVariant", [x], [*leaves[1:], leaves[0]], given))
            made.extend([values, *splits])
        elif isinstance(s, SparseTensorSpec):
            made.extend(raw("DeserializeSparse", [x], leaves, {"dtype": s.dtype}))
        else:
            made.append(x)
    return made


def listed(x: Any) -> list[Any]:
    """`x` as a list, where it is one tensor."""
    return list(x) if isinstance(x, (list, tuple)) else [x]
