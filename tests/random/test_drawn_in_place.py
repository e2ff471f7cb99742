"""Random numbers of graphs are scaled and shifted where they lie: the same numbers, held once."""

import numpy as np
import pytest
import torch

import tfshim as tf

v1 = tf.compat.v1
_SIZE = 300
_DRAWS = {
    "normal": lambda **more: tf.random.normal([_SIZE, _SIZE], 0.5, 0.02, seed=3, **more),
    "truncated": lambda **more: tf.random.truncated_normal([_SIZE, _SIZE], 0.0, 2.0, seed=3, **more),
    "uniform": lambda **more: tf.random.uniform([_SIZE, _SIZE], -2.0, 3.0, seed=3, **more),
    "stateless": lambda **more: tf.random.stateless_normal([_SIZE, _SIZE], [1, 2], 0.5, 0.02, **more),
    "rows": lambda **more: tf.random.normal([_SIZE, _SIZE], np.arange(_SIZE, dtype="float32"), 3.0, seed=3, **more),
}


@pytest.mark.parametrize("draw", _DRAWS.values(), ids=_DRAWS)
def test_numbers_are_held_once(draw):
    tf.random.set_seed(1)
    wanted = draw().numpy()
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(1)
        variable = v1.Variable(draw())
        with torch.autograd.profiler.profile() as profile:
            session.run(variable.initializer)
        np.testing.assert_array_equal(session.run(variable), wanted)
    run = {event.key for event in profile.key_averages()}
    assert "aten::mul_" in run and not run & {"aten::mul", "aten::add"}


def test_what_others_use_or_differentiate_is_kept():
    with tf.Graph().as_default(), v1.Session() as session:
        drawn = tf.random.uniform([_SIZE, _SIZE], seed=3)
        scaled = drawn * 2.0
        first, second = session.run([drawn, scaled])
        np.testing.assert_array_equal(first * 2, second)
        scale = tf.constant(3.0)
        spread = tf.random.normal([_SIZE, _SIZE], seed=4) * scale
        (slope,) = tf.gradients(spread, [scale])
        value, found = session.run([spread, slope])
        np.testing.assert_allclose(found, value.astype("float64").sum() / 3, rtol=1e-3)
        wide = tf.random.normal([_SIZE, 1], seed=4) * tf.ones([_SIZE, _SIZE])
        assert session.run(wide).shape == (_SIZE, _SIZE)
