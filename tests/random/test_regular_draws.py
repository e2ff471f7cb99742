"""Draws at equal distances of a stream, whose words are computed for several at once."""

import itertools

import numpy as np

from tfshim.engine.random.candidates import LogUniform, RepeatedLogUniform, draw
from tfshim.engine.random.philox import MASK64, RegularDraws, word_iterator


def test_words_are_those_of_the_stream_whatever_comes_between():
    draws = RegularDraws()
    start = MASK64 - 40 * 8  # the lower half of the counter ends among them
    places = [(7, start + 8 * i, 8, 3) for i in range(70)]
    places[20:20] = [(7, start + 3, 8, 3), (9, start + 11, 8, 3), (9, start + 19, 8, 3), (7, start + 8 * 3, 8, 2)]
    for key, counter, distance, blocks in places:
        first, rest = draws.first(key, counter, distance, blocks)
        assert len(first) == 4 * blocks
        found = [*first, *itertools.islice(rest, 40 - len(first))]
        assert found == list(itertools.islice(word_iterator(key, counter, 1), 40))


def test_classes_are_those_of_single_draws():
    for size in (1, 2, 1000, 10**7):
        sampler, repeated = LogUniform(size), RepeatedLogUniform(size)
        for i in range(6):
            first, rest = repeated.draws.first(5, 100 * i, 100, 7)
            words = word_iterator(5, 100 * i, 1)
            assert first == [sampler.sample(words) for _ in range(14)]
            assert next(rest) == next(words)
            for unique in (False, True):
                count = min(size, 20)
                first, rest = repeated.draws.first(5, 100 * i, 100, 7)
                assert draw(repeated, rest, count, unique, first) == draw(sampler, word_iterator(5, 100 * i, 1), count, unique)
        classes = np.arange(min(size, 2000))
        np.testing.assert_array_equal(repeated.probability(classes), sampler.probability(classes))


def test_whole_numbers_are_left_to_one_function():
    repeated = RepeatedLogUniform(3)  # half of the logarithm of 4 is that of 2
    words = np.array([[0x80000, 0, 0, 0, 0xFFFFF, 0xFFFFFFFF]], np.uint64)
    assert repeated.samples(words) == [[repeated.sample(iter(words[0, i : i + 2].tolist())) for i in (0, 2, 4)]]
