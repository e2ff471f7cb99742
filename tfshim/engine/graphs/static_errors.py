"""The text of a ValueError for an operation whose arguments are incompatible, raised while its graph is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.graph_writer import Functions, GraphWriter
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime import messages
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.ops.building_errors import ShapeMismatch
    from tfshim.engine.values.tensor import Tensor

    Graph: TypeAlias = Any  # of graphs.graph, above this module


def shape_error(mismatch: ShapeMismatch, graph: Graph, o: Any, arguments: list[Any], name: str | None) -> ValueError:
    """The ValueError for the node of `o` that was to be added to `graph` as `name`."""
    node = Operation(graph, graph._name_of_next(o, name), o, arguments, (), "")
    head, shapes, values = f"{{{{node {node.name}}}}}", None, {}
    try:
        head, shapes, values = _described(node)
    except Exception:  # an operation that has no NodeDef is described by its type alone
        shapes = [_shape_text(t) for t in node.inputs]
        head += f" = {o.type}({', '.join(t.op.name for t in node.inputs)})"
    end, how = "", mismatch.how or ""
    known = [f"input[{i}] = {values[i] if how.startswith('computed') else _sizes(values[i])}" for i in mismatch.shown if i in values]
    if known:
        end = f" and with {how}: {', '.join(known)}"
    return ValueError(f"{mismatch.reason} for '{head}' with input shapes: {', '.join(shapes)}{end}.")


def _described(node: Operation) -> tuple[str, list[str], dict[int, str]]:
    """(the node with its attributes and inputs, the shapes of its inputs, the values of those that are constants)."""
    *constants, made = GraphWriter(node.graph, Functions()).messages(node)
    if own_nodes.ATTRIBUTE in made.attr:
        raise ValueError
    by_name = {c.name: c for c in constants}
    symbolic = {t.name.removesuffix(":0"): t for t in node.inputs}
    shapes, values = [], {}
    for i, name in enumerate(made.input):
        if name in by_name:
            tensor = by_name[name].attr["value"].tensor
            dims = [d.size for d in tensor.tensor_shape.dim]
            shapes.append("[" + ",".join(map(str, dims)) + "]")
            values[i] = _value(tensor)
        else:
            shapes.append(_shape_text(symbolic[name.removesuffix(":0")]))
    attributes = ", ".join(f"{key}={_attribute(made.attr[key])}" for key in sorted(made.attr) if not key.startswith("_"))
    return f"{{{{node {made.name}}}}} = {made.op}[{attributes}]({', '.join(made.input)})", shapes, values


def _shape_text(t: Tensor) -> str:
    return "?" if t.shape.rank is None else dims_text(t.shape.as_list())


def _value(tensor: Any) -> str:
    from tensorboard.util.tensor_util import make_ndarray

    return "<" + " ".join(str(v) for v in make_ndarray(tensor).ravel()) + ">"


def _sizes(value: str) -> str:
    return "[" + ",".join("?" if d == "-1" else d for d in value[1:-1].split()) + "]"


def _attribute(a: Any) -> str:
    kind = a.WhichOneof("value")
    if kind == "type":
        return _type_name(a.type)
    if kind == "b":
        return str(a.b).lower()
    if kind == "s":
        return f'"{a.s.decode()}"'
    if kind == "shape":
        return "<unknown>" if a.shape.unknown_rank else "[" + ",".join("?" if d.size < 0 else str(d.size) for d in a.shape.dim) + "]"
    if kind == "list":
        items = [
            *(str(i) for i in a.list.i),
            *(str(f) for f in a.list.f),
            *(_type_name(t) for t in a.list.type),
            *(f'"{s.decode()}"' for s in a.list.s),
        ]
        return "[" + ", ".join(items) + "]"
    return str(getattr(a, kind))


def _type_name(number: int) -> str:
    return messages.types.DataType.Name(number)
