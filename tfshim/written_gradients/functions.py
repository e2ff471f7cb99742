"""Gradients of functions as pages of graphs show them: a function that goes back, and one that goes forward and gives what that takes.

forward = Forward(name, graph, functions)  # the graph as it is written
backward = forward.gradient(...)           # the graph that goes back, and the tensors of the former that it takes
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tfshim.engine.graph_export.functions import Body, resources
from tfshim.engine.graphs.func_graph import PLACEHOLDER, FuncGraph, building
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.written_forms.form import raw
from tfshim.written_gradients.rows import dense
from tfshim.written_gradients.shapes import differentiable, like

if TYPE_CHECKING:
    Accumulation = Any  # of accumulation, which uses this module
    Functions = Any  # of engine.graphs.graph_writer

_numbers = itertools.count(1)


class Ready:
    """A function of the library that is written already."""

    def __init__(self, message: Any) -> None:
        self._message = message

    def definition(self, name: str, functions: Functions) -> Any:
        """The FunctionDef."""
        return self._message


def put_function(functions: Functions, wanted: str, make: Callable[[str], Any]) -> str:
    """Put what `make(name)` writes into the library, under the name that this gives."""
    name = functions.free(f"{wanted}_{next(_numbers)}")
    key = ("shown", name)
    functions[key] = name, None  # so that it is taken
    functions[key] = name, Ready(make(name))
    return name


class BackwardGraph(FuncGraph):
    """The graph of a function that goes back."""

    eagerly = False
    in_function = True
    is_asked_for = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.loose: set[int] = set()
        self.counted: set[Any] = set()


class Taken:
    """Gives for tensors of the function that goes forward, which `writer` has written, placeholders in the graph that goes back."""

    def __init__(self, body: Body, forward: FuncGraph, graph: BackwardGraph) -> None:
        self.body = body  # in which further nodes of the way forward can be written
        self._writer, self._forward, self._graph = body.writer, forward, graph
        self.placeholders: dict[int, tuple[Any, str]] = {}  # id of a placeholder -> (it, how the function going forward names the tensor)
        self._known: dict[str, Any] = {}

    def __call__(self, x: Any) -> Any:
        """What stands for `x`, a tensor or such in lists; anything else is as it is."""
        if type(x) is list or type(x) is tuple:
            return type(x)(map(self, x))
        if not isinstance(x, Tensor):
            return x
        outer: Any = self._forward._as_node(x) if type(x) is EagerTensor else x
        if outer.op.graph is self._graph:
            return outer
        made = self.named(self._writer.reference(outer), outer.dtype, outer.shape)
        made._a, made._b, made._handle = outer._a, outer._b, outer._handle
        if made._static is None:
            made._static = outer._static
        return made

    def named(self, reference: str, dtype: Any, shape: Any = None) -> Any:
        """What stands for the tensor that inputs name `reference`."""
        made = self._known.get(reference)
        if made is None:
            made = self._known[reference] = self._graph._add(PLACEHOLDER, [], abstract.leaf(dtype, shape), "input/").outputs[0]
            self._graph._by_name.pop("input", None)
            self.placeholders[id(made)] = made, reference
        return made


class Forward:
    """A function that goes forward: `inputs`, placeholders of `graph`, and the resources that it uses are its arguments."""

    def __init__(self, name: str, graph: FuncGraph, functions: Functions, inputs: Sequence[Any]) -> None:
        self.name, self.graph, self.functions, self.inputs = name, graph, functions, inputs
        self.body = Body(name, graph, functions)
        for t in inputs:
            self.body.argument(t.op.name, t.dtype, t.shape, [t])
        self.resources = resources(graph, functions)
        for x in self.resources:
            self.body.resource(x)
        self.body.nodes()

    def definition(self, outputs: Iterable[Any], taken: Iterable[tuple[Any, str]]) -> Any:
        """The FunctionDef that gives `outputs`, and beside them (dtype, reference) what is `taken` on the way back."""
        for t in outputs:
            if t is not None:
                self.body.output(t)
        for dtype, reference in taken:
            self.body.result(dtype, reference)
        return self.body.done()


class WayBack:
    """The graph that goes back through a function, of which the nodes are in `body` and begin with `inputs` and `variables`.

    grads: placeholders for the gradients of `ys`, tensors, or variables that a loop passes on. gradient: gives what comes back for one of
    `inputs` and `variables`, or None. taken: what it takes of the way forward. accumulate: makes an Accumulation. scope: what goes before
    the names of its nodes.
    """

    def __init__(
        self,
        name: str,
        body: Body,
        inputs: Iterable[Any],
        variables: Iterable[Any],
        ys: Sequence[Any],
        accumulate: Callable[..., Accumulation],
        scope: str = "",
    ) -> None:
        graph = self.graph = BackwardGraph(name)
        graph.scope = scope
        forward, variables = body.graph, list(variables)
        self.taken = taken = Taken(body, forward, graph)
        operations = list(forward._operations)
        self._reads = {id(v): [n.outputs[0] for n in operations if n.kind == "ReadVariableOp" and n.arguments[0] is v] for v in variables}
        starts = [t for t in inputs if differentiable(t)]
        starts += [t for own in self._reads.values() for t in own]
        with building(graph):
            self.grads = [graph.placeholder(y.dtype, y.shape, "placeholder") for y in ys]
            tensors = [y for y in ys if isinstance(y, Tensor)]
            with name_scope("gradients"):
                weights = [raw("Identity", [g], [like(g)], name=f"grad_ys_{i}") for i, g in enumerate(self.grads)]
                of = SimpleNamespace(kind="_Gradients", name="gradients", gated=False)
                self._made = accumulate(body.writer, taken, starts, of, variables=variables)
                self._made.follow(operations)
                for y, g in zip(ys, weights):
                    if isinstance(y, Tensor):
                        self._made.add(y, g)
                    else:
                        self._made.add_variables([y], [g])
                self._made.go_back(operations, tensors)

    @contextlib.contextmanager
    def recording(self) -> Iterator[None]:
        """Within it what is recorded belongs to the graph."""
        with building(self.graph), name_scope("gradients"):
            yield

    def gradient(self, x: Any) -> Any:
        """What has come back for `x`, an input or a variable; None where nothing has."""
        if isinstance(x, Tensor):
            g = self._made.of(x) if differentiable(x) else None
        else:
            g = self._made.of_variable(x, self._reads[id(x)])
        return None if g is None else dense(g)

    def begin(self, name: str, functions: Functions) -> tuple[Body, list[str], dict[str, tuple[Any, str]]]:
        """The function in the making, with the nodes of the graph: (it, the names of its arguments for the gradients, {the name of an
        argument: (placeholder, how the way forward names it)} for what is taken)."""
        graph, placeholders = self.graph, [t for t, _ in self.taken.placeholders.values()]
        graph.inputs = [*self.grads, *placeholders]
        given = {id(t.op) for t in graph.inputs}
        graph._operations[:] = [n for n in graph._operations if id(n) not in given]
        body = Body(name, graph, functions)
        first = [body.argument(g.op.name, g.dtype, g.shape, [g], "") for g in self.grads]
        known = {body.argument("input", t.dtype, t.shape, [t], ""): self.taken.placeholders[id(t)] for t in placeholders}
        body.nodes()
        return body, first, known


def in_turn(body: Body, known: Mapping[str, tuple[Any, str]]) -> dict[str, str]:
    """{the name of an argument among `known`: what it is to be called}, in the order of their first use, after which they are called."""
    used: dict[str, str] = {}
    for node in body.message.node_def:
        for x in node.input:
            if x in known and x not in used:
                used[x] = f"{node.name}_{known[x][1].partition(':')[0]}"
    return used


class Backward:
    """A function that goes back through `forward`: its arguments are gradients of `ys`, and then what is `taken` of the way forward.

    `given`: the inputs and variables by which there is a gradient, in the order of the results. `accumulate`: makes an Accumulation.
    """

    def __init__(self, forward: Forward, name: str, ys: Sequence[Any], accumulate: Callable[..., Accumulation]) -> None:
        variables = [x for x in forward.resources if hasattr(x, "trainable")]
        back = WayBack(name, forward.body, forward.inputs, variables, ys, accumulate)
        with back.recording():
            results = [(x, back.gradient(x)) for x in (*forward.inputs, *variables)]
        self.given = [x for x, g in results if g is not None]
        body, first, known = back.begin(name, forward.functions)
        for _, g in results:
            if g is not None:
                body.result(g.dtype, body.node("Identity", "Identity", [body.writer.reference(g)], {"T": g.dtype}))
        used = in_turn(body, known)
        self.taken = [(t.dtype, reference) for t, reference in (known[x] for x in used)]
        self.shapes_taken = [known[x][0].shape for x in used]
        body.keep_arguments([*first, *used], used)
        self.message = body.done()
