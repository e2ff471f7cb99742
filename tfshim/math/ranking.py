"""Where the greatest and least elements are, and the k greatest."""

from __future__ import annotations

import collections
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.sorting import stably_sorted
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import leaf_of_sizes
from tfshim.engine.ops.static_shapes.elementwise import sizes_of
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.ops.vectorized import comparisons
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import at_least, on_processor, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math._unsigned import ordered, restored

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


TopKV2 = collections.namedtuple("TopKV2", ["values", "indices"])
ApproxTopK = collections.namedtuple("ApproxTopK", ["values", "indices"])


_INF = float("inf")
_OF_NUMPY = (torch.float32, torch.float64, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
_HALVES = (torch.float16, torch.bfloat16)
_NUMBERED = 1 << 16  # places whose numbers are of two bytes
_LARGE = 1 << 14  # scores from which more calls over all of them take less time
_EXACT = 1 << 24  # up to which every integer is a float32
_MANY = 4  # times as many elements as are looked for: then finding them is quicker than sorting all
_WIDE_PLACES = frozenset([dt.int32, dt.int64])
_SIGNED_PLACES = _WIDE_PLACES | {dt.int16}
_PLACES = _SIGNED_PLACES | {dt.uint16}


def _allowed(what, dtype, allowed):
    if dtype not in allowed:  # a set: comparing types one by one takes longer than the search itself
        names = ", ".join(d.proto_name for d in sorted(allowed, key=lambda d: (d.size, d.is_unsigned)))
        raise invalid(f"Value for attr '{what}' of {dtype.proto_name} is not in the list of allowed values: {names}")
    return dtype.torch


def _arg_shape(input, axis, output_type):
    rank = input.shape.rank
    return output_type, None if rank is None else [None] * (rank - 1)


def _arg_sizes(input, axis, output_type):
    found, rank = sizes_of([input]), input.shape.rank
    axis = 0 if axis is None else axis
    if found is None or type(axis) is not int or not -rank <= axis < rank or output_type not in _WIDE_PLACES:
        return None
    a, b = ([n for d, n in enumerate(sizes) if d != axis % rank] for (sizes,) in found)
    return leaf_of_sizes(output_type, a, b) if input.shape[axis] != 0 else None


def _top_shape(input, k, sorted, index_type):
    dims = None if input.shape.rank is None else [*input.shape.as_list()[:-1], None]
    return TopKV2((input.dtype, dims), (index_type, dims))


class _Extreme(NamedTuple):
    """How the places of the greatest or the least elements are found."""

    find: Any
    find_by_numpy: Any
    value: Any  # gives the extreme itself, which is NaN where there is one
    worst: float


_GREATEST = _Extreme(torch.argmax, np.argmax, torch.amax, -_INF)
_LEAST = _Extreme(torch.argmin, np.argmin, torch.amin, _INF)


def _arg(x, axis, output_type, extreme, allowed):
    """The places of the greatest or least elements along `axis`, the first of equal ones."""
    target = _allowed("output_type", output_type, allowed)
    axis = 0 if axis is None else axis
    rank = x.dim()
    if isinstance(axis, tuple):
        raise invalid(f"dim must be a scalar, but received tensor of shape: [{len(axis)}]")
    if not -rank <= axis < rank:
        raise invalid(f"Expected dimension in the range [{-rank}, {rank}), but got {axis}")
    d = axis % rank
    if x.shape[d] == 0:
        raise invalid(f"Reduction axis {d} is empty in shape {dims_text(x.shape)}")
    if x.is_floating_point():
        x = x.detach()
        # Elsewhere than on the processor, looking at a number waits for all that was asked before.
        if not x.is_cpu or not x.numel() or not readable(x) or math.isnan(extreme.value(x).item()):
            x = torch.nan_to_num(x, extreme.worst, _INF, -_INF)  # a NaN is passed over
        elif x.dtype in _HALVES and x.numel() >= _LARGE:
            x = x.float()
    elif x.dtype is torch.bool:
        x = x.to(torch.uint8)
    else:
        x = ordered(x)
    if x.dtype in _OF_NUMPY and x.is_cpu and x.numel() and readable(x):
        # NumPy compares many numbers at a time, torch one: ten times as long for the classes of a language model.
        if x.stride(d) == 1:
            return torch.from_numpy(np.asarray(extreme.find_by_numpy(x.numpy(), d))).to(target)
        if x.numel() >= _LARGE and x.shape[d] < _NUMBERED:
            return _first(x, extreme.value(x, d, True), d).to(target)
    return extreme.find(x, d).to(target)


def _first(x, value, d):
    """The first place along dimension `d` where `x`, which holds no NaN, is equal to `value`."""
    size = x.shape[d]
    marks = comparisons.eq(x, value).view(torch.uint8).numpy()
    # The earlier, the greater: so that the greatest of those that are marked is the first.
    numbers = np.arange(size, 0, -1, dtype=np.uint8 if size < 256 else np.uint16).reshape([-1 if i == d else 1 for i in range(x.dim())])
    found = np.multiply(marks, numbers, out=marks if size < 256 else None)
    return torch.from_numpy(size - np.maximum.reduce(found, d).astype(np.int64))


@tf_export("math.argmax", "argmax")
@op(
    "ArgMax",
    input="T",
    axis="axis",
    output_type="dtype",
    T=dt.REAL_NUMBERS | dt.BOOL,
    grad=None,
    shape_fn=_arg_sizes,
    shape_fallback=_arg_shape,
)
def argmax(input: TensorLike, axis: Axis = None, output_type: DTypeLike = dt.int64, name: str | None = None) -> Tensor:
    """The position of the greatest element along an axis. Mirrors `tf.math.argmax`.

    Arguments:
        input: a tensor of real numbers or bools with at least one dimension.
        axis: one integer, from -rank to rank - 1; None (the default) is 0. For class scores of shape [batch, classes]
            it is 1 or -1.
        output_type: the dtype of the positions: int64 (the default), int32, int16 or uint16.
        name: a name for the operation in graphs.

    Returns:
        A tensor of `output_type` without that axis. Of equal elements the first one counts; NaN is passed over.

    Raises:
        InvalidArgumentError: the axis is out of range or has no elements.

    There is no gradient. The value itself is `tf.reduce_max`; several of them gives `tf.math.top_k`.

    Example:
        >>> tf.argmax([[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]], axis=1)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 0])>
        >>> tf.argmax([3, 9, 9], output_type=tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=1>
    """
    return _arg(input, axis, output_type, _GREATEST, _PLACES)


@tf_export("math.argmin", "argmin")
@op(
    "ArgMin",
    input="T",
    axis="axis",
    output_type="dtype",
    T=dt.REAL_NUMBERS | dt.BOOL,
    grad=None,
    shape_fn=_arg_sizes,
    shape_fallback=_arg_shape,
)
def argmin(input: TensorLike, axis: Axis = None, output_type: DTypeLike = dt.int64, name: str | None = None) -> Tensor:
    """The position of the least element along an axis. Mirrors `tf.math.argmin`.

    Arguments:
        input: a tensor of real numbers or bools with at least one dimension.
        axis: one integer, from -rank to rank - 1; None (the default) is 0.
        output_type: the dtype of the positions: int64 (the default) or int32.
        name: a name for the operation in graphs.

    Returns:
        A tensor of `output_type` without that axis. Of equal elements the first one counts; NaN is passed over.

    Raises:
        InvalidArgumentError: the axis is out of range or has no elements.

    There is no gradient. The value itself is `tf.reduce_min`.

    Example:
        >>> tf.argmin([[3.0, 1.0, 2.0], [0.5, 0.8, 0.5]], axis=1)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 0])>
        >>> tf.argmin([3, 9, 2], output_type=tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=2>
    """
    return _arg(input, axis, output_type, _LEAST, _WIDE_PLACES)


def _greatest(x, k, d):
    """The k greatest along dimension `d`, in descending order, the first of equal ones first; and their positions."""
    if k == 1 and x.shape[d]:  # the one case in which a NaN is passed over
        at = _arg(x, d, dt.int64, _GREATEST, _WIDE_PLACES).unsqueeze(d)
        return torch.take_along_dim(x, at, d), at
    if _MANY * k < x.shape[d] and k and on_processor(x):
        if x.dtype in _INTEGERS:
            return _by_places(x, k, d)
        # Sorting is stable, torch.topk is not, but takes a fraction of the time: it will do where nothing is equal, nor NaN.
        values, at = torch.topk(x.detach(), k + 1, d)
        if (values.narrow(d, 0, k) > values.narrow(d, 1, k)).all().item():
            at = at.narrow(d, 0, k)
            return (torch.take_along_dim(x, at, d) if x.requires_grad else values.narrow(d, 0, k)), at
        if x.dtype in _SHORT and not math.isnan(x.sum()):
            return _by_places(x, k, d)
    values, at = stably_sorted(x, d, True)
    return values.narrow(d, 0, k), at.narrow(d, 0, k)


# Whose bits, with the place in its row, are an integer that no other element has.
_INTEGERS = (torch.int8, torch.int16, torch.int32, torch.uint8)
_SHORT = (torch.float16, torch.bfloat16, torch.float32)


def _by_places(x, k, d):
    """The k greatest, none of them NaN, along the last dimension `d` and their places, the first of equal ones first."""
    last, whole = x.shape[d] - 1, x.detach()
    if x.is_floating_point():
        whole = (whole.float() + 0.0).view(torch.int32)  # of the two zeros one
        whole = whole.bitwise_xor((whole >> 31).bitwise_and_(0x7FFFFFFF))  # in the order of the floats
    keys = whole.long().bitwise_left_shift_(32).add_(torch.arange(last, -1, -1))
    at = torch.topk(keys, k, d)[0].bitwise_and_(0xFFFFFFFF).neg_().add_(last)
    return torch.take_along_dim(x, at, d), at


@tf_export("math.top_k", "nn.top_k")
@op("TopKV2", input="T", k="int", index_type="dtype", T=dt.REAL_NUMBERS, shape_fallback=_top_shape)
def top_k(input: TensorLike, k: IntLike = 1, sorted: bool = True, index_type: DTypeLike = dt.int32, name: str | None = None) -> TopKV2:
    """The `k` greatest elements along the last axis, and where they are. Mirrors `tf.math.top_k` and `tf.nn.top_k`.

    Arguments:
        input: a tensor of real numbers of shape [..., n].
        k: how many, a number from 0 to n; 1 by default.
        sorted: whether they must come in descending order. They always do, so False changes nothing.
        index_type: the dtype of the positions: int32 (the default), int16 or int64.
        name: a name for the operation in graphs.

    Returns:
        A named pair `values`, `indices`, each of shape [..., k]. Of equal elements the one that comes first is first.

    Raises:
        InvalidArgumentError: `k` is out of range, or `input` is a scalar.

    The gradient goes to the elements that were chosen. For the least ones take the greatest of `-input`.

    Example:
        >>> values, indices = tf.math.top_k([1.0, 9.0, 4.0, 7.0], k=2)
        >>> values
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([9., 7.], dtype=float32)>
        >>> indices
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
    """
    target = _allowed("index_type", index_type, _SIGNED_PLACES)
    if k < 0:
        raise invalid(f"Need k >= 0, got {k}")
    if input.dim() < 1:
        raise invalid(f"input must be >= 1-D, got shape {dims_text(input.shape)}")
    if input.shape[-1] < k:
        raise invalid(f"input must have at least k columns. Had {input.shape[-1]}, needed {k}")
    values, at = _greatest(ordered(input), k, input.dim() - 1)
    return TopKV2(values if values.dtype is input.dtype else restored(values, input.dtype), at.to(target))


@tf_export("math.in_top_k", "nn.in_top_k", keras="compat.v1.math.in_top_k")
@op("InTopKV2", targets="Ti=int32", predictions="float32", k="int", Ti=dt.INDEX, grad=None, shape_fallback=by_names("b,bc->b", dt.bool))
def in_top_k(targets: TensorLike, predictions: TensorLike, k: IntLike, name: str | None = None) -> Tensor:
    """Whether the score of each target class is among the `k` greatest of its row. Mirrors `tf.math.in_top_k` and
    `tf.nn.in_top_k`.

    Arguments:
        targets: class numbers, int32 or int64 of shape [batch].
        predictions: scores, float32 of shape [batch, classes].
        k: how many scores count; any integer.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of shape [batch]. Scores equal to the last one that counts are inside as well. False for a class
        out of range, and for a row that holds NaN or infinity.

    Raises:
        InvalidArgumentError: the shapes do not fit each other.

    The mean of it is the accuracy of the first k guesses. There is no gradient.

    Example:
        >>> scores = tf.constant([[0.1, 0.6, 0.3], [0.8, 0.15, 0.05]])
        >>> tf.math.in_top_k([2, 2], scores, k=2)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    if predictions.dim() != 2:
        raise invalid("predictions must be 2-dimensional")
    if targets.dim() != 1:
        raise invalid("targets must be 1-dimensional")
    batch, classes = predictions.shape
    if batch != targets.shape[0]:
        raise invalid(f"First dimension of predictions {batch} must match length of targets {targets.shape[0]}")
    if classes == 0:
        return torch.zeros_like(targets, dtype=torch.bool)
    if classes >= _FIRST_CLASSES * 4 and k < _FIRST_CLASSES // 2 and at_least(predictions.numel(), _LARGE) and readable(predictions):
        return _by_first_classes(targets, predictions, k)
    return _in_top_k(targets, predictions, k)


_FIRST_CLASSES = 64  # among which as a rule there are enough greater scores, unless it is one of the greatest of all


def _by_first_classes(targets, predictions, k):
    """`_in_top_k` of those rows only that the first classes do not decide."""
    batch, classes = predictions.shape
    inside = (targets >= 0) & (targets < classes)
    chosen = predictions.gather(1, targets.long().clamp(0, classes - 1)[:, None])
    greater = _number(comparisons.gt(predictions[:, :_FIRST_CLASSES], chosen))
    undecided = (inside & (greater < k)).nonzero().squeeze(1)
    if len(undecided) * 2 > batch:
        return _in_top_k(targets, predictions, k)
    made = torch.zeros_like(inside)
    if len(undecided):
        found = _in_top_k(targets.index_select(0, undecided), predictions.index_select(0, undecided), k)
        made.index_copy_(0, undecided, found)
    return made


def _number(truths):
    """How many are true in each row of a matrix with no more columns than a float32 counts."""
    # Bytes become numbers, and a product sums these, a vector at a time.
    return truths.view(torch.uint8).float().mv(torch.ones(truths.shape[1], device=truths.device))


def _in_top_k(targets, predictions, k):
    classes = predictions.shape[1]
    inside = (targets >= 0) & (targets < classes)
    # For a target outside any class will do: `inside` decides.
    chosen = torch.take_along_dim(predictions, torch.where(inside, targets, 0).to(torch.int64)[:, None], 1)
    # As in TensorFlow, a row that holds NaN or infinity cannot tell.
    greater = comparisons.gt(predictions, chosen)
    if at_least(greater.numel(), _LARGE) and classes <= _EXACT and readable(greater):
        # What is not finite makes a sum that is not, and weights as small as these let no other sum overflow.
        finite = predictions.mv(predictions.new_full((classes,), 1 / _EXACT)).isfinite()
        return inside & finite & (_number(greater) < k)
    finite = comparisons.all_of(comparisons.isfinite(predictions), [1], False)
    return inside & finite & (greater.sum(1) < k)


def _approximate(x, k, axis, recall_target, largest):
    """The k extreme elements and their places, which here are exact."""
    if not 0.0 < recall_target:
        raise invalid(f"recall_target should be in (0.0, 1.0], but got {recall_target}")
    rank = x.dim()
    if not -rank <= axis < rank:
        raise invalid(f"reduction_dimension should be in the range [{-rank}, {rank}), but got {axis}")
    d = axis % rank
    if x.shape[d] < k:
        raise invalid(f"input must have at least k columns. Had {x.shape[d]}, needed {k}")
    values, at = _greatest(x if largest else -x, k, d)
    return ApproxTopK(values if largest else -values, at.to(torch.int32))


_UP_TO_SINGLE = dt.float16.mask | dt.bfloat16.mask | dt.float32.mask
_APPROXIMATE: dict[str, Any] = {"operand": "T", "k": "int", "reduction_dimension": "int", "T": _UP_TO_SINGLE}


@tf_export("math.approx_max_k", "nn.approx_max_k")
@op("ApproxTopK", register=False, **_APPROXIMATE)
def approx_max_k(
    operand: TensorLike,
    k: TensorLike,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """The `k` greatest elements along an axis, and where they are; here always the exact ones. Mirrors
    `tf.math.approx_max_k` and `tf.nn.approx_max_k`.

    Arguments:
        operand: a tensor: float16, bfloat16 or float32.
        k: how many, at most the size of the axis.
        reduction_dimension: the axis, the last one by default.
        recall_target: which share of the true ones must be found, above 0 up to 1; 0.95 by default. All are found,
            whatever it says.
        reduction_input_size_override: tunes TensorFlow's approximation on TPUs and changes nothing, as on its CPU; -1
            by default.
        aggregate_to_topk: as the one before; True by default.
        name: a name for the operation in graphs.

    Returns:
        A named pair `values`, `indices` (int32), in which the axis has the size `k`.

    Raises:
        InvalidArgumentError: `k`, the axis or `recall_target` is out of range.

    Example:
        >>> values, indices = tf.math.approx_max_k([1.0, 9.0, 4.0, 7.0], k=2)
        >>> values
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([9., 7.], dtype=float32)>
        >>> indices
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
    """
    return _approximate(operand, k, reduction_dimension, recall_target, True)


@tf_export("math.approx_min_k", "nn.approx_min_k")
@op("ApproxTopK", register=False, **_APPROXIMATE)
def approx_min_k(
    operand: TensorLike,
    k: TensorLike,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> AnyTensor:
    """The `k` least elements along an axis, in ascending order, and where they are; here always the exact ones. Mirrors
    `tf.math.approx_min_k` and `tf.nn.approx_min_k`.

    Arguments:
        operand: a tensor: float16, bfloat16 or float32.
        k: how many, at most the size of the axis.
        reduction_dimension: the axis, the last one by default.
        recall_target: which share of the true ones must be found, above 0 up to 1; 0.95 by default. All are found,
            whatever it says.
        reduction_input_size_override: tunes TensorFlow's approximation on TPUs and changes nothing, as on its CPU; -1
            by default.
        aggregate_to_topk: as the one before; True by default.
        name: a name for the operation in graphs.

    Returns:
        A named pair `values`, `indices` (int32), in which the axis has the size `k`. With distances it gives the
        nearest neighbours.

    Raises:
        InvalidArgumentError: `k`, the axis or `recall_target` is out of range.

    Example:
        >>> distances = tf.constant([[0.5, 0.1, 0.9], [0.2, 0.8, 0.4]])
        >>> tf.math.approx_min_k(distances, k=1).indices
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[1],
               [0]], dtype=int32)>
    """
    return _approximate(operand, k, reduction_dimension, recall_target, False)
