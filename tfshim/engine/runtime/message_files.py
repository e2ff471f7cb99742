"""Files of protocol messages, made from a description of their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from google.protobuf.descriptor_pb2 import FileDescriptorProto

Fields = Sequence[tuple[str, int, str]]


def described(
    file: str,
    package: str,
    messages: Mapping[str, Fields],
    enums: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    needs: Sequence[str] = (),
    packed: bool = True,
) -> FileDescriptorProto:
    """The description of a file of messages, as protobuf wants it.

    `messages`: name -> (field, number, type). A type is a plain one, the name of a message of this package, or a full name with a dot
    before it. Before that stand `*` for a repeated field, `GROUP|` for one of a group, `key>` for a map, and `=` for an enum. A name
    `A.B` is a message within another. `enums`: name -> (name, number), likewise. `needs`: the files whose messages it refers to;
    `packed`: whether lists of numbers have the compact form.
    """
    from google.protobuf.descriptor_pb2 import FileDescriptorProto  # most programs write no messages

    made = FileDescriptorProto(name=file, package=package, syntax="proto3", dependency=needs)
    places: dict[str, Any] = {}
    for name, fields in messages.items():
        outer, _, last = name.rpartition(".")
        place = places[name] = (places[outer].nested_type if outer else made.message_type).add(name=last)
        for field, number, kind in fields:
            _add_field(place, f".{package}.", name, field, number, kind)
            if not packed and kind in ("*float", "*int64"):
                place.field[-1].options.packed = False
    for name, values in (enums or {}).items():
        outer, _, last = name.rpartition(".")
        enum = (places[outer] if outer else made).enum_type.add(name=last)
        for value, number in values:
            enum.value.add(name=value, number=number)
    return made


def _add_field(message: Any, package: str, owner: str, name: str, number: int, kind: str) -> None:
    field = message.field.add(name=name, number=number, label=3 if kind.startswith("*") else 1)
    if ">" in kind:
        key, value = kind.split(">")
        entry = message.nested_type.add(name="".join(part.capitalize() for part in name.split("_")) + "Entry")
        entry.options.map_entry = True
        _set_type(entry.field.add(name="key", number=1, label=1), key, package)
        _set_type(entry.field.add(name="value", number=2, label=1), value, package)
        field.label, field.type, field.type_name = 3, field.TYPE_MESSAGE, f"{package}{owner}.{entry.name}"
        return
    if "|" in kind:
        group, kind = kind.split("|")
        if not message.oneof_decl:
            message.oneof_decl.add(name=group)
        field.oneof_index = 0
    _set_type(field, kind.lstrip("*"), package)


def _set_type(field: Any, kind: str, package: str) -> None:
    """Set the type of a field: a plain one by its name, else a message or an enum."""
    plain = getattr(type(field), f"TYPE_{kind.upper()}", None)
    if plain is not None:
        field.type = plain
        return
    field.type = field.TYPE_ENUM if kind.startswith("=") else field.TYPE_MESSAGE
    name = kind.lstrip("=")
    field.type_name = name if name.startswith(".") else package + name
