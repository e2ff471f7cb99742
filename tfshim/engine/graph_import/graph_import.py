"""GraphDef messages as nodes of a graph: what `tf.import_graph_def` does.

Nodes are made in the order of their dependencies, each by the operation of its type; nodes that no operation of
TensorFlow stands for are read back from the text that `own_nodes` wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.functions.concrete_function import _Callee
from tfshim.engine.gradients.aliases import Tape
from tfshim.engine.graph_import.frame_nodes import close_loops, goes_back
from tfshim.engine.graph_import.imported_nodes import HANDLERS, add_general, not_registered
from tfshim.engine.graph_import.resources import is_resource, resource_of
from tfshim.engine.graphs.func_graph import COMPILED, PLACEHOLDER, FuncGraph, building
from tfshim.engine.graphs.graph_def import check_versions
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.own_nodes import ATTRIBUTE, RECORDED, Reader
from tfshim.engine.graphs.programs.frames import MERGES
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.attr_values import shape_of
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.op_names import OLDER
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph

# Attributes that say what the inputs and functions of a node say anyway.
_TOLD = frozenset(
    (ATTRIBUTE, RECORDED)
    + tuple(
        """_output_shapes _read_only_resource_inputs _num_original_outputs _lower_using_switch_merge _collective_manager_ids
        _construction_context""".split()
    )
)
_LOWERED = "_lower_using_switch_merge"
_RECORDED = Tape(False, True)  # stands for the tapes of nodes that were recorded when the graph was made


def split_name(text: str) -> tuple[str, int | None]:
    """(name of the node, index of the output) for an input such as `a` or `a:1`; the index is None for `^a`."""
    if text.startswith("^"):
        return text[1:], None
    name, colon, index = text.rpartition(":")
    return (name, int(index)) if colon and index.isdigit() else (text, 0)


# What comes of attributes and constants that are not what they should be.
_MALFORMED = (TypeError, LookupError, RuntimeError, OverflowError, UnicodeError)


# Operations that call functions: how many inputs come before the functions' own.
CALLS = {
    "PartitionedCall": 0,
    "StatefulPartitionedCall": 0,
    "If": 1,
    "StatelessIf": 1,
    "Case": 1,
    "StatelessCase": 1,
    "While": 0,
    "StatelessWhile": 0,
}
_FUNCTIONS = ("f", "then_branch", "else_branch", "cond", "body")


def functions_of(node: Any) -> list[Any]:
    """The parts of the NodeDef of one of `CALLS` that name its functions, in TensorFlow's order."""
    return [node.attr[key].func for key in _FUNCTIONS if key in node.attr] or list(node.attr["branches"].list.func)


