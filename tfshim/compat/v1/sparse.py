"""`tf.compat.v1.sparse`: as `tf.sparse`, with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.texts.summaries import summary
from tfshim.engine.runtime.errors import InvalidArgumentError, op_error
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import dims_text
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse, is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.sparse")


@tf_export(v1=["sparse.add", "sparse_add"])
def add(a: TensorLike, b: TensorLike, threshold: TensorLike | None = None, thresh: TensorLike | None = None) -> SparseTensor | Tensor:
    """The sum of two tensors of which one or both are sparse. Mirrors `tf.compat.v1.sparse_add` and `tf.compat.v1.sparse.add`.

    It is `tf.sparse.add` with the older name of an argument besides.

    Arguments:
        a: a `tf.SparseTensor`, or a tensor.
        b: the same, of the same shape and dtype.
        threshold: of a sparse sum, elements that both have are left out where their magnitude is less than this; None (the default) for 0.
        thresh: the older name of `threshold`.

    Returns:
        A `tf.SparseTensor` where both are sparse, otherwise a tensor.

    Raises:
        TypeError: neither of them is sparse.
        InvalidArgumentError: shapes differ.

    Example:
        >>> a = tf.SparseTensor([[0], [2]], [1.0, 2.0], [3])
        >>> b = tf.SparseTensor([[2]], [-2.0], [3])
        >>> tf.compat.v1.sparse_add(a, b).values.numpy().tolist(), tf.compat.v1.sparse_add(a, b, threshold=0.1).values.numpy().tolist()
        ([1.0, 0.0], [1.0])
        >>> tf.compat.v1.sparse_add(a, tf.ones([3])).numpy().tolist()
        [2.0, 1.0, 3.0]
    """
    threshold = one_of("threshold", threshold, "thresh", thresh)
    return tf.sparse.add(a, b, 0 if threshold is None else threshold)


@tf_export(v1=["sparse.concat", "sparse_concat"])
def concat(
    axis: int | None,
    sp_inputs: Sequence[SparseTensor],
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: int | None = None,
    expand_nonconcat_dims: bool | None = None,
) -> SparseTensor:
    """Joins sparse tensors along an axis. Mirrors `tf.compat.v1.sparse_concat` and `tf.compat.v1.sparse.concat`.

    It is `tf.sparse.concat` with the older names of arguments besides.

    Arguments:
        axis: the axis, an integer.
        sp_inputs: a list of `tf.SparseTensor`s of one rank and dtype.
        name: a name for the operation in graphs; by default that of the function.
        expand_nonconcat_dim: the older name of `expand_nonconcat_dims`.
        concat_dim: the older name of `axis`.
        expand_nonconcat_dims: True lets other sizes differ, of which the result has the greatest; None (the default) for what the older
            name says, False.

    Returns:
        A `tf.SparseTensor`, whose indices are in order.

    Raises:
        InvalidArgumentError: other sizes differ.
        ValueError: an argument is given by both of its names.

    Example:
        >>> a = tf.SparseTensor([[0, 1]], [5], [1, 2])
        >>> tf.compat.v1.sparse_concat(1, [a, a]).indices.numpy().tolist()
        [[0, 1], [0, 3]]
        >>> tf.sparse.to_dense(tf.compat.v1.sparse_concat(0, [a, a])).numpy().tolist()
        [[0, 5], [0, 5]]
    """
    expand = expand_nonconcat_dim if expand_nonconcat_dims is None else expand_nonconcat_dims
    return tf.sparse.concat(one_of("axis", axis, "concat_dim", concat_dim), sp_inputs, expand, name)


@tf_export(v1=["sparse.split", "sparse_split"])
def split(
    keyword_required: Any = None,
    sp_input: SparseTensor | None = None,
    num_split: int | None = None,
    axis: int | None = None,
    name: str | None = None,
    split_dim: int | None = None,
) -> list[SparseTensor]:
    """Divides a sparse tensor along an axis. Mirrors `tf.compat.v1.sparse_split` and `tf.compat.v1.sparse.split`.

    It is `tf.sparse.split`, whose arguments have to be given by name here. Where the size cannot be divided, the first parts are longer by
    one.

    Arguments:
        keyword_required: not to be given: it catches arguments without names.
        sp_input: a `tf.SparseTensor`.
        num_split: the number of parts, an integer.
        axis: the axis.
        name: a name for the operation in graphs; by default that of the function.
        split_dim: the older name of `axis`.

    Returns:
        A list of `num_split` `tf.SparseTensor`s.

    Raises:
        ValueError: arguments are not given by name, or are missing.

    Example:
        >>> x = tf.SparseTensor([[0, 0], [0, 4], [1, 2]], ["a", "b", "c"], [2, 5])
        >>> parts = tf.compat.v1.sparse_split(sp_input=x, num_split=2, axis=1)
        >>> [part.dense_shape.numpy().tolist() for part in parts], parts[1].values.numpy().tolist()
        ([[2, 3], [2, 2]], [b'b'])
    """
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    axis = one_of("axis", axis, "split_dim", split_dim)
    return tf.sparse.split(sp_input, num_split, axis, name)


@tf_export(v1=["sparse.merge", "sparse_merge"])
def merge(
    sp_ids: SparseTensor | Sequence[SparseTensor],
    sp_values: SparseTensor,
    vocab_size: IntLike | Sequence[IntLike],
    name: str | None = None,
    already_sorted: bool = False,
) -> SparseTensor:
    """One sparse tensor of the ids and the values of features. Mirrors `tf.compat.v1.sparse_merge` and `tf.compat.v1.sparse.merge`.

    Examples often have a feature with ids and another one with the value of each. Merged, the ids are the last index, as
    `tf.compat.v1.nn.embedding_lookup_sparse` and products with matrices want it.

    Arguments:
        sp_ids: a `tf.SparseTensor` of integers, [..., n], or a list of them with the same indices, each of which makes an axis.
        sp_values: a `tf.SparseTensor` with the same indices.
        vocab_size: a number greater than all ids, the last size of the result; for a list of ids a list with one for each.
        name: a name for the operation in graphs; by default that of the function.
        already_sorted: True leaves the indices in the order of the ids as they are; False by default.

    Returns:
        A `tf.SparseTensor` of shape [..., vocab_size].

    Raises:
        TypeError: what is not sparse, or sizes that are no integers. ValueError: another number of sizes than of ids.

    Example:
        >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [3, 1, 2], [2, 2])
        >>> values = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.5, 1.5, 2.5], [2, 2])
        >>> tf.sparse.to_dense(tf.compat.v1.sparse_merge(ids, values, vocab_size=4)).numpy().tolist()
        [[0.0, 1.5, 0.0, 0.5], [0.0, 0.0, 2.5, 0.0]]
    """
    if isinstance(sp_ids, (list, tuple)) and not is_sparse_value(sp_ids):
        several, sizes = list(sp_ids), vocab_size
        if not isinstance(sizes, (list, tuple)):
            raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(sizes)}")
        for size in sizes:
            if not _is_size(size):
                raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(size)}")
    else:
        if not (isinstance(sp_ids, SparseTensor) or is_sparse_value(sp_ids)):
            raise TypeError(f"sp_ids has to be a SparseTensor or list thereof. Found {type(sp_ids)}")
        if not _is_size(vocab_size):
            raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}")
        several, sizes = [sp_ids], [vocab_size]
    if len(several) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    several, values = [convert_to_sparse(ids) for ids in several], convert_to_sparse(sp_values)
    places, shape = several[0].indices[:, :-1], several[0].dense_shape[:-1]
    columns = [tf.expand_dims(tf.cast(ids.values, dtypes.int64), 1) for ids in several]
    sizes = [tf.reshape(tf.cast(size, dtypes.int64), [1]) for size in sizes]
    made = tf.SparseTensor(tf.concat([places, *columns], 1), values.values, tf.concat([shape, *sizes], 0))
    return made if already_sorted else tf.sparse.reorder(made)


def _is_size(value):
    return tf.is_tensor(value) or isinstance(value, (int, np.integer))


def _reduction(name, sparse):
    function = getattr(tf.sparse, name)

    def reduce(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
        return function(sp_input, one_of("axis", axis, "reduction_axes", reduction_axes), flag(keepdims, keep_dims), sparse)

    reduce.__name__ = reduce.__qualname__ = name + ("_sparse" if sparse else "")
    what, kind, shown = ("greatest elements", "max", "5") if name == "reduce_max" else ("sums of the elements", "sum", "7")
    made = "a `tf.SparseTensor`" if sparse else "a tensor"
    value = ".values.numpy().tolist()" if sparse else ".numpy().tolist()"
    reduce.__doc__ = f"""The {what} of a sparse tensor along axes, as {made}. Mirrors `tf.compat.v1.sparse_{reduce.__name__}`.

    It is `tf.sparse.{name}` with `output_is_sparse={sparse}`, and with the older names of arguments besides. Only elements that are there
    count: rows without any {"are left out" if sparse else "give 0"}.

    Arguments:
        sp_input: a `tf.SparseTensor` of numbers.
        axis: an integer or list of integers; None (the default) for all.
        keepdims: whether these axes stay, with the size 1; False by default.
        reduction_axes, keep_dims: the older names of `axis` and `keepdims`.

    Returns:
        {made[0].upper()}{made[1:]} without these axes.

    Raises:
        ValueError: an argument is given by both of its names.

    Example:
        >>> x = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [2, 5, 3], [2, 3])
        >>> tf.compat.v1.sparse_reduce_{kind}{"_sparse" if sparse else ""}(x, axis=1){value}
        [{shown}, 3]
    """
    return reduce


reduce_max, reduce_max_sparse = _reduction("reduce_max", False), _reduction("reduce_max", True)
reduce_sum, reduce_sum_sparse = _reduction("reduce_sum", False), _reduction("reduce_sum", True)
tf_export(v1=["sparse.reduce_max", "sparse_reduce_max"])(reduce_max)
tf_export(v1=["sparse.reduce_max_sparse", "sparse_reduce_max_sparse"])(reduce_max_sparse)
tf_export(v1=["sparse.reduce_sum", "sparse_reduce_sum"])(reduce_sum)
tf_export(v1=["sparse.reduce_sum_sparse", "sparse_reduce_sum_sparse"])(reduce_sum_sparse)


def _segments(name):
    function = getattr(tf.sparse, name)

    def segment(data, indices, segment_ids, name=None, num_segments=None, sparse_gradient=False):
        return function(data, indices, segment_ids, num_segments=num_segments, sparse_gradient=sparse_gradient, name=name)

    segment.__name__ = segment.__qualname__ = name
    what = {"segment_mean": "mean", "segment_sum": "sum", "segment_sqrt_n": "sum over the root of the number"}[name]
    shown = {"segment_mean": "[[2.0, 2.0]", "segment_sum": "[[4.0, 4.0]", "segment_sqrt_n": "[[4.0, 4.0]"}[name]
    rows = "[0, 1, 1]" if name != "segment_sqrt_n" else "[0, 1, 1, 2, 2]"
    ids = "[0, 0, 1]" if name != "segment_sqrt_n" else "[0, 0, 0, 0, 1]"
    data = "[[1.0, 3.0], [3.0, 1.0]]" if name != "segment_sqrt_n" else "[[1.0, 3.0], [3.0, 1.0], [1.0, 3.0]]"
    last = "[3.0, 1.0]" if name != "segment_sqrt_n" else "[1.0, 3.0]"
    segment.__doc__ = f"""The {what} of rows of a tensor, by segments. Mirrors `tf.compat.v1.sparse_{name}`.

    Rows are taken by their numbers first, and those of each segment then made one row, as `tf.sparse.{name}` does: embeddings of the words
    of several texts become one row for each text.

    Arguments:
        data: a tensor of floating-point numbers{"" if name != "segment_sum" else " or integers"}, [rows, ...].
        indices: a vector of int32 or int64 numbers, which rows are taken.
        segment_ids: a vector of the same length, the segment of each, in ascending order.
        name: a name for the operation in graphs; by default that of the function.
        num_segments: how many rows the result has; None (the default) for one more than the last segment.
        sparse_gradient: whether the gradient has only the rows that were taken; False by default.

    Returns:
        A tensor [segments, ...]; segments without rows give zeros.

    Raises:
        InvalidArgumentError: a row is out of range, or segments are not in order.

    Example:
        >>> x = tf.constant({data})
        >>> tf.compat.v1.sparse_{name}(x, {rows}, {ids}).numpy().tolist()
        {shown}, {last}]
    """
    return segment


segment_mean, segment_sum = _segments("segment_mean"), _segments("segment_sum")
segment_sqrt_n = _segments("segment_sqrt_n")
tf_export(v1=["sparse.segment_mean", "sparse_segment_mean"])(segment_mean)
tf_export(v1=["sparse.segment_sqrt_n", "sparse_segment_sqrt_n"])(segment_sqrt_n)
tf_export(v1=["sparse.segment_sum", "sparse_segment_sum"])(segment_sum)


@tf_export(v1=["sparse_matmul"])
def _matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two matrices that may hold many zeros. Mirrors `tf.compat.v1.sparse_matmul`.

    Both are ordinary tensors: the hints only told TensorFlow which way to multiply, and change nothing here. For sparse tensors there is
    `tf.sparse.sparse_dense_matmul`.

    Arguments:
        a: a matrix of float32 or bfloat16 numbers.
        b: a matrix.
        transpose_a, transpose_b: whether a matrix is transposed first, False by default.
        a_is_sparse, b_is_sparse: hints; False by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A matrix.

    Raises:
        InvalidArgumentError: the shapes do not fit each other.
        TypeError: a hint is no bool.

    Example:
        >>> tf.compat.v1.sparse_matmul([[0.0, 2.0]], [[3.0], [4.0]], a_is_sparse=True).numpy().tolist()
        [[8.0]]
        >>> tf.compat.v1.sparse_matmul([[0.0, 2.0]], [[3.0, 4.0]], transpose_b=True).numpy().tolist()
        [[8.0]]
    """
    for label, hint in (("a_is_sparse", a_is_sparse), ("b_is_sparse", b_is_sparse)):
        attribute("bool", hint, label, False)
    return tf.matmul(a, b, transpose_a, transpose_b, name=name)


