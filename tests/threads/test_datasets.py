"""Iterators over datasets that several threads share."""

import threading

import pytest

import tfshim as tf
from tests.threads.racing import race

_SOURCES = {
    "range": lambda n: tf.data.Dataset.range(n),
    "map": lambda n: tf.data.Dataset.range(n).map(lambda x: x),
    "parallel map": lambda n: tf.data.Dataset.range(n).map(lambda x: tf.math.add(x, 0), num_parallel_calls=3),
    "prefetch": lambda n: tf.data.Dataset.range(n).prefetch(2),
    "interleave": lambda n: tf.data.Dataset.range(2).interleave(
        lambda i: tf.data.Dataset.range(i * (n // 2), (i + 1) * (n // 2)), num_parallel_calls=2),
    "generator": lambda n: tf.data.Dataset.from_generator(lambda: iter(range(n)), output_signature=tf.TensorSpec([], tf.int64)),
    "shuffle, batch": lambda n: tf.data.Dataset.range(n).shuffle(10).batch(2).unbatch(),
    "cache, repeat": lambda n: tf.data.Dataset.range(n // 2).cache().repeat(2),
    "tensors": lambda n: tf.data.Dataset.from_tensor_slices(list(range(n))),
}


@pytest.mark.parametrize("name", _SOURCES)
def test_every_element_comes_once(name):
    iterator = iter(_SOURCES[name](80))
    found = race(lambda _: [int(x) for x in iterator])
    want = range(80) if name != "cache, repeat" else [i // 2 for i in range(80)]
    assert sorted(x for part in found for x in part) == list(want)
    assert race(lambda _: next(iterator, None)) == [None] * 4
    with pytest.raises(tf.errors.OutOfRangeError):
        iterator.get_next()


def test_elements_come_once_in_functions():
    iterator = iter(tf.data.Dataset.range(400))
    step = tf.function(lambda: iterator.get_next_as_optional())

    def run(_):
        found = []
        while True:
            x = step()
            if not x.has_value():
                return found
            found.append(int(x.get_value()))

    assert sorted(x for part in race(run) for x in part) == list(range(400))


def test_each_error_reaches_one_thread():
    ds = tf.data.Dataset.range(60).map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x % 10, tf.float32), "zero"))
    iterator = iter(ds)

    def run(_):
        good = bad = 0
        while True:
            try:
                next(iterator)
                good += 1
            except StopIteration:
                return good, bad
            except tf.errors.InvalidArgumentError:
                bad += 1

    found = race(run)
    assert (sum(good for good, _ in found), sum(bad for _, bad in found)) == (54, 6)


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


def test_threads_end_with_the_iterator():
    before = threading.active_count()
    held = [iter(tf.data.Dataset.range(1000).map(lambda x: x + 1, num_parallel_calls=3).prefetch(3))]
    race(lambda _: [next(held[0]) for _ in range(20)] and None)
    held.clear()
    assert threading.active_count() == before