class Library:
    """Functions by name, each with the graphs that are made of it.

    In TensorFlow's functions variables and tables are arguments, handles that are passed down through calls, branches and loops.
    Here a graph names its variables. So each function is made once for each set of resources that it is called with, and the
    arguments and results that are handles fall away.
    """

    def __init__(self, definitions: Iterable[Any]) -> None:
        self._definitions = {f.signature.name: f for f in definitions}
        self._graphs: dict[Any, Any] = {}

    def definition(self, name: str) -> Any:
        """The message of the function `name`."""
        found = self._definitions.get(name)
        if found is None:
            raise invalid(f"Function {name} is not defined in the graph's library.")
        if any(self._is_call(n) for n in found.node_def):
            found = self._definitions[name] = self._with_calls(found)
        return found

    # ------------------------------------------------------------------ calls by name
    def _is_call(self, node: Any) -> bool:
        """Whether a node calls a function by being of its name as a type, as those of TensorFlow 1 do."""
        return node.op in self._definitions and node.op not in HANDLERS and find(node.op) is None

    def calling(self, nodes: Iterable[Any]) -> list[Any]:
        """The NodeDefs with calls in place of those that are of the name of a function."""
        return [self._call(n) if self._is_call(n) else n for n in nodes]

    def _call(self, node: Any) -> Any:
        signature, made = self._definitions[node.op].signature, type(node)()
        made.CopyFrom(node)
        made.op = "StatefulPartitionedCall" if signature.is_stateful else "PartitionedCall"
        made.attr["f"].func.name = node.op
        for key, arguments in (("Tin", signature.input_arg), ("Tout", signature.output_arg)):
            made.attr[key].list.SetInParent()
            made.attr[key].list.type.extend(a.type for a in arguments)
        return made

    def _with_calls(self, definition: Any) -> Any:
        """A FunctionDef without such nodes, whose outputs others name as the function does."""
        outputs = {n.name: [a.name for a in self._definitions[n.op].signature.output_arg] for n in definition.node_def if self._is_call(n)}

        def named(text: str) -> str:
            name, _, rest = text.partition(":")
            argument = rest.partition(":")[0]
            return f"{name}:output:{outputs[name].index(argument)}" if name in outputs and argument in outputs[name] else text

        made = type(definition)()
        made.CopyFrom(definition)
        del made.node_def[:]
        made.node_def.extend(self.calling(definition.node_def))
        for node in made.node_def:
            node.input[:] = [named(text) for text in node.input]
        for key, text in definition.ret.items():
            made.ret[key] = named(text)
        return made

    def graph(self, name: str, bound: Mapping[int, Any], outer: Any = None) -> Any:
        """The graph of the function `name` with the resources `bound`: {place among the arguments: variable or table}."""
        key = name, tuple(sorted((i, id(x)) for i, x in bound.items()))
        found = self._graphs.get(key)
        if found is None:
            found = self._graphs[key] = function_graph(self, self.definition(name), bound, outer)
        return found


