"""Written forms of what reads and changes variables and tables."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw, whole_name, written


# ---------------------------------------------------------------------- tables
@written("lookup._tables", "find")
def find(keys: Any, default: Any, table: Any) -> Any:
    shape = table._result_shape(keys.shape)
    return raw("LookupTableFindV2", [table, keys, default], [(table.value_dtype, shape)], name=whole_name())


@written("lookup._tables", "size")
def size(table: Any) -> Any:
    return raw("LookupTableSizeV2", [table], [(tf.int64, [])], name=whole_name())


@written("lookup._tables", "export")
def export(table: Any) -> Any:
    results = [(table.key_dtype, [None]), (table.value_dtype, [None, *table._value_shape])]
    kinds = {"Tkeys": table.key_dtype, "Tvalues": table.value_dtype}
    return tuple(raw("LookupTableExportV2", [table], results, kinds, name=whole_name()))


@written("lookup._tables", "insert")
def insert(keys: Any, values: Any, table: Any) -> Any:
    raw("LookupTableInsertV2", [table, keys, values], [], name=whole_name())
    return ()


@written("lookup._tables", "remove")
def remove(keys: Any, table: Any) -> Any:
    raw("LookupTableRemoveV2", [table, keys], [], name=whole_name())
    return ()
