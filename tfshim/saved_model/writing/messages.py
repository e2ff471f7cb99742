"""NodeDefs and FunctionDefs that are written directly: the graph around saved functions, and the functions of tables and signatures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tfshim.engine.graphs.node_form import first_free
from tfshim.engine.ops.attr_values import put, shape_message
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.shapes import ShapeLike
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.tensor_messages import tensor_message


class Nodes:
    """Adds NodeDefs with names of their own to `messages`, those of a graph or of a function."""

    def __init__(self, messages: Any, taken: Iterable[str] = ()) -> None:
        self._messages = messages
        self._taken = {name.lower() for name in taken}

    def name(self, wanted: str) -> str:
        """`wanted`, or `wanted_1` and so on where it is taken; it is taken then."""
        made = first_free(wanted, lambda name: name.lower() in self._taken)
        self._taken.add(made.lower())
        return made

    def add(self, op: str, inputs: Sequence[str] = (), name: str | None = None, after: Iterable[str] = (), **attributes: Any) -> str:
        """Add a node of the type `op` and give its name. `after`: nodes that run before it. Attributes are Python values."""
        made = self._messages.add(name=self.name(name or op), op=op)
        made.input.extend([*inputs, *(f"^{a}" for a in after)])
        self.set(**attributes)
        return made.name

    def set(self, **attributes: Any) -> None:
        """Set attributes of the node that was added last."""
        made = self._messages[-1]
        definition: Any = find(made.op)
        kinds = definition.attrs
        for key, value in attributes.items():
            if kinds[key].kind == "func":
                made.attr[key].func.name = value
            elif not put(made.attr[key], kinds[key].kind, value):
                raise TypeError(f"{value!r} is no value for the attribute {key} of {made.op}")

    def constant(self, value: Any, dtype: DType | None = None, name: str = "Const") -> str:
        """Add a constant and give its name."""
        value = value if isinstance(value, EagerTensor) else convert_to_tensor(value, dtype)
        made = self._messages.add(name=self.name(name), op="Const")
        made.attr["dtype"].type = value.dtype.as_datatype_enum
        made.attr["value"].tensor.CopyFrom(tensor_message(value))
        shapes = made.attr["_output_shapes"].list
        shapes.shape.add().CopyFrom(shape_message(value.shape))
        return made.name

    def call(self, function: str, inputs: Sequence[str], taken: Sequence[DType], given: Sequence[DType], after: Iterable[str] = ()) -> str:
        """Add a call of `function` with inputs of the dtypes `taken` and results of the dtypes `given`; its name."""
        return self.add("StatefulPartitionedCall", inputs, after=after, f=function, Tin=list(taken), Tout=list(given))


class FunctionMessage:
    """A FunctionDef under construction; `nodes` takes its nodes. References within it are `node:argument:index`."""

    def __init__(self, name: str) -> None:
        self.message = messages.function.FunctionDef()
        self.message.signature.name = name
        self.nodes = Nodes(self.message.node_def)

    def argument(self, name: str, dtype: DType, shape: ShapeLike | None = None, shown: str | None = None) -> str:
        """Add an argument and give its name. `shown`: the name that the user gave."""
        made = self.message.signature.input_arg.add(name=self.nodes.name(argument_name(name)), type=dtype.as_datatype_enum)
        about = self.message.arg_attr[len(self.message.signature.input_arg) - 1].attr
        if shown is not None:
            about["_user_specified_name"].s = shown.encode()
        if dtype is not dtypes.resource:
            about["_output_shapes"].list.shape.add().CopyFrom(shape_message(shape))
        return made.name

    def result(self, reference: str, dtype: DType) -> None:
        """Let `reference` be the next result; effects have happened when it is given."""
        node = self.nodes.add("Identity", [reference], "Identity", T=dtype)
        name = argument_name(node)
        self.message.signature.output_arg.add(name=name, type=dtype.as_datatype_enum)
        self.message.ret[name] = f"{node}:output:0"

    def effect(self, node: str) -> None:
        """Let `node` run whenever the function does."""
        self.message.signature.is_stateful = True
        self.message.signature.control_output.append(node)
        self.message.control_ret[node] = node


def argument_name(name: str) -> str:
    """`name` in the form that arguments of functions have: lower-case letters, digits and underscores."""
    made = "".join(c if c.isascii() and c.isalnum() else "_" for c in name.lower())
    return made if made[:1].isalpha() else f"a{made}"
