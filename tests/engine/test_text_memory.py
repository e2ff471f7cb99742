"""Lengths and words of many strings, read from memory, against Python's."""

import random

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.values.text import Packed, text_storage
from tfshim.engine.values.texts.memory import Texts

DRAW = random.Random(0)
ITEMS = [b"", b"a", b"\0", b"x\0", *(DRAW.randbytes(DRAW.randrange(40)) for _ in range(500))]


def _word(item, at):
    return int.from_bytes(item[at : at + 8], "little")


@pytest.mark.parametrize("kind", [Texts.of, Packed])
def test_words(kind):
    texts = kind(text_storage(ITEMS, (len(ITEMS),)))
    assert texts.lengths.tolist() == list(map(len, ITEMS))
    long = [i for i, item in enumerate(ITEMS) if len(item) >= 24]
    some = texts[np.array(long)]
    assert some.lengths.tolist() == [len(ITEMS[i]) for i in long]
    assert some.words(2).tolist() == [_word(ITEMS[i], 16) for i in long]
    for at in range(17):
        assert some.words_at(np.full(len(long), at)).tolist() == [_word(ITEMS[i], at) for i in long]
    ends = some.lengths - 8
    assert some.words_at(ends).tolist() == [_word(ITEMS[i], len(ITEMS[i]) - 8) for i in long]


def test_shapes():
    array = text_storage(ITEMS[:24], (2, 3, 4))
    assert Texts.of(array).lengths.tolist() == list(map(len, ITEMS[:24]))
    assert Texts.of(array.T) is None and Texts.of(array[:0]) is None


@pytest.mark.parametrize("other", ["text", None, 3, 2.0, bytearray(b"a"), np.bytes_(b"a")])
def test_what_is_no_bytes_is_not_read(other):
    array = np.empty(3, object)
    array[:] = [b"a", other, b"b"]
    assert Texts.of(array) is None


def test_places_that_hold_nothing_are_not_read():
    assert Texts.of(np.empty(3, object)) is None


@pytest.mark.parametrize("unit", ["BYTE", "UTF8_CHAR"])
def test_length_of_many(unit):
    texts = ["", "a", "Grüße", "日本語"] * 30
    want = [len(t.encode() if unit == "BYTE" else t) for t in texts]
    assert tf.strings.length(texts, unit=unit).numpy().tolist() == want
    turned = tf.transpose(tf.reshape(tf.constant(texts), [12, 10]))
    assert tf.strings.length(turned, unit=unit).numpy().tolist() == np.array(want).reshape(12, 10).T.tolist()


def test_length_of_many_in_a_function():
    texts = tf.constant(["ab", "c", ""] * 40)
    assert tf.function(tf.strings.length)(texts).numpy().tolist() == [2, 1, 0] * 40


def test_decode_raw_names_the_first_that_is_longer():
    with pytest.raises(tf.errors.InvalidArgumentError, match="element 70 has size 2 != 3"):
        tf.io.decode_raw(["ab"] * 70 + ["abc"] + ["a"], tf.uint8)
