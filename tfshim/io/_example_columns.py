"""Many serialized examples at once, as columns: for each key, the values of all examples and how many each has.

Where all messages are written in the usual way, they are read side by side with NumPy: step i looks at the i-th entry of
every message. Anything unusual (fields out of order, values that are not packed, damage) is left to the protobuf runtime.
"""

from collections import namedtuple

import numpy as np

from tfshim.io._example_entries import BYTES, FLOAT, INT, entry_columns
from tfshim.io._example_layouts import Messages, Unusual, by_layout
from tfshim.protos.examples import message

# kind [n]: 0 missing, 1 bytes, 2 float, 3 int64; counts [n]: how many values; values: all of them, one after the other.
Column = namedtuple("Column", ["kind", "counts", "values"])
_EMPTY = {
    0: np.zeros(0, np.float32), BYTES: np.zeros(0, object), FLOAT: np.zeros(0, np.float32), INT: np.zeros(0, np.int64),
}  # fmt: skip
_FEW = 8


class BadMessage(Exception):
    """The message at place `args[0]` cannot be read."""


def columns(records, keys):
    """{key: Column} for `keys` (bytes) of the serialized Example messages `records`; BadMessage for one that is none."""
    if len(records) >= _FEW:
        messages = Messages(records)
        alike = by_layout(messages, keys)
        if alike is not None:
            return {key: Column(*column) for key, column in alike.items()}
        try:
            return {key: Column(*column) for key, column in entry_columns(messages, keys).items()}
        except Unusual:
            pass
    return message_columns([_parsed(i, r) for i, r in enumerate(records)], keys)


def _parsed(i, record):
    from google.protobuf.message import DecodeError

    try:
        return message("Example").FromString(record).features
    except DecodeError:
        raise BadMessage(i) from None


_FIELDS = {"bytes_list": BYTES, "float_list": FLOAT, "int64_list": INT}


def values_of(feature):
    """(kind, values) of a Feature message."""
    which = feature.WhichOneof("kind")
    return (0, ()) if which is None else (_FIELDS[which], getattr(feature, which).value)


def as_array(kind, values):
    """The values of one kind as an array."""
    if kind == BYTES:
        out = np.empty(len(values), object)
        out[:] = list(values)
        return out
    return np.array(values, _EMPTY[kind].dtype) if len(values) else _EMPTY[kind]


def message_columns(messages, keys):
    """The columns of Features messages."""
    n, out = len(messages), {}
    for key in keys:
        name = key.decode()
        kind, counts, parts = np.zeros(n, np.int8), np.zeros(n, np.int64), {}
        for i, features in enumerate(messages):
            held = features.feature
            if name in held:
                kind[i], values = values_of(held[name])
                counts[i] = len(values)
                parts.setdefault(int(kind[i]), []).extend(values)
        # Where the types of values differ the readers of columns raise before they look at values.
        main = next((k for k in parts if k), 0)
        out[key] = Column(kind, counts, as_array(main, parts.get(main, ())))
    return out
