"""`tf.strings.ngrams`: adjacent strings, joined."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.text import lengths_of, text_storage
from tfshim.ragged.broadcasting import partitions
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


_MANY = 512  # strings from which on it pays to find the runs of all rows together


def _ngrams_shape(data, splits, *others):
    return (dt.string, [None]), (splits.dtype, splits.shape)


@op("StringNGrams", data="string", splits="Tsplits=int64", Tsplits=dt.INDEX, grad=None, shape_fn=_ngrams_shape)
def _ngrams(data, splits, separator, widths, left, right, pad_width, preserve_short_sequences, name=None):
    """The n-grams of all rows, and where the rows of them end."""
    separator = _bytes(separator, "separator")
    _check_splits(splits, data.size)
    if not data.size:
        # Rows get padding where any of them has strings.
        return np.empty(0, dtype=object), torch.zeros_like(splits)
    if data.size < _MANY:
        return _of_few(data.tolist(), splits, separator, widths, left, right, pad_width, preserve_short_sequences)
    items, limits = data.tolist(), splits.numpy(force=True).astype(np.int64)
    lengths = np.diff(limits)
    pads = [min(width - 1, pad_width) if pad_width >= 0 else width - 1 for width in widths]
    most = max(pads, default=0)
    if most:
        ends = limits.tolist()
        left, right = [left] * most, [right] * most
        items = list(itertools.chain.from_iterable(itertools.chain(left, items[a:b], right) for a, b in zip(ends, ends[1:])))
    # The rows lie behind each other, with all their padding; each width has its first string, its number of strings and of runs in each.
    firsts = limits[:-1] + 2 * most * np.arange(len(lengths)) + most
    cells = [(firsts - pad, width, lengths + 2 * pad - width + 1) for width, pad in zip(widths, pads)]
    if preserve_short_sequences:
        pad = min(max(widths) - 1, pad_width) if pad_width >= 0 else 0
        short = (lengths > 0) & np.logical_and.reduce([runs <= 0 for _, _, runs in cells])
        cells.append((firsts - pad, lengths + 2 * pad, short.astype(np.int64)))
    firsts, sizes, runs = (np.stack([np.broadcast_to(cell[i], lengths.shape) for cell in cells], 1).reshape(-1) for i in range(3))
    runs = np.maximum(runs, 0)
    ends = np.cumsum(runs)
    first = np.repeat(firsts - (ends - runs), runs) + np.arange(runs.sum())
    limits = np.concatenate(([0], ends[len(cells) - 1 :: len(cells)]))
    made = _runs(items, separator, first, np.repeat(sizes, runs))
    return text_storage(made, (len(made),)), torch.from_numpy(limits).to(splits.dtype)


def _check_splits(splits, size):
    """Raise for splits that do not divide `size` strings."""
    if not splits.numel() or int(splits[0]) == 0 and int(splits[-1]) == size and not bool((splits[1:] < splits[:-1]).any()):
        return
    before, *others = splits.tolist()
    if before != 0:
        raise invalid(f"First split value must be 0, got {before}")
    for value in others:
        if not before <= value <= size:
            raise invalid(f"Invalid split value {value}, must be in [{before}, {size}]")
        before = value
    raise invalid(f"Last split value must be data size. Expected {size}, got {before}")


def _of_few(items, splits, separator, widths, left, right, pad_width, preserve_short_sequences):
    ends, made, limits = splits.tolist(), [], [0]
    for a, b in zip(ends, ends[1:]):
        row, before = items[a:b], len(made)
        for width in widths:
            pad = min(width - 1, pad_width) if pad_width >= 0 else width - 1
            padded = [left] * pad + row + [right] * pad
            made += [separator.join(padded[i : i + width]) for i in range(len(padded) - width + 1)]
        if preserve_short_sequences and len(made) == before and row:
            pad = min(max(widths) - 1, pad_width) if pad_width >= 0 else 0
            made.append(separator.join([left] * pad + row + [right] * pad))
        limits.append(len(made))
    return text_storage(made, (len(made),)), torch.tensor(limits, dtype=splits.dtype)


def _runs(items, separator, first, sizes):
    """The `sizes` strings from each number in `first` on, joined: pieces of all of them joined."""
    lengths = lengths_of(items)
    begins = np.cumsum(lengths + len(separator)) - lengths - len(separator)
    last = first + sizes - 1
    joined = separator.join(items)
    return [joined[a:b] for a, b in zip(begins[first].tolist(), (begins[last] + lengths[last]).tolist())]


def _bytes(text, argument):
    if isinstance(text, str):
        return text.encode()
    if isinstance(text, bytes):
        return text
    raise TypeError(f"{argument} must be a string, tuple of strings, or None.")


def _pads(pad_values):
    """The padding (left, right) as bytes. Raises TypeError for what is no text."""
    if pad_values is None:
        return b"", b""
    if isinstance(pad_values, (list, tuple)):
        return _bytes(pad_values[0], "pad_values"), _bytes(pad_values[1], "pad_values")
    pad = _bytes(pad_values, "pad_values")
    return pad, pad


@tf_export("strings.ngrams")
@composite
def ngrams(
    data: TensorLike,
    ngram_width: IntLike,
    separator: str = " ",
    pad_values: TensorLike | None = None,
    padding_width: IntLike | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> AnyTensor:
    """Runs of neighbouring strings, each joined into one. Mirrors `tf.strings.ngrams`.

    Arguments:
        data: a string tensor of at least one dimension, or a ragged one; the runs lie along the last axis.
        ngram_width: how many strings make a run, an integer; or several, whose runs follow each other.
        separator: what is put between them, a space by default.
        pad_values: a string, or a pair for both sides, with which rows are extended so that every string is in all
            places of a run; None (the default) for no padding.
        padding_width: by at most how many; None for the width minus 1.
        preserve_short_sequences: True lets a row that is too short give itself; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor like `data`, ragged where it is, with the runs along its last axis.

    Raises:
        ValueError: a width is below 1.
        TypeError: values of other types.

    Example:
        >>> tf.strings.ngrams(["a", "b", "c"], 2)
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a b', b'b c'], dtype=object)>
        >>> tf.strings.ngrams(["a", "b"], 2, pad_values=("<", ">"))
        <tf.Tensor: shape=(3,), dtype=string, numpy=array([b'< a', b'a b', b'b >'], dtype=object)>
    """
    left, right = _pads(pad_values)
    if padding_width is not None and padding_width < 1:
        raise ValueError("padding_width must be greater than 0.")
    if padding_width is not None and pad_values is None:
        raise ValueError("pad_values must be provided if padding_width is set.")
    widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    if any(w < 1 for w in widths):
        raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
    widths = [int(w) for w in widths]
    pad_width = (-1 if padding_width is None else padding_width) if pad_values is not None else 0
    given = ragged_or_tensor(data, dt.string, name="data")
    rank = given.shape.rank
    if rank is None:
        raise ValueError("Rank of data must be known.")
    if rank == 0:
        raise ValueError("Data must have rank>0")
    return _of_rows(given, rank, separator, widths, left, right, pad_width, preserve_short_sequences, name=name)


@in_name_scope("StringNGrams")
def _of_rows(given, rank, separator, widths, left, right, pad_width, preserve_short_sequences, name=None):
    rows = given
    if rank == 1:
        rows = RaggedTensor.from_row_lengths(given, shape(given, out_type=dt.int64)[:1], validate=False)
    else:
        rows = partitions(given, rank - 1)
    outer = rows
    while isinstance(outer.values, RaggedTensor):
        outer = outer.values
    made, splits = _ngrams(
        outer.values,
        outer.row_splits,
        separator,
        widths,
        left,
        right,
        pad_width,
        preserve_short_sequences,
        name=name,
    )
    result = _with_innermost(rows, RaggedTensor._make(made, splits))
    if rank == 1:
        return made
    return result if isinstance(given, RaggedTensor) else result.to_tensor(default_value="")


def _with_innermost(x, rows):
    """`x` with `rows` in place of its innermost ragged dimension."""
    return x.with_values(_with_innermost(x.values, rows)) if isinstance(x.values, RaggedTensor) else rows