class Importer:
    """Adds the nodes of one list of NodeDefs to `graph`, under the names `prefix` + theirs.

    `library`: the functions. `mapped`: {(name, index): tensor} for inputs that are replaced, with index None for
    operations. `variables`: {name: variable} for nodes that are not there.
    """

    def __init__(
        self,
        graph: Graph,
        nodes: Iterable[Any],
        library: Any,
        prefix: str = "",
        mapped: Mapping[Any, Any] | None = None,
        variables: dict[str, Any] | None = None,
    ) -> None:
        self.graph, self.library, self.prefix = graph, library, prefix
        self.mapped, self.used = mapped or {}, set()
        self.variables = variables or {}
        self.nodes = {n.name: n for n in nodes}
        self.order = [n.name for n in nodes]
        self.operations: dict[str, Any] = {}  # name in the message -> Operation
        self._bound: dict[int, Any] = {}  # the resources that the node in hand gives to functions, by their places
        self._places: dict[str, list[Any]] = {}  # node -> what `passes_on` was told

    # ------------------------------------------------------------------ order
    def run(self) -> None:
        """Add all nodes."""
        if any(n.op not in HANDLERS and ATTRIBUTE not in n.attr for n in self.nodes.values() if n is not None):
            higher.load_node_handlers()
        # Before any node is added: a graph that cannot be imported leaves nothing behind.
        for name in self.order:
            self._check(name)
        # Depth first without recursion: a chain of nodes may be longer than Python's stack.
        done, waiting = set(self.operations), {}
        for first in self.order:
            stack = [first]
            while stack:
                name = stack[-1]
                if name in done:
                    stack.pop()
                    continue
                if name not in waiting:
                    waiting[name] = True
                    needed = [n for n in self._needs(name) if n not in done]
                    if any(n in waiting for n in needed):
                        raise ValueError(f"{self._held_up()} nodes in a cycle")
                    stack.extend(reversed(needed))
                    continue
                try:
                    self._add(self.nodes[name])
                except _MALFORMED as e:
                    # A refusal is a RuntimeError by descent, but says more than what would be made of it here.
                    if isinstance(e, NotImplementedError):
                        raise
                    raise ValueError(f"Node '{name}' of the type {self.nodes[name].op} cannot be imported: {e}") from e
                done.add(name)
                del waiting[name]
                stack.pop()
        close_loops(self)

    def _held_up(self) -> int:
        """How many nodes wait for each other, or for those that do."""
        waits = {name: set(self._needs(name)) for name in self.order}
        ready = [name for name, needed in waits.items() if not needed]
        users = {}
        for name, needed in waits.items():
            for n in needed:
                users.setdefault(n, []).append(name)
        left = len(waits)
        while ready:
            name, left = ready.pop(), left - 1
            for user in users.get(name, ()):
                waits[user].discard(name)
                if not waits[user]:
                    ready.append(user)
        return left

    def _needs(self, name: str) -> Iterator[str]:
        for text in self.nodes[name].input:
            source, index = self.source(text)
            if (source, index) not in self.mapped and source in self.nodes and not goes_back(self.nodes[name], self.nodes[source]):
                yield source

    def source(self, text: str) -> tuple[str, Any]:
        """(node, output) that an input of a node names."""
        return split_name(text)

    def _check(self, name: str) -> None:
        node = self.nodes[name]
        if ATTRIBUTE not in node.attr and node.op not in HANDLERS and find(node.op) is None and find(OLDER.get(node.op, "")) is None:
            raise not_registered(node.op)
        for text in node.input:
            source, index = self.source(text)
            if source not in self.nodes and (source, index) not in self.mapped and source not in self.variables:
                raise ValueError(f"Node '{name}': Unknown input node '{text}'")

    # ------------------------------------------------------------------ inputs
    def tensor(self, text: str) -> Any:
        """The tensor (or variable) for an input of a node."""
        source, index = self.source(text)
        if (source, index) in self.mapped:
            self.used.add((source, index))
            return self.mapped[source, index]
        if source in self.variables:
            return self.variables[source]
        if source in self._places:
            place = self._places[source][index]
            if type(place) is not int:
                return place
            index = place
        operation = self.operations[source]
        if index >= len(operation.outputs):
            raise refused("tf.import_graph_def", "output", index=index, source=source, kind=operation.type, count=len(operation.outputs))
        return operation.outputs[index]

    def passes_on(self, node: Any, places: list[Any]) -> None:
        """What each output of a node is: a number, that of an output of the operation made for it, or a tensor or resource of before."""
        self._places[node.name] = places

    def control(self, text: str) -> Any:
        """The operation for an input `^name`; None for a node that none was needed for."""
        key: Any = (text[1:], None)
        if key in self.mapped:
            self.used.add(key)
            made = self.mapped[key]
            return getattr(made, "op", made)
        return self.operations[text[1:]]

    def variable_of(self, x: Any) -> Any:
        """The variable that the resource tensor `x` refers to."""
        variable = x if is_variable(x) else getattr(x, "_handle", None)
        if variable is None:
            raise refused("tf.import_graph_def", "resource", resource=getattr(x, "name", x))
        if isinstance(self.graph, FuncGraph):
            self.graph.note_variable(variable)
        return variable

    def named_variable(self, name: str) -> Any:
        """The variable of that shared name in this graph or those around it, or None."""
        return _named_variable(self.graph, name)

    def _resource(self, text: str) -> Any:
        """The variable or table that an input of a node is the handle of; None for other inputs."""
        x = self.tensor(text)
        return resource_of(x) if is_resource(x) or x.dtype is dtypes.resource else None

    # ------------------------------------------------------------------ nodes
    def _add(self, node: Any) -> None:
        # A variable or table that is passed on: no node is needed for it.
        if node.op == "Identity" and len(node.input) and is_resource(x := self.tensor(node.input[0])):
            self.operations[node.name] = None
            self.passes_on(node, [x])
        elif node.op in CALLS and ATTRIBUTE not in node.attr:
            self._add_call(node)
        else:
            self._add_node(node)

    def _add_call(self, node: Any) -> None:
        """Add a node that calls functions: the resources among its inputs are known to their graphs."""
        first, bound, kept = CALLS[node.op], {}, []
        for i, text in enumerate(text for text in node.input if not text.startswith("^")):
            resource = self._resource(text)
            if resource is None:
                kept.append(text)
            else:
                bound[i - first] = resource
        if not bound:
            self._bound = bound
            self._add_node(node)
            return
        plain = type(node)()
        plain.CopyFrom(node)
        del plain.input[:]
        plain.input.extend([*kept, *(text for text in node.input if text.startswith("^"))])
        self._bound = bound
        self._add_node(plain)
        resources = bound if "While" in node.op else self._results(node, bound)
        if resources:
            count = len(self.operations[node.name].outputs) + len(resources)
            at = iter(range(count))
            self.passes_on(node, [resources[i] if i in resources else next(at) for i in range(count)])

    def _results(self, node: Any, bound: dict[int, Any]) -> dict[int, Any]:
        """{place: resource} of the results of a function that are handles."""
        return self.library.graph(functions_of(node)[0].name, bound, self.graph).resource_results

    def _add_node(self, node: Any) -> None:
        graph = self.graph
        data = [text for text in node.input if not text.startswith("^")]
        if node.op in MERGES:  # what comes back in a loop is there later
            data = [text for text in data if not goes_back(node, self.nodes.get(self.source(text)[0]))]
        inputs = [self.tensor(text) for text in data]
        controls = [c for text in node.input if text.startswith("^") and (c := self.control(text)) is not None]
        full = graph._unique(self.prefix + node.name)
        saved, graph._controllers = graph._controllers, [*graph._controllers, (controls, set())] if controls else graph._controllers
        try:
            if ATTRIBUTE in node.attr:
                made = self._own(node, inputs, full + "/")
            else:
                made = HANDLERS.get(node.op, add_general)(self, node, inputs, full + "/")
        finally:
            graph._controllers = saved
        if node.device:
            made.device = node.device
        extra = {k: v for k, v in node.attr.items() if k.startswith("_") and k not in _TOLD}
        if _LOWERED in node.attr and not node.attr[_LOWERED].b:  # what stays a function
            extra[_LOWERED] = node.attr[_LOWERED]
        if node.op in CALLS:
            extra.pop("_gradient_op_type", None)  # which is that of the functions
        if extra:
            made.user_attributes = {**(made.user_attributes or {}), **extra}
        if RECORDED in node.attr:
            for i in node.attr[RECORDED].list.i:
                made.outputs[i]._rec = _RECORDED
        self.operations[node.name] = made

    def _own(self, node: Any, inputs: list[Any], name: str) -> Any:
        reader = Reader(node.attr[ATTRIBUTE].s.decode(), node.op, inputs, self.variable_of, self.called)
        if reader.operation is None:
            raise not_registered(node.op)
        arguments = reader.arguments()
        return self.add(reader.operation, arguments, reader.results(), name, reader.recorded)

    def add(self, operation: Any, arguments: list[Any], results: list[Any], name: str, recorded: Sequence[Any] = ()) -> Operation:
        """A node for `operation`, with what a graph keeps beside its nodes."""
        graph = self.graph
        made = graph._add(operation, arguments, results, name)
        if made.type == "_Gradients":
            graph._sources.update((id(t), t) for t in arguments[2])
        elif made.type == "_Hessian":
            graph._sources[id(arguments[1])] = arguments[1]
        for a in arguments:
            for x in a if type(a) in (list, tuple) else (a,):
                for v in getattr(x, "variables", ()) if hasattr(x, "structured_outputs") else ():
                    if isinstance(graph, FuncGraph):
                        graph.note_variable(v)
        if operation.stateful:
            graph._versions += 1
        if arguments and hasattr(arguments[0], "_for_node") and arguments[0].graph_handle is None:
            arguments[0]._for_node(made.outputs[0])
        for i in recorded:
            made.outputs[i]._rec = _RECORDED
        return made

    # ------------------------------------------------------------------ functions
    def called(self, name: str, wrapped: Any = False) -> Any:
        """The graph of the function `name`; `wrapped` as the attribute of a call."""
        found = self.library.graph(name, self._bound, self.graph)
        return _Callee(found) if wrapped else found


