"""Crosses of features: every way to take one value from each input's row, as one string or one hash."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.text import text_storage
from tfshim.engine.values.texts.farmhash import fingerprints_of, fingerprints_of_rows
from tfshim.ragged.partitions import segment_ids_to_row_splits
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


_M = (1 << 64) - 1
_FEW = 32  # rows, of which lists cost less than arrays
_KEY = 0xDECAFCAFFE  # of hashes, where none is given


def _rows(values, splits):
    """For each row of the batch its values in all inputs."""
    flat = [v if type(v) is list else v.tolist() for v in values]
    ends = [s.tolist() for s in splits]
    for i in range(len(ends[0]) - 1 if ends else 0):
        yield [items[e[i] : e[i + 1]] for items, e in zip(flat, ends)]


def _checked(splits):
    if len({s.shape[0] for s in splits}) > 1:
        raise invalid("inputs must all have the same batch dimension size.")


def _text(value):
    return value if isinstance(value, bytes) else str(value).encode()


def _strings_shape(values, splits, *_):
    return (dt.int64, [splits[0].shape[0]] if splits else [1]), (dt.string, [None])


@op("RaggedCross", values="any*", splits="int64*", grad=None, scope="", shape_fn=_strings_shape)
def _cross_strings(values, splits, separator, name=None):
    """The row splits and the strings of the crosses."""
    _checked(splits)
    if splits and splits[0].shape[0] > _FEW:
        ends, places = _places([s.cpu().numpy() for s in splits])
        texts = [v.tolist() if isinstance(v, np.ndarray) else list(map(_text, v.tolist())) for v in values]
        made = list(map(separator.join, zip(*(map(items.__getitem__, p.tolist()) for items, p in zip(texts, places)))))
        return ends, text_storage(made, (len(made),))
    ends, made = [0], []
    for row in _rows(values, splits):
        made += [separator.join(map(_text, parts)) for parts in itertools.product(*row)]
        ends.append(len(made))
    out = np.empty(len(made), dtype=object)
    out[:] = made
    return torch.tensor(ends), out


def _hashes_shape(values, splits, *_):
    return (dt.int64, [splits[0].shape[0]] if splits else [1]), (dt.int64, [None])


@op("RaggedCross", values="any*", splits="int64*", grad=None, scope="", register=False, shape_fn=_hashes_shape)
def _cross_hashes(values, splits, num_buckets, hash_key, name=None):
    """The row splits and the hashes of the crosses."""
    _checked(splits)
    prints = [fingerprints_of(v.tolist()) for v in values]
    if splits and splits[0].shape[0] > _FEW:
        ends, columns = _columns(prints, [s.cpu().numpy() for s in splits])
    else:
        ends, made = [0], []
        for row in _rows(prints, splits):
            made += itertools.product(*row)
            ends.append(len(made))
        ends, columns = torch.tensor(ends), list(zip(*made))
    # Without buckets the hashes are still cut to what an int64 holds.
    codes = fingerprints_of_rows(columns, hash_key & _M, num_buckets or (1 << 63) - 1)
    return ends, torch.from_numpy(codes)


def _columns(prints, splits):
    """The row splits of the crosses of many rows, and for each input what every cross takes from it."""
    ends, places = _places(splits)
    return ends, [np.asarray(items, np.uint64)[p] for items, p in zip(prints, places, strict=True)]


def _places(splits):
    """The row splits of the crosses of many rows, and for each input the places of what every cross takes from it."""
    lengths = [np.diff(s) for s in splits]
    counts = np.prod(lengths, axis=0)
    ends = np.concatenate([[0], counts.cumsum()])
    rows = np.arange(len(counts)).repeat(counts)
    left = np.arange(ends[-1]) - ends[rows]
    places = []
    for starts, length in reversed(list(zip(splits, lengths, strict=True))):  # the last input is the fastest
        left, within = np.divmod(left, length[rows])
        places.append(starts[rows] + within)
    return torch.from_numpy(ends), places[::-1]


def _counts(inputs):
    """How many inputs of each kind the operation has, as its messages show."""
    ragged, sparse = (sum(isinstance(x, kind) for x in inputs) for kind in (RaggedTensor, SparseTensor))
    counts = {"Nsparse": sparse, "dense_types": len(inputs) - ragged - sparse}
    return counts | {"ragged_splits_types": ragged, "ragged_values_types": ragged, "sparse_values_types": sparse}


def parts_of(inputs, text):
    """The flat values and int64 row splits of each of `inputs`: ragged, sparse or dense tensors of rank 2, of strings or integers."""
    values, splits = [], []
    for i, x in enumerate(inputs):
        if not isinstance(x, (RaggedTensor, SparseTensor)):
            x = ragged_or_tensor(x)
        if x.shape.rank is not None and x.shape.rank != 2:
            # For inner dimensions that are not ragged TensorFlow's kernel raises, otherwise its Python function does.
            message = f"{text} only supports inputs with rank=2"
            if not isinstance(x, (RaggedTensor, SparseTensor)):
                raise op_error(InvalidArgumentError, f"{message}.", "RaggedCross", counts=_counts(inputs))
            uniform = isinstance(x, RaggedTensor) and x.ragged_rank == 1
            raise invalid(message) if uniform else ValueError(message)
        if not (x.dtype == dt.string or x.dtype.is_integer):
            raise ValueError(f"Unexpected dtype for inputs[{i}]: <dtype: '{x.dtype.name}'>")
        if isinstance(x, SparseTensor):
            rows = segment_ids_to_row_splits(x.indices[:, 0], x.shape[0] if x.shape[0] is not None else x.dense_shape[0])
            x = RaggedTensor._make(x.values, rows)
        elif not isinstance(x, RaggedTensor):
            x = RaggedTensor.from_tensor(x)
        if x.ragged_rank != 1 or x.values.shape.rank not in (None, 1):
            raise ValueError(f"{text} only supports inputs with rank=2")
        values.append(x.values if x.dtype == dt.string else cast(x.values, dt.int64))
        splits.append(cast(x.row_splits, dt.int64))
    return values, splits


def _in_rows(made, inputs):
    """The ragged tensor of what was made of `inputs`; its row splits are int32 where those of all ragged ones are."""
    found = {x.row_splits.dtype for x in inputs if isinstance(x, RaggedTensor)}
    result = RaggedTensor._make(*reversed(made))
    return result.with_row_splits_dtype(dt.int32) if found == {dt.int32} else result


def crossed(inputs, text, separator=b"_X_", name=None):
    """The ragged tensor of the strings that `separator` makes of all crosses."""
    return _in_rows(_cross_strings(*parts_of(inputs, text), separator, name=name), inputs)


def hashed(inputs, text, num_buckets=0, hash_key=None, name=None):
    """The ragged tensor of the hashes of all crosses."""
    key = _KEY if hash_key is None else int(hash_key)
    if num_buckets < 0:
        raise ValueError(f"num_buckets must not be negative, got {num_buckets}")
    return _in_rows(_cross_hashes(*parts_of(inputs, text), int(num_buckets), key, name=name), inputs)


@tf_export("ragged.cross")
@one_layer("ragged.cross")
def cross(inputs: TensorLike, name: str | None = None) -> RaggedTensor:
    """All combinations of the features of each row, as strings such as "a_X_b". Mirrors `tf.ragged.cross`.

    Arguments:
        inputs: a list of tensors of rank 2, ragged, sparse or dense, of strings or integers, all with the same number of rows.
        name: a name for the operation in graphs.

    Returns:
        A ragged tensor of strings: in each row one for each combination of one value of each input, the last input fastest.

    Raises:
        TypeError: `inputs` is no list.
        ValueError: an input has another rank or dtype.
        InvalidArgumentError: the inputs have other numbers of rows.

    Example:
        >>> size = tf.ragged.constant([["small", "large"], ["small"]])
        >>> colour = tf.ragged.constant([["red"], ["red", "blue"]])
        >>> tf.ragged.cross([size, colour]).to_list()
        [[b'small_X_red', b'large_X_red'], [b'small_X_red', b'small_X_blue']]
    """
    return crossed(_listed(inputs), "tf.ragged.cross", name=name)


@tf_export("ragged.cross_hashed")
@one_layer("ragged.cross_hashed")
def cross_hashed(inputs: TensorLike, num_buckets: int = 0, hash_key: TensorLike | None = None, name: str | None = None) -> RaggedTensor:
    """All combinations of the features of each row, as the hashes of their names. Mirrors `tf.ragged.cross_hashed`.

    What `tf.ragged.cross` spells out, in numbers that an embedding or a table of weights is indexed with.

    Arguments:
        inputs: a list of tensors of rank 2, ragged, sparse or dense, of strings or integers, all with the same number of rows.
        num_buckets: the hashes are taken modulo this number; 0, the default, keeps them whole.
        hash_key: an int with which the hashes begin; None for TensorFlow's own, so that both give the same numbers.
        name: a name for the operation in graphs.

    Returns:
        A ragged tensor of int64: in each row one for each combination of one value of each input, the last input fastest.

    Raises:
        TypeError, ValueError, InvalidArgumentError: as for `tf.ragged.cross`.

    Example:
        >>> size = tf.ragged.constant([["small", "large"], ["small"]])
        >>> colour = tf.ragged.constant([["red"], ["red", "blue"]])
        >>> tf.ragged.cross_hashed([size, colour], num_buckets=1000).row_lengths().numpy()
        array([2, 2])
    """
    return hashed(_listed(inputs), "tf.ragged.cross_hashed", num_buckets, hash_key, name)


def _listed(inputs):
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    return inputs
