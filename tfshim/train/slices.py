"""Tensors that are saved in parts, as partitioned variables are.

Where a part lies in the whole is said by its extents, a (start, length) for each dimension with (0, -1) for all of it, and in the
operations that save and restore by texts like "70 3 0,24:-": the sizes of the whole, then the extents.
"""

import math

import numpy as np
import torch

from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import wrap

ALL = (0, -1)


class Parts:
    """A tensor of `shape` in parts: `parts` are pairs of extents and tensor."""

    def __init__(self, shape, parts):
        self.shape, self.parts = [int(n) for n in shape], [(list(extents), part) for extents, part in parts]

    def whole(self):
        """The tensor put together. Raises ValueError where parts do not fit into it, or do not make it up."""
        parts = [(extents, convert_to_tensor(part)) for extents, part in self.parts]
        return wrap(joined([(extents, part._t) for extents, part in parts], self.shape, "the tensor"), parts[0][1].dtype)


def joined(parts, shape, name):
    """The storage of a whole of which `parts`, pairs of extents and storage, are all. Raises ValueError where they are not."""
    placed = []
    for extents, part in parts:
        if len(extents) != len(shape):
            raise ValueError(f"a part of {name} has another rank")
        fits = all(length < 0 or 0 <= start <= start + length <= n for (start, length), n in zip(extents, shape))
        if not fits or list(part.shape) != sizes_of(extents, shape):
            raise ValueError(f"a part of {name} does not fit into it")
        placed.append((place_of(extents), part))
    # Before the whole is allocated: the shape in a damaged index may be anything.
    if sum(math.prod(part.shape) for _, part in placed) != math.prod(shape) or not placed:
        raise ValueError(f"the parts of {name} do not make up the whole")
    first = placed[0][1]
    whole = np.empty(shape, object) if isinstance(first, np.ndarray) else torch.empty(shape, dtype=first.dtype)
    filled = np.zeros(shape, bool)
    for place, part in placed:
        whole[place], filled[place] = part, True
    if not filled.all():
        raise ValueError(f"the parts of {name} do not make up the whole")
    return whole


def sizes_of(extents, shape):
    """The shape of a part of a tensor of `shape`."""
    return [n if length < 0 else length for (_, length), n in zip(extents, shape)]


def place_of(extents):
    """What indexes the part in the whole."""
    return tuple(slice(None) if length < 0 else slice(start, start + length) for start, length in extents)


def extents_of(message):
    """The extents that a message about a part states."""
    return [(e.start, e.length if e.HasField("length") else -1) for e in message.extent]


def describe(message, extents):
    """Put `extents` into a message about a part."""
    for start, length in extents:
        extent = message.extent.add()
        if length >= 0:
            extent.start, extent.length = start, length


def parsed(text):
    """(shape of the whole, extents) of a text; None for an empty one. Raises InvalidArgumentError for what is no such text."""
    if not text:
        return None
    *sizes, last = text.split(" ")
    try:
        shape = [int(n) for n in sizes]
        extents = [ALL if part == "-" else tuple(int(n) for n in part.split(",")) for part in last.split(":")]
    except ValueError:
        shape, extents = [], [()]
    if len(shape) != len(extents) or any(len(e) != 2 for e in extents):
        raise invalid(f"Expected a list of sizes and a slice of as many dimensions: {text!r}")
    if any(e != ALL and not 0 <= e[0] <= e[0] + e[1] <= n for e, n in zip(extents, shape)):
        raise invalid(f"The slice does not lie within the tensor: {text!r}")
    return shape, extents


def text_of(shape, extents):
    """The text for a part of a whole of `shape`."""
    return " ".join([*map(str, shape), ":".join("-" if length < 0 else f"{start},{length}" for start, length in extents)])
