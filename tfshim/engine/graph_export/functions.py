"""Graphs of functions, branches and loops as FunctionDefs.

A FunctionDef has an argument for each input of its graph, for each tensor that it captures, and for each resource (variable or
table) that it or a function in it uses, in this order; `bound_inputs` gives what is passed for the last two.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graph_export.effects import of_graph
from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.func_graph import COMPILED, orders_effects
from tfshim.engine.graphs.graph_writer import Functions, GraphWriter, NotWritten
from tfshim.engine.ops.attr_values import put, shape_message
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph

_numbers = itertools.count(1)


def numbered(graph: FuncGraph) -> str:
    """The name of a graph with a number of its own after it, as those of branches and loops have."""
    if re.search("_[0-9]+$", graph.name):
        return graph.name
    found = graph.memory.get("number")
    if found is None:
        found = graph.memory["number"] = next(_numbers)
    return f"{graph.name}_{found}".replace("/", "_")


def resources(graph: FuncGraph, functions: Functions) -> list[Any]:
    """The variables, tables and lifted constants that a graph and the functions in it use, in the order of their first use."""
    return list(of_graph(graph, functions.lifted).resources.values())


def bound_inputs(graph: FuncGraph, functions: Functions) -> list[Any]:
    """What the last arguments of the FunctionDef of `graph` are: tensors from outside that it captures, then its resources."""
    return [*graph.outer_captures, *resources(graph, functions)]


class Body:
    """A FunctionDef in the making. Arguments come first, then `nodes`, then what the function gives."""

    def __init__(self, name: str, graph: FuncGraph, functions: Any) -> None:
        self.graph, self.message = graph, messages.function.FunctionDef()
        self.message.signature.name = name
        self.message.attr["_construction_context"].s = b"kEagerRuntime"
        self.writer = GraphWriter(graph, functions, True)
        self._given: set[int] = set()
        self._results: list[str] = []  # how the nodes name what is given, in order
        self._wanted: dict[str, str] = {}  # names that arguments have while nodes are written -> what they are to be called after
        self._held: set[str] = set()  # the names of the arguments for resources

    def argument(self, wanted: str, dtype: DType, shape: Any = None, tensors: Iterable[Any] = (), user_name: str | None = None) -> str:
        """Add an argument, which stands for the placeholders `tensors`; its name while nodes are written.

        `user_name`: what it is called in the program, "" where it is not.
        """
        tensors = list(tensors)
        for t in tensors:
            self._given.add(id(t.op))
        name = self._free_argument(wanted, tensors)
        for t in tensors:
            self.writer.place(t, name)
            self.writer.ends(t.op, [])
        self._described(name, dtype, shape, wanted if user_name is None else user_name)
        self._wanted[name] = wanted
        return name

    def wanted(self, name: str) -> str:
        """What is called `name` while nodes are written: what that is called in the graph."""
        return self._wanted.get(name, name)

    def _free_argument(self, wanted: str, tensors: Sequence[Any]) -> str:
        # A placeholder is no node of the function: its name is free for the argument.
        own = {t.op.name.lower() for t in tensors}
        names = self.writer.names
        base = self.writer.argument_base(wanted)
        if base in own and base not in names.maps[0]:
            names[base] = 1
            return base
        return self.writer.free_name(base)

    def _described(self, name: str, dtype: DType, shape: Any, user_name: str) -> None:
        at = len(self.message.signature.input_arg)
        self.message.signature.input_arg.add(name=name, type=dtype.as_datatype_enum)
        about = self.message.arg_attr[at].attr
        if user_name:
            about["_user_specified_name"].s = user_name.encode()
        if shape is not None:
            about["_output_shapes"].list.shape.add().CopyFrom(shape_message(shape))

    def resource(self, x: Any) -> None:
        """Add the argument for a resource, or for a constant that is lifted."""
        if type(x) is EagerTensor:
            self._described(self.writer.handle(x), x.dtype, x.shape, "constant")
        else:
            name = self.writer.handle(x)
            self._held.add(name)
            self._described(name, dtypes.resource, None, "resource")

    def keep_arguments(self, names: Sequence[str], wanted: dict[str, str]) -> None:
        """Leave of the arguments those of these `names`, in this order; `wanted`: what some of them are to be called."""
        before = messages.function.FunctionDef.FromString(self.message.SerializeToString())
        arguments = self.message.signature.input_arg
        places = {a.name: at for at, a in enumerate(arguments)}
        del arguments[:]
        self.message.arg_attr.clear()
        for at, name in enumerate(names):
            arguments.add().CopyFrom(before.signature.input_arg[places[name]])
            if places[name] in before.arg_attr:
                self.message.arg_attr[at].CopyFrom(before.arg_attr[places[name]])
        self._wanted.update(wanted)

    def put_variables_among_arguments(self) -> None:
        """Let the variables that the function is given have their places and names among its arguments."""
        arguments, wanted, user_names = [a.name for a in self.message.signature.input_arg], {}, {}
        for at, (place, reference, name, user_name) in enumerate(self.graph.argument_variables):
            variable = reference()
            if variable is None:
                continue
            own = self.writer.handle(variable)
            if own not in self._held:  # the function does not use it
                self.resource(variable)
                arguments.append(own)
            self._held.remove(own)
            arguments.remove(own)
            arguments.insert(place + at, own)
            wanted[own], user_names[own] = name, user_name
        captured = sorted(self._held.intersection(arguments), key=self._first_use)  # as TensorFlow captures them
        self.keep_arguments([captured.pop(0) if name in self._held else name for name in arguments], wanted)
        for at, argument in enumerate(self.message.signature.input_arg):
            if argument.name in user_names:
                self.message.arg_attr[at].attr["_user_specified_name"].s = user_names[argument.name].encode()

    def _first_use(self, name: str) -> int:
        """The number of the first node that takes the argument `name`."""
        nodes = self.message.node_def
        return next((at for at, node in enumerate(nodes) if name in node.input), len(nodes))

    def nodes(self) -> None:
        """Write the nodes of the graph."""
        lifted = self.writer.functions.lifted
        for node in list(self.graph._operations):
            if id(node) in self._given:
                continue
            if node.kind == "Const" and id(node.arguments[0]) in lifted:
                self.writer.place(node.outputs[0], self.writer.handle(node.arguments[0]))
                self.writer.ends(node, [])
                continue
            self.message.node_def.extend(self.writer.messages(node))

    def node(self, op_type: str, name: str, inputs: Sequence[str], attributes: dict[str, Any]) -> str:
        """Add a node that the graph does not have; how its output is named."""
        made = self.message.node_def.add(name=self.writer.free_name(name), op=op_type)
        made.input.extend(inputs)
        definition: Any = find(op_type)
        for key, value in attributes.items():
            put(made.attr[key], definition.attrs[key].kind, value)
        return f"{made.name}:{definition.outputs[0].name}:0"

    def result(self, dtype: DType, reference: str) -> None:
        """Add an output."""
        self.message.signature.output_arg.add(type=dtype.as_datatype_enum)
        self._results.append(reference)

    def output(self, t: Tensor) -> None:
        """Add a tensor of the graph as an output."""
        self.result(t.dtype, self.writer.reference(t))

    def done(self) -> Any:
        """The message: what has to run though no output needs it is told too."""
        message = self.message
        self.writer.amend(message.node_def)
        order = self.writer.order_of(self.graph)
        kept = [n for n in order.kept if n.kind != "NoOp"] if order is not None and orders_effects(self.graph) else []
        # As in TensorFlow nothing waits for what is drawn by a seed of a graph.
        drawn = {node.name for node in message.node_def if (declared := find(node.op)) is not None and "seed2" in declared.attrs}
        controls = [name for name in self.writer.controls(kept) if name[1:] not in drawn]
        if self.graph.wanted_effects is not None:
            kept = self.graph.wanted_effects
        elif controls:
            ends = {reference.partition(":")[0] for reference in self._results}
            last = self.writer.free_name(f"{self.graph.scope}NoOp")
            for node in message.node_def:
                if node.name in ends and node.op == "Identity":
                    node.input.append(f"^{last}")
            message.node_def.add(name=last, op="NoOp").input.extend(controls)
        for name in sorted({name for node in kept for name in self.writer.ends_of(node) if name not in drawn}):
            message.signature.control_output.append(name)
            message.control_ret[name] = name
        for node in message.node_def:
            definition = find(node.op)
            if definition is not None and definition.stateful:
                message.signature.is_stateful = True
        if self.graph.jit_compile:
            message.attr[COMPILED].b = True
        for name, value in self.graph.attributes.items():
            _set_attribute(message.attr[name], value, name)
        self._name()
        return message

    def _name_after_users(self) -> None:
        """Have resources called after the first node that takes them, as TensorFlow does."""
        for node in self.message.node_def if self._held else ():
            for place, name in enumerate(node.input):
                if name in self._held:
                    self._held.remove(name)
                    self._wanted[name] = f"{node.name}_{self.writer.numbered_inputs.get(node.name) or _input_name(node, place)}"

    def _name(self) -> None:
        """Give everything its name, as TensorFlow does: first what is given, then arguments, then nodes; no two have the same."""
        message, taken, base = self.message, {}, self.writer.argument_base
        self._name_after_users()

        def free(wanted: str) -> str:
            made = wanted
            while made in taken:
                made = f"{wanted}_{taken[wanted]}"
                taken[wanted] += 1
            taken[made] = 0
            return made

        for output, reference in zip(message.signature.output_arg, self._results):
            name = reference.partition(":")[0]
            output.name = free(base(self._wanted.get(name, name)))
        names = {a.name: free(base(self._wanted.get(a.name, a.name))) for a in message.signature.input_arg}
        names.update({node.name: free(node.name) for node in message.node_def})

        def renamed(reference: str) -> str:
            mark = "^" if reference[:1] == "^" else ""
            name, colon, rest = reference[len(mark) :].partition(":")
            return f"{mark}{names.get(name, name)}{colon}{rest}"

        for argument in message.signature.input_arg:
            argument.name = names[argument.name]
        for node in message.node_def:
            node.name = names[node.name]
            node.input[:] = [renamed(x) for x in node.input]
        for output, reference in zip(message.signature.output_arg, self._results):
            message.ret[output.name] = renamed(reference)
        for name in list(message.control_ret):
            message.control_ret[name] = names.get(message.control_ret[name], message.control_ret[name])


def _input_name(node: Any, place: int) -> str:
    """What TensorFlow calls input number `place` of the NodeDef `node`, with its number in a list of inputs."""
    declared: Any = find(node.op)
    for one in declared.inputs if declared is not None else ():
        count = one.count(node)
        if place < count:
            return f"{one.name}_{place}" if one.number_attr or one.type_list_attr else one.name
        place -= count
    return "resource"


def _set_attribute(message: Any, value: Any, name: str) -> None:
    """Write a Python value, or a list of values, to the AttrValue message of the attribute `name`."""
    if isinstance(value, type(message)):
        message.CopyFrom(value)
    elif isinstance(value, bool):
        message.b = value
    elif isinstance(value, int):
        message.i = value
    elif isinstance(value, float):
        message.f = value
    elif isinstance(value, (str, bytes)):
        message.s = value.encode() if isinstance(value, str) else value
    elif isinstance(value, list):
        message.list.SetInParent()
        for one in value:
            if not isinstance(one, (bool, int, float, str, bytes)):
                raise ValueError(f"Attributes for {name} must be bool, int, float, or string. Got {type(one)}.")
            part = type(message)()
            _set_attribute(part, one, name)
            kind = part.WhichOneof("value")
            getattr(message.list, kind).append(getattr(part, kind))
    else:
        raise ValueError(f"Attribute {name} must be bool, int, float, string, list, or AttrValue. Got {type(value)}.")


def function_def(name: str, graph: Any, functions: Functions | None = None, variables_as_arguments: bool = False) -> Any:
    """See `higher.function_def`. `graph` may be a part of a loop or branch, which knows how it is written."""
    functions = Functions() if functions is None else functions
    if hasattr(graph, "definition"):
        return graph.definition(name, functions)
    body = Body(name, graph, functions)
    for t in (*graph.inputs, *graph.inner_captures):
        body.argument(t.op.name, t.dtype, t.shape, [t])
    for x in resources(graph, functions):
        body.resource(x)
    body.nodes()
    for t in graph.outputs:
        if t is not None:
            body.output(t)
    if variables_as_arguments:
        body.put_variables_among_arguments()
    return body.done()


def shown_function_def(name: str, graph: Any) -> Any:
    """See `higher.shown_function_def`. Nodes that call a function give all resources last, so no graph holds this form."""
    try:
        with Functions(derivatives=True, shown=True) as functions:
            return function_def(name, graph, functions, variables_as_arguments=True)
    except NotWritten:
        return function_def(name, graph, variables_as_arguments=True)


def function_defs(functions: Any) -> list[Any]:
    """See `higher.function_defs`."""
    made = []
    while len(made) < len(functions):  # a function may call others
        name, graph = list(functions.values())[len(made)]
        made.append(function_def(name, graph, functions))
    return made


class _OwnFunction:
    """A graph that nodes of our own form hold, as a FunctionDef that only this package reads: variables are found by their names."""

    def __init__(self, graph: FuncGraph) -> None:
        self.graph = graph

    def definition(self, name: str, functions: Any) -> Any:
        """The FunctionDef."""
        made, graph = messages.function.FunctionDef(), self.graph
        made.signature.name = name
        inputs = [*graph.inputs, *graph.inner_captures]
        for t in inputs:
            made.signature.input_arg.add(name=t.op.name, type=t.dtype.as_datatype_enum)
        writer = GraphWriter(graph, functions, True)
        writer.keeps_objects = True
        given = {id(t.op) for t in inputs}
        for node in list(graph._operations):
            if id(node) not in given:
                made.node_def.extend(writer.messages(node))
        outputs = []
        for i, t in enumerate(graph.outputs):
            outputs.append(t is not None)
            if t is not None:
                made.signature.output_arg.add(name=f"output_{i}", type=t.dtype.as_datatype_enum)
                made.ret[f"output_{i}"] = writer.reference(t)
        shapes = [None if t.shape.rank is None else t.shape.as_list() for t in inputs]
        recorded = [t._rec is not None for t in inputs]
        held = [[n, v._shared_name] for n, v in writer.handles.values()]
        # What a FunctionDef has no field for.
        about = {"inputs": len(graph.inputs), "outputs": outputs, "shapes": shapes, "recorded": recorded, "variables": held}
        made.attr[own_nodes.ATTRIBUTE].s = json.dumps(about).encode()
        return made


higher.install(shown_function_def=shown_function_def, function_def=function_def, function_defs=function_defs, own_function=_OwnFunction)
