"""The generator itself: known answers, and that every way of reading a stream gives the same words."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tfshim.engine.random import discrete, philox, uniform

keys = st.integers(0, philox.MASK64)
counters = st.one_of(
    st.integers(0, philox.MASK128),
    # Close below the places where a carry goes into the next word.
    st.tuples(st.sampled_from([2**32, 2**64, 2**96, 2**128]), st.integers(1, 40)).map(lambda x: x[0] - x[1]),
)


def test_known_answers():
    # From the generator's authors.
    full = philox.MASK32
    assert philox.block(0, 0) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    assert philox.block(philox.MASK64, philox.MASK128) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)
    counter = 0x243F6A88 | 0x85A308D3 << 32 | 0x13198A2E << 64 | 0x03707344 << 96
    assert philox.block(0xA4093822 | 0x299F31D0 << 32, counter) == (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)
    assert full == 2**32 - 1


@given(keys, counters, st.integers(philox.SCALAR_BLOCKS + 1, 60))
def test_arrays_equal_single_blocks(key, counter, count):
    columns = philox.columns(key, counter, count)
    single = [philox.block(key, (counter + i) & philox.MASK128) for i in range(count)]
    assert np.broadcast_arrays(*columns)[0].shape == (count,)
    assert [tuple(map(int, row)) for row in zip(*np.broadcast_arrays(*columns))] == single


@given(keys, counters, st.lists(st.integers(0, philox.MASK64), min_size=1, max_size=5))
def test_blocks_anywhere(key, counter, offsets):
    columns = np.broadcast_arrays(*philox.columns_at(key, counter, np.array(offsets, np.uint64)))
    single = [philox.block(key, (counter + o) & philox.MASK128) for o in offsets]
    assert [tuple(map(int, row)) for row in zip(*columns)] == single


@given(keys, counters, st.integers(0, 90), st.integers(0, 20))
def test_words_from_the_middle(key, counter, count, skipped):
    whole = philox.words(key, counter, count + 4 * skipped).tolist()
    assert philox.words(key, (counter + skipped) & philox.MASK128, count).tolist() == whole[4 * skipped :]


@given(keys, counters, st.integers(0, 40), st.integers(1, 700))
def test_words_one_by_one(key, counter, ahead, count):
    words = philox.word_iterator(key, counter, ahead)
    assert [next(words) for _ in range(count)] == philox.words(key, counter, count).tolist()


def test_words_across_chunks():
    count = 4 * philox.CHUNK + 11
    whole = philox.words(3, 5, count)
    assert whole[-11:].tolist() == philox.words(3, 5 + philox.CHUNK, 11).tolist()


@given(keys, counters)
def test_word_stream(key, counter):
    stream = philox.WordStream(key, counter)
    assert [next(stream) for _ in range(70)] == philox.words(key, counter, 70).tolist()


@given(counters, st.integers(0, 2**32 - 1))
def test_skip_adds(counter, blocks):
    assert philox.skip(counter, blocks) == (counter + blocks) & philox.MASK128


def test_reservations_do_not_overlap():
    stream = philox.Philox.from_pair(7, 9)
    first, second = stream.reserve(10), stream.reserve(5)
    assert first == (7, 9 << 64) and second == (7, (9 << 64) + 10) and stream.counter == (9 << 64) + 15


@pytest.mark.parametrize("batch, samples", [(1, 1), (2, 1), (3, 2), (2, 0)])
def test_uniforms_computed_ahead_are_those_of_each_draw(batch, samples):
    ahead = discrete.UniformsAhead(4)
    upper = 5 << 64
    # Evenly apart, over the end of the lower half of the counter, from somewhere else, and backwards.
    places = [*(upper + 100 * i for i in range(9)), *(upper + (1 << 64) - 150 + 100 * i for i in range(6)), 7, 3, 1, 9, 17, 25, 30]
    for counter in places:
        expected = discrete._uniforms(11, counter, batch * samples).reshape(batch, samples)
        np.testing.assert_array_equal(ahead.at(11, counter, batch, samples), expected)
    np.testing.assert_array_equal(ahead.at(12, 33, 2, 2), discrete._uniforms(12, 33, 4).reshape(2, 2))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_draws_of_one_block_begin_those_of_more(dtype, count):
    for i in range(50):
        position = i * 7919**3, (i << 60) + i
        few, more = uniform.uniform(*position, count, dtype), uniform.uniform(*position, 9, dtype)
        assert few.dtype is dtype and torch.equal(few, more[:count])
        assert philox.words(*position, count).tolist() == philox.words(*position, 9).tolist()[:count]


def test_words_at_many_positions_go_on_as_those_of_one():
    keys = np.array([1, philox.MASK64], np.uint64)
    counters = np.array([[philox.MASK64 - 1, 7], [5, philox.MASK64]], np.uint64)  # lower and upper halves
    for count in (3, 17):
        found = philox.words_of_each(keys, counters, count)
        for row, key, (low, high) in zip(found.tolist(), keys.tolist(), counters.tolist()):
            assert row == philox.words(key, low | high << 64, count).tolist()
