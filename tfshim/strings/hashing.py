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
    """For each string of `input` its bucket, int64 in `[0, num_buckets)`, by a hash that may change with the process
    elsewhere but not here. Raises InvalidArgumentError for `num_buckets` below one. Mirrors `tf.strings.to_hash_bucket`.
    """
    _bucket_count(num_buckets)
    return numbers(input, lambda item: murmur64(item) % num_buckets, torch.int64)


@tf_export("strings.to_hash_bucket_fast", v1=["strings.to_hash_bucket_fast", "string_to_hash_bucket_fast"], elementwise="unary")
@op("StringToHashBucketFast", input="string", grad=None, out=dt.int64, shape_fn=same_shape(dt.int64), scope="")
def to_hash_bucket_fast(input: TensorLike, num_buckets: IntLike, name: str | None = None) -> AnyTensor:
    """For each string of `input` its bucket, int64 in `[0, num_buckets)`, by the FarmHash fingerprint.

    Raises InvalidArgumentError for `num_buckets` below one. Mirrors `tf.strings.to_hash_bucket_fast`.
    """
    _bucket_count(num_buckets)
    return numbers(input, lambda item: fingerprint64(item) % num_buckets, torch.int64)


@tf_export("strings.to_hash_bucket_strong", v1=["strings.to_hash_bucket_strong", "string_to_hash_bucket_strong"], elementwise="unary")
@op("StringToHashBucketStrong", input="string", grad=None, out=dt.int64, shape_fn=same_shape(dt.int64), scope="")
def to_hash_bucket_strong(input: TensorLike, num_buckets: IntLike, key: TensorLike, name: str | None = None) -> AnyTensor:
    """For each string of `input` its bucket, int64 in `[0, num_buckets)`, by SipHash under `key`, two integers.

    Raises InvalidArgumentError for `num_buckets` below one or another key. Mirrors
    `tf.strings.to_hash_bucket_strong`.
    """
    _bucket_count(num_buckets)
    if not isinstance(key, (list, tuple)):
        raise TypeError(f"Expected list for 'key' argument to 'string_to_hash_bucket_strong' Op, not {key!r}.")
    if len(key) != 2:
        raise invalid(f"Key must have 2 elements, got {len(key)}")
    k0, k1 = (int(k) & _M for k in key)
    return numbers(input, lambda item: siphash(item, k0, k1) % num_buckets, torch.int64)
