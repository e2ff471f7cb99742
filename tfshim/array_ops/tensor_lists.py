"""Kernels of TensorFlow's lists of tensors, which `tf.TensorArray` is made of in graphs, and what reads and writes such lists elsewhere.

A list is a variant: a Python list in a box, which no operation changes; each gives another one. `cell` holds the shape of the elements as
it is known in the end, [shape]. Graphs that were saved name these functions.
"""

from __future__ import annotations

import numpy as np
import torch

from tfshim.engine.graphs.executor import as_object
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import invalid


def zeros(dims, dtype):
    """A storage of `dims`: zeros, or empty strings."""
    if dtype.torch is None:
        return np.full(dims, b"", dtype=object)
    return torch.zeros(dims, dtype=dtype.torch, device=current_torch_device())


def reserve(size, dtype=None, cell=None):
    """A list of so many elements; dtype and shape of these are for who reads the graph."""
    return [as_object([None] * int(size))]


def set_item(flow, index, value, dynamic):
    """The list with another element `index`; `dynamic`: whether it grows where it ends before."""
    if getattr(index, "ndim", 0):
        shown = f"type: int32 shape: {list(index.shape)} values: {' '.join(map(str, index.reshape(-1).tolist()))}"
        raise invalid(f"Expected argument 1 to be a scalar. ReceivedTensor<{shown}>")
    items, i = list(flow.item()), int(index)  # a copy: the flow before this write is a value of its own
    if i >= len(items) and dynamic:
        items.extend([None] * (i + 1 - len(items)))
    if not 0 <= i < len(items):
        raise invalid(f"Trying to modify element {i} in a list with {len(items)} elements.")
    items[i] = value
    return [as_object(items)]


def filled(items, dtype, cell):
    """`items`, where what was never written is zeros of the shape of the others."""
    # `None in items` would compare every tensor with None, element by element.
    if None not in [x if x is None else 0 for x in items]:
        return items
    written = next((x for x in items if x is not None), None)
    if written is not None:
        blank = torch.zeros_like(written) if isinstance(written, torch.Tensor) else np.full_like(written, b"")
    else:
        shape = cell[0]
        if shape.rank is None or None in shape.as_list():
            raise invalid(
                f"Trying to read an uninitialized tensor but element_shape is not fully defined: {shape} and no list element is set."
            )
        blank = zeros(shape.as_list(), dtype)
    return [blank if x is None else x for x in items]


def get_item(flow, index, dtype, cell):
    """Element `index`, zeros where nothing was written."""
    items, i = flow.item(), int(index)
    if not 0 <= i < len(items):
        raise invalid(f"Trying to access element {i} in a list with {len(items)} elements.")
    if items[i] is not None:
        return [items[i]]
    return [filled([None], dtype, cell)[0] if cell[0].is_fully_defined() else filled(items, dtype, cell)[i]]


def together(items, join):
    """The elements stacked or concatenated. Raises InvalidArgumentError for shapes that do not fit."""
    for x in items[1:]:
        if join == "stack" and x.shape != items[0].shape or join == "concat" and x.shape[1:] != items[0].shape[1:]:
            raise invalid(
                f"Tried to {join} list which only contains elements of different shapes: {tuple(items[0].shape)} and {tuple(x.shape)}."
            )
    if join == "stack":
        return torch.stack(items) if isinstance(items[0], torch.Tensor) else np.stack(items)
    if len(items[0].shape) == 0:
        raise invalid("Concat saw a scalar shape at index 0 but requires at least vectors.")
    return torch.cat(items) if isinstance(items[0], torch.Tensor) else np.concatenate(items)


def empty(dtype, cell, join):
    """What the elements of a list without any are together."""
    dims = [] if cell[0].rank is None else [d or 0 for d in cell[0].as_list()]
    return zeros([0, *(dims if join == "stack" else dims[1:])], dtype)


def join_items(flow, dtype, cell, join):
    """The elements together; `join` is "stack" or "concat"."""
    items = filled(flow.item(), dtype, cell)
    return [together(items, join) if items else empty(dtype, cell, join)]


def gather(flow, indices, dtype, cell):
    """The elements at `indices`, stacked."""
    items = filled(flow.item(), dtype, cell)
    indices = indices.reshape(-1)
    for i in indices.tolist():
        if not 0 <= i < len(items):
            raise invalid(f"Trying to gather element {i} in a list with {len(items)} elements.")
    chosen = [items[i] for i in indices.tolist()]
    return [together(chosen, "stack") if chosen else empty(dtype, cell, "stack")]


def row(value, i):
    """Row `i` of a storage, as an element."""
    # An element of a vector of strings comes out as bytes, not as an array.
    return value[i] if isinstance(value, torch.Tensor) else np.asarray(value[i], dtype=object).reshape(value.shape[1:])


def scatter(flow, indices, value, dynamic):
    """The list with the rows of `value` at `indices`; `dynamic` as for `set_item`."""
    if len(indices) != value.shape[0]:
        raise invalid(f"Expected len(indices) == tensor.shape[0], but saw: {len(indices)} vs. {value.shape[0]}")
    items = list(flow.item())
    for at, i in enumerate(indices.tolist()):
        if i >= len(items) and dynamic:
            items.extend([None] * (i + 1 - len(items)))
        if not 0 <= i < len(items):
            raise invalid(f"Trying to scatter to element {i} of a list with {len(items)} elements.")
        items[i] = row(value, at)
    return [as_object(items)]


def unstack(value):
    """A list of the rows of `value`."""
    return [as_object([row(value, i) for i in range(value.shape[0])])]


def split(value, lengths):
    """A list of consecutive parts of `value`, of `lengths` rows each."""
    lengths = lengths.tolist()
    if sum(lengths) != value.shape[0]:
        raise invalid(
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {sum(lengths)} and value's shape is: "
            f"{list(value.shape)}"
        )
    items, at = [], 0
    for n in lengths:
        if n < 0:
            raise invalid(f"Invalid value in lengths: {n}")
        items.append(value[at : at + n])
        at += n
    return [as_object(items)]


def length(flow):
    """How many elements there are."""
    return [torch.tensor(len(flow.item()), dtype=torch.int32)]
