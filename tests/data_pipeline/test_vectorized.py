"""Elementwise functions over rows, computed by the piece: the same elements as one by one."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.data.vectorized import simple

Dataset = tf.data.Dataset
IMAGES = np.random.RandomState(0).randint(0, 256, (40, 3, 4)).astype(np.uint8)
LABELS = np.arange(40)


def source():
    return Dataset.from_tensor_slices((IMAGES, LABELS))


def scaled(image, label):
    return tf.cast(image, tf.float32) / 255.0 - 0.5, label * 2


def singly(dataset):
    """The same elements from a source that is no rows."""
    return Dataset.from_generator(lambda: iter(dataset), output_signature=dataset.element_spec)


def flat(dataset):
    return [[np.asarray(y).tolist() for y in tf.nest.flatten(x)] for x in dataset]


@pytest.mark.parametrize(
    "build",
    [
        lambda d: d.map(scaled),
        lambda d: d.map(scaled).batch(7),
        lambda d: d.map(scaled).batch(7, drop_remainder=True),
        lambda d: d.map(scaled).shuffle(9, seed=2).batch(6),
        lambda d: d.map(scaled).skip(3).take(20).repeat(2).shard(3, 1).batch(4),
        lambda d: d.map(scaled).map(lambda x, y: (x * 2.0, y, 1.5)).batch(8),
        lambda d: d.map(scaled).filter(lambda x, y: y > 30),
        lambda d: d.map(lambda x, y: y).filter(lambda y: y % 3 == 0).map(lambda y: y + 1).batch(4),
        lambda d: d.map(lambda x, y: y).filter(lambda y: y < 0).batch(4),
        lambda d: d.map(lambda x, y: (tf.where(y > 5, 1, 0), y > 3)).batch(5),
        lambda d: d.map(lambda x, y: 7).batch(16),
    ],
    ids=range(11),
)
def test_pieces_and_single_elements_agree(build):
    tf.random.set_seed(1)
    expected = flat(build(singly(source())))
    tf.random.set_seed(1)
    assert flat(build(source())) == expected


def test_what_has_a_form_for_many():
    one = Dataset.range(3)
    images = source()
    assert simple(one.map(lambda x: x * 2 + 1)._args[1])
    assert simple(images.map(scaled)._args[1])
    assert simple(images.map(lambda x, y: tf.reduce_sum(tf.cast(x, tf.int32)))._args[1])
    assert simple(images.map(lambda x, y: tf.cast(x, tf.int64) * y)._args[1])
    assert simple(one.map(lambda x: tf.cast(x, tf.float32) + tf.random.uniform([]))._args[1])
    assert not simple(one.map(lambda x: tf.cast(x, tf.float32) + tf.random.uniform([], seed=1))._args[1])
    assert not simple(one.map(lambda x: tf.random.uniform(tf.reshape(x + 2, [1])))._args[1])
    assert not simple(one.map(lambda x: tf.range(x))._args[1])  # a size that depends on values
    assert not simple(one.map(lambda x: tf.numpy_function(lambda v: v, [x], tf.int64))._args[1])
    assert simple(one.map(lambda x: tf.cond(x > 1, lambda: x, lambda: -x))._args[1])
    assert not simple(one.map(lambda x: tf.cond(x > 1, lambda: tf.random.uniform([]), lambda: 0.0))._args[1])
    assert not simple(images.map(lambda x, y: tf.zeros([0, 3]) + tf.cast(y, tf.float32))._args[1])
    variable = tf.Variable(1, dtype=tf.int64)
    assert not simple(one.map(lambda x: x * variable)._args[1])
    tf.debugging.assert_equal(variable, tf.constant(1, tf.int64))
    assert not simple(one.map(lambda x: (tf.debugging.assert_less(x, tf.constant(9, tf.int64)), x)[1])._args[1])


def test_a_branch_that_fails_for_what_takes_the_other_is_not_computed_for_that():
    dataset = Dataset.range(4).map(lambda x: tf.cond(x > 1, lambda: 6 // x, lambda: x))
    assert [int(x) for x in dataset] == [0, 1, 3, 2]
    dataset = Dataset.range(4).map(lambda x: tf.cond(x > 1, lambda: 6 // (x - 3), lambda: x))
    found, elements = [], iter(dataset)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        found.extend(int(x) for x in elements)
    assert found == [0, 1, -6]


def test_draws_without_a_seed_differ_from_element_to_element_and_from_time_to_time():
    dataset = Dataset.range(500).map(lambda x: (x, tf.random.uniform([2], 3.0, 5.0), tf.random.normal([]), tf.random.truncated_normal([3])))
    first, second = (list(dataset.as_numpy_iterator()) for _ in range(2))
    assert [x for x, *_ in first] == list(range(500))
    uniform, normal, cut = (np.array(column) for column in list(zip(*first))[1:])
    assert uniform.shape == (500, 2) and uniform.min() >= 3 and uniform.max() < 5 and abs(uniform.mean() - 4) < 0.2
    assert len(np.unique(uniform)) > 900 and abs(normal.std() - 1) < 0.2 and abs(cut).max() <= 2
    assert not np.array_equal(uniform, np.array([row[1] for row in second]))


def test_an_error_comes_with_its_element():
    iterator = iter(Dataset.range(20).map(lambda x: 60 // (x - 6)))
    assert [int(next(iterator)) for _ in range(6)] == [60 // (x - 6) for x in range(6)]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        next(iterator)
    assert [int(x) for x in iterator] == [60 // (x - 6) for x in range(7, 20)]
    batches = iter(Dataset.range(9).map(lambda x: 60 // (x - 4)).batch(3))
    assert next(batches).numpy().tolist() == [-15, -20, -30]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        next(batches)
    assert next(batches).numpy().tolist() == [30, 20, 15]
