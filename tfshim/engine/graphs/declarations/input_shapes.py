"""Which shapes TensorFlow's operations ask of their inputs: ranks, sizes that are fixed, and sizes that have to be equal.

The table has a line for each operation, continued on indented lines:

    Type input:dims ...

The dims of an input are a size for each axis: a number, `?` for any, or a letter for sizes that are equal where it stands again; `()`
for scalars. `...,?,?` stands for at least two axes, of which the last have these sizes; `1-2` for one axis or two.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

from tfshim.engine.graphs.declarations.input_shape_table import TABLE

_RANKS = re.compile(r"(\d+)-(\d+)")

_NAMES_INPUTS = ("Range", "LinSpace")  # whose shape functions say which input is wrong
_MERGES = ("Slice", "StridedSlice")  # which compare vectors, others their sizes


class Asked:
    """What is asked of an input: the least and most rank (None for any number), and sizes of the last axes."""

    __slots__ = ("least", "most", "dims")

    def __init__(self, text: str) -> None:
        self.dims: list[int | str | None] = []
        self.most: int | None
        if found := _RANKS.fullmatch(text):
            self.least, self.most = int(found[1]), int(found[2])
            return
        parts = [] if text == "()" else text.split(",")
        any_more = parts[:1] == ["..."]
        self.dims = [int(d) if d.isdigit() else None if d == "?" else d for d in (parts[1:] if any_more else parts)]
        self.least = len(self.dims)
        self.most = None if any_more else self.least

    def wrong_rank(self, rank: int) -> str | None:
        """What is wrong with a rank, if anything is."""
        if rank < self.least:
            return f"Shape must be {'' if self.least == self.most else 'at least '}rank {self.least} but is rank {rank}"
        if self.most is not None and rank > self.most:
            return f"Shape must be {'' if self.least == self.most else 'at most '}rank {self.most} but is rank {rank}"
        return None


@functools.cache
def _lines() -> dict[str, str]:
    joined = TABLE.strip("\n").replace("\n    ", " ")
    return {line.split(None, 1)[0]: line for line in joined.split("\n")}


@functools.cache
def asked(op_type: str) -> dict[str, Asked]:
    """{TensorFlow's name of an input: what is asked of it} for an operation type."""
    text = _lines().get(op_type)
    if text is None:
        return {}
    return {name: Asked(dims) for name, dims in (part.split(":") for part in text.split()[1:])}


def wrong(op_type: str, shapes: Mapping[str, Sequence[int | None]]) -> str | None:
    """What is wrong with the inputs of an operation, {TensorFlow's name: sizes}, in the words of its shape function; None if nothing is."""
    sizes: dict[str, int] = {}
    for name, wanted in asked(op_type).items():
        got = shapes.get(name)
        if got is None:
            continue
        if found := wanted.wrong_rank(len(got)):
            return f"{found}\n\t for '{name}'" if op_type in _NAMES_INPUTS else found
        for want, size in zip(wanted.dims, got[len(got) - len(wanted.dims) :]):
            if size is None or want is None:
                continue
            if isinstance(want, int) and size != want:
                return f"Dimension must be {want} but is {size}"
            if isinstance(want, str) and sizes.setdefault(want, size) != size:
                if op_type in _MERGES:
                    texts = f"{sizes[want]} and {size}. Shapes are [{sizes[want]}] and [{size}]."
                    return f"Dimension 0 in both shapes must be equal, but are {texts}"
                return f"Dimensions must be equal, but are {sizes[want]} and {size}"
    return None
