"""The collections of a graph: lists of values under names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any


class Collections:
    """What a graph has of collections. `_collections` of the graph maps each name to its list."""

    if TYPE_CHECKING:  # what the graph has
        _collections: dict[Any, list[Any]]

        def _check_not_finalized(self) -> None: ...

    collections = property(lambda self: list(self._collections), doc="The names of the collections.")

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Add `value` to the collection `name`."""
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: str | Iterable[Any], value: Any) -> None:
        """Add `value` to each of the collections `names`."""
        for name in {names} if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """The values of the collection `name`; with `scope`, those whose names match it."""
        values = self._collections.get(name, [])
        if scope is None:
            return list(values)
        pattern = re.compile(scope)
        return [v for v in values if hasattr(v, "name") and pattern.match(v.name)]

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The list of the collection `name` itself."""
        return self._collections.setdefault(name, [])

    def get_all_collection_keys(self) -> list[str]:
        """The names of the collections."""
        return [k for k in self._collections if isinstance(k, str)]

    def clear_collection(self, name: Any) -> None:
        """Empty the collection `name`."""
        self._check_not_finalized()
        self._collections.pop(name, None)
