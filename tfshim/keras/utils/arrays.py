"""Class vectors and norms of NumPy arrays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.keras import initializers

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import InitializerLike


def _classes(y, num_classes):
    """The class numbers as one axis, their shape without a last axis of size 1, and the number of classes."""
    y = np.array(y, dtype="int")
    shape = y.shape[:-1] if y.ndim > 1 and y.shape[-1] == 1 else y.shape
    y = y.reshape(-1)
    return y, shape, num_classes or int(np.max(y)) + 1


@tf_export("keras.utils.to_categorical")
def to_categorical(y: TensorLike, num_classes: IntLike | None = None, dtype: DTypeLike = "float32") -> np.ndarray:
    """One-hot rows for the class numbers `y`; the number of classes defaults to the largest plus one."""
    y, shape, num_classes = _classes(y, num_classes)
    made = np.zeros((len(y), num_classes), dtype=dtype)
    made[np.arange(len(y)), y] = 1
    return made.reshape((*shape, num_classes))


@tf_export("keras.utils.to_ordinal")
def to_ordinal(y: TensorLike, num_classes: IntLike | None = None, dtype: DTypeLike = "float32") -> np.ndarray:
    """Rows of `num_classes - 1` places for the class numbers `y`, the first `y` of which are one."""
    y, shape, num_classes = _classes(y, num_classes)
    made = (np.arange(num_classes - 1)[None, :] < y[:, None]).astype(dtype)
    return made.reshape((*shape, num_classes - 1))


@tf_export("keras.utils.normalize")
def normalize(x: TensorLike, axis: Axis = -1, order: IntLike = 2) -> np.ndarray:
    """`x` over its norms along `axis`; a norm of zero counts as one."""
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    # A vector of zeros has no direction: it stays as it is.
    norms[norms == 0] = 1
    return x / np.expand_dims(norms, axis)


@tf_export("keras.utils.pad_sequences")
def pad_sequences(
    sequences: Any,
    maxlen: int | None = None,
    dtype: DTypeLike = "int32",
    padding: Any = "pre",
    truncating: str = "pre",
    value: TensorLike = 0.0,
) -> np.ndarray:
    """Sequences of different lengths as rows of one array, filled up with `value` and cut to `maxlen`.

    `padding`, `truncating`: "pre" or "post", where values are put and taken away. Raises ValueError for other words, for
    what has no length, and for items whose shapes differ.
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    try:
        lengths = [len(s) for s in sequences]
    except TypeError as e:
        wrong = next(s for s in sequences if not hasattr(s, "__len__"))
        raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {wrong}") from e
    maxlen = max(lengths) if maxlen is None else maxlen
    item_shape = next((np.asarray(s).shape[1:] for s in sequences if len(s)), ())
    if isinstance(value, str) and dtype is not object and not np.issubdtype(dtype, np.str_):
        raise ValueError(
            f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\nYou should set `dtype=object` for "
            "variable length strings."
        )
    made = np.full((len(sequences), maxlen, *item_shape), value, dtype=dtype)
    for i, (row, s) in enumerate(zip(made, sequences)):
        if not len(s):
            continue
        if truncating == "pre":
            kept = s[-maxlen:]
        elif truncating == "post":
            kept = s[:maxlen]
        else:
            raise ValueError(f'Truncating type "{truncating}" not understood')
        kept = np.asarray(kept, dtype=dtype)
        if kept.shape[1:] != item_shape:
            raise ValueError(f"Shape of sample {kept.shape[1:]} of sequence at position {i} is different from expected shape {item_shape}")
        if padding == "post":
            row[: len(kept)] = kept
        elif padding == "pre":
            row[-len(kept) :] = kept
        else:
            raise ValueError(f'Padding type "{padding}" not understood')
    return made


@tf_export("keras.utils.warmstart_embedding_matrix")
def warmstart_embedding_matrix(
    base_vocabulary: TensorLike,
    new_vocabulary: TensorLike,
    base_embeddings: TensorLike,
    new_embeddings_initializer: InitializerLike = "uniform",
) -> AnyTensor:
    """Embeddings for a new vocabulary: known words keep theirs, others get values of the initializer.

    Vocabularies are lists, arrays, tensors, or paths of files with a word on each line; anything else, or none at all, raises
    ValueError. Returns a tensor [words, size].
    """
    base, new = (_words(v) for v in (base_vocabulary, new_vocabulary))
    made = initializers.get(new_embeddings_initializer)(shape=(len(new), base_embeddings.shape[1]), dtype=base_embeddings.dtype)
    places = {word: i for i, word in enumerate(base)}
    known = [(i, places[word]) for i, word in enumerate(new) if word in places]
    if not known:
        return made
    rows = array_ops.gather(base_embeddings, [at for _, at in known])
    return array_ops.tensor_scatter_nd_update(made, [[i] for i, _ in known], rows)


def _words(vocabulary):
    what = "Vocabulary is expected to be either a NumPy array, list, 1D tensor or a vocabulary text file"
    if hasattr(vocabulary, "numpy"):
        words = list(vocabulary.numpy())
    elif isinstance(vocabulary, (np.ndarray, tuple, list)):
        words = list(vocabulary)
    elif isinstance(vocabulary, str):
        if not os.path.exists(vocabulary):
            raise ValueError(f"Vocabulary file {vocabulary} does not exist.")
        with open(vocabulary, encoding="utf-8") as f:
            words = f.read().splitlines()
    else:
        raise ValueError(f"{what}. Instead type {type(vocabulary)} was received.")
    if not words:
        raise ValueError(f"{what} with at least one token. Received 0 instead.")
    return words