@tf_export(v1=["sparse_to_dense"])
def _to_dense(
    sparse_indices: TensorLike,
    output_shape: SizesLike,
    sparse_values: TensorLike,
    default_value: TensorLike = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """A tensor with values at some places. Mirrors `tf.compat.v1.sparse_to_dense`.

    Vectors with a one at the place of a class were made so; `tf.one_hot`, `tf.scatter_nd` and `tf.sparse.to_dense` are for new programs.

    Arguments:
        sparse_indices: int32 or int64 numbers of shape [n, rank]; [n] or a scalar for a vector.
        output_shape: the shape of the result, a vector of the same dtype.
        sparse_values: n values, or a scalar for all of these places.
        default_value: what stands elsewhere, 0 by default.
        validate_indices: whether the places are checked to be in order and without duplicates, True by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of the dtype of `sparse_values`.

    Raises:
        InvalidArgumentError: places are out of range, or with `validate_indices` not in order.

    Example:
        >>> tf.compat.v1.sparse_to_dense([1, 3], [5], 1).numpy().tolist()
        [0, 1, 0, 1, 0]
        >>> tf.compat.v1.sparse_to_dense([[0, 1], [1, 0]], [2, 2], [5.0, 6.0], default_value=-1.0).numpy().tolist()
        [[-1.0, 5.0], [6.0, -1.0]]
    """
    indices = tf.convert_to_tensor(sparse_indices, dtype_hint=dtypes.int64)
    values, shape = tf.convert_to_tensor(sparse_values), tf.convert_to_tensor(output_shape)
    default = tf.convert_to_tensor(default_value, values.dtype)
    _check_dense(indices, shape, values, default)
    indices = tf.cast(tf.reshape(indices, [-1, 1]) if indices.shape.rank in (0, 1) else indices, dtypes.int64)
    if values.shape.rank == 0:
        values = tf.fill([tf.shape(indices)[0]], values)
    return tf.sparse.to_dense(tf.SparseTensor(indices, values, tf.cast(shape, dtypes.int64)), default, validate_indices, name)


def _check_dense(indices, shape, values, default):
    """Raise InvalidArgumentError, as the operation does, for static shapes that do not go together."""

    def wrong(text):
        return op_error(InvalidArgumentError, text, "SparseToDense", name=None)

    if indices.dtype not in (dtypes.int32, dtypes.int64):
        raise InvalidArgumentError(
            None,
            None,
            f"Value for attr 'Tindices' of {indices.dtype.proto_name} is not in the list of allowed values: int32, int64\n"
            f"\t; NodeDef: {{{{node SparseToDense}}}}; {summary('SparseToDense')} [Op:SparseToDense]",
        )
    rank, count = indices.shape.rank, 1 if indices.shape.rank == 0 else indices.shape[0] if indices.shape.rank else None
    if rank is not None and rank > 2:
        raise wrong(f"sparse_indices should be a scalar, vector, or matrix, got shape {dims_text(indices.shape.as_list())}")
    if shape.shape.rank not in (None, 1):
        raise wrong(f"output_shape must be rank 1, got shape {dims_text(shape.shape.as_list())}")
    width = indices.shape[1] if rank == 2 else 1
    if rank is not None and shape.shape.rank == 1 and None not in (width, shape.shape[0]) and shape.shape[0] != width:
        raise wrong(f"output_shape has incorrect number of elements: {shape.shape[0]} should be: {width}")
    known = values.shape.is_fully_defined() and count is not None
    if known and values.shape.as_list() not in ([], [count]):
        raise wrong(f"sparse_values has incorrect shape {dims_text(values.shape.as_list())}, should be [] or [{count}]")
    if default.shape.rank:
        raise wrong("default_value should be a scalar.")
