"""Declaring how an operation that TensorFlow does not have as one is written with those that it has.

    @written("nn.activations", "crelu")
    def crelu(features, axis):
        return tf.nn.relu(tf.concat([features, -features], axis))

The function gets the arguments of the kernel, with tensors of a graph among them, and gives the results of the operation. It is
named by the module below `tfshim` and the name of the kernel, so that nothing is imported that is not written.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tfshim import raw_ops
from tfshim.engine.graph_export.effects import is_resource
from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor

Function = TypeVar("Function", bound=Callable[..., Any])


class Form:
    """`function` says the operation in TensorFlow's; one that is `whole` is written as the call of a function, which is read as one
    operation again. `beside`, `when`, `changes`, `shown`: see `written`."""

    __slots__ = ("function", "_whole", "beside", "_when", "changes", "_in_line", "_shown")

    def __init__(self, function: Callable[..., Any], whole: Any, beside: bool, when: Any, changes: Any, in_line: bool, shown: bool) -> None:
        self.function, self._whole, self.beside, self._when, self.changes = function, whole, beside, when, changes
        self._in_line, self._shown = in_line, shown

    def serves(self, arguments: Sequence[Any], shown: bool = False) -> bool:
        """Whether these arguments ask for it. `shown`: on a page."""
        return (self._shown or not shown) and (self._when is None or self._when(*arguments))

    def whole(self, arguments: Sequence[Any], shown: bool = False) -> bool:
        """Whether it is written as a call for these arguments. `shown`: on a page."""
        if shown and self._in_line:
            return False
        return self._whole(*arguments) if callable(self._whole) else self._whole


_FORMS: dict[tuple[str, str], Form] = {}  # (module, name of the kernel or type of the operation) -> its form


def written(
    module: str,
    *names: str,
    whole: bool | Callable[..., bool] = False,
    beside: bool = False,
    when: Callable[..., bool] | None = None,
    changes: Callable[..., Iterable[Any]] | None = None,
    in_line: bool = False,
    shown: bool = True,
) -> Callable[[Function], Function]:
    """A decorator for the written form of operations in `module`, by the names of their kernels or their types.

    `whole`: it is written as the call of a function, which is read as one operation again; or a function of the arguments that says
    so. `beside`: the nodes are named beside that of the operation and not within its name. `when`: of an operation that TensorFlow
    has too, says for which arguments it takes more here than there. `changes`: gives the variables that it changes beside those among
    the arguments. `in_line`: on pages of graphs it is no call. `shown`: pages have it too, and not the operation as it is.
    """

    def decorate(function: Function) -> Function:
        for name in names:
            if (module, name) in _FORMS:
                raise ValueError(f"two written forms for {module}.{name}")
            _FORMS[module, name] = Form(function, whole, beside, when, changes, in_line, shown)
        return function

    return decorate


def form_of(o: Any) -> Form | None:
    """The written form of the operation `o`, or None."""
    o = getattr(o, "original", o)
    kernel = getattr(o, "kernel", None)
    module = getattr(kernel, "__module__", "").removeprefix("tfshim.")
    found = _FORMS.get((module, o.type))
    return _FORMS.get((module, getattr(kernel, "__name__", ""))) if found is None else found


def declared_forms() -> dict[tuple[str, str], Form]:
    """All forms, by module and name."""
    return dict(_FORMS)


# ---------------------------------------------------------------------- for the functions
_writing = threading.local()


def whole_name() -> str | None:
    """The name of the operation itself, for the one of its nodes that TensorFlow names so."""
    return getattr(_writing, "name", None)


def is_asked_for() -> bool:
    """Whether anything takes what the operation gives. A form that has effects may give None where nothing does."""
    return TS.graph is None or TS.graph.is_asked_for


@contextlib.contextmanager
def writing(name: str | None) -> Iterator[None]:
    """Within it the operation `name` is written."""
    saved, _writing.name = whole_name(), name
    try:
        yield
    finally:
        _writing.name = saved


def loose(value: Any, dtype: Any = None, name: str = "Const") -> Any:
    """A constant that TensorFlow's functions leave in the graph, whether anything takes it or not."""
    made = convert_to_tensor(value, dtype)
    if TS.graph is not None:
        made = TS.graph._constant(made, name)
        keep(made)
    return made


def keep(x: Any) -> None:
    """Let the node that gives `x` be written though the results do not depend on it."""
    TS.graph.loose.add(id(x.op))


def scope_name() -> str:
    """The name of the scope in which the form is written, for the one of its nodes that TensorFlow calls so."""
    return TS.name_scope if TS.graph is not None else ""


def raw(
    op_type: str, inputs: Sequence[Any], outputs: Sequence[Any], attributes: dict[str, Any] | None = None, name: str | None = None
) -> Any:
    """The results of TensorFlow's operation `op_type`, by the static shapes and dtypes in `outputs`: for functions of ours that have
    another form than the operation of that type. A list where TensorFlow declares several; the node, in a list, where it declares none.

    inputs: tensors, variables and tables for their handles, lists of tensors. Outside of graphs the function of `tf.raw_ops` is called.
    """
    definition: Any = find(op_type)
    if TS.graph is None:
        given = {i.name: _eager(i, x) for i, x in zip(definition.inputs, inputs, strict=True)}
        return getattr(raw_ops, op_type)(**given, **(attributes or {}))
    node = raw_node(op_type, inputs, outputs, attributes, name)
    if not outputs:
        return [node]
    made = node.outputs
    return made[0] if len(definition.outputs) == 1 and len(outputs) == 1 else list(made)


def _eager(declared: Any, x: Any) -> Any:
    return x if is_resource(x) or isinstance(x, (list, tuple)) else convert_to_tensor(x, declared.dtype)
