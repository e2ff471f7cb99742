"""What writes the nodes of one graph as NodeDefs in TensorFlow's form, and what collects the functions that they call.

What kernels here take as Python numbers (axes, sizes) are inputs in TensorFlow; the messages have constants for them.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.node_form import first_free, graphs_in, node_message, tensorflow_form
from tfshim.engine.graphs.operation import RawOp, is_read_within
from tfshim.engine.graphs.references import goes_by_resource, is_own_output
from tfshim.engine.ops.attr_values import put_any, shape_message, shape_of
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph: TypeAlias = Any  # of graphs.graph, above this module


class NotWritten(Exception):
    """A gradient that cannot be written with TensorFlow's operations, for `op_type` in its way."""

    def __init__(self, op_type: str, name: str) -> None:
        super().__init__(f"the gradient of the operation {op_type} ({name})")
        self.op_type = op_type


class Functions(dict[Any, tuple[str, Any]]):
    """The functions that are written with a graph: {id of a graph, or a key of a part: (name, graph)}.

    `lifted`: {id: eager tensor} for constants that are inputs of the functions, as resources are. `gradients`: what writes nodes with
    custom gradients, for files that hold these (see `graph_export.gradients`). `derivatives`: whether gradients within the graphs are
    written with TensorFlow's operations, which raises NotWritten where one has no such form, or as nodes of our own. `shown`: they are
    looked at only: nodes of tapes, which TensorFlow does not have, are left out, and nobody asks for results by the names of our own nodes.
    Nodes have other names then until the end of the `with` block that they are written in.
    """

    def __init__(self, lifted: dict[int, Any] | None = None, gradients: Any = None, derivatives: bool = False, shown: bool = False) -> None:
        super().__init__()
        self.lifted = lifted if lifted is not None else {}
        self.gradients, self.derivatives, self.shown = gradients, derivatives, shown
        self.renamings: dict[int, Any] = {}  # id of a graph -> what names its nodes as pages show them

    def __enter__(self) -> Functions:
        return self

    def __exit__(self, *about: object) -> None:
        for renaming in self.renamings.values():
            renaming.end()

    def free(self, wanted: str) -> str:
        """`wanted`, or another name after it where a function has it."""
        return first_free(wanted, {name for name, _ in self.values()}.__contains__)


