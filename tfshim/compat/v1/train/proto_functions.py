"""Collections whose items are written into MetaGraphDefs as messages of their own: how that is done and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message


class ProtoFunctions(NamedTuple):
    """The class of the messages, a function `(item, export_scope=...)` that gives one, or None to leave the item out, and one
    `(message, import_scope=...)` that gives an item. Each is None where there is none."""

    proto_type: type[Message] | None = None
    to_proto: Callable[..., Message | None] | None = None
    from_proto: Callable[..., Any] | None = None


registered: dict[str, ProtoFunctions] = {}


def to_proto(item: Any, export_scope: str | None = None) -> Message | None:
    """An item that has a message, as a variable and a queue runner do, written."""
    return item.to_proto(export_scope=export_scope)


def register(key: str, functions: ProtoFunctions) -> None:
    """Say how the items of a collection are written and read. Raises TypeError for what is no function."""
    for name, function in (("to_proto", functions.to_proto), ("from_proto", functions.from_proto)):
        if function and not callable(function):
            raise TypeError(f"{name} must be callable.")
    registered[key] = functions


def written(key: str, items: Iterable[Any], export_scope: str | None) -> list[bytes] | None:
    """The messages of the items of a collection that is registered; None where it is not."""
    function = registered.get(key, ProtoFunctions()).to_proto
    if function is None:
        return None
    made = (function(item, export_scope=export_scope) for item in items)
    return [m.SerializeToString() for m in made if m]


def read(key: str, values: Iterable[bytes], import_scope: str | None) -> list[Any] | None:
    """The items that messages of a collection stand for; None where it is not registered."""
    functions = registered.get(key, ProtoFunctions())
    if functions.from_proto is None:
        return None
    if functions.proto_type is None:
        raise RuntimeError(f"The collection {key} is registered with no class of messages, so that its items cannot be read.")
    return [functions.from_proto(functions.proto_type.FromString(v), import_scope=import_scope) for v in values]


__all__ = ["ProtoFunctions", "read", "register", "registered", "to_proto", "written"]
