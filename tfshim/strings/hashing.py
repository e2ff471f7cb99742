"""Strings to numbers of buckets: `to_hash_bucket`, `to_hash_bucket_fast`, `to_hash_bucket_strong`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.text import in_pieces, words_in
from tfshim.engine.values.texts.farmhash import fingerprint64, fingerprints64
from tfshim.strings._elements import same_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


_M = (1 << 64) - 1
_SEED = 0xDECAFCAFFE  # that of TensorFlow's `Hash64`
_FEW = 24  # strings that are done sooner one by one


def _word(data, at):
    return int.from_bytes(data[at : at + 8], "little")


def _tail(data, whole):
    return int.from_bytes(data[8 * whole :], "little")


_FACTOR = 0xC6A4A7935BD1E995


def murmur64(data, seed=_SEED):
    """MurmurHash64A of the bytes `data`."""
    h = (seed ^ len(data) * _FACTOR) & _M
    whole = len(data) >> 3
    for i in range(whole):
        k = _word(data, 8 * i) * _FACTOR & _M
        k = (k ^ k >> 47) * _FACTOR & _M
        h = (h ^ k) * _FACTOR & _M
    if len(data) & 7:
        h = (h ^ _tail(data, whole)) * _FACTOR & _M
    h = (h ^ h >> 47) * _FACTOR & _M
    return h ^ h >> 47


def _left(v, shift):
    return (v << shift | v >> (64 - shift)) & _M


# The constants of its definition (Aumasson and Bernstein, 2012).
_SIP = 0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573


def siphash(data, k0, k1):
    """SipHash-2-4 of the bytes `data` under the two 64-bit halves of a key."""
    v0, v1, v2, v3 = (k ^ c for k, c in zip((k0, k1, k0, k1), _SIP))

    def rounds(count):
        nonlocal v0, v1, v2, v3
        for _ in range(count):
            v0, v2 = v0 + v1 & _M, v2 + v3 & _M
            v1, v3 = _left(v1, 13) ^ v0, _left(v3, 16) ^ v2
            v0, v2 = _left(v0, 32) + v3 & _M, v2 + v1 & _M
            v3, v1 = _left(v3, 21) ^ v0, _left(v1, 17) ^ v2
            v2 = _left(v2, 32)

    whole = len(data) >> 3
    for i in range(whole):
        read = _word(data, 8 * i)
        v3 ^= read
        rounds(2)
        v0 ^= read
    read = _tail(data, whole) | (len(data) & 0xFF) << 56
    v3 ^= read
    rounds(2)
    v0 ^= read
    v2 ^= 0xFF
    rounds(4)
    return v0 ^ v1 ^ v2 ^ v3


class _Words:
    """The words of many strings, those with the most first: what a formula does word by word is done for a shrinking part of them.

    Numbers of 64 bits wrap by themselves in arrays.
    """

    def __init__(self, array):
        texts = words_in(array)
        self.order = np.argsort(-(texts.lengths >> 3), kind="stable")
        self._texts = texts[self.order]
        self._whole = self._texts.lengths >> 3
        self.lengths = self._texts.lengths.astype(np.uint64)

    def whole(self):
        """For each place of a word, how many strings have one there, and those words."""
        has = np.searchsorted(-self._whole, -np.arange(1, self._whole[0] + 1), "right") if len(self._whole) else ()
        for i, count in enumerate(has):
            yield count, self._texts[:count].words(i)

    def tails(self):
        """The bytes behind the whole words, 0 without any."""
        bits = (self.lengths & np.uint64(7)) * np.uint64(8)
        return self._texts.words(self._whole) & ((np.uint64(1) << bits) - np.uint64(1))

    def restored(self, hashes):
        """Hashes of the strings in the order in which they came."""
        out = np.empty_like(hashes)
        out[self.order] = hashes
        return out


def _shifted(h, shift):
    """`h ^ h >> shift`, in the memory of `h`."""
    h ^= h >> np.uint64(shift)
    return h


def _murmurs(array):
    """`murmur64` of many strings."""
    words, factor = _Words(array), np.uint64(_FACTOR)
    h = np.uint64(_SEED) ^ words.lengths * factor
    for count, k in words.whole():
        k *= factor
        k = _shifted(k, 47)
        k *= factor
        part = h[:count]
        part ^= k
        part *= factor
    rest = (words.lengths & np.uint64(7)) > 0
    h = np.where(rest, (h ^ words.tails()) * factor, h)
    h = _shifted(h, 47)
    h *= factor
    return words.restored(_shifted(h, 47))


def _turned(v, shifts):
    """Rotate the numbers in `v` to the left, in their memory."""
    low = v >> (np.uint64(64) - shifts)
    v <<= shifts
    v |= low


_FIRST, _SECOND = (np.array([[a], [b]], np.uint64) for a, b in ((13, 16), (17, 21)))


def _sips(array, k0, k1):
    """`siphash` of many strings."""
    words = _Words(array)
    count = len(array)
    even, odd = (np.empty((2, count), np.uint64) for _ in range(2))  # the words 0 and 2, and 1 and 3, of all states
    for i, (key, constant) in enumerate(zip((k0, k1, k0, k1), _SIP)):
        (odd if i & 1 else even)[i >> 1] = key ^ constant

    def rounds(times, count):
        a, b, half = even[:, :count], odd[:, :count], np.uint64(32)
        swapped = a[::-1]
        for _ in range(times):
            a += b
            _turned(b, _FIRST)
            b ^= a
            _turned(a[0], half)
            swapped += b
            _turned(b, _SECOND)
            b ^= swapped
            _turned(a[1], half)

    for count, read in words.whole():
        odd[1, :count] ^= read
        rounds(2, count)
        even[0, :count] ^= read
    count = len(array)
    read = words.tails() | (words.lengths & np.uint64(0xFF)) << np.uint64(56)
    odd[1] ^= read
    rounds(2, count)
    even[0] ^= read
    even[1] ^= np.uint64(0xFF)
    rounds(4, count)
    return words.restored(even[0] ^ odd[0] ^ even[1] ^ odd[1])


def _buckets(input, num_buckets, one, many):
    """The buckets of strings by their hashes: `one` gives that of a string, `many` an array of those of many."""
    if input.size < (_FEW if one is not fingerprint64 else 2):
        return torch.tensor([one(item) % num_buckets for item in input.reshape(-1).tolist()], dtype=torch.int64).reshape(input.shape)
    made = in_pieces(many, input) % np.uint64(num_buckets)
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
    return _buckets(input, num_buckets, murmur64, _murmurs)


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
        raise invalid("Key must have 2 elements")
    k0, k1 = (int(k) & _M for k in key)
    return _buckets(input, num_buckets, lambda item: siphash(item, k0, k1), lambda array: _sips(array, k0, k1))
