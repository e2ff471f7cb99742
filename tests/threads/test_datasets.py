"""Iterators over datasets that several threads share."""

import pytest

import tfshim as tf
from tests.threads.racing import race

_SOURCES = {
    "parallel map": lambda n: tf.data.Dataset.range(n).map(lambda x: tf.math.add(x, 0), num_parallel_calls=3),
    "interleave": lambda n: tf.data.Dataset.range(2).interleave(
        lambda i: tf.data.Dataset.range(i * (n // 2), (i + 1) * (n // 2)), num_parallel_calls=2
    ),
    "shuffle, batch": lambda n: tf.data.Dataset.range(n).shuffle(10).batch(2).unbatch(),
}


@pytest.mark.parametrize("name", _SOURCES)
def test_every_element_comes_once(name):
    iterator = iter(_SOURCES[name](80))
    found = race(lambda _: [int(x) for x in iterator])
    assert sorted(x for part in found for x in part) == list(range(80))
    assert race(lambda _: next(iterator, None)) == [None] * 4
    with pytest.raises(tf.errors.OutOfRangeError):
        iterator.get_next()


def test_a_generator_may_use_what_other_threads_use():
    v = tf.Variable(0)

    def numbers():
        for i in range(50):
            v.assign_add(1)
            yield i

    iterator = iter(tf.data.Dataset.from_generator(numbers, output_signature=tf.TensorSpec([], tf.int32)))

    def run(_):
        count = 0
        for _ in iterator:
            v.assign_add(1)
            count += 1
        return count

    assert sum(race(run)) == 50
    assert v.numpy() == 100
