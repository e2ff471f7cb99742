"""What `tensorflow.python.framework.ops` has beside public names: scopes, texts of values, the graph of some inputs."""

from __future__ import annotations

from typing import Any, Literal

import tfshim
from tfshim._export import tf_private
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor


@tf_private("tensorflow.python.framework.ops.NullContextmanager")
class NullContextmanager:
    """A context that does nothing, whatever it is given, and has no value."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        return False


@tf_private("tensorflow.python.framework.ops.name_scope")
def name_scope(name: str | None, default_name: str | None = None, values: Any = None, skip_on_eager: bool = True) -> Any:
    """A scope of names as in TensorFlow 1: `name`, or `default_name`; outside of graphs none, unless `skip_on_eager` is False."""
    if TS.graph is None and skip_on_eager:
        return NullContextmanager()
    return tfshim.compat.v1.name_scope(name, default_name, values)


@tf_private("tensorflow.python.framework.ops.is_dense_tensor_like")
def is_dense_tensor_like(t: object) -> bool:
    """Whether `t` is a tensor or a variable, and none of the values that are made of several tensors."""
    return isinstance(t, (Tensor, tfshim.Variable))


@tf_private("tensorflow.python.framework.ops.name_from_scope_name")
def name_from_scope_name(name: str) -> str:
    """The name of an operation of that very scope: without the "/" at its end."""
    return name[:-1] if name.endswith("/") else name


@tf_private("tensorflow.python.framework.ops.numpy_text")
def numpy_text(tensor: Tensor, is_repr: bool = False) -> str:
    """The value of an eager tensor as NumPy writes it, by `repr` or `str`; on a line of its own if it has several."""
    if tensor.dtype.is_numpy_compatible:
        value = tensor.numpy()
        text = repr(value) if is_repr else str(value)
    else:
        text = "<unprintable>"
    return "\n" + text if "\n" in text else text


@tf_private("tensorflow.python.framework.ops._get_graph_from_inputs", "keras.src.backend._current_graph")
def graph_of_inputs(op_input_list: Any, graph: Any = None) -> Any:
    """The graph that the symbolic tensors and operations of a list are in; `graph`, or else the current one, where there are none.

    Raises ValueError if they are in several graphs, or not in `graph`.
    """
    first = None
    for x in op_input_list:
        # Tensors that have a value are in no graph, and may go to any.
        if not (isinstance(x, Operation) or isinstance(x, Tensor) and not hasattr(x, "_t")):
            continue
        if graph is not None and x.graph is not graph:
            if first is None:
                raise ValueError(f"{x} is not from the passed-in graph.")
            raise ValueError(f"{x} must be from the same graph as {first} (graphs are {x.graph} and {graph}).")
        first, graph = x, x.graph
    return graph if graph is not None else tfshim.compat.v1.get_default_graph()


def _name_of_text(name: Any) -> str | None:
    """A name as text; None, with a warning, for what is none."""
    if isinstance(name, (str, bytes)):
        return name.decode() if isinstance(name, bytes) else name
    tfshim.compat.v1.logging.warning("Expected binary or unicode string, got %s", name)
    return None


@tf_private("tensorflow.python.framework.ops.strip_name_scope")
def strip_name_scope(name: Any, export_scope: str | None) -> Any:
    """A name of an operation, tensor, control input ("^x") or colocation ("loc:@x") without the scope `export_scope` before it."""
    text = _name_of_text(name) if export_scope else None
    if not export_scope or text is None:
        return name
    mark, rest = _marked(text)
    within = rest.removeprefix(export_scope.removesuffix("/"))
    return mark + within.lstrip("/") if within != rest and within.startswith("/") else text


@tf_private("tensorflow.python.framework.ops.prepend_name_scope")
def prepend_name_scope(name: Any, import_scope: str | None) -> Any:
    """A name of an operation, tensor, control input ("^x") or colocation ("loc:@x") below the scope `import_scope`."""
    text = _name_of_text(name) if import_scope else None
    if not import_scope or text is None:
        return name
    mark, rest = _marked(text)
    return f"{mark}{import_scope.removesuffix('/')}/{rest}"


def _marked(name):
    mark = next((m for m in ("^", "loc:@") if name.startswith(m)), "")
    return mark, name[len(mark) :]
