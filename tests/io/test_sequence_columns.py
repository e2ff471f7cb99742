"""Batches of SequenceExamples that are read side by side: what the protobuf runtime gives for each, and the same errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf
from tests.elements import assert_same_element
from tfshim.io import sequence_parsing
from tfshim.io._example_layouts import Unusual
from tfshim.io.sequence_parsing import sequence_columns

CONTEXT = {
    "label": tf.io.FixedLenFeature([], tf.int64, 7),
    "words": tf.io.VarLenFeature(tf.string),
    "weights": tf.io.RaggedFeature(tf.float32),
}
SEQUENCES = {
    "tokens": tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True),
    "vectors": tf.io.FixedLenSequenceFeature([2], tf.float32, allow_missing=True),
    "names": tf.io.VarLenFeature(tf.string),
    "rows": tf.io.RaggedFeature(tf.int64),
}


def ints(values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def floats(values):
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


def texts(values):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))


def serialized(context, lists):
    made = tf.train.FeatureLists(feature_list={key: tf.train.FeatureList(feature=steps) for key, steps in lists.items()})
    return tf.train.SequenceExample(context=tf.train.Features(feature=context), feature_lists=made).SerializeToString()


def parsed(records, context=None, sequences=None):
    made = tf.io.parse_sequence_example(tf.constant(records, tf.string), context or CONTEXT, sequences or SEQUENCES)
    return [x.numpy() for x in tf.nest.flatten(made, expand_composites=True)]


def singly(records, *features):
    """The same without reading messages side by side."""
    before, sequence_parsing._FEW = sequence_parsing._FEW, 10**9
    try:
        return parsed(records, *features)
    finally:
        sequence_parsing._FEW = before


def side_by_side(records):
    kinds = {b"tokens": 3, b"vectors": 2, b"names": 1, b"rows": 3}
    return sequence_columns(records, [b"label", b"weights", b"words"], kinds)


NUMBERS = st.integers(-(2**63), 2**63 - 1)
NAMES = st.binary(max_size=9) | st.just(b"long" * 50)
ROW = st.fixed_dictionaries({}, optional={
    "label": NUMBERS.map(lambda x: ints([x])),
    "words": st.lists(NAMES, max_size=3).map(texts) | st.just(tf.train.Feature()),
    "weights": st.lists(st.floats(-9, 9, width=32), max_size=3).map(floats),
    "unasked": st.lists(NUMBERS, max_size=3).map(ints),
})  # fmt: skip
LISTS = st.fixed_dictionaries({}, optional={
    "tokens": st.lists(NUMBERS.map(lambda x: ints([x])), max_size=12),
    "vectors": st.lists(st.floats(-9, 9, width=32).map(lambda x: floats([x, 0.5])), max_size=20),
    "names": st.lists(st.lists(NAMES, max_size=3).map(texts) | st.just(tf.train.Feature()), max_size=5),
    "rows": st.lists(st.lists(st.integers(0, 300), max_size=80).map(ints), max_size=5),
    "unasked": st.lists(st.just(floats([1.0])), max_size=3),
})  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(ROW, LISTS), min_size=8, max_size=12))
def test_the_same_as_one_by_one(rows):
    records = [serialized(*row) for row in rows]
    side_by_side(records)  # raises nothing
    assert_same_element(parsed(records), singly(records))


GOOD = [serialized({"label": ints([i])}, {"tokens": [ints([j]) for j in range(i % 4)]}) for i in range(12)]


@pytest.mark.parametrize("record, message", [
    (serialized({}, {"tokens": [floats([1.0])]}), "Feature list: tokens, Index: 0.  Data types don't match. Expected type: int64"),
    (serialized({}, {"tokens": [ints([1]), ints([1, 2])]}), "Feature list 'tokens' has an unexpected number of values"),
    (serialized({"label": floats([1.0])}, {}), "Data types don't match"),
    (GOOD[3][:-1], "Invalid protocol message input"),
])  # fmt: skip
def test_errors_are_those_of_single_messages(record, message):
    records = [*GOOD[:5], record, *GOOD[5:]]
    for read in (parsed, singly):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            read(records)


def test_a_list_that_is_required():
    sequences = {"tokens": tf.io.FixedLenSequenceFeature([], tf.int64)}
    assert_same_element(parsed(GOOD, None, sequences), singly(GOOD, None, sequences))
    for read in (parsed, singly):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Feature list 'tokens' is required but could not be found"):
            read([*GOOD, b""], None, sequences)


def test_what_is_written_in_another_way_is_left_to_protobuf():
    swapped = tf.train.SequenceExample.FromString(GOOD[3])
    lists, context = (tf.train.SequenceExample(**{k: getattr(swapped, k)}).SerializeToString() for k in ("feature_lists", "context"))
    assert side_by_side([*GOOD, context, lists])
    with pytest.raises(Unusual):
        side_by_side([*GOOD, lists + context])
    records = [*GOOD, lists + context, context + lists + lists]
    assert_same_element(parsed(records), singly(records))
    assert parsed(records)[-1].dtype == np.int64


def test_lists_of_very_different_lengths():
    def row(i):
        long = [ints([(1 << 7 * k) - 1 - j]) for j in range(5) for k in range(1, 10)] * (8 if i == 3 else 1)
        return serialized(
            {}, {"tokens": long[: 70 * (i % 4 == 3) + 2], "vectors": [floats([j, i]) for j in range(30 if i > 18 else i % 3)]}
        )

    records = [row(i) for i in range(24)]
    side_by_side(records)
    assert_same_element(parsed(records), singly(records))
