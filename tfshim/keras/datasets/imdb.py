"""Reviews of films, good and bad."""

import json

import numpy as np

from tfshim._listing import listing
from tfshim.keras.datasets import _reading
from tfshim.keras.utils.files import get_file

__all__ = ["get_word_index", "load_data"]
__dir__ = listing(globals())


def load_data(path="imdb.npz", num_words=None, skip_top=0, maxlen=None, seed=113, start_char=1, oov_char=2, index_from=3, **kwargs):
    """25,000 reviews for training and 25,000 for tests as lists of word numbers by frequency, with 0 for bad and 1 for good.

    `num_words`, `skip_top`: only words of these ranks, others become `oov_char`; `maxlen`: only shorter reviews;
    `start_char` precedes each; word numbers are shifted by `index_from`. Raises ValueError where nothing is left.
    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.imdb.load_data`.
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
    """The rank of each word by frequency, a dictionary. Mirrors `tf.keras.datasets.imdb.get_word_index`."""
    path = get_file(path, origin=_reading.STORE + "imdb_word_index.json", file_hash="bfafd718b763782e994055a2d397834f")
    with open(path, encoding="utf-8") as f:
        return json.load(f)
