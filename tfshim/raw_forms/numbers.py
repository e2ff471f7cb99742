"""Arithmetic, counting and segments."""

from tfshim import array_ops, math
from tfshim.debugging import check_numerics
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math import comparison, counting
from tfshim.raw_forms._backward import backward
from tfshim.sparse import segments, tallies


@raw_op("AccumulateNV2")
def _sum(inputs, shape):
    return array_ops.ensure_shape(math.add_n(inputs), shape)


@raw_op("ApproximateEqual")
def _close(x, y, tolerance):
    return comparison.approximate_equal(x, y, tolerance)


@raw_op("ClipByValue")
def _clipped(t, clip_value_min, clip_value_max):
    return math.minimum(math.maximum(t, clip_value_min), clip_value_max)


@raw_op("CheckNumericsV2")
def _checked(tensor, message):
    return check_numerics(tensor, message)


@raw_op("Mod")
def _remainder(x, y):
    return math.truncatemod(x, y)


@raw_op("Inv")
def _inverse(x):
    return math.reciprocal(x)


@raw_op("InvGrad")
def _inverse_grad(y, dy):
    return -dy * math.conj(y) * math.conj(y)


@raw_op("Fact")
def _fact():
    return array_ops.constant("0! == 1")


@raw_op("InTopK")
def _in_top(predictions, targets, k):
    return math.in_top_k(targets, predictions, k)


@raw_op("DenseBincount")
def _counted_rows(input, size, weights, binary_output):  # noqa: A002
    if size.shape.rank:
        raise errors.op_error(errors.InvalidArgumentError, f"Shape must be rank 0 but is rank {size.shape.rank}", "DenseBincount")
    return counting.dense_bincount(input, weights, size, size, weights.dtype, binary_output)


@raw_op("Bincount")
def _counted(arr, size, weights):
    if arr.dtype != dt.int32:
        raise invalid(f"Bincount counts int32, not {arr.dtype.name}")
    return tallies.of_vector(arr, size, weights)


def _segment_form(function):
    def segment(data, segment_ids, num_segments):
        return function(data, segment_ids, num_segments)

    return segment


for _name, _function in (
    ("SegmentSumV2", math.unsorted_segment_sum), ("SegmentProdV2", math.unsorted_segment_prod),
    ("SegmentMaxV2", math.unsorted_segment_max), ("SegmentMinV2", math.unsorted_segment_min),
):  # fmt: skip
    raw_op(_name)(_segment_form(_function))


_OF_ROWS = {"Sum": segments.segment_sum, "Mean": segments.segment_mean, "SqrtN": segments.segment_sqrt_n}


def _sparse_segment(function):
    def segment(data, indices, segment_ids, sparse_gradient):
        return function(data, indices, segment_ids, sparse_gradient=sparse_gradient)

    def counted(data, indices, segment_ids, num_segments, sparse_gradient):
        return function(data, indices, segment_ids, num_segments=num_segments, sparse_gradient=sparse_gradient)

    return segment, counted


for _kind, _function in _OF_ROWS.items():
    for _name, _form in zip((f"SparseSegment{_kind}", f"SparseSegment{_kind}WithNumSegments"), _sparse_segment(_function)):
        raw_op(_name)(_form)


def _sparse_segment_grad(kind):
    function = _OF_ROWS[kind]

    def grad_of(grad, indices, segment_ids, output_dim0):
        rows = array_ops.zeros(array_ops.concat([output_dim0[None], array_ops.shape(grad)[1:]], 0), grad.dtype)
        count = array_ops.shape(grad)[0]
        return convert_to_tensor(backward(lambda x: function(x, indices, segment_ids, num_segments=count), [rows], grad)[0])

    return grad_of


for _kind in _OF_ROWS:
    raw_op(f"SparseSegment{_kind}Grad")(_sparse_segment_grad(_kind))


def _compact_segment_grad(kind):
    grad_of = _sparse_segment_grad(kind)

    def compact(grad, indices, segment_ids, dense_output_dim0):
        """The rows of the gradient that anything was taken from, and their numbers in order."""
        whole = grad_of(grad, indices, segment_ids, dense_output_dim0)
        rows = array_ops.sort(array_ops.unique(indices)[0])
        return array_ops.gather(whole, rows), rows

    return compact


for _kind in _OF_ROWS:
    raw_op(f"SparseSegment{_kind}GradV2")(_compact_segment_grad(_kind))
