"""Top-level functions that rearrange tensors and take parts of them, whose arguments TensorFlow 2 renamed or reordered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops.masking import select
from tfshim.array_ops.uniques import list_difference
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_ragged
from tfshim.engine.values.tensor import Tensor
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue, ragged_or_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export(v1=["argmax", "math.argmax"])
def argmax(
    input: TensorLike, axis: Axis = None, name: str | None = None, dimension: Axis = None, output_type: DTypeLike = dtypes.int64
) -> Tensor:
    """The index of the greatest element along an axis. Mirrors `tf.compat.v1.argmax`.

    Classifiers of TensorFlow 1 take the class with the greatest logit by it: `tf.compat.v1.argmax(logits, 1)`.

    Arguments:
        input: a tensor of numbers or booleans.
        axis: the axis, an integer; None (default): 0. `dimension` is an older name for it.
        name: a name for the operation. (In `tf.argmax` it is the last argument.)
        dimension: see `axis`.
        output_type: int64 (default), int32 or another integer dtype.

    Returns:
        A tensor of the shape without the axis; of several greatest elements the first counts.

    Raises:
        ValueError: both `axis` and `dimension`.

    Example:
        >>> x = tf.constant([[1, 9, 2], [7, 3, 7]])
        >>> tf.compat.v1.argmax(x, 1).numpy().tolist(), tf.compat.v1.argmax(x).numpy().tolist()
        ([1, 0], [1, 0, 1])
    """
    axis = one_of("axis", axis, "dimension", dimension)
    return tf.argmax(input, 0 if axis is None else axis, output_type, name)


@tf_export(v1=["argmin", "math.argmin"])
def argmin(
    input: TensorLike, axis: Axis = None, name: str | None = None, dimension: Axis = None, output_type: DTypeLike = dtypes.int64
) -> Tensor:
    """The index of the least element along an axis. Mirrors `tf.compat.v1.argmin`.

    The nearest of several centres is found by it: `tf.compat.v1.argmin(distances, 1)`.

    Arguments:
        input: a tensor of numbers or booleans.
        axis: the axis, an integer; None (default): 0. `dimension` is an older name for it.
        name: a name for the operation. (In `tf.argmin` it is the last argument.)
        dimension: see `axis`.
        output_type: int64 (default) or int32.

    Returns:
        A tensor of the shape without the axis; of several least elements the first counts.

    Raises:
        ValueError: both `axis` and `dimension`.

    Example:
        >>> x = tf.constant([[1, 9, 2], [7, 3, 3]])
        >>> tf.compat.v1.argmin(x, 1).numpy().tolist(), tf.compat.v1.argmin(x).numpy().tolist()
        ([0, 1], [0, 1, 0])
    """
    axis = one_of("axis", axis, "dimension", dimension)
    return tf.argmin(input, 0 if axis is None else axis, output_type, name)


@tf_export(v1=["arg_max"])
def arg_max(input: TensorLike, dimension: Axis, output_type: DTypeLike = dtypes.int64, name: str | None = None) -> Tensor:
    """The index of the greatest element along an axis. Mirrors `tf.compat.v1.arg_max`.

    It is what `tf.argmax` gives, from the time when its axis was called `dimension`, which has to be given here.

    Arguments:
        input: a tensor of numbers or bools.
        dimension: the axis, an integer; a negative one counts from the last.
        output_type: int32 or int64 (the default), the dtype of the indices.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of `output_type` without that axis. Of several greatest elements it is the first one.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    Example:
        >>> tf.compat.v1.arg_max([[1, 5, 2], [7, 0, 7]], 1).numpy().tolist()
        [1, 0]
        >>> tf.compat.v1.arg_max([[1, 5, 2], [7, 0, 7]], dimension=0, output_type=tf.int32)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 0, 1], dtype=int32)>
    """
    return tf.argmax(input, dimension, output_type, name)


@tf_export(v1=["arg_min"])
def arg_min(input: TensorLike, dimension: Axis, output_type: DTypeLike = dtypes.int64, name: str | None = None) -> Tensor:
    """The index of the least element along an axis. Mirrors `tf.compat.v1.arg_min`.

    It is what `tf.argmin` gives, from the time when its axis was called `dimension`, which has to be given here.

    Arguments:
        input: a tensor of numbers or bools.
        dimension: the axis, an integer; a negative one counts from the last.
        output_type: int32 or int64 (the default), the dtype of the indices.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of `output_type` without that axis. Of several least elements it is the first one.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    Example:
        >>> tf.compat.v1.arg_min([[1, 5, 1], [7, 0, 7]], 1).numpy().tolist()
        [0, 1]
        >>> tf.compat.v1.arg_min([[1, 5, 1], [7, 0, 7]], dimension=0, output_type=tf.int32)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 1, 0], dtype=int32)>
    """
    return tf.argmin(input, dimension, output_type, name)


@tf_export(v1=["expand_dims"])
def expand_dims(input: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None) -> AnyTensor:
    """A tensor with one more axis, of length 1. Mirrors `tf.compat.v1.expand_dims`.

    A single example becomes a batch of one by `tf.compat.v1.expand_dims(x, 0)`; `tf.compat.v1.squeeze` takes such axes away.

    Arguments:
        input: a tensor.
        axis: where the new axis will be, from -rank - 1 to rank; -1 is the end. It is needed.
        name: a name for the operation.
        dim: an older name of `axis`.

    Returns:
        A tensor of the same dtype and elements.

    Raises:
        ValueError: both `axis` and `dim`.
        InvalidArgumentError: an axis outside of that range; in graphs a ValueError.

    Example:
        >>> x = tf.zeros([2, 3])
        >>> tf.compat.v1.expand_dims(x, 0).shape, tf.compat.v1.expand_dims(x, dim=-1).shape
        (TensorShape([1, 2, 3]), TensorShape([2, 3, 1]))
    """
    axis = one_of("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return tf.expand_dims(input, axis, name)


@tf_export(v1=["stack"])
def stack(values: TensorLike, axis: int = 0, name: str = "stack") -> Tensor:
    """Tensors put side by side along a new axis. Mirrors `tf.compat.v1.stack`.

    In TensorFlow 2: `tf.stack`. `tf.compat.v1.unstack` takes them apart again, and `tf.concat` joins along an axis that is there.

    Arguments:
        values: a list of at least one tensor, all of one shape and dtype.
        axis: where the new axis stands, an integer, 0 by default; a negative one counts from behind, -1 for the last.
        name: a name for the operation, "stack" by default.

    Returns:
        A tensor of one axis more.

    Raises:
        ValueError: there is no such axis, or in graphs the shapes differ.
        InvalidArgumentError: the shapes differ.

    Example:
        >>> tf.compat.v1.stack([[1, 2], [3, 4]]).numpy().tolist()
        [[1, 2], [3, 4]]
        >>> tf.compat.v1.stack([[1, 2], [3, 4]], axis=1).numpy().tolist()
        [[1, 3], [2, 4]]
    """
    return tf.stack(values, axis, name)


@tf_export(v1=["squeeze"])
def squeeze(input: TensorLike, axis: Axis = None, name: str | None = None, squeeze_dims: Axis = None) -> AnyTensor:
    """A tensor without its axes of length 1. Mirrors `tf.compat.v1.squeeze`.

    Without `axis` an axis of the batch goes too where there is only one example: name the axes that are meant.

    Arguments:
        input: a tensor.
        axis: the axes that are taken away, an integer or a list; None (default): all of length 1.
        name: a name for the operation.
        squeeze_dims: an older name of `axis`.

    Returns:
        A tensor of the same dtype and elements.

    Raises:
        ValueError: both `axis` and `squeeze_dims`.
        InvalidArgumentError: an axis of another length; in graphs, where the length is known, a ValueError.

    Example:
        >>> x = tf.zeros([1, 2, 1, 3])
        >>> tf.compat.v1.squeeze(x).shape, tf.compat.v1.squeeze(x, squeeze_dims=[2]).shape
        (TensorShape([2, 3]), TensorShape([1, 2, 3]))
    """
    return tf.squeeze(input, one_of("axis", axis, "squeeze_dims", squeeze_dims), name)


@tf_export(v1=["gather"])
def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: bool | None = None,
    name: str | None = None,
    axis: IntLike | None = None,
    batch_dims: int = 0,
) -> AnyTensor:
    """The slices of a tensor at indices. Mirrors `tf.compat.v1.gather`.

    In TensorFlow 2: `tf.gather`. Rows of a table are taken by it, as embeddings do.

    Arguments:
        params: a tensor of any dtype.
        indices: an integer tensor of any shape.
        validate_indices: without effect: indices are always checked.
        name: a name for the operation.
        axis: the axis of `params`; None (the default) for the first one behind the batch axes.
        batch_dims: how many first axes both have in common, 0 by default.

    Returns:
        A tensor with the axes of `indices` in the place of the axis.

    Raises:
        InvalidArgumentError: an index is out of range.

    Example:
        >>> tf.compat.v1.gather([[1, 2], [3, 4]], [1, 0]).numpy().tolist()
        [[3, 4], [1, 2]]
        >>> tf.compat.v1.gather([[1, 2], [3, 4]], [1], axis=1).numpy().tolist()
        [[2], [4]]
    """
    return tf.gather(params, indices, axis=axis, batch_dims=batch_dims, name=name)


@tf_export(v1=["gather_nd", "manip.gather_nd"])
def gather_nd(params: TensorLike, indices: TensorLike, name: str | None = None, batch_dims: int = 0) -> AnyTensor:
    """The elements or parts of a tensor at places that are given by several indices. Mirrors `tf.compat.v1.gather_nd` and
    `tf.compat.v1.manip.gather_nd`.

    It is `tf.gather_nd`, whose arguments have another order. The last axis of `indices` holds a place each, one number for each of the
    first axes of `params`; where there are fewer numbers than axes, whole parts are taken.

    Arguments:
        params: a tensor, or a variable.
        indices: int32 or int64 numbers of shape [..., n], where n is at most the rank of `params`.
        name: a name for the operation in graphs; by default that of the function.
        batch_dims: how many first axes both have in common, each with places of its own; 0 by default.

    Returns:
        A tensor of shape `indices.shape[:-1] + params.shape[n:]`.

    Raises:
        InvalidArgumentError: a place is out of range, on a processor.

    Example:
        >>> tf.compat.v1.gather_nd([["a", "b"], ["c", "d"]], [[0, 0], [1, 1]]).numpy().tolist()
        [b'a', b'd']
        >>> tf.compat.v1.gather_nd([[1, 2], [3, 4]], [[1]]).numpy().tolist()
        [[3, 4]]
    """
    return tf.gather_nd(params, indices, batch_dims, name)


@tf_export(v1=["batch_gather"])
def batch_gather(params: TensorLike, indices: TensorLike, name: str | None = None) -> AnyTensor:
    """Takes from each row of a batch what the same row of the indices says. Mirrors `tf.compat.v1.batch_gather`.

    It is `tf.gather` with `batch_dims` one less than the rank of the indices, which should be called instead.

    Arguments:
        params: a tensor, ragged or not, of shape [batch, n, ...], where the batch may be of several axes.
        indices: int32 or int64 numbers of shape [batch, m].
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of shape [batch, m, ...].

    Raises:
        ValueError: the rank of `indices` is not known, or its first axes are not those of `params`.
        InvalidArgumentError: an index is out of range, on a processor.

    Example:
        >>> tf.compat.v1.batch_gather([["a", "b", "c"], ["d", "e", "f"]], [[2, 0], [1, 1]]).numpy().tolist()
        [[b'c', b'a'], [b'e', b'e']]
    """
    params, indices = ragged_or_tensor(params), ragged_or_tensor(indices)
    if indices.shape.rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return tf.gather(params, indices, batch_dims=indices.shape.rank - 1, name=name)


@tf_export(v1=["pad"])
def pad(
    tensor: TensorLike, paddings: TensorLike, mode: str = "CONSTANT", name: str | None = None, constant_values: TensorLike = 0
) -> Tensor:
    """A tensor with elements before and behind each axis. Mirrors `tf.compat.v1.pad`.

    In TensorFlow 2: `tf.pad`. Images are made larger by it where a convolution is to keep their size.

    Arguments:
        tensor: a tensor.
        paddings: an integer tensor [axes, 2]: how many elements come before and behind.
        mode: "CONSTANT" (the default), "REFLECT" or "SYMMETRIC", in any case: the last two mirror the tensor,
            without and with its edge.
        name: a name for the operation.
        constant_values: what is put there with "CONSTANT", 0 by default.

    Returns:
        A tensor of the same dtype.

    Raises:
        ValueError: another mode.
        InvalidArgumentError: paddings are negative, or longer than what is mirrored.

    Example:
        >>> tf.compat.v1.pad([[1, 2]], [[0, 1], [1, 0]]).numpy().tolist()
        [[0, 1, 2], [0, 0, 0]]
        >>> tf.compat.v1.pad([1, 2, 3], [[2, 0]], mode="REFLECT").numpy().tolist()
        [3, 2, 1, 2, 3]
    """
    return tf.pad(tensor, paddings, mode, constant_values, name)


@tf_export(v1=["transpose"])
def transpose(a: TensorLike, perm: Axis = None, name: str = "transpose", conjugate: bool = False) -> AnyTensor:
    """A tensor with its axes in another order. Mirrors `tf.compat.v1.transpose`.

    In TensorFlow 2: `tf.transpose`. A matrix of shape [n, m] has the shape [m, n] then; the batch axis of other tensors is best
    left in its place, by `perm`.

    Arguments:
        a: a tensor of any dtype.
        perm: the old number of each new axis, a list or an integer vector; None (the default) turns the order around.
        name: a name for the operation, "transpose" by default.
        conjugate: whether complex numbers are conjugated as well, False by default.

    Returns:
        A tensor of the same dtype and elements.

    Raises:
        InvalidArgumentError: `perm` is no order of the axes; in graphs ValueError.

    Example:
        >>> tf.compat.v1.transpose([[1, 2, 3], [4, 5, 6]]).numpy().tolist()
        [[1, 4], [2, 5], [3, 6]]
        >>> tf.compat.v1.transpose(tf.zeros([2, 3, 4]), perm=[0, 2, 1]).shape
        TensorShape([2, 4, 3])
    """
    return tf.transpose(a, perm, conjugate, name)


@tf_export(v1=["shape"])
def shape(input: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> AnyTensor:
    """The sizes of a tensor, as a tensor. Mirrors `tf.compat.v1.shape`.

    It is known as the graph runs, also where `x.shape` has None for a size. In TensorFlow 2: `tf.shape`.

    Arguments:
        input: a dense or sparse tensor of any dtype.
        name: a name for the operation.
        out_type: int32 (the default) or int64.

    Returns:
        An integer vector with a size for each axis; empty for a scalar.

    Example:
        >>> tf.compat.v1.shape(tf.zeros([2, 3])).numpy().tolist()
        [2, 3]
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        ...     print(x.shape, session.run(tf.compat.v1.shape(x), {x: np.zeros([5, 3])}))
        (None, 3) [5 3]
    """
    return tf.shape(input, dtypes.int32 if out_type is None else out_type, name)


@tf_export(v1=["size"])
def size(input: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> AnyTensor:
    """The number of elements of a tensor, as a tensor. Mirrors `tf.compat.v1.size`.

    It is known as the graph runs, also where `x.shape` has None for a size. In TensorFlow 2: `tf.size`.

    Arguments:
        input: a dense or sparse tensor of any dtype.
        name: a name for the operation.
        out_type: int32 (the default) or int64.

    Returns:
        An integer scalar: the product of the sizes, 1 for a scalar.

    Example:
        >>> int(tf.compat.v1.size(tf.zeros([2, 3])))
        6
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        ...     print(x.shape, session.run(tf.compat.v1.size(x), {x: np.zeros([5, 3])}))
        (None, 3) 15
    """
    return tf.size(input, dtypes.int32 if out_type is None else out_type, name)


@tf_export(v1=["boolean_mask"])
def boolean_mask(tensor: TensorLike, mask: TensorLike, name: str = "boolean_mask", axis: int | None = None) -> AnyTensor:
    """The elements of a tensor where a mask is true. Mirrors `tf.compat.v1.boolean_mask`.

    In TensorFlow 2: `tf.boolean_mask`. How many these are depends on the values, so a graph does not know the size of the first axis.

    Arguments:
        tensor: a tensor.
        mask: a bool tensor of at least one axis, whose shape is that of the axes of `tensor` from `axis` on.
        name: a name for the operation, "boolean_mask" by default.
        axis: the first axis that the mask is for, an integer; None (the default) for 0.

    Returns:
        A tensor with one axis in the place of those of the mask.

    Raises:
        ValueError: the mask is a scalar, or the shapes do not fit.

    Example:
        >>> tf.compat.v1.boolean_mask([[1, 2], [3, 4], [5, 6]], [True, False, True]).numpy().tolist()
        [[1, 2], [5, 6]]
        >>> tf.compat.v1.boolean_mask([[1, 2], [3, 4]], [True, False], axis=1).numpy().tolist()
        [[1], [3]]
    """
    return tf.boolean_mask(tensor, mask, axis, name)


@tf_export(v1=["where"])
def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The places where a condition holds, or elements of one tensor there and of another elsewhere. Mirrors `tf.compat.v1.where`.

    In TensorFlow 2: `tf.where`, which broadcasts its arguments; here `x` and `y` have one shape.

    Arguments:
        condition: a bool tensor of the shape of `x`, or a vector that selects rows.
        x: a tensor; None (the default), with `y`, for the places.
        y: a tensor of the same shape and dtype.
        name: a name for the operation.

    Returns:
        An int64 tensor [places, axes of the condition], or a tensor of the shape and dtype of `x`.

    Raises:
        ValueError: one of `x` and `y` alone.
        InvalidArgumentError: other shapes; in graphs ValueError where they are known.

    Example:
        >>> tf.compat.v1.where([True, False, True]).numpy().tolist()
        [[0], [2]]
        >>> tf.compat.v1.where([True, False], [[1, 2], [3, 4]], [[0, 0], [0, 0]]).numpy().tolist()
        [[1, 2], [0, 0]]
    """
    if x is None and y is None:
        return tf.where(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    condition, x, y = (ragged_or_tensor(v) if isinstance(v, RaggedTensorValue) else v for v in (condition, x, y))
    if is_ragged(condition):
        return tf.ragged.map_flat_values(select, condition, x, y)
    return _rows_where(condition, x, y) if is_ragged(x) or is_ragged(y) else select(condition, x, y, name)


def _rows_where(condition, x, y):
    """The rows of `x`, of which one or both are ragged, where the vector `condition` holds, and of `y` elsewhere."""
    condition = tf.convert_to_tensor(condition, tf.bool)
    condition.shape.assert_has_rank(1)
    counts = [v.nrows() if is_ragged(v) else tf.shape(v, out_type=tf.int64)[0] for v in (x, y)]
    first, second = (tf.range(tf.cast(n, tf.int64)) for n in counts)
    return tf.gather(tf.concat([x, y], 0), select(condition, first, second + tf.cast(counts[0], tf.int64)))


@tf_export(v1=["setdiff1d"])
def setdiff1d(x: TensorLike, y: TensorLike, index_dtype: DTypeLike = dtypes.int32, name: str | None = None) -> tuple[Tensor, ...]:
    """The items of a vector that another one does not have, and where they are. Mirrors `tf.compat.v1.setdiff1d`.

    Duplicates stay, and so does the order. For sets in the rows of tensors there is `tf.sets.difference`.

    Arguments:
        x: a vector of numbers or strings.
        y: a vector of the same dtype.
        index_dtype: int32 (the default) or int64, the dtype of the positions.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A named tuple of `out`, the items of `x` that are not in `y`, and `idx`, their positions in `x`.

    Raises:
        InvalidArgumentError: one of them is no vector.
        TypeError: the dtypes differ.

    Example:
        >>> left, where = tf.compat.v1.setdiff1d([1, 2, 3, 4, 2], [3, 1])
        >>> left.numpy().tolist(), where.numpy().tolist()
        ([2, 4, 2], [1, 3, 4])
    """
    return list_difference(x, y, as_dtype(index_dtype), name)


@tf_export(v1=["verify_tensor_all_finite"])
def verify_tensor_all_finite(
    t: TensorLike | None = None, msg: str | None = None, name: str | None = None, x: TensorLike | None = None, message: str | None = None
) -> Tensor:
    """A tensor, checked to hold neither NaN nor infinity. Mirrors `tf.compat.v1.verify_tensor_all_finite`.

    The check is a part of what uses the result: in a graph nothing is checked unless the tensor that is returned is used.
    `tf.debugging.assert_all_finite` has the same arguments in their newer names.

    Arguments:
        t: a tensor of floating-point numbers.
        msg: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.
        x, message: the newer names of `t` and `msg`.

    Returns:
        The tensor, with the same values.

    Raises:
        InvalidArgumentError: it holds NaN or infinity, when it runs.
        ValueError: an argument is given by both of its names.

    Example:
        >>> tf.compat.v1.verify_tensor_all_finite([1.0, 2.0], "bad weights").numpy().tolist()
        [1.0, 2.0]
        >>> try:
        ...     tf.compat.v1.verify_tensor_all_finite([1.0, np.nan], "bad weights")
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("bad weights : Tensor had NaN" in error.message)
        True
    """
    return tf.debugging.check_numerics(one_of("x", x, "t", t), one_of("message", message, "msg", msg), name)
