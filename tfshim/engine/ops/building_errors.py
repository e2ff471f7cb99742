"""What is wrong with a call's dtypes and attributes, in the words for operations that are added to a graph.

An operation that runs at once is checked by TensorFlow's runtime, and gives InvalidArgumentError; one that is added to a graph by the
function that adds it, which raises TypeError or ValueError with other words. Kernels and the functions around them word the first;
`while_building` makes the second of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tfshim.engine.ops import op_defs
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.dtypes import as_dtype

_OPERATION = re.compile(r"\{\{node (?:\w+/)*(\w+?)(?:_\d+)?\}\}|\[Op:(\w+)\]")
_TYPE = re.compile(r"Value for attr '(\w+)' of (\w+) is not in the list of allowed values: ([\w, ]+)")
_TEXT = re.compile(r"Value for attr '(\w+)' of \"(.*?)\" is not in the list of allowed values: (\"[^\n]*\")", re.DOTALL)
_LENGTH = re.compile(r"Length for attr '(\w+)' of (\d+) must be at least minimum (\d+)")
_LEAST = re.compile(r"Value for attr '(\w+)' of (-?\d+) must be at least minimum (\d+)")


class ShapeMismatch(ValueError):
    """The arguments of an operation are incompatible: `reason`, the inputs to show with their values, and how."""

    def __init__(self, reason: str, shown: Sequence[int] = (), how: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.shown, self.how = reason, shown, how


def _name(proto_name: str) -> str:
    try:
        return as_dtype(proto_name.removesuffix(".")).name
    except TypeError:
        return {"half": "float16", "float": "float32", "double": "float64"}.get(proto_name, proto_name)


def mismatch_while_building(op_type: str, position: int, want: str, got: str) -> TypeError | None:
    """The TypeError for an input of another dtype than it ought to have, None where TensorFlow has no such input; dtypes are names."""
    definition = op_defs.find(op_type)
    if definition is None or position >= len(definition.inputs):
        return None
    declared = definition.inputs[position]
    if declared.type_attr is None:
        why = f"does not match expected type of {_name(want)}"
    else:
        first = next(i.name for i in definition.inputs if i.type_attr == declared.type_attr)
        why = f"does not match type {_name(want)} of argument '{first}'"
    return TypeError(f"Input '{declared.name}' of '{op_type}' Op has type {_name(got)} that {why}.")


def _type(op_type: str | None, attribute: str, got: str, allowed: str) -> TypeError:
    definition = op_defs.find(op_type) if op_type else None
    inputs = () if definition is None else definition.inputs
    name = next((i.name for i in inputs if attribute in (i.type_attr, i.type_list_attr)), attribute)
    listed = ", ".join(_name(d.strip()) for d in allowed.split(","))
    return TypeError(f"Value passed to parameter '{name}' has DataType {_name(got)} not in list of allowed values: {listed}")


def while_building(message: str, op_type: str | None = None) -> Exception | None:
    """The error for a graph, where `message` of an InvalidArgumentError is about dtypes or attributes, or of Python's; else None.

    `op_type`: the operation, where the message names none.
    """
    named = _OPERATION.search(message)
    op_type = (named and (named[1] or named[2])) or op_type
    if found := _TYPE.search(message):
        return _type(op_type, *found.groups())
    if message.startswith("`dim` must be in the range"):  # which TensorFlow's Python function says, of either
        return errors.InvalidArgumentError(None, None, message)
    rules: tuple[tuple[re.Pattern[str], Callable[..., str]], ...] = (
        (_TEXT, lambda got, allowed: f"string '{got}' not in: {allowed}"),
        (_LENGTH, lambda got, least: f"list of length {got} less than minimum {least}"),
        (_LEAST, lambda got, least: f"{got} less than minimum {least}"),
    )
    for pattern, text in rules:
        if found := pattern.search(message):
            return ValueError(f"Attr '{found[1]}' of '{op_type}' Op passed {text(*found.groups()[1:])}.")
    return None


higher.install(while_building=while_building, mismatch_while_building=mismatch_while_building)
