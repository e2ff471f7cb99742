"""Reading data sets: arrays of lists and pickled batches, without running what a file may hold, and order by a seed."""

import pickle
import zipfile

import numpy as np
from numpy.lib import format as npy

STORE = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"
_ALLOWED = {
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"),
    ("_codecs", "encode"),
    ("builtins", "list"),
}


class _Arrays(pickle.Unpickler):
    """Unpickles arrays, numbers, texts and containers, and nothing else."""

    def find_class(self, module, name):
        if module == "__builtin__":
            module = "builtins"
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} does not belong in a data set")
        return super().find_class(module, name)


def unpickled(path):
    """What a file holds that was pickled by Python 2, texts as bytes."""
    with open(path, "rb") as f:
        return _Arrays(f, encoding="bytes").load()


def arrays(path, *names):
    """Arrays of a .npz file; those of objects, such as lists of different lengths, too."""
    found = []
    with zipfile.ZipFile(path) as archive:
        for name in names:
            with archive.open(name + ".npy") as f:
                version = npy.read_magic(f)
                shape, _, dtype = (npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0)(f)
                if dtype.hasobject:
                    found.append(np.asarray(_Arrays(f).load(), dtype=object).reshape(shape))
                    continue
            with archive.open(name + ".npy") as f:
                found.append(npy.read_array(f, allow_pickle=False))
    return found


def shuffled(generator, *columns):
    """Columns in one random order."""
    order = np.arange(len(columns[0]))
    generator.shuffle(order)
    return [c[order] for c in columns]


def with_start(sequences, start_char, index_from):
    """Word numbers shifted by `index_from`, after `start_char` unless that is None."""
    if start_char is not None:
        return [[start_char, *(w + index_from for w in s)] for s in sequences]
    return [[w + index_from for w in s] for s in sequences] if index_from else [list(s) for s in sequences]


def not_longer(maxlen, sequences, labels):
    """The sequences of fewer than `maxlen` words, with their labels."""
    kept = [(s, y) for s, y in zip(sequences, labels) if len(s) < maxlen]
    return [s for s, _ in kept], [y for _, y in kept]


def within_vocabulary(sequences, num_words, skip_top, oov_char):
    """Word numbers of at least `skip_top` and below `num_words`; others become `oov_char`, or go where that is None."""
    limit = num_words or max(max(s) for s in sequences)
    if oov_char is None:
        return [[w for w in s if skip_top <= w < limit] for s in sequences]
    return [[w if skip_top <= w < limit else oov_char for w in s] for s in sequences]


def ragged(sequences):
    """An array of lists."""
    made = np.empty(len(sequences), dtype=object)
    made[:] = sequences
    return made


def old_name(num_words, kwargs, what):
    """`num_words`, which was called `nb_words` once. Raises TypeError for other keywords."""
    num_words = kwargs.pop("nb_words", num_words)
    if kwargs:
        raise TypeError(f"Unrecognized keyword arguments: {kwargs}{what}")
    return num_words