class _BodyImporter(Importer):
    """The nodes of a function, which name outputs as `node:argument:index`."""

    def _needs(self, name: str) -> Iterator[str]:
        # Arguments stand among the nodes, but have no message and need nothing.
        return (n for n in super()._needs(name) if self.nodes[n] is not None)

    def variable_of(self, x: Any) -> Any:
        variable = resource_of(x)
        if not is_variable(variable):
            raise refused("tf.saved_model.load", "variable", function=getattr(self.graph, "name", ""), given=x)
        return super().variable_of(variable)

    def source(self, text: str) -> tuple[str, Any]:
        return output_of(self.nodes, text)


def output_of(nodes: Mapping[str, Any], text: str) -> tuple[str, Any]:
    """(name of the node, index of the output) for an input `text` of one of the `nodes` of a function, {name: NodeDef}."""
    parts = text.split(":")
    if len(parts) != 3:
        return split_name(text)
    name, argument, index = parts
    if argument == "out" or name not in nodes:
        return name, int(index)
    node, at = nodes[name], 0
    definition = find(node.op)
    for output in definition.outputs if definition is not None else ():
        if output.name == argument:
            return name, at + int(index)
        at += output.count(node)
    return name, int(index)


def _named_variable(graph: Any, name: str) -> Any:
    while graph is not None:
        for v in (*graph._held, *getattr(graph, "variables", ())):
            if v._shared_name == name:
                return v
        graph = graph.outer_graph
    return None


