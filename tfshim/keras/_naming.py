"""Names of layers and models: `dense`, `dense_1`, ..."""

from __future__ import annotations

import collections
import re

from tfshim.engine.runtime.locks import shared_lock
from tfshim.keras.v1.mode import kept, outermost

_lock = shared_lock()
_counts = collections.defaultdict(int)
_observed = set()  # names that users have given


def _numbers():
    """The counts in force: a TF 1 graph has its own."""
    graph = outermost()
    if graph is None:
        return _counts
    of_graph = kept(graph)
    if of_graph.names is None:
        of_graph.names = collections.defaultdict(int)
    return of_graph.names


def snake_case(name: str) -> str:
    """`GlobalAveragePooling2D` as `global_average_pooling2d`."""
    name = re.sub(r"(?<=.)(?=[A-Z][a-z]+)|(?<=[a-z])(?=[A-Z])", "_", name).lower()
    # Names of scopes may not begin with an underscore.
    return "private" + name if name.startswith("_") else name


def unique_name(name: str, avoid_observed: bool = False) -> str:
    """`name` itself the first time, then `name_1`, `name_2`, ...; with `avoid_observed`, none that a user has given."""
    with _lock:
        counts = _numbers()
        while True:
            counts[name] += 1
            n = counts[name] - 1
            made = name if n == 0 else f"{name}_{n}"
            if not (avoid_observed and made in _observed):
                return made


def observed(name: str) -> str:
    """`name`, which from now on counts as given by a user."""
    _observed.add(name)
    return name


def uid(prefix: str) -> int:
    """The next number for `prefix`, from 1."""
    with _lock:
        counts = _numbers()
        counts[prefix] += 1
        return counts[prefix]


def reset() -> None:
    """Reset all numbers."""
    with _lock:
        _numbers().clear()
        _observed.clear()
