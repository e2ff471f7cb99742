"""Accumulators of gradients by their handles."""

import torch

from tfshim.compat.v1.graphs.accumulated_sums import Sum, check_rows, checked_count
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import handle as _handle
from tfshim.raw_forms._resources import opened, resource


class _Accumulator(Sum):
    """The sums, and what is known of the gradients."""

    def __init__(self, dtype, shape, mean):
        super().__init__()
        self.dtype, self.shape, self.mean = dtype, shape, mean


def _making(kind, ref):
    def form(dtype, shape, container, shared_name, reduction_type):
        text = reduction_type.decode() if isinstance(reduction_type, bytes) else reduction_type
        if text not in ("MEAN", "SUM"):
            raise invalid(f'Value for attr \'reduction_type\' of "{text}" is not in the list of allowed values: "MEAN", "SUM"')
        known = TensorShape([None if d == -1 else d for d in shape] if isinstance(shape, (list, tuple)) else shape)
        kinds = dt.as_dtype(dtype)
        attributes = kinds, known, text
        return resource(kind, lambda: _Accumulator(kinds, known, text == "MEAN"), container, shared_name, ref=ref, attributes=attributes)

    raw_op(kind)(form)


_making("ConditionalAccumulator", True)
_making("ResourceConditionalAccumulator", False)
_making("SparseConditionalAccumulator", True)


def _held(storage, dtype=None):
    found = opened(storage, _Accumulator, "ConditionalAccumulator")
    if dtype is not None and found.dtype != dtype:
        raise invalid(f"Signature mismatch, have: {dtype.proto_name} expected: {found.dtype.proto_name}")
    return found


@raw_op("AccumulatorApplyGradient", "ResourceAccumulatorApplyGradient")
def _apply(handle, local_step, gradient):
    dtype = gradient.dtype

    def kernel(storage, step, gradient):
        held = _held(storage, dtype)
        if not held.shape.is_compatible_with(list(gradient.shape)):
            raise invalid(f"Shape mismatch: expected {_text(held.shape)}, got {dims_text(gradient.shape)}")
        held.add_dense(gradient, int(step))
        return []

    return computed("AccumulatorApplyGradient", kernel, [_handle(handle), local_step, gradient], [], stateful=True)


def _text(shape):
    return "<unknown>" if shape.rank is None else "[" + ",".join("?" if d is None else str(d) for d in shape.as_list()) + "]"


@raw_op("AccumulatorTakeGradient", "ResourceAccumulatorTakeGradient")
def _take(handle, num_required, dtype):
    kind = dt.as_dtype(dtype)

    def kernel(storage, count):
        held = _held(storage, kind)
        return [held.taken(checked_count(int(count)), lambda: held.total / held.count if held.mean else held.total)]

    return computed("AccumulatorTakeGradient", kernel, [_handle(handle), num_required], [(kind, None)], stateful=True)


@raw_op("AccumulatorNumAccumulated", "ResourceAccumulatorNumAccumulated")
def _count(handle):
    def kernel(storage):
        return [torch.tensor(_held(storage).count, dtype=torch.int32)]

    return computed("AccumulatorNumAccumulated", kernel, [_handle(handle)], [(dt.int32, [])], stateful=True)


@raw_op("AccumulatorSetGlobalStep", "ResourceAccumulatorSetGlobalStep")
def _set_step(handle, new_global_step):
    def kernel(storage, step):
        held = _held(storage)
        with held.changed:
            held.step = int(step)
        return []

    return computed("AccumulatorSetGlobalStep", kernel, [_handle(handle), new_global_step], [], stateful=True)


@raw_op("SparseAccumulatorApplyGradient")
def _apply_rows(handle, local_step, gradient_indices, gradient_values, gradient_shape, has_known_shape):
    dtype = gradient_values.dtype

    def kernel(storage, step, indices, values, shape):
        held = _held(storage, dtype)
        check_rows(held.shape, indices, shape.tolist() if has_known_shape else None)
        held.add_rows(indices, values, int(step))
        return []

    given = [_handle(handle), local_step, gradient_indices, gradient_values, gradient_shape]
    return computed("SparseAccumulatorApplyGradient", kernel, given, [], stateful=True)


@raw_op("SparseAccumulatorTakeGradient")
def _take_rows(handle, num_required, dtype):
    kind = dt.as_dtype(dtype)

    def kernel(storage, count):
        held = _held(storage, kind)
        return held.taken(checked_count(int(count)), lambda: held.taken_rows(held.mean, held.shape, kind))

    leaves = [(dt.int64, [None]), (kind, None), (dt.int64, [None])]
    return computed("SparseAccumulatorTakeGradient", kernel, [_handle(handle), num_required], leaves, stateful=True)
