"""The tables of layers as pages of graphs show them."""

from typing import Any

from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor


class Handle:
    """What pages of graphs show for the table of a layer: a handle that a function takes."""

    resource_handle = None  # there is no tensor for it
    default: Any = None  # what is found for other keys, once it was asked for


def found(keys, table):
    """The operation that TensorFlow has for looking up `keys`."""
    with name_scope("None_Lookup"):  # tables of layers have no name
        if table.handle.default is None:  # one for all lookups, as a table has it
            table.handle.default = convert_to_tensor(table.default, table.value_dtype)
        given = getattr(TS.graph, "shared_constant", TS.graph._constant)
        default = given(table.handle.default, "LookupTableFindV2/default_value")
        return raw_node("LookupTableFindV2", [table.handle, keys, default], [(table.value_dtype, keys.shape)]).outputs[0]
