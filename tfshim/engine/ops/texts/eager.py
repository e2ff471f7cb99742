"""The parts of an eager error's text that depend on the call: how many inputs and outputs it had, and what they were given as."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.ops import op_defs
from tfshim.engine.ops.texts.summaries import summary
from tfshim.engine.runtime import errors
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    Op: TypeAlias = Any  # of ops.op, above this module

# Operations that take less than TensorFlow's, which has its keys as inputs: what counts those, of the kernel's arguments.
COUNTED: dict[str, Callable[[Any], dict[str, int]]] = {}
# What TensorFlow calls where the first argument is a variable.
_OF_VARIABLES = {"GatherV2": "ResourceGather", "GatherNd": "ResourceGatherNd"}
_NAME = " name: "
# Operations that always get a list in TensorFlow, and tensors here: the defaults of columns.
_OF_LISTS = frozenset(["DecodeCSV"])


def prefix(o: Op, arguments: Any) -> str:
    """What the text of a failure of `o` begins with, its kernel called with `arguments`."""
    return errors.eager_prefix(o.type.replace("_", "__") + "".join(f"_{name}_{count}" for name, count in _counts(o, arguments)))


def _counts(o: Op, arguments: Any) -> list[tuple[str, int]]:
    """(attribute, how many) of each list among the inputs and outputs, by the attributes' names; none where one cannot be told."""
    if o.type in COUNTED:
        return list(COUNTED[o.type](arguments).items())
    definition = op_defs.find(o.type)
    if definition is None:
        return []
    given = op_defs.by_name(o, arguments)
    lists = [given[p.name] for p in o.tensors if p.many and isinstance(given.get(p.name), (list, tuple))]
    every = [a.number_attr or a.type_list_attr for a in [*definition.inputs, *definition.outputs]]
    wanted = {name for name in every if name is not None}
    of_inputs = {name for a in definition.inputs if (name := a.number_attr or a.type_list_attr) is not None}
    found = {}
    for name in wanted:
        if name in of_inputs:
            if len({len(x) for x in lists}) != 1 or len(of_inputs) != 1:
                return []
            found[name] = len(lists[0])
        elif (count := _outputs(given, name)) is not None:
            found[name] = count
        else:
            return []
    return sorted(found.items())


def _outputs(given: dict[Any, Any], name: str) -> int | None:
    """How many outputs the attribute `name` says, by the arguments of a kernel; None where these do not tell."""
    count = given.get(name, given.get("num"))
    if (call := given.get("call")) is not None:  # of a Python function
        return len(call.outputs)
    if type(count) is int:
        return count
    sizes = given.get("sizes")
    if type(sizes) is EagerTensor and sizes._t.ndim == 1:
        return len(sizes._t)
    return len(sizes) if isinstance(sizes, (list, tuple)) else None


def as_called(error: Any, o: Op, arguments: Any, name: str | None) -> Any:
    """`error` of the eager operation `o`, its text as it is for the arguments that were given, before any was converted.

    TensorFlow ends it with ` name: ` and the call's name unless one of the inputs was a text, or a list of these, which it converts
    elsewhere; for operations that it calls itself unless it was a list of any kind.
    """
    ending = f" [Op:{o.type}]"
    text, found, shown = error._message.rpartition(ending)
    if not found or shown and not shown.startswith(_NAME):
        return error
    text = text.replace(f"Op<name={o.type}>", summary(o.type))
    inputs = _inputs(o, arguments)
    called_itself = o.scope is None or o.scope.isidentifier()  # others convert their arguments in a scope of names
    converted = any(map(_of_texts, inputs)) or called_itself and (o.type in _OF_LISTS or any(map(_converted, inputs)))
    converted = converted or any(isinstance(arguments[p.at], (list, tuple)) for p in o.static_params if p.kind == "int" or o.type == "Roll")
    of_variables = _OF_VARIABLES.get(o.type)
    if of_variables is not None and is_variable(arguments[0]):
        text, ending = text.replace(f"__wrapped__{o.type}_", f"__wrapped__{of_variables}_", 1), f" [Op:{of_variables}]"
    error._message = text + ending + ("" if converted else shown or _NAME)
    return error


def _inputs(o: Op, arguments: Any) -> list[Any]:
    """Those of the arguments that are inputs of TensorFlow's operation, and no attributes; of lists of inputs their items."""
    definition = op_defs.find(o.type)
    if definition is None:
        return list(arguments)
    given = op_defs.by_name(o, arguments)
    declared = definition.inputs
    chosen = [given[i.name] for i in declared] if all(i.name in given for i in declared) else arguments[: len(declared)]
    lists = any(i.number_attr or i.type_list_attr for i in declared)
    return [x for a in chosen for x in (a if lists and isinstance(a, (list, tuple)) else [a])]


def _of_texts(value: Any) -> bool:
    """Whether `value` is a text or a list of texts, nested or not."""
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return isinstance(value, (str, bytes))


def _converted(value: Any) -> bool:
    """Whether TensorFlow makes a tensor of it before it calls the operation."""
    return isinstance(value, (list, tuple, str, bytes, np.generic))
