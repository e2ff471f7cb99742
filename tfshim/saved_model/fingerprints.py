"""The hashes by which a SavedModel is known, in its file `fingerprint.pb`."""

from __future__ import annotations

from typing import Any

from tfshim.engine.values.farmhash import fingerprint64
from tfshim.protos.examples import message

_PRODUCER = 1


def of(saved_model: bytes, meta: Any, index: bytes) -> Any:
    """The FingerprintDef message for the bytes of a saved model, its MetaGraphDef, and the bytes of the index of its variables."""

    def hashed(part: Any) -> int:
        return fingerprint64(part.SerializeToString(deterministic=True))

    keys = sorted(meta.signature_def)
    signatures = b"".join(key.encode() + meta.signature_def[key].SerializeToString(deterministic=True) for key in keys)
    made = message("FingerprintDef")(
        saved_model_checksum=fingerprint64(saved_model),
        graph_def_program_hash=hashed(meta.graph_def),
        signature_def_hash=fingerprint64(signatures),
        saved_object_graph_hash=hashed(meta.object_graph_def),
        checkpoint_hash=fingerprint64(index),
    )
    made.version.producer = _PRODUCER
    return made