class GraphWriter:
    """Writes the nodes of one graph; `functions` collects the graphs that they call."""

    def __init__(self, graph: Graph, functions: Functions, in_function: bool = False) -> None:
        self.graph, self.functions, self.in_function = graph, functions, in_function
        self.keeps_objects = False  # whether nodes of our own form have what functions of TensorFlow take as arguments
        self.names_results = not in_function  # whether results that others compute can be asked for by the name of their node
        self.tells_shapes = False  # whether nodes tell what shapes their outputs have
        self.handles = {}  # id of a variable without a node of its own -> (name, variable)
        self.user_names: dict[str, str] = {}  # name of the handle of an argument -> that of the argument
        self.numbered_inputs: dict[str, str] = {}  # name of a node that calls its resource by a number -> the number
        self.gone_back: dict[int, Any] = {}  # id of a call -> (it, the functions of its ways forward and back)
        self.amendments: dict[str, Callable[[Any], None]] = {}  # name of a node -> what changes its NodeDef when all are written
        self.given = {id(t.op) for t in (*graph.inputs, *graph.inner_captures)} if in_function else set()
        self.renaming = higher.renaming(graph, functions, self.given) if functions.shown else None
        self.names = ChainMap({}, graph._used)  # taken, by nodes that others are written with
        self._places: dict[int, tuple[Any, str]] = {}  # id of a tensor -> (tensor, how it is named)
        self._ends: dict[int, tuple[Any, list[str]]] = {}  # id of a node -> (node, what runs last of what it is written with)
        self._orders: dict[int, Any] = {}  # of effects, in functions: id of a graph, this one or one beside -> its order
        self._before: dict[int, list[str]] = {}
        self.counted: set[Any] = set()  # what nodes of gradients have worked out once for all
        self.following: list[Any] = []  # NodeDefs that come after the one in hand
        self._used: dict[int, set[int]] = {}  # id of a graph -> ids of the tensors in it that are used
        self._paths: dict[int, set[int]] = {}  # id of a graph -> ids of the nodes that gradients in it go through
        self.leaves: dict[int, tuple[Operation, list[Any]]] = {}  # id of a node that is written as it is -> (node, its NodeDefs)
        self.arrays: dict[int, str] = {}  # id of the node that makes an array of TensorFlow 1 -> how its handle is named
        self.flows: set[int] = set()  # ids of the tensors that are numbers on pages, which stand for the states of such arrays
        self.spliced: dict[int, Any] = {}  # id of a node that others are written for -> those, as a `splicing.Spliced`
        self.of_rows: dict[int, list[str]] = {}  # id of a node for rows of a gradient -> how what it gives is named
        self.shared: dict[int, tuple[Any, Any]] = {}  # id of what several nodes are shown with -> (it, the tensor that stands for it)
        self.final: set[int] = set()  # ids of nodes for which others are written, of which the last one has its name
        self.written_before: set[int] = set()  # ids of nodes that were written with another one
        self._shown: dict[int, Any] = {}  # what stands for other tensors among the inputs of the node in hand
        self._in_hand: Operation | None = None

    def reference(self, t: Tensor) -> str:
        """How a node names the tensor `t` among its inputs."""
        shown = self._shown.get(id(t))
        if shown is not None and not (is_own_output(shown) and goes_by_resource(shown._handle)):
            t = shown
        placed = self._places.get(id(t))
        if placed is not None:
            return placed[1]
        node = (self.graph._as_node(t) if type(t) is EagerTensor else t).op
        index = getattr(t, "_index", 0)
        # In functions TensorFlow names outputs `node:argument:index`, but inputs of the function by name alone.
        if not self.in_function or id(node) in self.given:
            return node.name if not index else f"{node.name}:{index}"
        definition = find(node.type)
        for argument, count in _lengths(definition, node) if definition is not None else ():
            if index < count:
                return f"{node.name}:{argument}:{index}"
            index -= count
        return f"{node.name}:out:{index}"

    def output(self, name: str, argument: str, index: int = 0) -> str:
        """How inputs name the output `index`, of those that are declared as the list or tensor `argument`, of the node `name`."""
        return f"{name}:{argument}:{index}" if self.in_function else f"{name}:{index}" if index else name

    def place(self, t: Tensor, reference: str) -> None:
        """Let inputs name the tensor `t` so."""
        self._places[id(t)] = t, reference

    def ends(self, node: Operation, names: list[str]) -> None:
        """Let what runs after `node` run after the nodes `names`."""
        self._ends[id(node)] = node, names

    def controls(self, nodes: Iterable[Operation]) -> list[str]:
        """The control inputs of what runs after `nodes`."""
        made = []
        for n in nodes:
            made.extend(f"^{name}" for name in (self.ends_of(n) if not n.read_is_waited_for else [n.read_name]))
        return sorted(made)  # as TensorFlow writes them

    def ends_of(self, node: Operation) -> list[str]:
        """The names of the nodes that run last of what `node` is written with."""
        return self._ends[id(node)][1] if id(node) in self._ends else [node.name]

    def told(self, node: Operation) -> list[str]:
        """The control inputs of `node` that say what it was told to wait for."""
        controls = [*node.control_inputs, *node.told_also]
        if node.static_inputs and controls:  # what it takes may have waited: a constant that is shown, whose value is known
            waited = {id(c) for t in node.static_inputs.values() for c in getattr(getattr(t, "op", None), "control_inputs", ())}
            controls = [c for c in controls if id(c) not in waited]
        # Who was told to wait for a node that others are written for waits for the one of its name.
        told = [f"^{n.name}" for n in controls if id(n) in self.final]
        return [*told, *self.controls(n for n in controls if id(n) not in self.final)]

    def before(self, node: Operation) -> list[str]:
        """The control inputs of `node`: what it was told to wait for, and in functions the effects before its own."""
        known = self._before.get(id(node))
        if known is None:
            after: list[Operation] = []
            if self.orders_effects:
                order = self._order(node.graph)
                given = {id(t.op) for t in node.written_inputs}
                after += [n for n in order.add(node) if n not in node.control_inputs and id(n) not in given]
            known = self._before[id(node)] = sorted({*self.told(node), *self.controls(after)})
        return known

    @property
    def orders_effects(self) -> bool:
        """Whether control inputs say in which order effects are to happen, as in functions."""
        return self.in_function or bool(self.graph.building_function)

    def _order(self, graph: Any) -> Any:
        known = self.order_of(graph)
        if known is None:
            known = self._orders[id(graph)] = higher.order_of_effects(self)
        return known

    def order_together(self, graph: Any, node: Operation) -> None:
        """Let the effects of nodes of `graph`, which are written for `node`, have their places among those around it."""
        if self.orders_effects:
            self._orders[id(graph)] = self._order(node.graph)

    def order_of(self, graph: Any) -> Any:
        """The order of effects in `graph`, this one or one beside, as far as it is written; None before its first node."""
        return self._orders.get(id(graph))

    def uses(self, t: Tensor) -> bool:
        """Whether a node of the graph of the tensor `t`, or what asks for its outputs, takes it."""
        graph = t.op.graph
        found = self._used.get(id(graph))
        if found is None:
            outputs = [x for x in getattr(graph, "outputs", ()) if x is not None]
            found = self._used[id(graph)] = {id(x) for n in graph._operations for x in n.written_inputs} | {id(x) for x in outputs}
        return id(t) in found

    def free_name(self, wanted: str) -> str:
        """`wanted`, or another name after it where it is taken, for a node that others are written with."""
        made = first_free(wanted, lambda name: name.lower() in self.names)
        self.names[made.lower()] = 1
        return made

    def amend(self, written: Iterable[Any]) -> None:
        """Change the NodeDefs `written` as what was written later asks for."""
        for message in written if self.amendments else ():
            change = self.amendments.get(message.name)
            if change is not None:
                change(message)

    def keeps_tapes(self, graph: Any) -> bool:
        """Whether gradients within `graph` are nodes of our own, which need to know what tapes there have recorded."""
        return not self.functions.derivatives and higher.is_differentiated(graph)

    def is_differentiated(self, node: Operation) -> bool:
        """Whether a gradient that is written may go through `node`, which is not written as a call then."""
        if not self.functions.derivatives:
            return False
        graph = node.graph
        found = self._paths.get(id(graph))
        if found is None:
            found = self._paths[id(graph)] = _paths(graph)
        around = getattr(graph, "written_for", None)
        return id(node) in found or around is not None and self.is_differentiated(around)

    def handle(self, variable: Any, wanted: str | None = None) -> str:
        """The name of the node of `variable`'s handle, in functions of the argument. Tables and other resources are named so too.

        `wanted`: what it is called where it has no node and is met for the first time.
        """
        node = getattr(getattr(variable, "_handle", None), "op", None)
        if node is not None and node.graph is self.graph:
            return node.name
        known = self.handles.get(id(variable))
        if known is None:
            user = self._in_hand
            if user is None or user.graph is self.graph:  # not one of several that are written for one
                user = next((n for n in self.graph._operations if any(a is variable for a in n.arguments)), None)
            name = user.name if user is not None else getattr(variable, "_shared_name", "unknown")
            traced = self.graph.building_function and not self.in_function
            called = _argument_for(user, variable)
            name = self.free_name(wanted or f"{name}/{called}") if traced else self.argument_name(f"{name}_{called}")
            known = self.handles[id(variable)] = name, variable
        return known[0]

    def given_variable(self, argument: Any) -> None:
        """Name the handle of a variable among the arguments of the function as these are."""
        variable = argument.reference()
        if variable is not None and id(variable) not in self.handles:
            self.handles[id(variable)] = argument.name, variable
            self.user_names[argument.name] = argument.user_name

    def argument_name(self, wanted: str) -> str:
        """A free name as TensorFlow gives to arguments of functions."""
        return self.free_name(self.argument_base(wanted))

    @staticmethod
    def argument_base(wanted: str) -> str:
        """`wanted` as the names of arguments and outputs of functions are spelled."""
        base = re.sub("[^a-z0-9_]", "_", wanted.lower())
        return base if base[:1].isalpha() else f"arg_{base.lstrip('_')}" if base.strip("_") else "unknown"

    def function(self, graph: Any) -> str:
        """The name in the library for a graph that is called, a branch or the body of a loop."""
        graph = getattr(graph, "_graph", graph)
        return self.library_function(id(graph), graph.name, graph)

    def library_function(self, key: Any, wanted: str, graph: Any) -> str:
        """The name of the function that `graph`, or a part of a loop or branch, is written as."""
        known = self.functions.get(key)
        if known is None:
            known = self.functions[key] = self.functions.free(wanted), graph
        return known[0]

    def messages(self, node: Operation) -> list[Any]:
        """The NodeDefs for a node: constants that belong to it, then itself."""
        if self.functions.shown and is_read_within(node):
            return []
        if self.renaming is not None and node.graph is self.graph:
            self.renaming.advance(node, self.names)
        if id(node) in self.written_before:
            return []
        if node.stands_for is not None and node.kind == "Identity":
            self.place(node.outputs[0], self.reference(node.stands_for))
            return []
        before = self._shown, self._in_hand
        self._shown, self._in_hand = node.shown or {}, node
        try:
            return self._messages(node)
        finally:
            self._shown, self._in_hand = before

    def _messages(self, node: Operation) -> list[Any]:
        # First, as operations that TensorFlow has too may take more here than there.
        spliced = higher.derivative_form(self, node) if self.functions.derivatives else None
        if spliced is None:
            spliced = higher.expansion(self, node)
        if spliced is not None:
            return self._noted(node, [*self._constants_of_part(node, spliced), *spliced])
        made = node_message(node, node.type if find(node.type) is not None else node.type.lstrip("_"))
        before = tensorflow_form(self, node, made)
        if before is None:
            spliced = higher.flow_form(self, node)
            if spliced is not None:
                for message in spliced if self.tells_shapes else ():
                    tell_known_shapes(message, node)
                return self._noted(node, spliced)
            made.ClearField("attr")
            del made.input[:]
            before = []
            self._own_form(node, made)
        made.input.extend(self.before(node))
        if self.functions.derivatives:
            self.leaves[id(node)] = node, [*before, made]
        after, self.following = self.following, []
        if self.tells_shapes:
            tell_shapes(made, [t.shape for t in node.outputs])
            for constant in before:
                tell_shapes(constant, [shape_of(constant.attr["value"].tensor.tensor_shape)])
        return [*self._noted(node, [*before, made]), *after]

    def _constants_of_part(self, node: Operation, messages: Sequence[Any]) -> Iterator[Any]:
        """The NodeDefs of constants that were recorded in a part of the graph and that what is shown for it takes, too."""
        shown = {message.name for message in messages}
        within = {} if node.shown_part is None else {n.name: n for n in node.shown_part.nodes if n.kind == "Const" and n.name not in shown}
        for text in [text for message in messages for text in message.input] if within else ():
            constant = within.pop(text.partition(":")[0], None)
            if constant is not None:
                made = node_message(constant, constant.type)
                tensorflow_form(self, constant, made)
                yield made

    def _noted(self, node: Operation, messages: list[Any]) -> list[Any]:
        """With what reading has to know beside TensorFlow's form, and what the program said of the node."""
        if messages:
            recorded = [t._index for t in node.outputs if t._rec is not None]
            if recorded and own_nodes.ATTRIBUTE not in messages[-1].attr and self.keeps_tapes(node.graph):
                messages[-1].attr[own_nodes.RECORDED].list.i.extend(recorded)
            for name, value in (node.user_attributes or {}).items():
                messages[-1].attr[name].CopyFrom(value)
            if node.beside is not None:
                for made in messages:
                    if not made.attr["_class"].list.s:
                        made.attr["_class"].list.s.append(b"loc:@" + node.beside.encode())
            if node.waited_for:
                messages[-1].attr["_has_manual_control_dependencies"].b = True
        return messages

    def _own_form(self, node: Operation, made: Any) -> None:
        writer = own_nodes.Writer(node, self.reference, self.handle, self._own_function)
        try:
            text = writer.text()
            made.attr[own_nodes.ATTRIBUTE].s = text.encode()
            made.input.extend(writer.inputs)
        except own_nodes.NotPlain as e:
            made.attr[own_nodes.ATTRIBUTE].s = own_nodes.refusal(e, node).encode()
            for a in node.arguments:
                made.input.extend(self.reference(x) for x in (a if type(a) is list else (a,)) if isinstance(x, Tensor))
        definition = find(node.type)
        if self.in_function and definition is not None and any(o.number_attr or o.type_list_attr for o in definition.outputs):
            for t in node.outputs:  # how long the lists are that are declared is not said
                self.place(t, f"{made.name}:out:{t._index}")
        # For people and for TensorBoard; what reads the node again goes by the text.
        names = [n for n in node._op_def.names if n != "name"]
        for name, a in zip(names, node.arguments):
            if a is not None and not isinstance(a, Tensor) and not put_any(made.attr[name], a):
                del made.attr[name]
        for name, a in zip(names, node.arguments):
            found = list(graphs_in(a))
            if len(found) == 1:
                made.attr[name].func.name = self._own_function(found[0])
            elif found:
                for graph in found:
                    made.attr[name].list.func.add().name = self._own_function(graph)

    def _own_function(self, graph: Any) -> str:
        """The name of the function for a graph that a node of our own form holds: there variables are found by their names."""
        graph = getattr(graph, "_graph", graph)
        return self.library_function(("own", id(graph)), graph.name, higher.own_function(graph))

    def variables(self, first: int = 0) -> Iterator[Any]:
        """The NodeDefs that stand for the variables of other owners, from number `first` on."""
        # Here and below: the messages load protobuf, and most programs write no graphs.
        for name, variable in list(self.handles.values())[first:]:
            made = messages.node_def.NodeDef(name=name, op="Placeholder")
            made.attr["dtype"].type = dtypes.resource.as_datatype_enum
            made.attr["shape"].shape.SetInParent()
            shown = name.rpartition("/")[2] if self.graph.building_function else getattr(variable, "_shared_name", "resource")
            made.attr["_user_specified_name"].s = self.user_names.get(name, shown).encode()
            if self.tells_shapes:
                tell_shapes(made, [TensorShape([])])
            yield made


