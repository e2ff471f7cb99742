"""Names of layers and models: `dense`, `dense_1`, ..."""

from __future__ import annotations

import collections
import re
from collections.abc import Collection, MutableMapping
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.runtime.context import outermost_graph
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.state import TS
from tfshim.keras.v1.mode import kept

_lock = shared_lock()
_counts = collections.defaultdict(int)
_observed = set()  # names that users have given


def _under_construction():
    """The graph with numbers of its own: of TensorFlow 1, or of a function that is traced, also where `init_scope` has left it."""
    graph = outermost_graph()
    if graph is not None:
        return graph
    left = TS.graphs[-1] if TS.graph is None and TS.graphs else TS.graph
    return left if left is not None and left.building_function else None


def _numbers():
    """The counts in force: those of the graph under construction, where there is one."""
    graph = _under_construction()
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


@tf_private("keras.src.backend.unique_object_name")
def unique_object_name(
    name: str,
    name_uid_map: MutableMapping[Any, int] | None = None,
    avoid_names: Collection[str] | None = None,
    namespace: str = "",
    zero_based: bool = False,
    avoid_observed_names: bool = False,
) -> str:
    """`name` with the next number: `name_1`, `name_2`, ...

    Args:
        name: what numbers are counted for.
        name_uid_map: the counts, by (namespace, name); those that name layers by default.
        avoid_names: names that are not given. `avoid_observed_names`: nor those that users have given to layers.
        namespace: what has counts of its own.
        zero_based: whether the first is `name` itself.
    """
    with _lock:
        counts = _numbers() if name_uid_map is None else name_uid_map
        key = (namespace, name) if name_uid_map is not None or namespace else name
        refused = {*(avoid_names or ()), *(_observed if avoid_observed_names else ())}
        while True:
            n = counts[key] = counts.get(key, 0) + 1
            made = f"{name}_{n - zero_based}" if n > zero_based else name
            if made not in refused:
                return made


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
        _counts.clear()
        _observed.clear()
