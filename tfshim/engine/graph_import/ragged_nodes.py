"""Nodes that pack the rows of ragged tensors into variants, which TensorFlow's loops over such rows carry in lists, and unpack them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes


class PackedRows:
    """A ragged tensor within a variant: `splits`, one tensor for each ragged axis, and `values`."""

    __slots__ = ("splits", "values")

    def __init__(self, splits: Any, values: Any) -> None:
        self.splits, self.values = splits, values

    def zeros_like(self) -> PackedRows:
        """As many zeros, in the same rows."""
        return PackedRows(self.splits, torch.zeros_like(self.values))

    def __add__(self, other: Any) -> PackedRows:
        return PackedRows(self.splits, self.values + other.values)


def _added(importer: Any, node: Any, kernel: Any, arguments: Any, leaves: Any, name: Any) -> Any:
    names = tuple(f"a{i}" for i in range(len(arguments)))
    return importer.graph._add(InnerOp(node.op, kernel, names=names), arguments, leaves, name)


def _row(splits: Any, values: Any, i: Any) -> PackedRows:
    """Row `i` of a ragged tensor, as one of a ragged axis less."""
    first, last = int(splits[0][i]), int(splits[0][i + 1])
    inner = []
    for s in splits[1:]:
        own = s[first : last + 1]
        inner.append(own - own[0])
        first, last = int(own[0]), int(own[-1])
    return PackedRows(inner, values[first:last])


@handles("RaggedTensorToVariant")
def _pack(importer: Any, node: Any, inputs: Any, name: Any) -> Any:
    *splits, values = inputs
    batched = node.attr["batched_input"].b

    def pack(splits: Any, values: Any) -> Any:
        if not batched:
            return [as_object(PackedRows(list(splits), values))]
        made = np.empty(len(splits[0]) - 1, dtype=object)
        for i in range(len(made)):
            made[i] = _row(splits, values, i)
        return [made]

    rows = splits[0].shape.as_list() if splits and splits[0].shape.rank == 1 else [None]
    shape = [None if rows[0] is None else rows[0] - 1] if batched else []
    return _added(importer, node, pack, [splits, values], [abstract.leaf(dtypes.variant, shape)], name)


def _joined(items: Any, kinds: Any, count: Any) -> Any:
    """The splits and values of packed tensors one after the other, of `count` ragged axes each."""
    values = [x.values for x in items]
    made = [torch.cumsum(torch.tensor([0, *_lengths(x.splits[k] for x in items)]), 0).to(kinds[0]) for k in range(count)]
    whole = _concatenated(values) if values else None
    return made, whole


def _lengths(splits: Any) -> Any:
    return [n for s in splits for n in (s[1:] - s[:-1]).tolist()]


def _concatenated(values: Any) -> Any:
    return np.concatenate(values) if isinstance(values[0], np.ndarray) else torch.cat(list(values))


@handles("RaggedTensorFromVariant")
def _unpack(importer: Any, node: Any, inputs: Any, name: Any) -> Any:
    within, rank = node.attr["input_ragged_rank"].i, node.attr["output_ragged_rank"].i
    dtype, kind = attribute(node, "Tvalues"), attribute(node, "Tsplits", dtypes.int64)

    def unpack(encoded: Any) -> Any:
        encoded = np.asarray(encoded, dtype=object)
        axes = rank - encoded.ndim if within < 0 else within
        if axes < 0 or axes + encoded.ndim != rank:
            raise invalid(
                f"output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(); output_ragged_rank: {rank}, "
                f"input_ragged_rank: {axes}, encoded_ragged.dims(): {encoded.ndim}."
            )
        items = list(encoded.reshape(-1))
        if not encoded.ndim:
            return [*[s.to(kind.torch) for s in items[0].splits], items[0].values]
        for x in items:
            if len(x.splits) != axes:
                raise invalid(f"Encoded input RaggedTensorVariant has ragged_rank={len(x.splits)}.  Expected ragged_rank={axes}.")
        outer = []
        for k in range(1, encoded.ndim):  # axes of the variant itself have rows of one length
            size = encoded.shape[k]
            outer.append(torch.arange(0, size * int(np.prod(encoded.shape[:k])) + 1, max(size, 1), dtype=kind.torch))
        rows = [len(x.splits[0]) - 1 if axes else len(x.values) for x in items]
        outer.append(torch.cumsum(torch.tensor([0, *rows]), 0).to(kind.torch))
        inner, values = _joined(items, [kind.torch], axes)
        if values is None:
            values = torch.empty(0, dtype=dtype.torch) if dtype.torch is not None else np.empty(0, dtype=object)
        return [*outer, *inner, values]

    leaves = [*[abstract.leaf(kind, [None]) for _ in range(rank)], abstract.leaf(dtype, None)]
    return _added(importer, node, unpack, [inputs[0]], leaves, name)


@handles("RaggedTensorToVariantGradient")
def _pack_gradient(importer: Any, node: Any, inputs: Any, name: Any) -> Any:
    dtype = attribute(node, "Tvalues")

    def unpack(encoded: Any, splits: Any, shape: Any) -> Any:
        made, sizes = [], [int(n) for n in shape]
        items = np.asarray(encoded, dtype=object).reshape(-1)
        for i, x in enumerate(items):
            if isinstance(x, PackedRows):
                made.append(x.values)
            else:  # nothing came back for the row
                made.append(torch.zeros([int(splits[i + 1] - splits[i]) if len(splits) else sizes[0], *sizes[1:]], dtype=dtype.torch))
        return [torch.cat(made).reshape(sizes) if made else torch.zeros(sizes, dtype=dtype.torch)]

    return _added(importer, node, unpack, list(inputs), [abstract.leaf(dtype, None)], name)