def tell_shapes(made: Any, shapes: Iterable[Any]) -> None:
    """Let a node say that its outputs have these shapes."""
    told = [shape_message(s) if isinstance(s, TensorShape) else s for s in shapes]
    definition = find(made.op)
    # Assignments give their variable here, and nothing in TensorFlow.
    if told and (definition is None or definition.outputs):
        made.attr["_output_shapes"].list.SetInParent()
        made.attr["_output_shapes"].list.shape.extend(told)


def tell_known_shapes(made: Any, node: Operation) -> None:
    """Let what was written for `node` say which shapes it has, where that is known and not said yet."""
    if "_output_shapes" in made.attr:
        return
    if made.op == "Const":
        tell_shapes(made, [shape_of(made.attr["value"].tensor.tensor_shape)])
    elif "output_shapes" in made.attr and made.op in _WITH_FUNCTIONS:  # more of them than the node has here
        tell_shapes(made, made.attr["output_shapes"].list.shape)
    elif made.name == node.name:
        tell_shapes(made, [t.shape for t in node.outputs])


_WITH_FUNCTIONS = frozenset("Case If StatelessCase StatelessIf StatelessWhile While".split())
MAY_READ = _WITH_FUNCTIONS | {"PForMap", "PartitionedCall", "StatefulPartitionedCall"}  # variables, by the functions that they call


