"""News of 1987 and their topics."""

import json

import numpy as np

from tfshim._listing import listing
from tfshim.keras.datasets import _reading
from tfshim.keras.utils.files import get_file

__all__ = ["get_label_names", "get_word_index", "load_data"]
__dir__ = listing(globals())

_TOPICS = """
    cocoa grain veg-oil earn acq wheat copper housing money-supply coffee sugar trade reserves ship cotton carcass crude nat-gas
    cpi money-fx interest gnp meal-feed alum oilseed gold tin strategic-metal livestock retail ipi iron-steel rubber heat jobs lei
    bop zinc orange pet-chem dlr gas silver wpi hog lead
"""


def load_data(
    path="reuters.npz", num_words=None, skip_top=0, maxlen=None, test_split=0.2, seed=113, start_char=1, oov_char=2, index_from=3, **kwargs
):
    """11,228 news as lists of word numbers by frequency, with the numbers of their topics (0 to 45).

    `test_split`: the share for tests; the other arguments are those of `imdb.load_data`.
    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.reuters.load_data`.
    """
    num_words = _reading.old_name(num_words, kwargs, "")
    path = get_file(
        path, origin=_reading.STORE + "reuters.npz", file_hash="d6586e694ee56d7a4e65172e12b3e987c03096cb01eab99753921ef915959916"
    )
    x, y = _reading.shuffled(np.random.RandomState(seed), *_reading.arrays(path, "x", "y"))
    x = _reading.with_start(x, start_char, index_from)
    if maxlen:
        x, y = _reading.not_longer(maxlen, x, y)
    x, y = _reading.ragged(_reading.within_vocabulary(x, num_words, skip_top, oov_char)), np.array(y)
    n = int(len(x) * (1 - test_split))
    return (x[:n], y[:n]), (x[n:], y[n:])


def get_word_index(path="reuters_word_index.json"):
    """The rank of each word by frequency, a dictionary. Mirrors `tf.keras.datasets.reuters.get_word_index`."""
    path = get_file(path, origin=_reading.STORE + "reuters_word_index.json", file_hash="4d44cc38712099c9e383dc6e5f11a921")
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def get_label_names():
    """The topics in the order of their numbers. Mirrors `tf.keras.datasets.reuters.get_label_names`."""
    return tuple(_TOPICS.split())
