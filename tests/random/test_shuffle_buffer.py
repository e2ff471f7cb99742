"""The order of a shuffle buffer; the orders are those of `tf.data.Dataset.range(10).shuffle` in TensorFlow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfshim.engine.random.philox import WordStream
from tfshim.engine.random.shuffle_buffer import DatasetSeeds, shuffled

RECORDED = {
    (3, True): [[0, 3, 2, 1, 5, 7, 8, 4, 9, 6], [2, 0, 1, 3, 4, 5, 7, 6, 8, 9], [2, 1, 3, 0, 6, 5, 4, 9, 7, 8]],
    (10, True): [[5, 9, 2, 8, 3, 6, 0, 7, 1, 4], [2, 0, 3, 4, 7, 5, 1, 6, 8, 9], [2, 4, 7, 0, 6, 5, 8, 9, 3, 1]],
    (10, False): [[2, 0, 9, 1, 8, 7, 3, 4, 5, 6]] * 3,
    (1, True): [list(range(10))] * 3,
}


@pytest.mark.parametrize("size, reshuffle", RECORDED)
def test_recorded_orders(size, reshuffle):
    seeds = DatasetSeeds((5, 9), reshuffle)
    assert [list(shuffled(range(10), size, seeds.iterator_words())) for _ in range(3)] == RECORDED[size, reshuffle]


@pytest.mark.parametrize("size", [100, None])
def test_a_buffer_for_everything(size):
    seeds = DatasetSeeds((5, 9))
    assert list(shuffled(range(10), size, seeds.iterator_words())) == RECORDED[10, True][0]


@given(st.integers(0, 60), st.integers(1, 70), st.integers(0, 2**60))
def test_every_element_once_and_not_too_early(count, size, counter):
    order = list(shuffled(range(count), size, WordStream(1, counter)))
    assert sorted(order) == list(range(count))
    assert all(element < at + size for at, element in enumerate(order))


def test_elements_are_read_only_as_needed():
    read = []
    source = (read.append(i) or i for i in range(100))
    first = next(shuffled(source, 5, WordStream(1, 2)))
    assert len(read) == 5 and first in read


def test_unseeded_orders_differ():
    seeds = DatasetSeeds((0, 0)), DatasetSeeds((0, 0))
    a, b = (list(shuffled(range(50), 50, s.iterator_words())) for s in seeds)
    assert a != b
