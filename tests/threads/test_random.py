"""Random numbers that several threads draw."""

import numpy as np

import tfshim as tf
from tests.threads.racing import race
from tfshim.keras._random import RandomGenerator


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


def test_the_global_generator_is_one():
    assert len({id(g) for g in race(lambda _: tf.random.get_global_generator(), threads=8)}) == 1


def test_functions_that_call_functions_go_on_with_one_stream():
    for _ in range(5):
        inner = tf.function(lambda: tf.random.uniform([2], maxval=2**30, dtype=tf.int32, seed=4))
        outer = tf.function(lambda inner=inner: inner())
        outer.get_concrete_function()
        found = race(lambda _, outer=outer: [tuple(outer().numpy()) for _ in range(5)], threads=8)
        assert len({x for part in found for x in part}) == 40


def test_the_seeds_of_a_layer_count_on():
    generator = RandomGenerator(seed=5)
    found = race(lambda _: [generator.make_legacy_seed() for _ in range(3000)])
    assert sorted(s for part in found for s in part) == list(range(5, 12_005))


def test_iterators_over_a_shuffled_dataset_differ():
    ds = tf.data.Dataset.range(40).shuffle(40, seed=3)
    alone = tf.data.Dataset.range(40).shuffle(40, seed=3)
    orders = race(lambda _: [tuple(int(x) for x in ds) for _ in range(4)])
    assert sorted(o for part in orders for o in part) == sorted(tuple(int(x) for x in alone) for _ in range(16))
