"""The nodes of tables in graphs that are no functions: what they are made and filled by, for programs that read such a graph."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.operation import Operation, RawOp
from tfshim.engine.graphs.static_errors import shape_error
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor

TABLE_INITIALIZERS, ASSET_FILEPATHS = "table_initializer", "asset_filepaths"


def graph_of_tables() -> Any:
    """The graph under construction in which tables have nodes; None for functions, which take tables as arguments."""
    graph = TS.graph
    return None if graph is None or graph.building_function else graph


def _add(op_type: str, arguments: Sequence[Any], leaves: Any, name: str, kernel: Callable[..., Any], **attributes: Any) -> Operation:
    made = RawOp(op_type, attributes)
    made.kernel = kernel
    TS.graph._add(made, list(arguments), leaves, name)
    return TS.graph.get_operations()[-1]


def unique_name() -> str:
    """A name by which no other table is shared."""
    return f"hash_table_{uuid.uuid4()}"


def node(x: Any, name: str) -> Any:
    """The tensor of the graph for `x`, a tensor of it or a value."""
    x = convert_to_tensor(x, name=name)
    return TS.graph._as_node(x, name) if type(x) is EagerTensor else x


def handle(table: Any, op_type: str, inputs: Sequence[Any] = (), **attributes: Any) -> Any:
    """The tensor that stands for `table`, from a new node of the type `op_type`."""
    attributes = {"key_dtype": table.key_dtype, "value_dtype": table.value_dtype, **attributes}
    made = _add(op_type, inputs, abstract.leaf(dt.resource, []), table.name, lambda *_: as_object(table), **attributes)
    return made.outputs[0]


def check(op_type: str, arguments: Sequence[Any], reason: str | None) -> None:
    """Raise the ValueError for a node of these arguments that was to be added, unless `reason` is None."""
    if reason is not None:
        raise shape_error(ShapeMismatch(reason), TS.graph, RawOp(op_type, {}), list(arguments), op_type)


def initializer(op_type: str, arguments: Sequence[Any], fill: Callable[..., None], **attributes: Any) -> Operation:
    """A node that fills the table whose handle comes first, by `fill` of what follows; kept among those of the graph."""

    def kernel(_handle, *storages):
        fill(*storages)
        return []

    made = _add(op_type, arguments, [], op_type, kernel, **attributes)
    TS.graph.add_to_collection(TABLE_INITIALIZERS, made)
    return made