def _paths(graph: Graph) -> set[int]:
    """The ids of the nodes that gradients in `graph` depend on."""
    needed: set[int] = set()
    found: set[int] = set()
    for node in reversed(graph._operations):
        if node.type in _DERIVATIVES:
            needed.update(id(t) for t in node.written_inputs)
        elif any(id(t) in needed for t in node.outputs):
            found.add(id(node))
            needed.update(id(t) for t in node.written_inputs)
    return found


# What tapes leave, which only computes values where gradients are written with TensorFlow's operations.
OF_TAPES = frozenset("_TapeOpen _TapeOpenForward _TapePop _TapePush _TapeWatch _Gradient _GradientOfHeld".split())
_DERIVATIVES = ("_Gradient", "_Gradients")


def _lengths(definition: Any, node: Operation) -> list[tuple[str, int]]:
    """[(name of an output that is declared, how many tensors it has)] for a node."""
    attributes = [o.number_attr or o.type_list_attr for o in definition.outputs]
    known: dict[str, int] = {}
    if isinstance(node._op_def, RawOp):
        for declared, x in zip(definition.inputs, node.arguments):
            if isinstance(x, (list, tuple)):
                known[declared.number_attr or declared.type_list_attr] = len(x)
        known.update({k: v if isinstance(v, int) else len(v) for k, v in node._op_def.attributes.items() if k in attributes})
    lists = [a for a in attributes if a and a not in known]
    # Where nothing says how many, lists are as long as each other.
    rest = len(node.outputs) - sum(known[a] if a in known else 1 for a in attributes if a not in lists)
    each = rest // len(lists) if lists else 0
    return [(o.name, known.get(a, each) if a else 1) for o, a in zip(definition.outputs, attributes)]


def _argument_for(user: Operation | None, variable: Any) -> str:
    """What the operation of `user` calls the argument that is `variable`."""
    declared: Any = None if user is None else find(user.type)
    if declared is None or user is None:
        return "resource"
    if not isinstance(user._op_def, RawOp):  # whose first argument alone is where TensorFlow declares it
        first = declared.inputs[0].name if declared.inputs and user.arguments and user.arguments[0] is variable else ""
        return first if first == "ref" else "resource"
    return next((i.name for i, x in zip(declared.inputs, user.arguments) if x is variable), "resource")
