"""The hashes by which a SavedModel is known, in its file `fingerprint.pb`, and the checksum that tells that it is whole."""

from __future__ import annotations

import hashlib
import os
import zlib
from typing import Any

from google.protobuf.message import DecodeError

from tfshim.engine.values.texts.farmhash import fingerprint64
from tfshim.protos.examples import message
from tfshim.saved_model import constants

_PRODUCER = 1
# Before the checksum of a file that this package wrote, in a field for names that are unique: TensorFlow's own hash of the file is of
# what it makes of it, not of its bytes.
_SEALED = "tfshim-crc32-"


def of(saved_model: bytes, meta: Any, index: bytes) -> Any:
    """The FingerprintDef message for the bytes of a saved model, its MetaGraphDef, and the bytes of the index of its variables."""

    def hashed(*parts: bytes) -> int:
        # Of a digest: the hash itself is slow on what is long, and only has to tell contents apart.
        return fingerprint64(hashlib.sha256(b"".join(parts)).digest())

    def written(part: Any) -> bytes:
        return part.SerializeToString(deterministic=True)

    made = message("FingerprintDef")(
        saved_model_checksum=hashed(saved_model),
        graph_def_program_hash=hashed(written(meta.graph_def)),
        signature_def_hash=hashed(*(key.encode() + written(meta.signature_def[key]) for key in sorted(meta.signature_def))),
        saved_object_graph_hash=hashed(written(meta.object_graph_def)),
        checkpoint_hash=fingerprint64(index),
        uuid=f"{_SEALED}{zlib.crc32(saved_model):08x}",
    )
    made.version.producer = _PRODUCER
    return made


def read(export_dir: str) -> Any:
    """The FingerprintDef of a saved model. Raises OSError where there is none, DecodeError for a damaged file."""
    with open(os.path.join(export_dir, constants.FINGERPRINT_FILENAME), "rb") as file:
        return message("FingerprintDef").FromString(file.read())


def is_whole(export_dir: str, saved_model: bytes) -> bool:
    """Whether `saved_model` are the bytes that were written; True as well where nothing is known of that."""
    try:
        seal = read(export_dir).uuid
    except OSError:
        return True
    except DecodeError:
        return False
    return not seal.startswith(_SEALED) or seal == f"{_SEALED}{zlib.crc32(saved_model):08x}"
