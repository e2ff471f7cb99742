"""Strings to numbers of buckets: `to_hash_bucket`, `to_hash_bucket_fast`, `to_hash_bucket_strong`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.farmhash import fingerprint64
from tfshim.strings._elements import numbers, same_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


_M = (1 << 64) - 1


# The seed is that of TensorFlow's `Hash64`.
def murmur64(data, seed=0xDECAFCAFFE):
    """MurmurHash64A of the bytes `data`."""
    factor = 0xC6A4A7935BD1E995
    h = (seed ^ len(data) * factor) & _M
    whole = len(data) & ~7
    for i in range(0, whole, 8):
        k = int.from_bytes(data[i : i + 8], "little") * factor & _M
        k = (k ^ k >> 47) * factor & _M
        h = (h ^ k) * factor & _M
    if len(data) & 7:
        h = (h ^ int.from_bytes(data[whole:], "little")) * factor & _M
    h = (h ^ h >> 47) * factor & _M
    return h ^ h >> 47


def _left(v, shift):
    return (v << shift | v >> (64 - shift)) & _M


def siphash(data, k0, k1):
    """SipHash-2-4 of the bytes `data` under the two 64-bit halves of a key."""
    # The constants of its definition (Aumasson and Bernstein, 2012).
    v0, v1, v2, v3 = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573

    def rounds(count):
        nonlocal v0, v1, v2, v3
        for _ in range(count):
            v0, v2 = v0 + v1 & _M, v2 + v3 & _M
            v1, v3 = _left(v1, 13) ^ v0, _left(v3, 16) ^ v2
            v0, v2 = _left(v0, 32) + v3 & _M, v2 + v1 & _M
            v3, v1 = _left(v3, 21) ^ v0, _left(v1, 17) ^ v2
            v2 = _left(v2, 32)

    whole = len(data) & ~7
    for i in range(0, whole, 8):
        word = int.from_bytes(data[i : i + 8], "little")
        v3 ^= word
        rounds(2)
        v0 ^= word
    word = int.from_bytes(data[whole:], "little") | (len(data) & 0xFF) << 56
    v3 ^= word
    rounds(2)
    v0 ^= word
    v2 ^= 0xFF
    rounds(4)
    return v0 ^ v1 ^ v2 ^ v3


def _bucket_count(num_buckets):
    if num_buckets < 1:
        raise invalid(f"Value for attr 'num_buckets' of {num_buckets} must be at least minimum 1")


@tf_export("strings.to_hash_bucket", elementwise="unary")
@op("StringToHashBucket", input="string", grad=None, out=dt.int64, shape_fn=same_shape(dt.int64), scope="")
def to_hash_bucket(input: TensorLike, num_buckets: IntLike, name: str | None = None) -> AnyTensor:
    """The bucket that each string falls into by a hash. Mirrors `tf.strings.to_hash_bucket`.

    Arguments:
        input: a string tensor of any shape; ragged and sparse too.
        num_buckets: how many buckets, at least 1.
        name: a name for the operation in graphs.

    Returns:
        An int64 tensor of the shape of `input`, numbers from 0 to num_buckets - 1. TensorFlow does not promise the same
        ones from one release to the next: use `tf.strings.to_hash_bucket_fast` for what is saved.

    Raises:
        InvalidArgumentError: `num_buckets` is below 1.

    Example:
        >>> buckets = tf.strings.to_hash_bucket(["a", "b", "a"], 10)
        >>> bool(buckets[0] == buckets[2])
        True
    """
    _bucket_count(num_buckets)
    return numbers(input, lambda item: murmur64(item) % num_buckets, torch.int64)


@tf_export("strings.to_hash_bucket_fast", v1=["strings.to_hash_bucket_fast", "string_to_hash_bucket_fast"], elementwise="unary")
@op("StringToHashBucketFast", input="string", grad=None, out=dt.int64, shape_fn=same_shape(dt.int64), scope="")
def to_hash_bucket_fast(input: TensorLike, num_buckets: IntLike, name: str | None = None) -> AnyTensor:
    """The bucket that each string falls into by its FarmHash fingerprint. Mirrors `tf.strings.to_hash_bucket_fast`.

    Arguments:
        input: a string tensor of any shape; ragged and sparse too.
        num_buckets: how many buckets, at least 1.
        name: a name for the operation in graphs.

    Returns:
        An int64 tensor of the shape of `input`, numbers from 0 to num_buckets - 1, the same ones on any machine.

    Raises:
        InvalidArgumentError: `num_buckets` is below 1.

    Words without a vocabulary get a row of an embedding by it; some share one. Who knows the hash can choose strings of
    one bucket: for such input there is `tf.strings.to_hash_bucket_strong`.

    Example:
        >>> tf.strings.to_hash_bucket_fast(["Hello", "TensorFlow", "Hello"], 100)
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([51, 54, 51])>
    """
    _bucket_count(num_buckets)
    return numbers(input, lambda item: fingerprint64(item) % num_buckets, torch.int64)


@tf_export("strings.to_hash_bucket_strong", v1=["strings.to_hash_bucket_strong", "string_to_hash_bucket_strong"], elementwise="unary")
@op("StringToHashBucketStrong", input="string", grad=None, out=dt.int64, shape_fn=same_shape(dt.int64), scope="")
def to_hash_bucket_strong(input: TensorLike, num_buckets: IntLike, key: TensorLike, name: str | None = None) -> AnyTensor:
    """The bucket that each string falls into by a hash with a secret key. Mirrors `tf.strings.to_hash_bucket_strong`.

    Arguments:
        input: a string tensor of any shape; ragged and sparse too.
        num_buckets: how many buckets, at least 1.
        key: a list of two integers, the key of SipHash.
        name: a name for the operation in graphs.

    Returns:
        An int64 tensor of the shape of `input`, numbers from 0 to num_buckets - 1, the same ones for the same key.

    Raises:
        InvalidArgumentError: `num_buckets` is below 1, or the key is another one.

    Nobody without the key can choose strings that all fall into one bucket.

    Example:
        >>> tf.strings.to_hash_bucket_strong(["Hello", "TensorFlow"], 100, key=[1, 2])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([74, 26])>
    """
    _bucket_count(num_buckets)
    if not isinstance(key, (list, tuple)):
        raise TypeError(f"Expected list for 'key' argument to 'string_to_hash_bucket_strong' Op, not {key!r}.")
    if len(key) != 2:
        raise invalid(f"Key must have 2 elements, got {len(key)}")
    k0, k1 = (int(k) & _M for k in key)
    return numbers(input, lambda item: siphash(item, k0, k1) % num_buckets, torch.int64)
