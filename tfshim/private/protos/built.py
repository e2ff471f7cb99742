"""Files of protocol messages, built from a description of their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

Fields = Sequence[tuple[str, int, str]]


def built(
    file: str,
    package: str,
    messages: Mapping[str, Fields],
    enums: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    pool: Any = None,
    needs: Sequence[str] = (),
) -> Any:
    """The descriptor of a file of messages.

    `messages`: name -> (field, number, type), where `*` repeats a field; a type is a plain one, or the full name of a message or,
    after `=`, of an enum, with a dot before it. A name `A.B` is a message within another. `enums`: name -> (name, number), likewise.
    `pool`: where it is entered, by default one of its own; `needs`: the files there whose messages it refers to.
    """
    pool = descriptor_pool.DescriptorPool() if pool is None else pool
    made = descriptor_pb2.FileDescriptorProto(name=file, package=package, syntax="proto3", dependency=needs)
    places: dict[str, Any] = {}
    for name, fields in messages.items():
        outer, _, last = name.rpartition(".")
        place = places[name] = (places[outer].nested_type if outer else made.message_type).add(name=last)
        for field, number, kind in fields:
            added = place.field.add(name=field, number=number, label=3 if kind.startswith("*") else 1)
            kind = kind.lstrip("*")
            plain = getattr(descriptor_pb2.FieldDescriptorProto, f"TYPE_{kind.upper()}", None)
            added.type = plain or added.TYPE_ENUM if plain or kind.startswith("=") else added.TYPE_MESSAGE
            if plain is None:
                added.type_name = kind.lstrip("=")
    for name, values in (enums or {}).items():
        outer, _, last = name.rpartition(".")
        enum = (places[outer] if outer else made).enum_type.add(name=last)
        for value, number in values:
            enum.value.add(name=value, number=number)
    pool.Add(made)
    return pool.FindFileByName(file)


def message(descriptor: Any, name: str) -> Any:
    """The class of the message `name` of a file."""
    return message_factory.GetMessageClass(descriptor.message_types_by_name[name])
