"""Files of protocol messages in a registry of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf import descriptor_pool, message_factory

from tfshim.engine.runtime.message_files import Fields, described


def built(
    file: str,
    package: str,
    messages: Mapping[str, Fields],
    enums: Mapping[str, Sequence[tuple[str, int]]] | None = None,
) -> Any:
    """The descriptor of a file of messages; `described` says how they are written down."""
    pool = descriptor_pool.DescriptorPool()
    pool.Add(described(file, package, messages, enums))
    return pool.FindFileByName(file)


def message(descriptor: Any, name: str) -> Any:
    """The class of the message `name` of a file."""
    return message_factory.GetMessageClass(descriptor.message_types_by_name[name])
