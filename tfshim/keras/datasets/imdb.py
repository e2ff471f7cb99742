"""Reviews of films, good and bad."""

import json

import numpy as np

from tfshim._listing import listing
from tfshim.keras.datasets import _reading
from tfshim.keras.utils.files import get_file

__all__ = ["get_word_index", "load_data"]
__dir__ = listing(globals())


def load_data(path="imdb.npz", num_words=None, skip_top=0, maxlen=None, seed=113, start_char=1, oov_char=2, index_from=3, **kwargs):
    """Load reviews of films, each good or bad, as numbers of words. Mirrors `tf.keras.datasets.imdb.load_data`.

    Arguments:
        path: the name of the file in the cache, "imdb.npz"; it is downloaded to `~/.keras/datasets` (or that of KERAS_HOME) at the first
            call.
        num_words: only the most frequent words up to this number are kept; None: all.
        skip_top: how many of the most frequent words are left out, 0. Words that are left out become `oov_char`.
        maxlen: only reviews shorter than this are kept; None: all.
        seed: the seed of the order, 113.
        start_char: the number that each review begins with, 1.
        oov_char: the number in the place of words that are left out, 2; None: they are taken away.
        index_from: what is added to the numbers of words, 3; 0 remains free for padding.

    Returns:
        Two pairs, `(x_train, y_train), (x_test, y_test)`: arrays of 25,000 lists of ints each, and int64 arrays, 0 for bad and 1 for
        good.

    Raises:
        ValueError: `maxlen` leaves nothing.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.imdb.load_data(num_words=10000)  # doctest: +SKIP
        >>> len(x_train), len(x_test), x_train[0][:3]  # doctest: +SKIP
        (25000, 25000, [1, 14, 22])
        >>> x_train = tf.keras.utils.pad_sequences(x_train, maxlen=200)  # doctest: +SKIP
    """
    num_words = _reading.old_name(num_words, kwargs, ".")
    path = get_file(path, origin=_reading.STORE + "imdb.npz", file_hash="69664113be75683a8fe16e3ed0ab59fda8886cb3cd7ada244f7d9544e4676b9f")
    x_train, y_train, x_test, y_test = _reading.arrays(path, "x_train", "y_train", "x_test", "y_test")
    generator = np.random.RandomState(seed)
    x_train, y_train = _reading.shuffled(generator, x_train, y_train)
    x_test, y_test = _reading.shuffled(generator, x_test, y_test)
    x_train, x_test = (_reading.with_start(x, start_char, index_from) for x in (x_train, x_test))
    if maxlen:
        x_train, y_train = _reading.not_longer(maxlen, x_train, y_train)
        x_test, y_test = _reading.not_longer(maxlen, x_test, y_test)
        if not x_train or not x_test:
            raise ValueError(f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. Increase maxlen.")
    found = _reading.ragged(_reading.within_vocabulary(x_train + x_test, num_words, skip_top, oov_char))
    labels, n = np.concatenate([y_train, y_test]), len(x_train)
    return (found[:n], labels[:n]), (found[n:], labels[n:])


def get_word_index(path="imdb_word_index.json"):
    """Load the numbers of the words in the reviews of films. Mirrors `tf.keras.datasets.imdb.get_word_index`.

    Arguments:
        path: the name of the file in the cache, "imdb_word_index.json"; it is downloaded to `~/.keras/datasets` (or that of KERAS_HOME)
            at the first call.

    Returns:
        A dictionary from each word to its rank by frequency, from 1. In what `load_data` gives, `index_from`, 3, is added to it, and 1
        and 2 stand for the beginning and for words that were left out.

    Raises:
        Exception: the file cannot be downloaded, or is not the one that it should be.

    Example:
        >>> ranks = tf.keras.datasets.imdb.get_word_index()  # doctest: +SKIP
        >>> words = {rank + 3: word for word, rank in ranks.items()}  # doctest: +SKIP
        >>> words[4]  # doctest: +SKIP
        'the'
    """
    path = get_file(path, origin=_reading.STORE + "imdb_word_index.json", file_hash="bfafd718b763782e994055a2d397834f")
    with open(path, encoding="utf-8") as f:
        return json.load(f)
