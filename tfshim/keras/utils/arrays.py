"""Class vectors and norms of NumPy arrays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.files.places import on_disk
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
    """One-hot rows for numbers of classes.

    Mirrors `tf.keras.utils.to_categorical`. [n] numbers give [n, num_classes], with 1 at the number and 0 elsewhere; more axes stay, but a
    last one of size 1 is dropped. It is for the loss "categorical_crossentropy"; "sparse_categorical_crossentropy" takes the numbers as
    they are.

    Arguments:
        y: integers from 0 on: a list, an array or a tensor.
        num_classes: how many classes there are; None (default): the greatest number plus one.
        dtype: of the result; "float32" by default.

    Returns:
        A NumPy array.

    Raises:
        IndexError: a number that is not below `num_classes`.

    Example:
        >>> tf.keras.utils.to_categorical([0, 2, 1], num_classes=3)
        array([[1., 0., 0.],
               [0., 0., 1.],
               [0., 1., 0.]], dtype=float32)
    """
    y, shape, num_classes = _classes(y, num_classes)
    made = np.zeros((len(y), num_classes), dtype=dtype)
    made[np.arange(len(y)), y] = 1
    return made.reshape((*shape, num_classes))


@tf_export("keras.utils.to_ordinal")
def to_ordinal(y: TensorLike, num_classes: IntLike | None = None, dtype: DTypeLike = "float32") -> np.ndarray:
    """Rows of zeros and ones for numbers of ordered classes: number k has k ones in front.

    Mirrors `tf.keras.utils.to_ordinal`. [n] numbers give [n, num_classes - 1]; place i says whether the class is above i. It is for models
    that predict grades, with a sigmoid for each place and the loss "binary_crossentropy".

    Arguments:
        y: integers from 0 on: a list, an array or a tensor.
        num_classes: how many classes there are; None (default): the greatest number plus one.
        dtype: of the result; "float32" by default.

    Returns:
        A NumPy array.

    Example:
        >>> tf.keras.utils.to_ordinal([0, 1, 3], num_classes=4)
        array([[0., 0., 0.],
               [1., 0., 0.],
               [1., 1., 1.]], dtype=float32)
    """
    y, shape, num_classes = _classes(y, num_classes)
    made = (np.arange(num_classes - 1)[None, :] < y[:, None]).astype(dtype)
    return made.reshape((*shape, num_classes - 1))


@tf_export("keras.utils.normalize")
def normalize(x: TensorLike, axis: Axis = -1, order: IntLike = 2) -> np.ndarray:
    """Brings vectors of an array to length 1.

    Mirrors `tf.keras.utils.normalize`. A norm of zero counts as one, so that zeros stay zeros. It computes with NumPy; within a model use
    `tf.keras.layers.UnitNormalization`.

    Arguments:
        x: an array.
        axis: the axis along which norms are taken; -1 (the last) by default.
        order: which norm: 2 (default) is the Euclidean one, 1 the sum of amounts, `np.inf` the greatest.

    Returns:
        An array of the shape of `x`; a vector becomes a row [1, n].

    Example:
        >>> tf.keras.utils.normalize(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
        [[0.6, 0.8], [0.0, 0.0]]
        >>> tf.keras.utils.normalize(np.array([[1.0, 3.0]]), order=1).tolist()
        [[0.25, 0.75]]
    """
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
    """Sequences of different lengths as the rows of one array, filled up and cut to one length.

    Mirrors `tf.keras.utils.pad_sequences`, also `tf.keras.preprocessing.sequence.pad_sequences`. By default both happen in front, so that
    the end of each sequence is at the end of its row. Items may be vectors or arrays of one shape.

    Arguments:
        sequences: a list of lists or arrays.
        maxlen: the length; None (default): that of the longest.
        dtype: of the result; "int32" by default, so that floats are cut: say "float32" for them. `object` for strings.
        padding: "pre" (default) or "post": where values are put.
        truncating: "pre" (default) or "post": where items are taken away.
        value: what is filled in; 0.0 by default.

    Returns:
        A NumPy array [number of sequences, maxlen, ...].

    Raises:
        ValueError: other words, what has no length, items whose shapes differ.

    Example:
        >>> tf.keras.utils.pad_sequences([[1], [2, 3], [4, 5, 6]])
        array([[0, 0, 1],
               [0, 2, 3],
               [4, 5, 6]], dtype=int32)
        >>> tf.keras.utils.pad_sequences([[1], [4, 5, 6]], maxlen=2, padding="post", truncating="post").tolist()
        [[1, 0], [4, 5]]
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    try:
        lengths = [len(s) for s in sequences]
    except TypeError as e:
        wrong = next(s for s in sequences if not hasattr(s, "__len__"))
        raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {wrong}") from e
    maxlen = np.max(lengths) if maxlen is None else maxlen
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
    """Embeddings for a new vocabulary out of those of an old one.

    Mirrors `tf.keras.utils.warmstart_embedding_matrix`. Words that both have keep their vectors; new ones get values of an initializer. The
    result is handed to an `Embedding` as `embeddings_initializer=tf.keras.initializers.Constant(matrix)`.

    Arguments:
        base_vocabulary: the old words: a list, array or tensor, or the name of a file with a word in each line.
        new_vocabulary: the new ones, in the same forms.
        base_embeddings: the old vectors, [number of old words, size].
        new_embeddings_initializer: for new words; "uniform" by default.

    Returns:
        A tensor [number of new words, size].

    Raises:
        ValueError: vocabularies of another form, or none.

    Example:
        >>> old = np.array([[1.0, 1.0], [2.0, 2.0]], np.float32)
        >>> tf.keras.utils.warmstart_embedding_matrix(["a", "b"], ["b", "c"], old, "zeros").numpy().tolist()
        [[2.0, 2.0], [0.0, 0.0]]
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
        if not os.path.exists(on_disk(vocabulary)):
            raise ValueError(f"Vocabulary file {vocabulary} does not exist.")
        with open(on_disk(vocabulary), encoding="utf-8") as f:
            words = f.read().splitlines()
    else:
        raise ValueError(f"{what}. Instead type {type(vocabulary)} was received.")
    if not words:
        raise ValueError(f"{what} with at least one token. Received 0 instead.")
    return words
