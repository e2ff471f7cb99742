"""Gradients through branches as pages of graphs show them: by what a branch has computed on the way forward.

A branch gives, beside its results, what the way back takes of it, each as an optional value that the other branches lack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_export.forms import BranchPart, LoopPart
from tfshim.engine.graph_export.functions import Body, numbered
from tfshim.engine.graphs.func_graph import building, orders_effects
from tfshim.engine.ops.attr_values import put
from tfshim.written_forms.form import raw
from tfshim.written_gradients.functions import WayBack, in_turn, put_function
from tfshim.written_gradients.rows import dense
from tfshim.written_gradients.shapes import differentiable, like

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation: TypeAlias = Any  # of accumulation, which uses this module


class BackFunction:
    """A function that goes back, in the making, with the nodes of `back` in `body`.

    arguments: the names of those for gradients. taken: {the name of another argument: (its placeholder, how the way forward names it)}
    in the order of their use. wanted: what these are to be called.
    """

    def __init__(self, name: str, back: WayBack, library: Any) -> None:
        self.body, self.arguments, known = back.begin(name, library)
        self.wanted = in_turn(self.body, known)
        self.taken = {x: known[x] for x in self.wanted}

    def node(self, op_type: str, name: str, inputs: Sequence[str], attributes: dict[str, Any]) -> Any:
        """The NodeDef of a node that is added."""
        self.body.node(op_type, f"{self.body.graph.scope}{name}", inputs, attributes)
        return self.body.message.node_def[-1]

    def replace(self, name: str, reference: str, but: Any = None) -> None:
        """Let all nodes but one take `reference` in the place of the argument `name`."""
        for node in self.body.message.node_def:
            if but is None or node.name != but.name:
                node.input[:] = [reference if x == name else x for x in node.input]

    def let_be_variant(self, name: str) -> None:
        """Let the argument `name` be a scalar variant."""
        for at, argument in enumerate(self.body.message.signature.input_arg):
            if argument.name == name:
                argument.type = tf.variant.as_datatype_enum
                self.body.message.arg_attr[at].Clear()

    def replace_constants(self, forward: Mapping[str, Any]) -> None:
        """Let constants of the way forward, of which `forward` has the NodeDefs, be constants here too, in the place of arguments."""
        for name, (_, reference) in list(self.taken.items()):
            node = forward.get(reference.partition(":")[0])
            if node is not None and node.op == "Const":
                made = self.node("Const", "Const", [], {})
                for key in ("dtype", "value"):
                    made.attr[key].CopyFrom(node.attr[key])
                self.replace(name, f"{made.name}:output:0")
                del self.taken[name]

    def result(self, t: Any, apart: bool = True) -> None:
        """Add the tensor `t` to what the function gives, by a node of its own with `apart`."""
        reference = self.body.writer.reference(t)
        self.body.result(t.dtype, self.passed(reference, t.dtype) if apart else reference)

    def passed(self, reference: str, dtype: Any) -> str:
        """What a node of its own passes on."""
        return self.body.node("Identity", f"{self.body.graph.scope}Identity", [reference], {"T": dtype})


class Way:
    """The way back through branches or a loop, the node `node`: `keys` and `parts` are those of its functions in the library."""

    def __init__(self, accumulation: Accumulation, node: Operation, keys: Sequence[Any]) -> None:
        self.accumulation, self.node, self.keys = accumulation, node, keys
        self.writer, self.inner, self.library = accumulation.writer, accumulation.inner, accumulation.writer.functions
        self.parts = [self.library[key][1] for key in keys]

    def begun(self, at: int) -> Body:
        """The function number `at` of the node, with its nodes."""
        body: Body = self.parts[at].begin(self.library[self.keys[at]][0], self.library)
        return body

    def back(self, at: int, inputs: Iterable[Any], variables: Iterable[Any], ys: Sequence[Any], scope: str) -> WayBack:
        """The way back through that function."""
        name = f"{numbered(self.parts[at].graph)}_grad"
        return WayBack(name, self.begun(at), inputs, variables, ys, type(self.accumulation), scope)

    def amended(self, change: Any) -> None:
        """Let `change` be made to the NodeDef of the node, once, when all is written; its functions have other names then."""
        if self.node.name in self.writer.amendments:
            return
        for key in self.keys:
            name, part = self.library[key]
            self.library[key] = self.library.free(f"{name}_rewritten"), part
        self.writer.amendments[self.node.name] = change

    def name_of(self, at: int) -> str:
        """The name of the function number `at` of the node."""
        name: str = self.library[self.keys[at]][0]
        return name

    def output(self, at: int, dtype: Any, shape: Any = None) -> Any:
        """Output number `at` of the node as it is written, in the graph under construction."""
        return self.inner.named(self.writer.output(self.node.name, "output", at), dtype, shape)

    def around(self, x: Any) -> Any:
        """What is given to the node, a tensor or a resource, in the graph under construction."""
        return self.inner(x) if isinstance(x, tf.Tensor) else self.inner.named(self.writer.handle(x), tf.resource, [])

    def whole(self, outputs: Iterable[Any], grads: Iterable[Any]) -> list[Any]:
        """The gradients of `outputs` of the node; zeros where nothing comes back, None for what has none."""
        made = []
        for t, g in zip(outputs, grads):
            number = differentiable(t) or self.accumulation.by_tape and (t.dtype.is_integer or t.dtype.is_bool)
            if g is None and number:
                with self.accumulation.scope_of_calls():
                    listed = t.dtype == tf.variant
                    g = raw("ZerosLike", [t], [like(t)], name="zeros_like") if listed else self.accumulation.zeros_of(t)
            made.append(None if g is None else dense(g))
        return made

    def put(self, at: int, message: Any) -> str:
        """Put `message`, the FunctionDef of what goes back through the function number `at`, into the library: its name there."""

        def named(name: str) -> Any:
            message.signature.name = name
            return message

        return put_function(self.library, f"{numbered(self.parts[at].graph)}_grad", named)

    def paired(self, given: Iterable[Any], grads: Iterable[Any]) -> list[tuple[Any, Any]]:
        """The pairs of a tensor among `given` and its gradient; those of variables are taken in."""
        made = []
        for x, g in zip(given, grads):
            if isinstance(x, tf.Tensor):
                made.append((x, g))
            elif any(v is x for v in self.accumulation.variables):
                self.accumulation.add_variables([x], [g])
        return made


def arguments_of(body: Body, given: Sequence[Any]) -> dict[str, Any]:
    """{the name of an argument of `body`: what is given for it} of the last arguments that the function began with."""
    names = [a.name for a in body.message.signature.input_arg]
    return dict(zip(names, given))


def known_source(reference: str, nodes: Mapping[str, Any]) -> str:
    """Where the resource comes from that is called `reference`, by loops that only pass it on. `nodes`: NodeDefs by their names."""
    while (node := nodes.get(reference.partition(":")[0])) is not None and node.op in ("While", "StatelessWhile"):
        reference = node.input[int(reference.rpartition(":")[2])]
    return reference


def _keys(node: Operation) -> list[Any]:
    if "branches" in node._op_def.names:
        return [(id(node), i) for i in range(len(node.arguments[1]))]
    return [(id(node), "cond"), (id(node), "body")]


def serves(accumulation: Accumulation, node: Operation) -> bool:
    """Whether gradients go through `node` here."""
    functions = accumulation.writer.functions
    parts = [functions.get(key, (None, None))[1] for key in _keys(node)]
    return functions.shown and all(isinstance(part, (BranchPart, LoopPart)) for part in parts)


def through_branches(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The pairs of an input of the branches `node` and its gradient, for the gradients of its outputs."""
    return _Branches(accumulation, node, _keys(node)).pairs(grads)


