"""Draws at equal distances of a stream, whose words are computed for several at once."""

import itertools

from tfshim.engine.random.philox import MASK64, RegularDraws, word_iterator


def test_words_are_those_of_the_stream_whatever_comes_between():
    draws = RegularDraws()
    start = MASK64 - 40 * 8  # the lower half of the counter ends among them
    places = [(7, start + 8 * i, 8, 3) for i in range(70)]
    places[20:20] = [(7, start + 3, 8, 3), (9, start + 11, 8, 3), (9, start + 19, 8, 3), (7, start + 8 * 3, 8, 2)]
    for key, counter, distance, blocks in places:
        found = list(itertools.islice(draws.words(key, counter, distance, blocks), 40))
        assert found == list(itertools.islice(word_iterator(key, counter, 1), 40))
