"""Stacking values into batches and taking batches apart, by their specs."""

import numpy as np
import torch

from tfshim.data.specs import NestedVariant
from tfshim.data.structures import is_dense
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import int64, variant
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.engine.values.tensor import wrap
from tfshim.ragged.joining import stack_tensors
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor


def _fail(message):
    raise invalid(message)


def stack(storages):
    """Torch tensors or object arrays of one shape, stacked along a new first axis."""
    if type(storages[0]) is np.ndarray:
        made = np.empty((len(storages), *storages[0].shape), dtype=object)
        for i, s in enumerate(storages):
            made[i] = s if s.ndim else s[()]
        return made
    return torch.stack(storages)


def stacked_slots(specs, elements, copying=False):
    """The slots of a batch of `elements` (lists of slots of `specs`).

    Raises InvalidArgumentError where dense shapes differ; `copying` chooses the message that batches made by a map give.
    """
    made = []
    for k, (spec, parts) in enumerate(zip(specs, zip(*elements))):
        if not is_dense(spec):
            made.append(stacked(spec, parts))
            continue
        if type(parts[0]) is not np.ndarray:
            try:
                made.append(torch.stack(parts))
                continue
            except RuntimeError:  # the shapes differ, which is reported in TensorFlow's words
                pass
        first = parts[0].shape
        for i, part in enumerate(parts):
            if part.shape != first:
                if copying:
                    _fail(
                        "Cannot add tensor to the batch: number of elements does not match. Shapes are: [tensor]: "
                        f"{dims_text(part.shape)}, [batch]: {dims_text(first)}"
                    )
                _fail(
                    f"Cannot batch tensors with different shapes in component {k}. First element had shape {dims_text(first)} and "
                    f"element {i} had shape {dims_text(part.shape)}."
                )
        made.append(stack(parts))
    return made


def stacked(spec, values):
    """A batch of `values` that are no dense tensors."""
    if isinstance(spec, NoneTensorSpec):
        return None
    kind = type(spec).__name__
    if kind == "RaggedTensorSpec":
        return _ragged(spec, values)
    if kind == "SparseTensorSpec":
        return _sparse(values)
    if kind == "DatasetSpec":
        return spec._batch(len(values))._from_components(wrap(_datasets(values), variant))
    if not hasattr(spec, "_batch"):
        raise refused("tf.data.Dataset.batch", "kind", kind=kind)
    return _composed(spec, values)


def _datasets(values):
    """The array of what are datasets, or stacks of datasets themselves."""
    if not isinstance(values[0], NestedVariant):
        made = np.empty(len(values), dtype=object)
        made[:] = values
        return made
    parts = [v._variant_tensor._t for v in values]
    for i, part in enumerate(parts):
        if part.shape != parts[0].shape:
            _fail(
                f"Cannot batch tensors with different shapes in component 0. First element had shape {dims_text(parts[0].shape)} and "
                f"element {i} had shape {dims_text(part.shape)}."
            )
    return stack(parts)


def _ragged(spec, values):
    if any(isinstance(v, RaggedTensor) for v in values):
        made = stack_tensors([wrap(v, spec.dtype) if isinstance(v, (torch.Tensor, np.ndarray)) else v for v in values])
        return made.with_row_splits_dtype(spec.row_splits_dtype)
    parts = [v if isinstance(v, (torch.Tensor, np.ndarray)) else v._t for v in values]
    if spec.ragged_rank < 0:  # what is left of rows that were unbatched
        return wrap(stack(parts), spec.dtype)
    return _rows(spec, parts)


def _rows(spec, parts):
    """A ragged tensor of storages of dense tensors: they may differ in their first size alone, so there is one ragged dimension."""
    first = parts[0].shape[1:]
    for i, part in enumerate(parts):
        if part.shape[1:] != first:
            shown = dims_text(first), dims_text(part.shape[1:])
            _fail(f"Cannot batch ragged elements whose inner shapes differ: that of element 0 is {shown[0]}, of element {i} {shown[1]}.")
    joined = np.concatenate(parts) if type(parts[0]) is np.ndarray else torch.cat(parts)
    splits = torch.tensor([0, *np.cumsum([p.shape[0] for p in parts])], dtype=spec.row_splits_dtype.torch)
    return RaggedTensor.from_row_splits(wrap(joined, spec.dtype), wrap(splits, spec.row_splits_dtype), validate=False)