class _Branches(Way):
    """The way back through branches."""

    def pairs(self, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
        """The pairs of an input and its gradient, for the gradients of the outputs."""
        node, given = self.node, self.parts[0].given
        whole = self.whole(list(map(self.inner, node.outputs)), grads)
        sources = [g for t, g in zip(node.outputs, whole) if differentiable(t)]
        with self.accumulation.scope_of_flow(node) as scope:
            backs = [self._back(k, scope) for k in range(len(self.parts))]
            results = self._results(backs, given)
            places = [i for i, x in enumerate(results[0]) if x is not None]
            made = [BackFunction(back.graph.name, back, self.library) for back in backs]
            taken = [self._taken(k, function) for k, function in enumerate(made)]
            self._fill_up()
            together = list({id(x): x for outer in taken for x in (*sources, *outer.values())}.values())
            names = [
                self.put(k, _whole(function, [*zip(function.arguments, sources), *outer.items()], together, [own[i] for i in places]))
                for k, (function, outer, own) in enumerate(zip(made, taken, results))
            ]
            self.amended(self._amend)
            index = self.inner(node.arguments[0])
            boolean = index.dtype == tf.bool
            kind = ("" if any(f.body.message.signature.is_stateful for f in made) else "Stateless") + ("If" if boolean else "Case")
            parts = {"then_branch": names[0], "else_branch": names[1]} if boolean else {"branches": names}
            leaves = [like(results[0][i]) for i in places]
            about = {**parts, "Tout": [d for d, _ in leaves], "output_shapes": [s for _, s in leaves]}
            found = raw(kind, [index, together], leaves, about, name=None if boolean else "gradient")
            found = [raw("Identity", [t], [like(t)]) for t in (found if isinstance(found, list) else [found])]
        return self.paired([given[i] for i in places], found)

    def _back(self, k: int, scope: str) -> WayBack:
        part = self.parts[k]
        variables = [x for x in part.given if hasattr(x, "trainable")]
        ys = [t for t in part.graph.outputs if t is not None and differentiable(t)]
        return self.back(k, [t for own in part.own for t in own], variables, ys, scope)

    def _results(self, backs: Sequence[WayBack], given: Sequence[Any]) -> list[list[Any]]:
        """For each branch what comes back for all that is given: zeros where nothing does in this one, None where in none."""
        found = [[self._of(back, x, own) for x, own in zip(given, part.own)] for back, part in zip(backs, self.parts)]
        for at, x in enumerate(given):
            if any(own[at] is not None for own in found):
                for k, own in enumerate(found):
                    if own[at] is None:
                        own[at] = self._zeros(k, backs[k], at, x)
        return found

    @staticmethod
    def _of(back: WayBack, x: Any, own: Sequence[Any]) -> Any:
        with back.recording():
            found = [back.gradient(t) for t in own] if isinstance(x, tf.Tensor) else [back.gradient(x)] if hasattr(x, "trainable") else []
            found = [g for g in found if g is not None]
            return raw("AddN", [found], [like(found[0])]) if len(found) > 1 else found[0] if found else None

    def _zeros(self, k: int, back: WayBack, at: int, x: Any) -> Any:
        with building(back.graph):
            if x.shape.is_fully_defined():
                return tf.zeros(x.shape, x.dtype)
            name = self.begun(k).message.signature.input_arg[at].name
            if isinstance(x, tf.Tensor):
                return tf.zeros_like(back.taken.named(name, x.dtype, x.shape))
            sizes = raw("VariableShape", [back.taken.named(name, tf.resource, [])], [(tf.int32, [x.shape.rank])], {"out_type": tf.int32})
            return tf.zeros(sizes, x.dtype)

    def _taken(self, k: int, function: BackFunction) -> dict[str, Any]:
        """{the name of an argument of `function`: what it is around it}"""
        forward, part = self.begun(k), self.parts[k]
        nodes = {n.name: n for n in forward.message.node_def}
        known = arguments_of(forward, part.given)
        if not orders_effects(part.graph.outer_graph):  # what it gives has no node of its own
            given = [t for t in part.graph.outputs if t is not None]
            known.update({forward.writer.reference(t): outer for t, outer in zip(given, self.node.outputs)})
        function.replace_constants(nodes)
        made = {}
        for name, (t, reference) in function.taken.items():
            reference = known_source(reference, nodes) if t.dtype == tf.resource else reference
            if reference in known:
                made[name] = self.around(known[reference])
                continue
            made[name] = self.output(self._kept(k, forward, reference, t.dtype), tf.variant, [])
            user = function.wanted[name].rpartition("_")[0]
            function.let_be_variant(name)
            value = function.body.message.node_def.add(
                name=function.body.writer.free_name(f"{user}/OptionalGetValue"), op="OptionalGetValue"
            )
            value.input.append(name)
            put(value.attr["output_types"], "list(type)", [t.dtype])
            put(value.attr["output_shapes"], "list(shape)", [t.shape])
            function.replace(name, f"{value.name}:components:0", value)
        return made

    def _kept(self, k: int, forward: Body, reference: str, dtype: Any) -> int:
        """The place among the outputs of the node for what the branch number `k` names `reference`."""
        part = self.parts[k]
        if reference not in part.places:
            part.places[reference] = len(self.node.outputs) + len(part.more)
            made = forward.node("OptionalFromValue", f"{part.graph.scope}OptionalFromValue", [reference], {"Toutput_types": [dtype]})
            part.more.append((tf.variant, made))
        return int(part.places[reference])

    def _fill_up(self) -> None:
        """Let all branches give as many optional values, some of which are none."""
        most = max(len(part.more) for part in self.parts)
        for k, part in enumerate(self.parts):
            while len(part.more) < most:
                part.more.append((tf.variant, self.begun(k).node("OptionalNone", f"{part.graph.scope}OptionalNone", [], {})))

    def _amend(self, message: Any) -> None:
        names = [self.library[key][0] for key in self.keys]
        if message.op.endswith("If"):
            message.attr["then_branch"].func.name, message.attr["else_branch"].func.name = names
        else:
            for function, name in zip(message.attr["branches"].list.func, names):
                function.name = name
        more = len(self.parts[0].more)
        message.attr["Tout"].list.type.extend([tf.variant.as_datatype_enum] * more)
        put(message.attr["output_shapes"], "list(shape)", [[]] * more)


def _whole(function: BackFunction, known: Iterable[tuple[str, Any]], together: Sequence[Any], results: Sequence[Any]) -> Any:
    """The FunctionDef of `function`, which knows arguments by what they are around it, as one of all of `together` that gives `results`."""
    body = function.body
    for t in results:
        function.result(t)
    names = {id(x): name for name, x in known}
    arguments = [names.get(id(x)) or body.argument(f"{body.graph.scope}Placeholder", x.dtype, x.shape, user_name="") for x in together]
    body.keep_arguments(arguments, function.wanted)
    return body.done()