def function_graph(library: Library, definition: Any, bound: Mapping[int, Any], outer: Any) -> FuncGraph:
    """The FuncGraph of a FunctionDef, within the graph `outer`, with the resources `bound` for arguments by their places."""
    graph = FuncGraph(definition.signature.name, outer)
    about = json.loads(definition.attr[ATTRIBUTE].s) if ATTRIBUTE in definition.attr else {}
    shapes = about.get("shapes")
    graph.jit_compile = definition.attr[COMPILED].b if COMPILED in definition.attr else False
    with building(graph):
        inputs, variables = [], {}
        for i, argument in enumerate(definition.signature.input_arg):
            if i in bound:
                variables[argument.name] = bound[i]
                if is_variable(bound[i]):
                    graph.note_variable(bound[i])
                continue
            shape = TensorShape(shapes[i]) if shapes else _argument_shape(definition, i)
            made = graph._add(PLACEHOLDER, [], abstract.leaf(as_dtype(argument.type), shape), argument.name + "/").outputs[0]
            graph._used.setdefault(argument.name.lower(), 1)
            if about and about["recorded"][i]:
                made._rec = _RECORDED
            inputs.append(made)
        count = about.get("inputs", len(inputs))
        graph.inputs = inputs[:count]
        graph.captured = {("imported", i): (None, t) for i, t in enumerate(inputs[count:])}
        for name, shared in about.get("variables", ()):
            variable = _named_variable(outer, shared)
            if variable is None:
                raise ValueError(f"The function {definition.signature.name} uses the variable {shared}, which is not in the graph.")
            graph.note_variable(variable)
            variables[name] = variable
        body = _BodyImporter(graph, definition.node_def, library, variables=variables)
        # Arguments are found like nodes, though there is no message to add for them.
        body.operations = {t.op.name: t.op for t in inputs}
        body.nodes.update({t.op.name: None for t in inputs})
        body.run()
        for text in definition.control_ret.values():
            if text not in body.operations:
                raise ValueError(text)
        results = [body.tensor(definition.ret[a.name]) for a in definition.signature.output_arg]
        graph.resource_results = {i: r for i, r in enumerate(results) if is_resource(r)}  # type: ignore[attr-defined]
        results = [r for r in results if not is_resource(r)]
        if about:
            given = iter(results)
            results = [next(given) if there else None for there in about["outputs"]]
        graph.outputs = results
        graph.structured_outputs = list(results)
    return graph


