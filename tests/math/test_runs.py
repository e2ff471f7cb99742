"""Segments whose rows lie side by side: what they give as what is computed row by row, and when they are taken."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.math import _runs

rng = np.random.default_rng(3)
IDS = np.sort(rng.integers(0, 60, 600)).astype("int32")


def _both(compute, monkeypatch):
    taken = []
    monkeypatch.setattr(_runs, "found", lambda *args, found=_runs.found: taken.append(found(*args)) or taken[-1])
    ours = compute()
    assert any(taken)
    monkeypatch.setattr(_runs, "found", lambda *_: None)
    return ours, compute()


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("name", ["sum", "mean", "max", "min"])
def test_second_gradients(name, traced, monkeypatch):
    data = tf.constant(rng.standard_normal((600, 8)))

    def second(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = getattr(tf.math, f"segment_{name}")(x, IDS) ** 3
            total = tf.reduce_sum(tape.gradient(y, x) ** 2)
        return outer.gradient(total, x)

    ours, theirs = _both(lambda: (tf.function(second) if traced else second)(data), monkeypatch)
    np.testing.assert_allclose(ours, theirs, rtol=1e-10)


def test_jacobians_and_forward_derivatives_go_row_by_row():
    data = tf.constant(rng.standard_normal((600, 8)), tf.float32)
    with tf.autodiff.ForwardAccumulator(data, tf.ones_like(data)) as forward:
        y = tf.math.segment_sum(data, IDS)
    np.testing.assert_array_equal(forward.jvp(y)[:, 0], np.bincount(IDS))


@pytest.mark.parametrize("ids", [IDS[::-1], np.arange(600), np.where(IDS < 3, -1, IDS)])
def test_other_ids_have_no_runs(ids):
    assert _runs.found(torch.zeros(600, 8), torch.from_numpy(ids.copy()), 1000) is None


def test_segments_without_rows_stand_among_the_others(monkeypatch):
    data, ids = tf.constant(rng.standard_normal((600, 8)), tf.float32), IDS * 2 + 1
    ours, theirs = _both(lambda: tf.math.unsorted_segment_max(data, ids, 200), monkeypatch)
    np.testing.assert_array_equal(ours, theirs)
    assert float(ours[0, 0]) == np.finfo("float32").min
