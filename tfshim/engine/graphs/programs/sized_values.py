"""What a loop over arrays computes from one size and constants alone: masks, places, ranges.

Each turn of a loop that writes a sequence makes them anew, and so does the next run, though there are no more of them than sizes.
They are kept by the size.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    Writer: TypeAlias = Any  # of array_loops, above this module

_MOST_KEPT = 256  # sizes
_MOST_ELEMENTS = 1 << 12

_ASSIGNMENT = re.compile(r"(\w+) = (.+)")
_NAME = re.compile(r"(?<![.\w])[a-z]+\d+\b")


class _BySize(dict[int, Any]):
    """The values of a function of a size; what is there is nobody's to change."""

    def __init__(self, function: Callable[[int], Any]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, size: int) -> Any:
        made = self.function(size)
        if type(made) is np.ndarray:
            made = made[...]  # a view, which nobody takes for memory of his own
        if made.size <= _MOST_ELEMENTS and len(self) < _MOST_KEPT:
            self[size] = made
        return made


class SizedValues:
    """The lines of a writer that depend on one size, which are written where something else needs what they give."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.integers: set[str] = set()
        self.made: dict[str, tuple[str, tuple[str, ...]]] = {}  # name -> the size, and the lines that make the value
        self.waiting: set[str] = set()  # names for which no line is written yet

    def takes(self, text: str, node: Any) -> bool:
        """Whether the line `text` waits until its value is needed."""
        found = _ASSIGNMENT.fullmatch(text)
        if found is None:
            return False
        target, expression = found.groups()
        if target[0] == "z":  # sizes, and what is computed of them
            if node is not None and node.outputs[0].shape.rank == 0:
                self.integers.add(target)
            return False
        if node is not None and node.rng is not None:
            return False
        sizes: set[str] = set()
        lines: dict[str, None] = {}
        for name in _NAME.findall(expression):
            known = self.made.get(name)
            if known is not None:
                sizes.add(known[0])
                lines.update(dict.fromkeys(known[1]))
            elif name in self.integers:
                sizes.add(name)
            elif name not in self.writer.namespace:
                return False
        if len(sizes) != 1:
            return False
        lines[text] = None
        self.made[target] = sizes.pop(), tuple(lines)
        self.waiting.add(target)
        return True

    def before(self, text: str) -> list[str]:
        """The lines that give what the line `text` needs."""
        return [self._look_up(name) for name in dict.fromkeys(_NAME.findall(text)) if name in self.waiting]

    def _look_up(self, name: str) -> str:
        self.waiting.discard(name)
        size, lines = self.made[name]
        namespace = self.writer.namespace
        source = "\n".join([f"def made({size}):", *(f"    {line}" for line in lines), f"    return {name}"])
        exec(compile(source, "<value of a size>", "exec"), namespace)
        return f"{name} = {self.writer.bind(_BySize(namespace.pop('made')), 'y')}[{size}]"
