"""Counts of the rows of ragged integers, made at once and by way of sparse tensors; rows that count alike."""

import itertools

import numpy as np
import pytest

import tfshim as tf
from tfshim.ragged import products


def _told(values, options):
    try:
        made = tf.math.bincount(values, axis=-1, **options)
    except (tf.errors.OpError, ValueError) as error:
        return type(error), str(error)
    return made.dtype, made.numpy().tolist()


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_counts(dtype, monkeypatch):
    rng, cases = np.random.RandomState(0), []
    for minlength, maxlength in itertools.product((None, 0, 4, 12), (None, 0, 3, 12)):
        lengths = rng.randint(0, 5, 4)
        values = tf.RaggedTensor.from_row_lengths(tf.constant(rng.randint(0, 9, lengths.sum()), dtype), lengths)
        weights = values.with_values(tf.constant(rng.rand(lengths.sum()).astype("float32")))
        sizes = {k: v for k, v in (("minlength", minlength), ("maxlength", maxlength)) if v is not None}
        cases += [(values, sizes | more) for more in ({}, {"weights": weights}, {"binary_output": True}, {"dtype": tf.float32})]
    cases.append((tf.ragged.constant([[1, -1], [2]], dtype), {}))
    at_once = [_told(*case) for case in cases]
    monkeypatch.setattr(products, "_counts_at_once", lambda **_: None)
    assert at_once == [_told(*case) for case in cases]


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_rows_that_count_alike(dtype):
    rng = np.random.RandomState(1)
    for step in (1, 2, -1, -3):
        starts = rng.randint(-5, 6, 9).astype(dtype)
        limits = starts + rng.randint(-9, 10, 9).astype(dtype)
        made = tf.ragged.range(starts, limits, dtype(step))
        assert made.dtype == dtype and made.to_list() == [list(range(a, b, step)) for a, b in zip(starts, limits, strict=True)]
    most = np.iinfo(dtype).max
    assert tf.ragged.range(dtype([most - 2, 3]), dtype([most, 3])).to_list() == [[most - 2, most - 1], []]