def _sparse(values):
    ranks = [v.dense_shape._t.shape[0] for v in values]
    for i, rank in enumerate(ranks):
        if rank != ranks[0]:
            message = f"Inconsistent shape across SparseTensors: rank prior to SparseTensor[{i}] was: {ranks[0]} but rank of "
            raise errors.op_error(errors.InvalidArgumentError, f"{message}SparseTensor[{i}] is: {rank}", "DeserializeSparse")
    # Each element may have a shape of its own: the batch has room for all of them.
    largest = torch.stack([v.dense_shape._t for v in values]).amax(0)
    indices = [torch.cat([torch.full((v.indices._t.shape[0], 1), i, dtype=torch.int64), v.indices._t], 1) for i, v in enumerate(values)]
    parts = [v.values._t for v in values]
    joined = np.concatenate(parts) if type(parts[0]) is np.ndarray else torch.cat(parts)
    shape = torch.cat([torch.tensor([len(values)]), largest])
    return SparseTensor(wrap(torch.cat(indices), int64), wrap(joined, values[0].dtype), wrap(shape, int64))


def _composed(spec, values):
    """A batch of composite values, component by component."""
    specs = nest.flatten(spec._component_specs)
    rows = [nest.flatten_up_to(spec._component_specs, spec._to_components(v), check_types=False) for v in values]
    batch = spec._batch(len(values))
    made = [wrap(stack([r[k]._t for r in rows]), s.dtype) if is_dense(s) else stacked(s, [r[k] for r in rows]) for k, s in enumerate(specs)]
    return batch._from_components(nest.pack_sequence_as(batch._component_specs, made))


def row_count(spec, slot):
    """The number of rows of a batch, or None for slots without rows."""
    if is_dense(spec):
        return slot.shape[0]
    if isinstance(spec, NoneTensorSpec):
        return None
    kind = type(spec).__name__
    if kind == "SparseTensorSpec":
        if slot.dense_shape.shape[0] == 1:
            _fail("Rank of input SparseTensor should be > 1, but saw rank: 1")
        return int(slot.dense_shape._t[0])
    if kind == "DatasetSpec":
        return slot._variant_tensor._t.shape[0]
    if kind == "RaggedTensorSpec":
        return int(slot.nrows()) if hasattr(slot, "nrows") else slot.shape[0]
    components = nest.flatten(spec._component_specs)
    values = nest.flatten_up_to(spec._component_specs, spec._to_components(slot), check_types=False)
    return row_count(components[0], values[0]._t if is_dense(components[0]) else values[0])


def common_row_count(specs, flat):
    """The number of rows of all slots of a batch `flat` of `specs`, None without any. Raises InvalidArgumentError for several."""
    first = None
    for at, (spec, slot) in enumerate(zip(specs, flat)):
        n = row_count(spec, slot)
        if first is None:
            first = n
        elif n is not None and n != first:
            _fail(
                f"Input element must have the same batch size in each component. Component 0 had size {first} but component {at} had size, "
                f"{n}."
            )
    return first


def rows_of(spec, slot):
    """The slots of the rows of a batch with spec `spec`, in order."""
    if is_dense(spec):
        if type(slot) is np.ndarray:
            return [_array(x) if slot.ndim == 1 else x for x in slot]
        return list(slot.unbind(0))
    kind = type(spec).__name__
    if kind == "RaggedTensorSpec":
        return [slot[i] for i in range(row_count(spec, slot))]  # of a tensor too, which rows without rows of their own are
    if kind == "SparseTensorSpec":
        return _sparse_rows(slot)
    if kind == "DatasetSpec":
        held = slot._variant_tensor._t
        return list(held) if held.ndim == 1 else [spec._unbatch()._from_components(wrap(x, variant)) for x in held]
    components = nest.flatten(spec._component_specs)
    row_spec = spec._unbatch()
    values = nest.flatten_up_to(spec._component_specs, spec._to_components(slot), check_types=False)
    columns = [[wrap(r, c.dtype) for r in rows_of(c, v._t)] if is_dense(c) else rows_of(c, v) for c, v in zip(components, values)]
    return [row_spec._from_components(nest.pack_sequence_as(row_spec._component_specs, list(row))) for row in zip(*columns)]


def _array(item):
    made = np.empty((), dtype=object)
    made[()] = item
    return made


def _sparse_rows(value):
    indices, values, shape = value.indices._t, value.values._t, value.dense_shape._t
    made = []
    for i in range(int(shape[0])):
        at = (indices[:, 0] == i).nonzero()[:, 0]
        chosen = values[at.numpy()] if type(values) is np.ndarray else values[at]
        made.append(SparseTensor(wrap(indices[at][:, 1:], int64), wrap(chosen, value.dtype), wrap(shape[1:], int64)))
    return made


def slot_rows(specs, flat):
    """An iterator over the elements (lists of slots) of a batch `flat` of `specs`.

    Raises InvalidArgumentError where the components have different numbers of rows.
    """
    n = common_row_count(specs, flat) or 0
    columns = [[None] * n if isinstance(s, NoneTensorSpec) else rows_of(s, x) for s, x in zip(specs, flat)]
    return map(list, zip(*columns))