def _argument_shape(definition: Any, i: int) -> TensorShape:
    attributes = definition.arg_attr[i].attr if i in definition.arg_attr else {}
    if "_output_shapes" in attributes and attributes["_output_shapes"].list.shape:
        return shape_of(attributes["_output_shapes"].list.shape[0])
    return TensorShape(None)


# ---------------------------------------------------------------------- the call
def _mapped_inputs(graph: Graph, input_map: Mapping[str, Any], prefix: str) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    if not prefix and not all(isinstance(x, (Tensor, Operation)) for x in input_map.values()):
        raise ValueError(
            "tf.import_graph_def() requires a non-empty `name` if `input_map` contains non-Tensor values. Try calling "
            "tf.convert_to_tensor() on `input_map` values before calling tf.import_graph_def()."
        )
    saved = TS.name_scope
    TS.name_scope = f"{prefix}_inputs/"
    try:
        for key, value in input_map.items():
            name, index = split_name(key)
            if index is None:
                made[name, None] = value
                continue
            if not is_variable(value) and not isinstance(value, SymbolicTensor):
                value = convert_to_tensor(value) if not isinstance(value, Tensor) else value
                if not isinstance(value, SymbolicTensor):
                    value = graph._constant(value)
            if isinstance(value, SymbolicTensor) and value.graph is not graph and not graph.building_function:
                entry = f"{key}->{value.name}"
                raise ValueError(f"node '{value.op.name}' in input_map does not exist in graph (input_map entry: {entry})")
            made[name, index] = value if is_variable(value) or value.graph is graph else graph._local(value)
    finally:
        TS.name_scope = saved
    return made


def import_graph_def(
    graph: Graph, graph_def: Any, input_map: Mapping[str, Any], return_elements: Iterable[str] | None, name: str | None
) -> list[Any] | None:
    """Add the nodes of `graph_def` to `graph` under a scope `name`; the tensors and operations `return_elements`."""
    check_versions(graph_def.versions)
    if not all(isinstance(key, (str, bytes)) for key in input_map):
        raise TypeError(f"All keys for argument `input_map` must be strings. Obtained keys: {list(input_map)}")
    input_map = {_text(key): value for key, value in input_map.items()}
    if name == "":
        prefix = ""
    else:
        prefix = graph._enter_scope(name, TS.name_scope)
    mapped = _mapped_inputs(graph, input_map, prefix)
    library = Library(graph_def.library.function)
    importer = Importer(graph, library.calling(graph_def.node), library, prefix, mapped)
    wanted = []
    for element in return_elements or ():
        if not isinstance(element, (str, bytes)):
            raise TypeError(f"Argument `return_elements` must be a list of strings. Obtained {return_elements}.")
        element = _text(element)
        is_tensor = ":" in element
        source, index = split_name(element)
        if source not in importer.nodes or is_tensor and source == element:
            if is_tensor and not element.rpartition(":")[2].isdigit():
                raise ValueError(
                    f"Cannot convert {element!r} to a tensor name. Second component of the name following the `:` should be "
                    f"an int. Got {element.rpartition(':')[2]}."
                )
            raise ValueError(f"Requested return {'tensor' if is_tensor else 'node'} {element!r} not found in graph def")
        wanted.append((source, index if is_tensor else None))
    importer.run()
    unused = [key for key in input_map if split_name(key) not in importer.used and not _exists(importer, split_name(key))]
    if unused:
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{', '.join(unused)}]")
    if return_elements is None:
        return None
    made = []
    for source, index in wanted:
        if (source, index or 0) in mapped and index is not None:
            made.append(mapped[source, index])
            continue
        operation = importer.operations[source]
        if index is None:
            made.append(operation)
            continue
        if index >= len(operation.outputs):
            raise ValueError(f"Invalid return output {index} of node '{source}', which has {len(operation.outputs)} output(s)")
        made.append(operation.outputs[index])
    return made


def _text(name: str | bytes) -> str:
    return name if isinstance(name, str) else name.decode()


def _exists(importer: Importer, key: tuple[str, int | None]) -> bool:
    name, index = key
    return name in importer.operations and (index is None or index < len(importer.operations[name].outputs))
