"""Names of variables as torch's modules have them: `dense.kernel`, by the layers and modules that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables.trackable import Trackable
from tfshim.keras.engine.base_layer import Layer
from tfshim.module import Module

Path = tuple[str, ...]


def paths(target: Any, variables: Iterable[Any]) -> list[Path]:
    """A path for each of `variables`, from the outermost part of `target` to the variable's own name; no two are the same."""
    found: dict[int, Path] = {}
    if isinstance(target, Layer):
        _of_layer(target, (), found)
    elif isinstance(target, Module):
        for path, v in target._flatten(predicate=is_variable, with_path=True):
            found.setdefault(id(v), tuple(map(str, path)))
    elif isinstance(target, Trackable):
        _of_trackable(target, (), found, set())
    made: list[Path] = []
    taken: set[Path] = set()
    for v in variables:
        path = tuple(part for name in found.get(id(v)) or v.name.split(":")[0].split("/") for part in [_plain(name)])
        made.append(_free(path, taken))
    return made


def _free(path: Path, taken: set[Path]) -> Path:
    """`path`, with a number behind it where it is taken, or where one of them would be both a variable and what holds others."""
    own, n = path, 0
    while own in taken or any(own[:i] in taken for i in range(1, len(own))) or any(other[: len(own)] == own for other in taken):
        n += 1
        own = (*path[:-1], f"{path[-1]}_{n}") if not any(path[:i] in taken for i in range(1, len(path))) else (f"{path[0]}_{n}", *path[1:])
    taken.add(own)
    return own


def _plain(name: str) -> str:
    return re.sub(r"\W", "_", name) or "_"


def _of_layer(layer: Any, prefix: Path, found: dict[int, Path]) -> None:
    inner = list(layer._flatten_layers(recursive=False, include_self=False))
    names = _distinct([x.name for x in inner])
    for x, name in zip(inner, names):
        _of_layer(x, (*prefix, name), found)
    for v, path in layer._paths_of_weights() if hasattr(layer, "_paths_of_weights") else ():
        found.setdefault(id(v), (*prefix, *path))
    for v in layer.weights:
        found.setdefault(id(v), (*prefix, v.name.split(":")[0].rpartition("/")[2]))


def _of_trackable(x: Any, prefix: Path, found: dict[int, Path], seen: set[int]) -> None:
    seen.add(id(x))
    for name, child in _children(x):
        if is_variable(child):
            found.setdefault(id(child), (*prefix, name))
        elif id(child) not in seen:
            _of_trackable(child, (*prefix, name), found, seen)


def _children(x: Any) -> Iterator[tuple[str, Any]]:
    children = getattr(x, "_trackable_children", None)
    yield from ({} if children is None else children()).items()


def _distinct(names: Sequence[str]) -> list[str]:
    taken: set[Path] = set()
    return [_free((name,), taken)[0] for name in names]
