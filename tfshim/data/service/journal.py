"""What a dispatcher has done, in a file: one that is started again goes on from there."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import Any

from google.protobuf.message import DecodeError

from tfshim.data.service.messages import message
from tfshim.engine.runtime import errors
from tfshim.io.crc32c import masked_crc32c
from tfshim.io.tf_record import frame

_NAME = "tfshim_dispatcher_journal"
_HEAD = struct.Struct("<QI")
_SUM = struct.Struct("<I")


class Journal:
    """Entries in a file of `folder`, framed and with checksums as records of TensorFlow are, each on disk before `write` returns."""

    def __init__(self, folder: str) -> None:
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, _NAME)
        self._file: Any = None

    def entries(self) -> Iterator[Any]:
        """What earlier dispatchers wrote. An entry that a killed one had only begun is dropped; other damage is a DataLossError."""
        if not os.path.exists(self.path):
            return
        with open(self.path, "rb") as file:
            data = file.read()
        at = 0
        while at < len(data):
            end, entry = self._entry(data, at)
            if entry is None:
                os.truncate(self.path, at)
                return
            yield entry
            at = end

    def _entry(self, data: bytes, at: int) -> tuple[int, Any]:
        if at + _HEAD.size > len(data):
            return at, None
        size, checksum = _HEAD.unpack_from(data, at)
        if masked_crc32c(data[at : at + 8]) != checksum:
            raise self._damage(at)
        end = at + _HEAD.size + size + _SUM.size
        if end > len(data):
            return at, None
        content = data[at + _HEAD.size : end - _SUM.size]
        if masked_crc32c(content) != _SUM.unpack_from(data, end - _SUM.size)[0]:
            raise self._damage(at)
        try:
            return end, message("Entry").FromString(content)
        except DecodeError:
            raise self._damage(at) from None

    def _damage(self, at: int) -> errors.OpError:
        return errors.DataLossError(None, None, f"The journal of the dispatcher, {self.path}, is damaged at {at}.")

    def write(self, entry: Any) -> None:
        """Add an entry."""
        if self._file is None:
            self._file = open(self.path, "ab")  # noqa: SIM115 - as long as the dispatcher runs
        self._file.write(frame(entry.SerializeToString()))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
