"""Strings to numbers of buckets: `to_hash_bucket`, `to_hash_bucket_fast`, `to_hash_bucket_strong`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.farmhash import fingerprint64, fingerprints64
from tfshim.engine.values.text import Packed, in_pieces
from tfshim.strings._elements import same_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


_M = (1 << 64) - 1
_FEW = 24  # strings that are done sooner one by one


def _word(data, at):
    return int.from_bytes(data[at : at + 8], "little")


def _tail(data, whole):
    return int.from_bytes(data[8 * whole :], "little")


# The formulas take one string, or packed ones: then all numbers are arrays of uint64, which wrap by themselves.
def _murmur(data, length, blocks, word, tail, seed):
    """MurmurHash64A of strings with `blocks` whole words; `tail` reads the bytes behind these, None where there are none."""
    factor = 0xC6A4A7935BD1E995
    h = (seed ^ length * factor) & _M
    for i in range(blocks):
        k = word(data, 8 * i) * factor & _M
        k = (k ^ k >> 47) * factor & _M
        h = (h ^ k) * factor & _M
    if tail:
        h = (h ^ tail(data, blocks)) * factor & _M
    h = (h ^ h >> 47) * factor & _M
    return h ^ h >> 47


_SEED = 0xDECAFCAFFE  # that of TensorFlow's `Hash64`


def murmur64(data, seed=_SEED):
    """MurmurHash64A of the bytes `data`."""
    return _murmur(data, len(data), len(data) >> 3, _word, _tail if len(data) & 7 else None, seed)


def _left(v, shift):
    return (v << shift | v >> (64 - shift)) & _M


def _sip(data, length, blocks, word, tail, k0, k1):
    """SipHash-2-4 under the two halves of a key; the other arguments as above."""
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

    for i in range(blocks):
        read = word(data, 8 * i)
        v3 = v3 ^ read
        rounds(2)
        v0 = v0 ^ read
    read = (tail(data, blocks) if tail else 0) | (length & 0xFF) << 56
    v3 = v3 ^ read
    rounds(2)
    v0 = v0 ^ read
    v2 = v2 ^ 0xFF
    rounds(4)
    return v0 ^ v1 ^ v2 ^ v3


def siphash(data, k0, k1):
    """SipHash-2-4 of the bytes `data` under the two 64-bit halves of a key."""
    return _sip(data, len(data), len(data) >> 3, _word, _tail if len(data) & 7 else None, k0, k1)


class _Class(NamedTuple):
    """Some of the packed strings, which have the same number of whole words."""

    packed: Packed
    begins: np.ndarray
    lengths: np.ndarray


def _words(some, at):
    return some.packed.words(some.begins + at)


def _tails(some, whole):
    return _words(some, 8 * whole) & ((np.uint64(1) << (some.lengths & 7) * 8) - np.uint64(1))


def _hashes(items, formula, *constants):
    """The hashes of many strings by `formula`, an array of uint64."""
    packed = Packed(items)
    out = np.empty(len(items), np.uint64)
    classes = (packed.lengths >> 3) * 2 + (packed.lengths & 7 > 0)
    counts = np.bincount(classes)
    for found in np.flatnonzero(counts).tolist():
        blocks, rest = divmod(found, 2)
        which = np.flatnonzero(classes == found)
        if len(which) < _FEW:
            out[which] = [formula(items[i], len(items[i]), blocks, _word, _tail if rest else None, *constants) for i in which]
        else:
            some = _Class(packed, packed.begins[which], packed.lengths[which].astype(np.uint64))
            out[which] = formula(some, some.lengths, blocks, _words, _tails if rest else None, *constants)
    return out


def _buckets(input, num_buckets, one, many):
    """The buckets of strings by their hashes: `one` gives that of a string, `many` an array of those of many."""
    items = input.reshape(-1).tolist()
    if len(items) < _FEW:
        return torch.tensor([one(item) % num_buckets for item in items], dtype=torch.int64).reshape(input.shape)
    made = in_pieces(many, items) % np.uint64(num_buckets)
    return torch.from_numpy(made.view(np.int64)).reshape(input.shape)


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
    return _buckets(input, num_buckets, murmur64, lambda items: _hashes(items, _murmur, _SEED))


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
    return _buckets(input, num_buckets, fingerprint64, fingerprints64)


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
    return _buckets(input, num_buckets, lambda item: siphash(item, k0, k1), lambda items: _hashes(items, _sip, k0, k1))
