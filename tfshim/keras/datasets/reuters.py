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
    """Load news of 1987 with their topics, as numbers of words. Mirrors `tf.keras.datasets.reuters.load_data`.

    Arguments:
        path: the name of the file in the cache, "reuters.npz"; it is downloaded to `~/.keras/datasets` (or that of KERAS_HOME) at the
            first call.
        num_words, skip_top, maxlen, start_char, oov_char, index_from: which words and news are kept and how they are numbered, as for
            `tf.keras.datasets.imdb.load_data`.
        test_split: the share of the 11,228 news that is for tests, 0.2.
        seed: the seed of the order, 113.

    Returns:
        Two pairs, `(x_train, y_train), (x_test, y_test)`: arrays of lists of ints, and int64 arrays of topics from 0 to 45, which
        `get_label_names` names.

    Raises:
        Exception: the file cannot be downloaded, or is not the one that it should be.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.reuters.load_data(num_words=10000)  # doctest: +SKIP
        >>> len(x_train), len(x_test)  # doctest: +SKIP
        (8982, 2246)
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
    """Load the numbers of the words in the news of 1987. Mirrors `tf.keras.datasets.reuters.get_word_index`.

    Arguments:
        path: the name of the file in the cache, "reuters_word_index.json"; it is downloaded to `~/.keras/datasets` (or that of
            KERAS_HOME) at the first call.

    Returns:
        A dictionary from each word to its rank by frequency, from 1. In what `load_data` gives, `index_from`, 3, is added to it, and 1
        and 2 stand for the beginning and for words that were left out.

    Raises:
        Exception: the file cannot be downloaded, or is not the one that it should be.

    Example:
        >>> ranks = tf.keras.datasets.reuters.get_word_index()  # doctest: +SKIP
        >>> words = {rank + 3: word for word, rank in ranks.items()}  # doctest: +SKIP
    """
    path = get_file(path, origin=_reading.STORE + "reuters_word_index.json", file_hash="4d44cc38712099c9e383dc6e5f11a921")
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def get_label_names():
    """Name the topics of the news of 1987. Mirrors `tf.keras.datasets.reuters.get_label_names`.

    Returns:
        A tuple of 46 strings: the topic of each number that `load_data` gives, in their order. Nothing is downloaded for it.

    The topics are the short names that the agency used, such as "acq" for acquisitions, "earn" for earnings and "money-fx" for foreign
    exchange; a third of the news is about earnings. Use them for the axes of a confusion matrix, or to show what a model predicts:
    `names[prediction.argmax()]`.

    Example:
        >>> names = tf.keras.datasets.reuters.get_label_names()
        >>> len(names), names[:4]
        (46, ('cocoa', 'grain', 'veg-oil', 'earn'))
    """
    return tuple(_TOPICS.split())
