"""Random numbers that several threads draw."""

import numpy as np

import tfshim as tf
from tests.threads.racing import race


def _distinct(parts):
    drawn = np.concatenate([np.ravel(x) for part in parts for x in part])
    assert len(np.unique(drawn)) == len(drawn)


def test_a_shared_generator_draws_nothing_twice():
    generator = tf.random.Generator.from_seed(1)
    _distinct(race(lambda _: [generator.uniform_full_int([2], tf.int64).numpy() for _ in range(60)]))
    alone = tf.random.Generator.from_seed(1)
    for _ in range(240):
        alone.uniform_full_int([2], tf.int64)
    np.testing.assert_array_equal(generator.state.numpy(), alone.state.numpy())


def test_seeds_and_parts_of_a_shared_generator():
    generator = tf.random.Generator.from_seed(2)
    _distinct(race(lambda _: [generator.make_seeds(2).numpy()[0] for _ in range(30)]))
    _distinct(race(lambda _: [generator.split(1)[0].key.numpy() for _ in range(20)]))
    _distinct(race(lambda _: [generator.skip(1).numpy()[0] for _ in range(60)]))
