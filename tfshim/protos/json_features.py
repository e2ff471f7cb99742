"""Features of an Example from JSON as it is written as a rule, without the checks that anything else needs."""

from __future__ import annotations

import binascii
import json
from typing import Any

_LARGEST = (2 - 2**-23) * 2.0**127  # of float32
_KINDS = {
    "int64List": "int64_list", "int64_list": "int64_list", "floatList": "float_list", "float_list": "float_list",
    "bytesList": "bytes_list", "bytes_list": "bytes_list",
}  # fmt: skip


class _Unusual(ValueError):
    """What is left to protobuf's own parser, valid or not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Unusual
    return made


def _constant(_: str) -> Any:
    raise _Unusual


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _integers(values: list[Any]) -> list[Any]:
    for v in values:
        if type(v) is not int or not -(2**63) <= v < 2**63:
            raise _Unusual
    return values


def _floats(values: list[Any]) -> list[Any]:
    for v in values:
        if type(v) not in (float, int) or not -_LARGEST <= v <= _LARGEST:
            raise _Unusual
    return values


def _texts(values: list[Any]) -> list[bytes]:
    for v in values:
        if type(v) is not str or len(v) % 4 or not v.rstrip("=").isalnum() or not v.isascii() or len(v) - len(v.rstrip("=")) > 2:
            raise _Unusual
    return [binascii.a2b_base64(v) for v in values]


_VALUES = {"int64_list": _integers, "float_list": _floats, "bytes_list": _texts}


def fill(example: Any, text: bytes) -> bool:
    """Put the features of the JSON `text` into the empty message `example`; False where the text is not of the usual form.

    That is `{"features": {"feature": {NAME: {"int64List": {"value": [...]}}}}}`, or with lists of floats or of texts in base64. The message
    may hold a part of them then.
    """
    try:
        features = _DECODER.decode(text.decode())
        if features.keys() != {"features"} or features["features"].keys() != {"feature"}:
            return False
        example.features.SetInParent()
        made = example.features.feature
        for name, given in features["features"]["feature"].items():
            ((kind, values),) = given.items()
            kind = _KINDS[kind]
            if values.keys() != {"value"} or type(values["value"]) is not list:
                return False
            into = getattr(made[name], kind)
            into.SetInParent()
            into.value.extend(_VALUES[kind](values["value"]))
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return False
    return True
