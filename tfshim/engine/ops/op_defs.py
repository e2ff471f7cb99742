"""What TensorFlow declares of its operations: names and dtypes of inputs and outputs, attributes and their defaults.

The table has a line for each operation, continued on indented lines:

    Type! input:dtype ... -> output:dtype ... | attribute:kind=default ...

`!` marks operations with effects. The dtype of an input or output is a dtype's name, the name of an attribute that holds
it, `N*T` for as many tensors as the attribute `N` says, or `*T` for one tensor of each dtype in the list `T`. `&` marks
references to variables. Behind the kind of an attribute stands what it may be: `int>=1` (of lists their length), `string{SAME|VALID}`.
"""

from __future__ import annotations

import ast
import functools
import re
from typing import Any

from tfshim.engine.ops.attr_values import put
from tfshim.engine.ops.op_def_table import REMOVED, TABLE
from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes


class ArgDef:
    """An input or output: its name, and where its dtype and number come from."""

    __slots__ = ("name", "dtype", "type_attr", "number_attr", "type_list_attr", "is_ref")

    def __init__(self, text: str) -> None:
        self.name, kind = text.split(":")
        self.is_ref = kind.startswith("&")
        kind = kind.lstrip("&")
        self.type_list_attr, self.number_attr = None, None
        if kind.startswith("*"):
            self.type_list_attr, kind = kind[1:], ""
        elif "*" in kind:
            self.number_attr, kind = kind.split("*")
        self.dtype = _DTYPES.get(kind)
        self.type_attr = kind if kind and self.dtype is None else None

    def count(self, node: Any) -> int:
        """How many tensors it stands for in the NodeDef `node`."""
        if self.number_attr:
            return node.attr[self.number_attr].i
        return len(node.attr[self.type_list_attr].list.type) if self.type_list_attr else 1


_ATTRIBUTE = re.compile(r"(\w+):([\w()]+)(?:>=(-?\d+))?(?:\{(.*?)\})?(?:=(.*))?", re.DOTALL)


class AttrDef:
    """An attribute: its name, its kind as TensorFlow writes it, its default where it has one, and what it may be.

    `least`: the smallest number or length, or None. `allowed`: the texts or names of dtypes that it may be, or None for any.
    """

    __slots__ = ("name", "kind", "has_default", "default", "least", "allowed")

    def __init__(self, text: str) -> None:
        self.name, self.kind, least, allowed, default = _ATTRIBUTE.fullmatch(text).groups()  # type: ignore[union-attr]
        self.least = None if least is None else int(least)
        self.allowed = None if allowed is None else allowed.split("|")
        self.has_default = default is not None and default != "..."
        self.default = _default(self.kind, default) if self.has_default else None


class OpDef:
    """The declaration of an operation."""

    __slots__ = ("name", "stateful", "inputs", "outputs", "attrs")

    def __init__(self, text: str) -> None:
        declared, attributes = text.split(" |")
        inputs, outputs = declared.split("->")
        name, *inputs = inputs.split()
        self.name, self.stateful = name.rstrip("!"), name.endswith("!")
        self.inputs = [ArgDef(i) for i in inputs]
        self.outputs = [ArgDef(o) for o in outputs.split()]
        self.attrs = {a.name: a for a in map(AttrDef, attributes.split())}


_DTYPES = {
    name: getattr(dtypes, name)
    for name in (
        "bfloat16 bool complex128 complex64 float16 float32 float64 int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource "
        "string uint16 uint32 uint64 uint8 variant"
    ).split()
}


def _default(kind: str, text: str) -> Any:
    if kind == "type":
        return _DTYPES[text]
    if kind == "list(type)":
        return [_DTYPES[t] for t in text[1:-1].split(",") if t]
    if kind == "shape":
        return None if text == "?" else [int(d) for d in text[1:-1].split(",") if d]
    if kind == "float":  # which may be infinite
        return float(text)
    return ast.literal_eval(text)


@functools.cache
def _lines() -> dict[str, str]:
    """{type: its text}"""
    joined = TABLE.strip("\n").replace("\n    ", " ")
    return {line.split(None, 1)[0].rstrip("!"): line for line in joined.split("\n")}


def names() -> list[str]:
    """All operation types of the table."""
    return list(_lines())


@functools.cache
def find(op_type: str) -> OpDef | None:
    """The OpDef of the operation type, or None where the table has none."""
    text = _lines().get(op_type)
    return None if text is None else OpDef(text)


def definition_of(o: Any) -> OpDef | None:
    """TensorFlow's declaration of the operation `o`, of which its arguments are the inputs and attributes by our names (`op_names`).

    None for an operation that is only shown under that type, because it does what TensorFlow has several operations for, or a part of
    one, and takes other arguments; and for a type that TensorFlow does not have.
    """
    return find(o.type) if o.as_declared else None


def by_name(o: Any, arguments: Any) -> dict[Any, Any]:
    """The arguments of the operation `o` by its kernel's names for them."""
    return dict(zip([n for n in o.names if n != "name"], arguments))


def declared_dtypes(o: Any, arguments: Any) -> list[Any] | None:
    """The dtypes of the outputs of the operation `o` for `arguments`, None for one that these do not tell; None where TensorFlow
    declares no such operation, or one whose number of outputs varies."""
    definition = find(o.type)
    if definition is None or any(out.number_attr or out.type_list_attr for out in definition.outputs):
        return None
    given = by_name(o, arguments)
    held: dict[Any, Any] = {}
    for declared in definition.inputs:
        value: Any = given.get(declared.name)
        value = value[0] if type(value) is list and value else value
        if declared.type_attr is not None and hasattr(value, "dtype"):
            held.setdefault(declared.type_attr, value.dtype)
    for name in definition.attrs:
        if isinstance(given.get(name), dtypes.DType):
            held[name] = given[name]
    return [out.dtype if out.dtype is not None else held.get(out.type_attr) for out in definition.outputs]


@functools.cache
def removed(op_type: str) -> tuple[int, str] | None:
    """(version of the format of graphs since which an operation type is no more, what to use); None for one that can be used."""
    for line in REMOVED.strip("\n").split("\n"):
        name, version, words = line.split(" ", 2)
        if name == op_type:
            return int(version), words
    return None


def op_def_message(op_type: str) -> Any:
    """The OpDef message of an operation type; only the name where the table has none."""
    found = find(op_type)
    if found is None:
        return messages.op_def.OpDef(name=op_type)
    made = messages.op_def.OpDef(name=found.name, is_stateful=found.stateful)
    for a, add in [*((i, made.input_arg) for i in found.inputs), *((o, made.output_arg) for o in found.outputs)]:
        argument = add.add(name=a.name, is_ref=a.is_ref)
        argument.type_attr, argument.number_attr, argument.type_list_attr = a.type_attr or "", a.number_attr or "", a.type_list_attr or ""
        if a.dtype is not None:
            argument.type = a.dtype.as_datatype_enum
    for a in found.attrs.values():
        attribute = made.attr.add(name=a.name, type=a.kind)
        if a.least is not None:
            attribute.has_minimum, attribute.minimum = True, a.least
        if a.allowed is not None and a.kind in ("string", "type"):
            of_types = a.kind == "type"
            put(attribute.allowed_values, f"list({a.kind})", [_DTYPES[t] for t in a.allowed] if of_types else a.allowed)
        if a.kind == "shape" and a.has_default and a.default is None:
            attribute.default_value.shape.unknown_rank = True
        elif a.has_default:
            put(attribute.default_value, a.kind, a.default)
    return made
