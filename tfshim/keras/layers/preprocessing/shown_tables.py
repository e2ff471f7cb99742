"""The tables of layers as pages of graphs show them."""

from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor


class Handle:
    """What pages of graphs show for the table of a layer: a handle that a function takes."""

    resource_handle = None  # there is no tensor for it


def found(keys, table):
    """The operation that TensorFlow has for looking up `keys`."""
    with name_scope("None_Lookup"):  # tables of layers have no name
        default = TS.graph._constant(convert_to_tensor(table.default, table.value_dtype), "LookupTableFindV2/default_value")
        return raw_node("LookupTableFindV2", [table.handle, keys, default], [(table.value_dtype, keys.shape)]).outputs[0]
