"""The one kernel of `TextVectorization` against the steps it stands for: standardize, split, look up, fill up."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf
from tfshim.lookup._text_tables import PackedWords

VOCABULARY = ["a", "b", "the", "ab", "word", "eightlet", "ninelette", "averylongone", "é", "Ab", "x.y"]
_bits = st.sampled_from([w.encode() for w in VOCABULARY] + [b" ", b"  ", b"\t", b"\n", b"\r", b"\f", b".", b"'", b"A", b"THE", b"\xc3"])
_text = st.one_of(
    st.lists(_bits, max_size=12).map(b"".join),
    st.lists(st.one_of(_bits, st.binary(max_size=3), st.sampled_from([b"\v", b"\0", b"a\0"])), max_size=8).map(b"".join),
)


def by_steps(layer, texts, standardize, length):
    if "lower" in (standardize or ""):
        texts = tf.strings.lower(texts)
    if "strip" in (standardize or ""):
        texts = tf.strings.regex_replace(texts, r"""[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']""", "")
    words = tf.strings.split(texts)
    places = {word.encode(): i for i, word in enumerate(layer.get_vocabulary())}
    rows = [[places.get(word, 1) for word in row] for row in words.to_list()]
    width = max(map(len, rows)) if length is None else length
    return [(row + [0] * width)[:width] for row in rows]


@settings(deadline=None, max_examples=150)
@given(
    st.lists(_text, min_size=1, max_size=6),
    st.sampled_from(["lower_and_strip_punctuation", "lower", "strip_punctuation", None]),
    st.sampled_from([None, 1, 4]),
    st.booleans(),
)
def test_as_the_steps_one_by_one(texts, standardize, length, column):
    layer = tf.keras.layers.TextVectorization(standardize=standardize, output_sequence_length=length, vocabulary=VOCABULARY)
    made = tf.constant(texts)
    found = layer(made[:, None] if column else made)
    assert found.dtype == tf.int64
    assert found.numpy().tolist() == by_steps(layer, made, standardize, length)
    general = tf.keras.layers.TextVectorization(standardize=standardize, vocabulary=VOCABULARY, ragged=True)(made)
    assert general.to_tensor(shape=[None, length]).numpy().tolist() == found.numpy().tolist()


def test_many_words_of_all_lengths():
    rng = np.random.RandomState(0)
    known = sorted({"".join(chr(97 + c) for c in rng.randint(0, 4, rng.randint(1, 13))) for _ in range(3000)})
    layer = tf.keras.layers.TextVectorization(vocabulary=known[::2])
    for longest in (8, 10, 13):  # none, some and most of the words longer than a number holds
        words = [w for w in known if len(w) < longest]
        texts = tf.constant([" ".join(words[j] for j in rng.randint(0, len(words), rng.randint(0, 9))) for _ in range(400)])
        assert layer(texts).numpy().tolist() == by_steps(layer, texts, "lower_and_strip_punctuation", None)


def test_in_a_graph_and_in_a_dataset():
    layer = tf.keras.layers.TextVectorization(vocabulary=VOCABULARY, output_sequence_length=3)
    texts = tf.constant([["The word, a!"], ["b"]])
    want = [[4, 6, 2], [3, 0, 0]]
    traced = tf.function(layer, input_signature=[tf.TensorSpec([None, 1], tf.string)])
    assert traced.get_concrete_function().structured_outputs.shape.as_list() == [None, 3]
    assert traced(texts).numpy().tolist() == want
    batches = tf.data.Dataset.from_tensor_slices(texts).batch(2).map(layer)
    assert [batch.numpy().tolist() for batch in batches] == [want]
    inputs = tf.keras.Input((1,), dtype="string")
    model = tf.keras.Model(inputs, layer(inputs))
    assert model.output_shape == (None, 3)
    assert model(texts).numpy().tolist() == want


@pytest.mark.parametrize("length", [None, 3])
def test_no_texts_and_no_words(length):
    layer = tf.keras.layers.TextVectorization(vocabulary=VOCABULARY, output_sequence_length=length)
    assert layer(tf.zeros([0], tf.string)).shape == (0, length or 0)
    assert layer(tf.constant(["", " .,"])).numpy().tolist() == [[0] * (length or 0)] * 2


def test_words_that_meet_in_the_table():
    held = {b"%d" % i: i for i in range(5000)}
    table = PackedWords(held, -1)
    keys = np.frombuffer(b"".join((b"%d" % i).ljust(8, b"\0") for i in range(10_000)), "<u8")
    assert table.find(keys).tolist() == [*range(5000), *[-1] * 5000]


def test_the_older_name_of_the_size_of_a_vocabulary_is_warned_of(caplog):
    with caplog.at_level("WARNING", logger="tensorflow"):
        assert tf.keras.layers.StringLookup(vocabulary=["a"]).vocab_size() == 2
    assert caplog.messages == ["vocab_size is deprecated, please use vocabulary_size."]
