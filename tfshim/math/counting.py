"""Counting: how often each number occurs, confusion matrices, histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export, tf_private
from tfshim.array_ops.casting import cast
from tfshim.array_ops.shapes import squeeze
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_eager
from tfshim.engine.values.readable import holds, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math.clipping import clip_by_value
from tfshim.math.division import truediv
from tfshim.math.elementwise import floor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_COUNTS = (dt.int32, dt.int64, dt.float32, dt.float64)


def _bincount_shape(arr, weights, minlength, maxlength, dtype, binary_output, flat=False):
    result = weights.dtype if weights is not None else dtype
    rank = 1 if flat else arr.shape.rank
    return result, None if rank is None else [arr.shape[0], None] if rank == 2 else [None]


@op(
    "DenseBincount",
    arr="Tidx=int32",
    weights="T?",
    minlength="int?",
    maxlength="int?",
    Tidx=dt.INDEX,
    T=sum(d.mask for d in _COUNTS),
    grad="missing",
    shape_fallback=_bincount_shape,
    scope="",
)
def dense_bincount(arr, weights, minlength, maxlength, dtype, binary_output, flat=False, name=None):
    if flat:
        arr, weights = arr.reshape(-1), None if weights is None else weights.reshape(-1)
    if arr.dim() > 2:
        raise invalid(f"Shape must be at most rank 2 but is rank {arr.dim()}")
    # Empty weights mean none, as in TensorFlow's kernel, but for the type of the result.
    kind = weights.dtype if weights is not None else dtype.torch
    if weights is not None and weights.numel() == 0:
        weights = None
    if weights is not None and weights.shape != arr.shape:
        raise invalid(
            "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts as all "
            f"weights equal to 1. Received {dims_text(weights.shape)}"
        )
    if arr.numel() and not holds(arr.min() >= 0, "Input arr must be non-negative!"):
        raise invalid("Input arr must be non-negative!")
    if minlength is not None and minlength == maxlength:
        size = minlength
        if size < 0:
            raise invalid(f"size ({size}) must be non-negative")
    else:
        size = int(arr.max()) + 1 if arr.numel() else 0
        if minlength is not None:
            size = max(size, minlength)
        if maxlength is not None:
            size = min(size, maxlength)
            if size < 0:
                raise invalid(f"size ({size}) must be non-negative")
    rows = arr if arr.dim() == 2 else arr.reshape(1, arr.numel())
    # One bin more takes what is too large.
    inside = readable(arr) and arr.numel() > 0 and int(arr.max()) < size
    at = (rows if inside else torch.where(rows < size, rows, size)).to(torch.int64)
    found = torch.zeros((at.shape[0], size if inside else size + 1), dtype=kind, device=arr.device)
    if weights is None and binary_output:
        found = found.scatter_(1, at, 1)[:, :size]
    else:
        values = torch.ones(at.shape, dtype=kind, device=arr.device) if weights is None else weights.reshape(at.shape)
        found = found.scatter_add_(1, at, values)[:, :size]
        if binary_output:
            found = (found != 0).to(kind)
    return found if arr.dim() == 2 else found[0]


@tf_private("tensorflow.python.ops.sparse_ops.bincount")
@tf_export("math.bincount")
@composite
def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: IntLike | None = None,
    maxlength: IntLike | None = None,
    dtype: DTypeLike = dt.int32,
    name: str | None = None,
    axis: Axis = None,
    binary_output: bool = False,
) -> Tensor:
    """How often each of the numbers 0, 1, 2, ... occurs, or the sum of its weights. Mirrors `tf.math.bincount`.

    Arguments:
        arr: integers that are not negative, int32 or int64, dense, ragged or sparse; floats are truncated.
        weights: a tensor of the shape of `arr` with what each element counts: int32, int64, float32 or float64. None
            (the default) counts 1.
        minlength: the least number of bins, or None.
        maxlength: the greatest number of bins: larger numbers are not counted. None for as many as are needed.
        dtype: the dtype of the counts, int32 by default; with `weights` it is theirs.
        name: a name for the operation in graphs.
        axis: None (the default) or 0 counts all elements together, -1 those of each row of a matrix.
        binary_output: True gives 1 for every number that occurs at all.

    Returns:
        A vector of `max(arr) + 1` counts within these bounds, with `axis=-1` a matrix.

    Raises:
        ValueError: another axis, or `weights` beside `binary_output`.
        InvalidArgumentError: negative numbers, or shapes that do not fit.

    Example:
        >>> tf.math.bincount([1, 1, 3])
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([0, 2, 0, 1], dtype=int32)>
        >>> tf.math.bincount([1, 1, 3], weights=[0.5, 0.25, 2.0], minlength=6)
        <tf.Tensor: shape=(6,), dtype=float32, numpy=array([0.  , 0.75, 0.  , 2.  , 0.  , 0.  ], dtype=float32)>
        >>> tf.math.bincount([[0, 0, 1], [2, 2, 2]], axis=-1)
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[2, 1, 0],
               [0, 0, 3]], dtype=int32)>
    """
    if weights is not None and binary_output:
        raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
    if axis not in (None, 0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
    arr = convert_to_tensor(arr)
    if not arr.dtype.is_integer:
        arr = cast(arr, dt.int32)
    minlength, maxlength = (n if n is None else convert_to_tensor(n, dtype=arr.dtype) for n in (minlength, maxlength))
    if weights is not None:
        weights = convert_to_tensor(weights)
    dtype = dt.as_dtype(dtype)
    if weights is None and dtype not in _COUNTS:
        raise invalid(
            f"Value for attr 'T' of {dtype.proto_name} is not in the list of allowed values: "
            f"int32, int64, float, double\n\t; NodeDef: {{{{node DenseBincount}}}} [Op:DenseBincount]",
        )
    return dense_bincount(arr, weights, minlength, maxlength, dtype, bool(binary_output), axis != -1, name=name)


def _matrix_shape(labels, predictions, weights, num_classes, dtype):
    size = num_classes if isinstance(num_classes, int) else None
    return dtype, [size, size]


def _within(x, what, size):
    """Raise InvalidArgumentError for classes below 0 or, where `size` is given, beyond it."""
    if x.numel() and bool((x < 0).any()):
        listed = [str(v) for v in x.reshape(-1)[:3].tolist()] + ["..."] * (x.numel() > 3)
        raise invalid(
            f"`{what}` contains negative values.  \nCondition x >= 0 did not hold element-wise:\n"
            f"x (shape=({x.numel()},) dtype=int64) = \n{listed}"
        )
    if size is not None and x.numel() and bool((x >= size).any()):
        raise invalid(
            f"`{what}` out of bound\nCondition x < y did not hold.\nFirst {min(x.numel(), 3)} elements of x:\n"
            f"{x.reshape(-1)[:3].numpy()}\nFirst 1 elements of y:\n[{size}]"
        )


def _check_classes(labels, predictions, size):
    _within(labels, "labels", None)
    _within(predictions, "predictions", None)
    if size is not None:
        _within(labels, "labels", size)
        _within(predictions, "predictions", size)


def _unlike(labels, predictions):
    return f"Shapes of all inputs must match: values[0].shape = {dims_text(labels)} != values[1].shape = {dims_text(predictions)}"


def _unpaired(dims):
    """What is wrong with labels of such sizes, or None. The pairs are stacked along the second axis, and stand in the last one."""
    stacked = [*dims[:1], 2, *dims[1:]]
    if len(dims) < 2 or stacked[:-1] == dims:
        return None
    axes = f"[0,{len(dims)})"
    return f"Dimensions {axes} of indices[shape={dims_text(stacked)}] must match dimensions {axes} of updates[shape={dims_text(dims)}]"


@op(
    "ConfusionMatrix", labels="int64", predictions="int64", weights="any?", num_classes="int?", register=False, shape_fallback=_matrix_shape
)
def _confusion_matrix(labels, predictions, weights, num_classes, dtype, name=None):
    _check_classes(labels, predictions, num_classes)
    if labels.shape != predictions.shape:
        raise invalid(_unlike(labels.shape, predictions.shape))
    if (text := _unpaired(list(labels.shape))) is not None:
        raise invalid(text)
    if num_classes is None:
        if not labels.numel():
            # The greatest of no labels, plus one: TensorFlow asks for a matrix of that size.
            raise invalid("Dimension -9223372036854775807 must be >= 0: num_classes is needed where there are no labels")
        size = max(int(labels.max()), int(predictions.max())) + 1
    else:
        size = num_classes
    kind = dtype.torch
    values = torch.ones_like(labels, dtype=kind) if weights is None else weights.to(kind).expand(labels.shape)
    empty = torch.zeros(size * size, dtype=kind, device=labels.device)
    if labels.ndim > 1:
        labels, predictions = torch.stack([labels, predictions], 1).unbind(-1)
    return empty.index_add(0, (labels * size + predictions).reshape(-1), values.reshape(-1)).reshape(size, size)


@tf_export("math.confusion_matrix")
@composite
def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: IntLike | None = None,
    weights: TensorLike | None = None,
    dtype: DTypeLike = dt.int32,
    name: str | None = None,
) -> Tensor:
    """The matrix that counts, at row i and column j, how often class i was predicted as class j. Mirrors
    `tf.math.confusion_matrix`.

    Arguments:
        labels: the true classes, integers of shape [n]; one of the two may be [n, 1], but not both.
        predictions: the predicted classes, integers of shape [n].
        num_classes: the size of the matrix; None (the default) is the greatest class plus 1.
        weights: what each pair counts, shape [n]; None counts 1.
        dtype: the dtype of the result, int32 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_classes, num_classes]. The right predictions are on its diagonal, so that the sum of that
        over the sum of all is the accuracy.

    Raises:
        InvalidArgumentError: a class is negative or not below `num_classes`, or the shapes do not fit.
        ValueError: the shape of `weights` does not fit; in a graph also those of the others.

    Example:
        >>> tf.math.confusion_matrix([0, 1, 1, 2], [0, 1, 2, 2])
        <tf.Tensor: shape=(3, 3), dtype=int32, numpy=
        array([[1, 0, 0],
               [0, 1, 1],
               [0, 0, 1]], dtype=int32)>
    """
    with name_scope(name or "confusion_matrix"):
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        ranks = labels.shape.rank, predictions.shape.rank
        if None not in ranks:
            if ranks[1] - ranks[0] == 1 and predictions.shape[-1] == 1:
                predictions = squeeze(predictions, [-1])
            elif ranks[0] - ranks[1] == 1 and labels.shape[-1] == 1:
                labels = squeeze(labels, [-1])
        if TS.graph is not None:
            labels.shape.assert_is_compatible_with(predictions.shape)
        if labels.shape.rank == 0:  # TensorFlow stacks them along the second axis
            raise ValueError("Argument `axis` = 1 not in range [-1, 1)")
        predictions, labels = cast(predictions, dt.int64), cast(labels, dt.int64)
        if weights is not None:
            weights = convert_to_tensor(weights)
            predictions.shape.assert_is_compatible_with(weights.shape)
        if TS.graph is not None and labels.shape.is_fully_defined() and (text := _unpaired(labels.shape.as_list())) is not None:
            raise ValueError(text)
        try:
            return _confusion_matrix(labels, predictions, weights, num_classes, dt.as_dtype(dtype), name="ScatterNd")
        except InvalidArgumentError as error:
            refused = error
        if is_eager(labels) and is_eager(predictions):
            # Said of no operation: these are asserts of their own in TensorFlow.
            _check_classes(labels._t, predictions._t, None if num_classes is None else int(num_classes))
            if labels.shape != predictions.shape:  # of the pairs, which TensorFlow stacks
                raise op_error(InvalidArgumentError, _unlike(labels.shape, predictions.shape), "Pack", "stack", counts={"N": 2})
            if (text := _unpaired(labels.shape.as_list())) is not None:
                raise op_error(InvalidArgumentError, text, "ScatterNd")
        raise refused


_HISTOGRAM = dt.INDEX | dt.float32.mask | dt.float64.mask


@tf_export("histogram_fixed_width")
@op(
    "HistogramFixedWidth",
    values="T",
    value_range="T",
    nbins="int",
    dtype="dtype",
    T=_HISTOGRAM,
    grad=None,
    shape_fallback=lambda values, value_range, nbins, dtype: (dtype, [nbins if isinstance(nbins, int) else None]),
)
def histogram_fixed_width(
    values: TensorLike, value_range: TensorLike, nbins: IntLike = 100, dtype: DTypeLike = dt.int32, name: str | None = None
) -> Tensor:
    """How many values fall into each of a number of bins of equal width. Mirrors `tf.histogram_fixed_width`.

    Arguments:
        values: a tensor of any shape: int32, int64, float32 or float64.
        value_range: a pair of the same dtype, (least, greatest): where the first bin begins and the last one ends. What
            lies outside counts for the first or the last bin.
        nbins: how many bins, at least 1; 100 by default.
        dtype: the dtype of the counts, int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A vector of `nbins` counts, whose sum is the number of values.

    Raises:
        InvalidArgumentError: a value is NaN, the range is empty, or `nbins` is below 1.

    Example:
        >>> tf.histogram_fixed_width([-1.0, 0.5, 1.5, 1.9, 99.0], [0.0, 3.0], nbins=3)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([2, 2, 1], dtype=int32)>
    """
    if dtype not in (dt.int32, dt.int64):
        raise invalid(f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: int32, int64")
    if tuple(value_range.shape) != (2,):
        raise invalid("value_range should be a vector of 2 elements.")
    if nbins <= 0:
        raise invalid(f"nbins should be a positive number, but got '{nbins}'")
    if values.is_meta or value_range.is_meta:
        return torch.empty(nbins, dtype=dtype.torch, device="meta")
    low, high = value_range.tolist()
    if not values.is_floating_point():  # differences of integers may have no place in their type
        values, value_range = values.double(), value_range.double()
    if not low < high:
        raise invalid(f"value_range should satisfy value_range[0] < value_range[1], but got '[{low:g}, {high:g}]'")
    # The sum is NaN where a value is, and costs less than to ask each.
    if values.is_floating_point() and bool(torch.isnan(values.sum())) and bool(torch.isnan(values).any()):
        raise invalid("Histogram values must not contain NaN")
    step = (high - low) / nbins
    # After the inner clamp nothing is negative, so that the conversion to integers below rounds down.
    at = torch.clamp(values.detach(), min=value_range[0]).sub_(value_range[0]).to(torch.float64).div_(step).clamp_(max=nbins - 1)
    # torch converts to 32 bits a vector at a time.
    return torch.bincount(at.reshape(-1).to(torch.int32), minlength=nbins).to(dtype.torch)


@tf_export("histogram_fixed_width_bins")
@composite
def histogram_fixed_width_bins(
    values: TensorLike, value_range: TensorLike, nbins: IntLike = 100, dtype: DTypeLike = dt.int32, name: str | None = None
) -> Tensor:
    """The number of the bin, among bins of equal width, that each value falls into. Mirrors
    `tf.histogram_fixed_width_bins`.

    Arguments:
        values: a tensor of floats of any shape.
        value_range: a pair of the same dtype, (least, greatest): where the first bin begins and the last one ends. What
            lies outside goes into the first or the last bin.
        nbins: how many bins, at least 1; 100 by default.
        dtype: int32 or int64; the result is int32 in any case, as in TensorFlow.
        name: a name for the operation in graphs.

    Returns:
        An int32 tensor of the shape of `values`, numbers from 0 to nbins - 1.

    Raises:
        InvalidArgumentError: `nbins` is below 1.

    Example:
        >>> tf.histogram_fixed_width_bins([-1.0, 0.5, 1.5, 1.9, 99.0], [0.0, 3.0], nbins=3)
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([0, 0, 1, 1, 2], dtype=int32)>
    """
    values = convert_to_tensor(values)
    value_range = convert_to_tensor(value_range)
    nbins = convert_to_tensor(nbins, dtype=dt.int32)
    _positive(nbins)
    number = cast(nbins, values.dtype)
    scaled = truediv(values - value_range[0], value_range[1] - value_range[0])
    return cast(clip_by_value(floor(number * scaled), 0, number - 1), dt.int32, name=name)


def _positive(nbins):
    if is_eager(nbins) and int(nbins) <= 0:
        raise invalid(f"Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: b'nbins {nbins} must > 0'")
