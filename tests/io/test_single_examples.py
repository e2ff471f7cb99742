"""One example at a time: what is read straight from the message is what the columns give."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.io import parsing
from tfshim.io.parsing import single_values

F, N, S = tf.float32, tf.int64, tf.string


def _feature(value):
    if isinstance(value[0] if value else 0.0, bytes):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=value))
    if value and isinstance(value[0], int):
        return tf.train.Feature(int64_list=tf.train.Int64List(value=value))
    return tf.train.Feature(float_list=tf.train.FloatList(value=value))


def _record(**values):
    return tf.train.Example(features=tf.train.Features(feature={k: _feature(v) for k, v in values.items()})).SerializeToString()


RECORD = _record(x=[1.0, 2.5, -3.0, 4.0], n=[-(2**40)], s=[b"a\0", b"", b"\xff"], one=[b"z\0"], empty=[])
CASES = [
    {"n": tf.io.FixedLenFeature([], N)},
    {"n": tf.io.FixedLenFeature([1], N), "x": tf.io.FixedLenFeature([4], F)},
    {"x": tf.io.FixedLenFeature([2, 2], F), "one": tf.io.FixedLenFeature([], S)},
    {"s": tf.io.FixedLenFeature([3], S), "gone": tf.io.FixedLenFeature([], S, default_value="none")},
    {"gone": tf.io.FixedLenFeature([2], N, default_value=[7, 8]), "n": tf.io.FixedLenFeature([], N, default_value=3)},
    {"gone": tf.io.FixedLenFeature([0], F), "empty": tf.io.FixedLenFeature([0], F)},
    {"empty": tf.io.FixedLenFeature([1], F, default_value=0.5)},
    {"gone": tf.io.FixedLenFeature([], F)},
    {"x": tf.io.FixedLenFeature([3], F)},
    {"x": tf.io.FixedLenFeature([4], N)},
    {"x": tf.io.FixedLenFeature([], F)},
    {"x": tf.io.VarLenFeature(F), "n": tf.io.FixedLenFeature([], N)},
    {"x": tf.io.FixedLenSequenceFeature([2], F, allow_missing=True)},
    {"x": tf.io.FixedLenSequenceFeature([3], F, allow_missing=True)},
    {"x": tf.io.FixedLenSequenceFeature([], F, allow_missing=True, default_value=3.0), "gone": tf.io.VarLenFeature(N)},
    {"gone": tf.io.FixedLenSequenceFeature([2, 1], N, allow_missing=True), "s": tf.io.FixedLenSequenceFeature([], S, allow_missing=True)},
    {"s": tf.io.VarLenFeature(S), "empty": tf.io.VarLenFeature(F), "n": tf.io.VarLenFeature(N)},
    {"s": tf.io.VarLenFeature(F)},
    {"x": tf.io.FixedLenSequenceFeature([0], F, allow_missing=True)},
    {"r": tf.io.RaggedFeature(N, value_key="n"), "n": tf.io.FixedLenFeature([], N)},
]


def _outcome(record, features):
    try:
        made = tf.io.parse_single_example(record, features)
    except (tf.errors.InvalidArgumentError, ValueError) as e:
        return type(e), str(e)
    return [
        (k, v.dtype, v.shape.as_list(), np.asarray(v.numpy()).tolist())
        if isinstance(v, tf.Tensor)
        else (k, v.indices.numpy().tolist(), v.values.dtype, v.values.numpy().tolist(), v.dense_shape.numpy().tolist())
        for k, v in sorted(made.items())
    ]


@pytest.mark.parametrize("features", CASES, ids=lambda f: "-".join(f))
@pytest.mark.parametrize("record", [RECORD, b"", RECORD[:-3], b"\x01\x02"], ids=["whole", "empty", "cut", "other"])
def test_both_ways_agree(record, features, monkeypatch):
    found = _outcome(record, features)
    with monkeypatch.context() as patch:
        patch.setattr(parsing, "single_values", lambda *_: None)
        wanted = _outcome(record, features)
    assert found == wanted


def test_fixed_lengths_go_straight_from_the_message(monkeypatch):
    taken = []
    monkeypatch.setattr(parsing, "single_values", lambda *a: taken.append(single_values(*a)) or taken[-1])
    made = tf.io.parse_single_example(RECORD, CASES[1])
    assert taken[0] is not None
    np.testing.assert_array_equal(made["x"], [1.0, 2.5, -3.0, 4.0])


def test_in_a_map():
    dataset = tf.data.Dataset.from_tensor_slices([_record(n=[i]) for i in range(20)])
    made = [int(e["n"]) for e in dataset.map(lambda r: tf.io.parse_single_example(r, CASES[0]))]
    assert made == list(range(20))
