"""Tables of SavedModels that are loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.array_ops.creation import constant, fill
from tfshim.engine.values.dtypes import as_dtype
from tfshim.lookup.initializers import KeyValueTensorInitializer, TextFileInitializer
from tfshim.lookup.mutable import DenseHashTable, MutableHashTable
from tfshim.lookup.static import StaticHashTable
from tfshim.saved_model.asset import Asset


def table_of(found: Any, content: Callable[[], Any]) -> Any:
    """The table that `table_kind` found, filled with what `content` gives, as `table_content` does, if it is one that is filled once."""
    kind, dtypes, shape, marks = found
    nothing = "" if dtypes[1] == as_dtype("string") else -1  # look-ups in saved functions bring their own default along
    if kind != "HashTableV2":
        default = fill(shape, constant(nothing, dtypes[1]))
        return MutableHashTable(*dtypes, default) if marks is None else DenseHashTable(*dtypes, default, *marks)
    kind, source, values = content()
    if kind == "tensors":
        return StaticHashTable(KeyValueTensorInitializer(source, values, *dtypes), nothing)
    initializer = TextFileInitializer(
        source._path if isinstance(source, Asset) else source.numpy(),
        dtypes[0],
        values["key_index"],
        dtypes[1],
        values["value_index"],
        max(values["vocab_size"], 0) or None,
        values["delimiter"].decode(),
        value_index_offset=values["offset"],
    )
    return StaticHashTable(initializer, nothing)
