"""Lists of tensors in loops over small arrays whose gradients are taken: Python lists of arrays.

A list that the loop carries is only written, and one that it reads only read, as those of `tf.TensorArray` are as a rule; then there is
one list for all turns, and one of gradients on the way back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of array_gradients, above this module
    FuncGraph: TypeAlias = Any  # of graphs.func_graph, above this package


class Layout:
    """Which of several values are lists, and of what: their tensors one after the other, without those that were never written."""

    def __init__(self) -> None:
        self.kinds: list[Any] = []  # None for a tensor, else (length, the places of the list that hold something)
        self.places: list[Sequence[int]] = []  # where the tensors of each value are among all
        self.plain = True  # whether no value is a list

    def note(self, values: Sequence[Any]) -> list[Any]:
        """The tensors of `values`, whose layout this is from now on."""
        flat: list[Any] = []
        for x in values:
            if type(x) is list:
                held = [i for i, v in enumerate(x) if v is not None]
                self.kinds.append((len(x), held))
                self.places.append(range(len(flat), len(flat) + len(held)))
                self.plain = False
                flat += [x[i] for i in held]
            else:
                self.kinds.append(None)
                self.places.append((len(flat),))
                flat.append(x)
        return flat

    def slots(self, place: int) -> list[int]:
        """The places, within the value at `place`, of its tensors."""
        kind = self.kinds[place]
        return [0] if kind is None else kind[1]

    def spread(self, place: int, values: Sequence[Any]) -> list[Any]:
        """A list as long as the value at `place`, with `values` where it has tensors."""
        made: list[Any] = [None] * (1 if self.kinds[place] is None else self.kinds[place][0])
        for at, v in zip(self.slots(place), values):
            made[at] = v
        return made

    def together(self, flat: Sequence[Any], change: Callable[[Any], Any] | None = None) -> list[Any]:
        """The values whose tensors are `flat`; `change` is made of what is in lists."""
        if self.plain:
            return list(flat)
        made: list[Any] = []
        for at, (kind, places) in enumerate(zip(self.kinds, self.places)):
            if kind is None:
                made.append(flat[places[0]])
            else:
                made.append(self.spread(at, [flat[p] if change is None or flat[p] is None else change(flat[p]) for p in places]))
        return made


def opened(x: Any) -> Any:
    """The list in the storage `x`, if that is one of lists."""
    return list(x.item()) if type(x) is np.ndarray and x.ndim == 0 and type(x.item()) is list else x


def _set(items: list[Any], index: Any, value: Any) -> list[Any]:
    if not 0 <= index < len(items):  # it grows, or is an error
        raise IndexError
    items[index] = np.array(value)  # which nobody else has
    return items


def _get(items: list[Any], index: Any) -> Any:
    if index < 0 or items[index] is None:
        raise IndexError
    return items[index]


def _taken(gradients: list[Any], index: Any, value: Any) -> Any:
    """The gradient for what was written in the place `index`; that for what had been there is none."""
    found, gradients[index] = gradients[index], None
    return np.zeros_like(value) if found is None else found


def _add_at(gradients: list[Any], index: Any, g: Any) -> None:
    before = gradients[index]
    gradients[index] = g if before is None else before + g


def _tensors(items: list[Any]) -> list[Any]:
    return [x if x is None else torch.from_numpy(x) for x in items]


FUNCTIONS = {"LIST_SET": _set, "LIST_GET": _get, "LIST_TAKE": _taken, "ADD_AT": _add_at, "TENSORS": _tensors}
WAYS: dict[str, Callable[[Any, Any, Any], str | None]] = {
    "TensorListSetItem": lambda writer, node, given: f"(LIST_SET({given[0]}, {given[1]}, {given[2]}),)",
    "TensorListGetItem": lambda writer, node, given: f"(LIST_GET({given[0]}, {given[1]}),)",
}


def written(writer: Writer, node: Operation, g: Sequence[Any]) -> list[tuple[Any, str]]:
    """The gradients of what is written into a list: for the element, and for the list."""
    flow, index, value = node.arguments[:3]
    taken = f"LIST_TAKE({g[0]}, {writer.value(index)}, {writer.value(value)})"
    # Taken first, even where nobody wants it: what was there before has no gradient.
    writer.back_lines.append(f"taken = {taken}")
    return [(value, "taken"), (flow, g[0])]


def read(writer: Writer, node: Operation, g: Sequence[Any]) -> list[tuple[Any, str]]:
    """The gradient of what is read from a list."""
    flow, index = node.arguments[:2]
    return [(flow, f"{writer.value(index)}, {g[0]}")]


def suits(step: FuncGraph, count: int, nodes: Sequence[Operation]) -> bool:
    """Whether lists that the loop carries are only written, each version once, and others only read."""
    carried = {id(t) for t in step.inputs[:count] if t._dt is dtypes.variant}
    uses: dict[int, int] = {}
    for t in (*step.outputs, *(t for n in nodes for t in tensors_in(n.arguments))):
        if t._dt is dtypes.variant:
            uses[id(t)] = uses.get(id(t), 0) + 1
    for node in nodes:
        lists = [t for t in (*tensors_in(node.arguments), *node.outputs) if t._dt is dtypes.variant]
        if not lists:
            continue
        flow = node.arguments[0]
        if node.kind == "TensorListSetItem" and id(flow) in carried:
            carried.add(id(node.outputs[0]))
        elif node.kind != "TensorListGetItem" or id(flow) in carried:
            return False
    ends = [t for t in step.outputs if t._dt is dtypes.variant]
    return all(id(t) in carried for t in ends) and all(uses.get(key, 0) <= 1 for key in carried)
