"""Many strings at once, which go another way than few: the same results."""

import random

import numpy as np
import pytest

import tfshim as tf

_DRAWN = random.Random(5)
# All lengths of the classes that hashes tell apart, and one string that is a class by itself.
_TEXTS = [_DRAWN.randbytes(i % 150) for i in range(150 * 30)] + [_DRAWN.randbytes(5000)]


_WORDS = ["a", "é", "語", "b c", "\x01", "", "😀"]
_SPELLED = ["".join(_DRAWN.choices(_WORDS, k=i % 9)).encode() for i in range(200)]
_NUMBERS = [s.encode() for s in ["-0", ".5", "5.", "007", "-12.25", "3", "123456789012.345", "-7"]] * 20


@pytest.mark.parametrize(
    ("texts", "function"),
    [
        (_SPELLED, lambda x: tf.strings.length(x, "UTF8_CHAR")),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.length(x, "UTF8_CHAR")),
        (_SPELLED, lambda x: tf.strings.substr(x, 0, 3, "UTF8_CHAR")),
        (_SPELLED, lambda x: tf.strings.substr(x, 0, -1)),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.substr(x, 0, 2)),
        (_SPELLED, lambda x: tf.strings.unicode_decode(x, "UTF-8", replace_control_characters=True).flat_values),
        (_SPELLED, lambda x: tf.strings.unicode_decode_with_offsets(x, "UTF-8", "ignore")[1].flat_values),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.unicode_decode(x, "UTF-8").flat_values),
        (_SPELLED, lambda x: tf.strings.bytes_split(x).flat_values),
        (_NUMBERS, tf.strings.to_number),
        ([b"-12", b"0", b"-0", b"00123"] * 40, lambda x: tf.strings.to_number(x, tf.int64)),
        (_NUMBERS, lambda x: tf.io.decode_csv(x, [[1.0]])[0]),
        ([b"a,1", b",2", b"b c,"] * 40, lambda x: tf.io.decode_csv(x, [["none"], [7]])[1]),
        ([b"a,1", b'"b,c",2'] * 40, lambda x: tf.io.decode_csv(x, [["none"], [7]])[0]),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.unicode_transcode(x, "UTF-8", "UTF-16-BE")),
        (_SPELLED, lambda x: tf.strings.unicode_split(x, "UTF-8").flat_values),
        (_SPELLED, lambda x: tf.strings.unicode_encode(tf.strings.unicode_decode(x, "UTF-8"), "UTF-8")),
    ],
)
def test_texts(texts, function):
    few = np.concatenate([function(np.array(texts[i : i + 3], object)) for i in range(0, len(texts), 3)])
    many = function(np.array(texts, object)).numpy()
    assert many.dtype == few.dtype and many.tolist() == few.tolist()
    assert few.dtype == object or np.array_equal(np.signbit(many), np.signbit(few))


def test_the_first_that_is_wrong_is_named():
    texts = np.array([b"abc"] * 40 + [b"a", b""], object)
    with pytest.raises(tf.errors.InvalidArgumentError, match="pos 2 out of range for string b'a' at index 40"):
        tf.strings.substr(texts, 2, 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not correctly convert string: abc"):
        tf.strings.to_number(texts)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expect 2 fields but have 1 in record 39"):
        tf.io.decode_csv([b"a,b"] * 39 + [b"c", b"d,e,f"], [[""], [""]])


@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.strings.to_hash_bucket(x, 10**12),
        lambda x: tf.strings.to_hash_bucket_fast(x, 10**12),
        lambda x: tf.strings.to_hash_bucket_strong(x, 10**12, key=[3, -1]),
        lambda x: tf.fingerprint(x),
        lambda x: tf.keras.layers.HashedCrossing(10**12)((x, x)),
        lambda x: tf.ragged.cross_hashed([tf.reshape(x, [-1, 1])] * 2, 10**12, hash_key=-3).flat_values,
    ],
    ids=["to_hash_bucket", "to_hash_bucket_fast", "to_hash_bucket_strong", "fingerprint", "HashedCrossing", "cross_hashed"],
)
def test_many_are_as_few(function):
    few = np.concatenate([function(np.array(_TEXTS[i : i + 7], object)) for i in range(0, len(_TEXTS), 7)])
    assert function(np.array(_TEXTS, object)).numpy().tolist() == few.tolist()
