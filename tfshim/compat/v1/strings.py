"""`tf.compat.v1.strings`: as `tf.strings`, with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.values import dtypes
from tfshim.strings.splitting import split_at_bytes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.ragged.ragged_tensor import RaggedTensor
    from tfshim.sparse.sparse_tensor import SparseTensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.strings")


@tf_export(v1=["strings.length"])
def length(input: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """The length of each string, in bytes or in characters. Mirrors `tf.compat.v1.strings.length`.

    It is `tf.strings.length`, whose last two arguments have another order. Bytes and characters differ where a text has letters beyond
    ASCII, which UTF-8 writes with several bytes.

    Arguments:
        input: a tensor of strings.
        name: a name for the operation in graphs; by default that of the function.
        unit: "BYTE" (the default) or "UTF8_CHAR".

    Returns:
        An int32 tensor of the same shape.

    Raises:
        ValueError: there is no such unit.

    Example:
        >>> tf.compat.v1.strings.length(["abc", "é", ""]).numpy().tolist()
        [3, 2, 0]
        >>> tf.compat.v1.strings.length(["abc", "é", ""], unit="UTF8_CHAR").numpy().tolist()
        [3, 1, 0]
    """
    return tf.strings.length(input, unit, name)


@tf_export(v1=["strings.substr", "substr"])
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """A part of each string. Mirrors `tf.compat.v1.substr` and `tf.compat.v1.strings.substr`.

    It is `tf.strings.substr`, whose last two arguments have another order.

    Arguments:
        input: a tensor of strings.
        pos: where the part begins, int32 or int64; a negative number counts from the end. A tensor of a shape that broadcasts gives each
            string its own.
        len: how long the part is at most, of the same shape and dtype as `pos`.
        name: a name for the operation in graphs; by default that of the function.
        unit: "BYTE" (the default) or "UTF8_CHAR", what the numbers count.

    Returns:
        A tensor of strings.

    Raises:
        InvalidArgumentError: a part begins behind the end of its string.

    Example:
        >>> tf.compat.v1.substr(["hello", "world"], 1, 3).numpy().tolist()
        [b'ell', b'orl']
        >>> tf.compat.v1.substr(["hello", "world"], [0, -2], [1, 2]).numpy().tolist()
        [b'h', b'ld']
    """
    return tf.strings.substr(input, pos, len, unit, name)


def _check_result_type(result_type):
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


@tf_export(v1=["strings.split"])
def split(
    input: TensorLike | None = None,
    sep: str | None = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: TensorLike | None = None,
    name: str | None = None,
) -> SparseTensor | RaggedTensor:
    """The pieces of each string between separators. Mirrors `tf.compat.v1.strings.split`.

    Other than `tf.strings.split`, it gives a sparse tensor as a rule, and takes a single string as a vector of one. Pieces may be empty,
    but not where the separator is whitespace.

    Arguments:
        input: a tensor of strings of rank 0 to n, ragged or not.
        sep: the separator, a str; None or "" (the default) for runs of whitespace.
        maxsplit: after how many separators the rest stays whole; -1 (the default) for none.
        result_type: "SparseTensor" (the default) or "RaggedTensor".
        source: the older name of `input`.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A `tf.SparseTensor`, or `tf.RaggedTensor`, of one dimension more.

    Raises:
        ValueError: there is no such `result_type`.

    Example:
        >>> tf.compat.v1.strings.split(["a b", "c"], result_type="RaggedTensor").to_list()
        [[b'a', b'b'], [b'c']]
        >>> pieces = tf.compat.v1.strings.split(["a,b,,c"], sep=",", maxsplit=2)
        >>> pieces.values.numpy().tolist(), pieces.indices.numpy().tolist()
        ([b'a', b'b', b',c'], [[0, 0], [0, 1], [0, 2]])
    """
    _check_result_type(result_type)
    strings = one_of("input", input, "source", source)
    if not isinstance(strings, tf.RaggedTensor):
        strings = tf.convert_to_tensor(strings, dtypes.string, name="input")
        if strings.shape.rank == 0:
            strings = tf.expand_dims(strings, 0)
    made: Any = tf.strings.split(strings, sep, maxsplit, name)
    return made if result_type == "RaggedTensor" else made.to_sparse()


@tf_export(v1=["string_split"])
def _string_split(
    source: TensorLike,
    sep: str | bytes | None = None,
    skip_empty: bool = True,
    delimiter: str | bytes | None = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> SparseTensor | RaggedTensor:
    """The pieces of each string between any of several characters. Mirrors `tf.compat.v1.string_split`.

    Other than `tf.compat.v1.strings.split`, each character of the separator divides by itself; with an empty one each byte is a piece.

    Arguments:
        source: a vector of strings.
        sep: the characters that divide, a str; " " by default.
        skip_empty: whether empty pieces are left out, True by default.
        delimiter: the older name of `sep`.
        result_type: "SparseTensor" (the default) or "RaggedTensor".
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A `tf.SparseTensor`, or `tf.RaggedTensor`, of rank 2.

    Raises:
        ValueError: there is no such `result_type`, or both names of the separator are given.
        InvalidArgumentError: `source` is no vector.

    Example:
        >>> tf.compat.v1.string_split(["a b-c", "d"], " -", result_type="RaggedTensor").to_list()
        [[b'a', b'b', b'c'], [b'd']]
        >>> tf.compat.v1.string_split(["a,,b"], ",", skip_empty=False).values.numpy().tolist()
        [b'a', b'', b'b']
    """
    _check_result_type(result_type)
    skip_empty = attribute("bool", skip_empty, "skip_empty", True)
    sep = one_of("sep", sep, "delimiter", delimiter)
    values, lengths = split_at_bytes(
        tf.convert_to_tensor(source), tf.convert_to_tensor(" " if sep is None else sep, dtypes.string), skip_empty
    )
    pieces = tf.RaggedTensor.from_row_lengths(values, lengths, validate=False)
    return pieces if result_type == "RaggedTensor" else pieces.to_sparse()


@tf_export(v1=["string_to_hash_bucket", "strings.to_hash_bucket"])
def to_hash_bucket(
    string_tensor: TensorLike | None = None, num_buckets: IntLike | None = None, name: str | None = None, input: TensorLike | None = None
) -> Tensor:
    """A number for each string, by its hash. Mirrors `tf.compat.v1.string_to_hash_bucket` and `tf.compat.v1.strings.to_hash_bucket`.

    Words are given rows of a table in this way, without a list of all words. The hash is not a quick one; `tf.strings.to_hash_bucket_fast`
    is for new programs, with other numbers.

    Arguments:
        string_tensor: a tensor of strings.
        num_buckets: how many numbers there are, an integer of at least 1.
        name: a name for the operation in graphs; by default that of the function.
        input: the newer name of `string_tensor`.

    Returns:
        An int64 tensor of the same shape, numbers from 0 on, below `num_buckets`. Equal strings always have the same.

    Raises:
        ValueError: an argument is given by both of its names.

    Example:
        >>> tf.compat.v1.string_to_hash_bucket(["red", "green", "red"], 10).numpy().tolist()
        [3, 2, 3]
    """
    return tf.strings.to_hash_bucket(one_of("input", input, "string_tensor", string_tensor), num_buckets, name)


@tf_export(v1=["string_to_number", "strings.to_number"])
def to_number(
    string_tensor: TensorLike | None = None, out_type: DTypeLike = dtypes.float32, name: str | None = None, input: TensorLike | None = None
) -> Tensor:
    """Reads each string as a number. Mirrors `tf.compat.v1.string_to_number` and `tf.compat.v1.strings.to_number`.

    It is `tf.strings.to_number` with an older name of its argument besides. Whitespace around a number is allowed, and so are exponents,
    "nan" and "inf" for floating-point dtypes.

    Arguments:
        string_tensor: a tensor of strings.
        out_type: float32 (the default), float64, int32 or int64.
        name: a name for the operation in graphs; by default that of the function.
        input: the newer name of `string_tensor`.

    Returns:
        A tensor of `out_type` of the same shape.

    Raises:
        InvalidArgumentError: a string is no number of that type.
        ValueError: an argument is given by both of its names.

    Example:
        >>> tf.compat.v1.string_to_number(["3.5", " -1e2 ", "inf"]).numpy().tolist()
        [3.5, -100.0, inf]
        >>> tf.compat.v1.string_to_number(["12"], tf.int64).numpy().tolist()
        [12]
    """
    return tf.strings.to_number(one_of("input", input, "string_tensor", string_tensor), out_type, name)


@tf_export(v1=["reduce_join", "strings.reduce_join"])
def reduce_join(
    inputs: TensorLike,
    axis: Axis = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Axis = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Joins the strings along axes. Mirrors `tf.compat.v1.reduce_join` and `tf.compat.v1.strings.reduce_join`.

    It is `tf.strings.reduce_join` with the older names of arguments besides.

    Arguments:
        inputs: a tensor of strings.
        axis: an integer or a list of such; with a list, the strings are joined along the first axis of it first. None (the default) for
            all, the last axis first.
        keep_dims: the older name of `keepdims`.
        separator: what stands between two strings, "" by default.
        name: a name for the operation in graphs; by default that of the function.
        reduction_indices: the older name of `axis`.
        keepdims: whether these axes stay, with the size 1; False by default.

    Returns:
        A tensor of strings without these axes.

    Raises:
        ValueError: an argument is given by both of its names, or there is no such axis.

    Example:
        >>> words = [["a", "b"], ["c", "d"]]
        >>> tf.compat.v1.reduce_join(words, 1, separator="-").numpy().tolist()
        [b'a-b', b'c-d']
        >>> tf.compat.v1.reduce_join(words, [0, 1]).numpy(), tf.compat.v1.reduce_join(words, [1, 0]).numpy()
        (b'acbd', b'abcd')
    """
    return tf.strings.reduce_join(
        inputs, one_of("axis", axis, "reduction_indices", reduction_indices), flag(keepdims, keep_dims), separator, name
    )
