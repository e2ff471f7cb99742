"""Gradients of functions as pages of graphs show them: a function that goes back, and one that goes forward and gives what that takes.

forward = Forward(name, graph, functions)  # the graph as it is written
backward = forward.gradient(...)           # the graph that goes back, and the tensors of the former that it takes
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
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
    Functions = Any  # of engine.graphs.graph_def

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

    def __init__(self, writer: Any, forward: FuncGraph, graph: BackwardGraph) -> None:
        self._writer, self._forward, self._graph = writer, forward, graph
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


class Backward:
    """A function that goes back through `forward`: its arguments are gradients of `ys`, and then what is `taken` of the way forward.

    `given`: the inputs and variables by which there is a gradient, in the order of the results. `accumulate`: makes an Accumulation.
    """

    def __init__(self, forward: Forward, name: str, ys: Sequence[Any], accumulate: Callable[..., Accumulation]) -> None:
        graph = self.graph = BackwardGraph(name)
        taken = Taken(forward.body.writer, forward.graph, graph)
        operations = list(forward.graph._operations)
        variables = [x for x in forward.resources if hasattr(x, "trainable")]
        reads = {id(v): [n.outputs[0] for n in operations if n.kind == "ReadVariableOp" and n.arguments[0] is v] for v in variables}
        starts = [t for t in forward.inputs if differentiable(t)]
        starts += [t for own in reads.values() for t in own]
        self.given: list[Any] = []
        with building(graph):
            grads = [graph.placeholder(y.dtype, y.shape, "placeholder") for y in ys]
            with name_scope("gradients"):
                weights = [raw("Identity", [g], [like(g)], name=f"grad_ys_{i}") for i, g in enumerate(grads)]
                of = SimpleNamespace(kind="_Gradients", name="gradients", gated=False)
                made = accumulate(forward.body.writer, taken, starts, of, variables=variables)
                made.follow(operations)
                for y, g in zip(ys, weights):
                    made.add(y, g)
                made.go_back(operations, ys)
                results = [(t, made.of(t)) for t in forward.inputs if differentiable(t)]
                results += [(v, made.of_variable(v, reads[id(v)])) for v in variables]
                found = [(x, dense(g)) for x, g in results if g is not None]
        self.given = [x for x, _ in found]
        self._write(name, forward.functions, grads, taken, [g for _, g in found])

    def _write(self, name: str, functions: Functions, grads: Sequence[Any], taken: Taken, results: Sequence[Any]) -> None:
        graph, placeholders = self.graph, [t for t, _ in taken.placeholders.values()]
        graph.inputs = [*grads, *placeholders]
        given = {id(t.op) for t in graph.inputs}
        graph._operations[:] = [n for n in graph._operations if id(n) not in given]
        body = Body(name, graph, functions)
        first = [body.argument(g.op.name, g.dtype, g.shape, [g], "") for g in grads]
        known = {body.argument("input", t.dtype, t.shape, [t], ""): taken.placeholders[id(t)] for t in placeholders}
        body.nodes()
        for g in results:
            body.result(g.dtype, body.node("Identity", "Identity", [body.writer.reference(g)], {"T": g.dtype}))
        # Arguments in the order of their first use, and called after that.
        used: dict[str, str] = {}
        for node in body.message.node_def:
            for x in node.input:
                if x in known and x not in used:
                    used[x] = f"{node.name}_{known[x][1].partition(':')[0]}"
        self.taken = [(t.dtype, reference) for t, reference in (known[x] for x in used)]
        body.keep_arguments([*first, *used], used)
        self.message = body.done()
