"""Loops over small tensors, run on NumPy's arrays.

A call of torch takes longer than what it computes where a tensor has a few hundred elements, and a loop that draws words or looks for
the best sequence makes thousands of them. NumPy's calls take a third of that. So the condition and the body become one function with
a `while` of its own, in which the common operations are NumPy's; others call their kernels on tensors that share the memory. It
serves loops without gradients and without effects; whatever it raises is dropped, and the ordinary loop is run from the start.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.graphs.executor import _Writer
from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.graphs.programs import called
from tfshim.engine.graphs.programs.arrays import array_calls, array_functions
from tfshim.engine.graphs.programs.gelus import Gelus
from tfshim.engine.graphs.programs.layer_norms import LayerNorms
from tfshim.engine.graphs.programs.simplification import simplified
from tfshim.engine.graphs.programs.sized_values import SizedValues
from tfshim.engine.graphs.scalar_loops import made_once
from tfshim.engine.random.seeds import rewinding
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.graphs.programs.merged_calls import Merged

    FuncGraph: TypeAlias = Any  # of graphs.func_graph, above this package

_TYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool)
_MOST_CARRIED = 1 << 14  # elements of a variable of the loop, when it starts
MOST_READ = 1 << 18  # elements of what it reads
_WORTH = 4  # calls of NumPy for each call of a kernel


class Unsuitable(Exception):
    """The loop has to run on tensors."""


def _to_array(t: Any) -> Any:
    return t.numpy()


def _small_array(t: Any, most: int) -> Any:
    if type(t) is not torch.Tensor or t.numel() > most:
        raise Unsuitable
    return t.numpy()  # which raises for what is on a device, sparse, or part of a gradient


def _small_number(t: Any, most: int) -> Any:
    return _small_array(t, most)[()]


def _to_tensor(x: Any) -> torch.Tensor:
    try:
        return torch.from_numpy(x)
    except (TypeError, ValueError):  # a number, or an array that runs backwards
        return torch.from_numpy(np.array(x))


def _wide(x: Any, sizes: tuple[int, ...]) -> Any:
    made = np.empty(sizes, x.dtype)
    made[...] = x
    return made


def _own(x: Any) -> torch.Tensor:
    """A tensor with the memory to itself: an update in place of what the loop read must not change it."""
    return torch.from_numpy(x if type(x) is np.ndarray and x.base is None else np.array(x))


def _array_of(value: Any, dtype: torch.dtype) -> Any:
    made = np.int32 if dtype is torch.int32 else np.int64
    return made(value) if type(value) is int else np.array(value, made)


_COUNTED = {dtype: np.arange(1024, dtype=kind) for dtype, kind in ((torch.int32, np.int32), (torch.int64, np.int64))}


def _range_of(kernel: Any, start: int, limit: int, delta: int, dtype: torch.dtype) -> np.ndarray:
    if delta == 1 and 0 <= start <= limit <= 1024:
        return _COUNTED[dtype][start:limit]
    if (limit - start) * delta < 0:
        raise Unsuitable
    return np.arange(start, limit, delta, dtype=np.int32 if dtype is torch.int32 else np.int64)


def _shape_of(x: Any, most: int = 0) -> tuple[int, ...]:
    return x.shape  # no array of a loop is large enough for a size beyond its type


class ArrayWriter(_Writer):
    """Writes a loop as one function on arrays."""

    more_results = ""  # what the function gives beside the variables of the loop
    by_node = False  # whether every node has to be written as it is
    listed = array_calls.LISTED
    closed_list = "{}"  # what a list of the loop becomes at its end

    def __init__(self, test: FuncGraph, step: FuncGraph, count: int) -> None:
        graphs = (test, step)
        captures = [g.inner_captures for g in graphs]
        nodes = [[n for n in self.nodes_of(g) if n.kind != "Placeholder"] for g in graphs]
        every = [*nodes[0], *nodes[1]]
        if any(n.kind.startswith("_") or n.stateful and n.rng is None and n.kind != "ReadVariableOp" for n in every):
            raise Unsuitable
        outputs = [*test.outputs, *step.outputs]
        self.begin(every, [], outputs, "while")
        self.results = [f"v_{i}" for i in range(count)]
        self.more_parameters: list[str] = []
        for t in (*test.inputs, *step.inputs, *outputs):
            self.check(t)
        head = [f"v_{i} = {self.opening(t)}(v_{i}, {_MOST_CARRIED})" for i, t in enumerate(step.inputs[:count]) if not self.is_list(t)]
        for prefix, g, inside in zip("pq", graphs, captures):
            for i, t in enumerate(g.inputs[:count]):
                self.names[id(t)] = f"v_{i}"
            for i, t in enumerate(inside):
                self.names[id(t)] = f"{prefix}_{i}"
                self.constant_names.add(f"{prefix}_{i}")
                if self.is_list(t):
                    continue
                head.append(f"{prefix}_{i} = {self.opening(t)}({prefix}_{i}, {MOST_READ})")
            self.given.update(id(t) for t in g.inputs)
        for node in nodes[0]:
            self.node(node)
        holds = self.tensor(test.outputs[0])
        self.line(f"if not {holds}: break")
        for node in nodes[1]:
            self.node(node)
        self.end_of_turn(step)
        self.line(f"{', '.join(self.results)}, = {', '.join(map(self.tensor, step.outputs))},")
        self.line("turns += 1")
        parameters = [*self.results, *(f"{p}_{i}" for p, c in zip("pq", captures) for i in range(len(c))), *self.more_parameters]
        results = "".join(
            f"{self.closed_list.format(r)}, " if self.is_list(t) else f"OWN({r}), " for r, t in zip(self.results, test.inputs)
        )
        self.source_text = "\n".join(
            [
                f"def run(limit, {', '.join(parameters)}):",
                "    turns = 0",
                *("    " + text for text in (*head, *self.before)),
                "    while limit is None or turns < limit:",
                *("    " + text for text in self.lines),
                f"    return [{results}]{self.more_results}",
            ]
        )

    def begin(self, nodes: Sequence[Operation], inputs: Sequence[Any], outputs: Sequence[Any], name: str) -> None:
        """Prepare for writing `nodes`."""
        self.here, self.bridging, self.bridge, self.bridged, self.native = False, False, "T", 0, 0
        self.sized = None if self.by_node else SizedValues(self)
        super().__init__(SimpleNamespace(_inputs=inputs, _nodes=nodes, _outputs=outputs, name=name, outermost=True), False)
        self.namespace.update(N=_to_array, T=_to_tensor, OWN=_own, SMALL=_small_array, NUMBER=_small_number, np=np)
        self.namespace.update(TENSOR=_array_of, RANGE=_range_of, DIMS=_shape_of, WIDE=_wide, DRAWS=array_functions.Draws)
        self.streams = [n.rng for n in nodes if n.rng is not None]
        self.before: list[str] = []
        self.constant_names: set[str] = set()  # what does not change from turn to turn
        self.wide: dict[tuple[str, tuple[int, ...]], str] = {}

    @staticmethod
    def nodes_of(graph: FuncGraph) -> list[Operation]:
        """The nodes of `graph` that are written."""
        return simplified(graph.program().needed(), graph.inputs, graph.outputs)

    def end_of_turn(self, step: FuncGraph) -> None:
        """Write what comes before the variables of the loop get their new values."""

    def merge(self) -> None:
        """Find formulas; every other node has its own form for arrays, or a kernel of its own."""
        if not self.by_node:
            for kind in (Gelus, LayerNorms):
                self.look_for(kind, self.fixed, True)

    def check(self, t: Any) -> None:
        """Raise `Unsuitable` for what NumPy has no type for."""
        if t is None or t._dt not in _TYPES and not self.is_list(t) or self.is_recorded(t):
            raise Unsuitable

    @staticmethod
    def is_recorded(t: Any) -> bool:
        """Whether a tape has to see `t`."""
        return t._rec is not None

    @staticmethod
    def opening(t: Any) -> str:
        """What makes an array of `t`; single numbers are NumPy's numbers, whose arithmetic takes a tenth."""
        return "NUMBER" if t.shape.rank == 0 else "SMALL"

    def is_fixed(self, t: Any) -> bool:
        """Whether `t` is the same in every turn."""
        name = self.names.get(id(t))
        return self.constant(t) is not None if name is None else name in self.constant_names

    def is_used(self, t: Any) -> bool:
        """Whether anything takes `t`."""
        return id(t) in self.last

    def widened(self, name: str, sizes: tuple[int, ...]) -> str:
        """The name of what is called `name` and does not change, with the shape `sizes`."""
        made = self.wide.get((name, sizes))
        if made is None:
            self.count += 1
            made = self.wide[name, sizes] = f"w{self.count}"
            self.before.append(f"{made} = WIDE({name}, {sizes})")
            self.constant_names.add(made)
        return made

    def draws(self, node: Operation) -> str:
        """The name of what draws the numbers of the random node `node`."""
        self.count += 1
        name = f"d{self.count}"
        self.before.append(f"{name} = DRAWS({self.bind(node.rng, 's')}, limit)")
        return name

    @staticmethod
    def is_list(t: Any) -> bool:
        """Whether `t` may be a list of tensors, which is passed on as it is."""
        return t._dt is dtypes.variant

    def eager(self, x: EagerTensor) -> str:
        name = self.constants.get(id(x))
        if name is None:
            self.check(x)
            name = self.constants[id(x)] = self.bind(_small_array(x._t.cpu() if type(x._t) is torch.Tensor else x._t, MOST_READ)[()], "c")
            self.constant_names.add(name)
        return name

    def tensor(self, t: Any) -> str:
        name = super().tensor(t)
        if not self.bridging or self.is_list(t):
            return name
        return f"{self.bridge}({name})"

    def free(self, node: Operation) -> None:
        """Nothing: what is small may wait for the next turn."""

    def node(self, node: Operation) -> None:
        for t in (*tensors_in(node.arguments), *node.outputs):
            self.check(t)
        if node.kind == "ReadVariableOp":
            name = self.target(node)
            self.constant_names.add(name)
            opening, reference = self.opening(node.outputs[0]), self.bind(weakref.ref(node.arguments[0]), "v")
            self.before.append(f"{name} = {opening}({self.bind(called.read, 'r')}({reference}), {MOST_READ})")
            self.at += 1
        else:
            super().node(node)

    def line(self, text: str, node: Operation | None = None, kernel: str | None = None) -> None:
        if self.here:
            self.before.append(text)
            return
        if self.sized is not None:
            if self.sized.takes(text, node):
                return
            for needed in self.sized.before(text):
                super().line(needed)
        super().line(text, node, kernel)

    def known_before(self, node: Operation) -> bool:
        """Whether `node` gives the same in every turn."""
        if node.kind in ("OnesLike", "ZerosLike") and array_calls.sizes_of(node.outputs[0]) is not None:
            return True
        return all(map(self.is_fixed, tensors_in(node.arguments)))

    def formula(self, node: Operation, made: Merged) -> None:
        x, *others = made.tensors
        sizes = array_calls.sizes_of(node.outputs[0])
        if made.on_arrays is None:
            self.bridged += 1
            self.bridging, self.bridge = True, "T"
            super().formula(node, made)
            self.bridging = False
            self.line(f"{self.names[id(node.outputs[0])]} = N({self.names[id(node.outputs[0])]})")
            return
        self.native += 1
        given = [self.tensor(x)]
        for t in others:
            name = "None" if t is None else self.tensor(t)
            # NumPy's calls on equal shapes take half the time.
            if sizes is not None and t is not None and self.is_fixed(t) and array_calls.small(sizes):
                name = self.widened(name, sizes)
            given.append(name)
        self.line(f"{self.target(node)} = {self.bind(made.on_arrays(x._dt.as_numpy_dtype), 'k')}({', '.join(given)})", node)

    def call(self, node: Operation, o: Any) -> None:
        lists = any(map(self.is_list, (*tensors_in(node.arguments), *node.outputs)))
        # What depends on nothing that changes is computed before the loop.
        fixed = node.rng is None and not lists and self.known_before(node)
        arguments = [self.argument(node, i, v) for i, v in enumerate(node.arguments)]
        ways = array_calls.DRAWN if node.rng is not None else self.listed if lists else None
        text = array_calls.text(self, node, arguments, ways)
        if text is not None:
            self.native += not fixed
            self.here = fixed
            self.line(f"{self.target(node)} = {text}", node)
            self.here = False
            if fixed:
                self.constant_names.update(self.names[id(t)] for t in node.outputs)
            return
        self.bridged += 1
        self.bridging = True
        # What a list keeps may outlive the loop.
        self.bridge = "OWN" if any(map(self.is_list, node.outputs)) else "T"
        super().call(node, o)
        self.bridging = False
        for t in node.outputs:
            if self.is_list(t):
                continue
            self.line(f"{self.names[id(t)]} = N({self.names[id(t)]})")


def function_for(test: FuncGraph, step: FuncGraph, count: int) -> tuple[Callable[..., Any], list[Any]] | None:
    """`run(limit, *values, *captures)` and the random states it draws from, or None where the loop has to run on tensors."""
    return made_once(test, step, "array loop", _made, count)


def _made(test: FuncGraph, step: FuncGraph, count: int) -> tuple[Callable[..., Any], list[Any]] | None:
    try:
        writer = ArrayWriter(test, step, count)
        if writer.native < _WORTH * (writer.bridged + 1):
            return None
        exec(compile(writer.source_text, "<loop over arrays>", "exec"), writer.namespace)
    except Unsuitable:
        return None
    return writer.namespace["run"], writer.streams


def attempt(test: FuncGraph, step: FuncGraph, limit: int | None, values: Sequence[Any], captures: Sequence[Any]) -> list[Any] | None:
    """The results of the loop, or None where the ordinary loop has to run."""
    found = function_for(test, step, len(values))
    if found is None:
        return None
    run, states = found
    rewind = rewinding(states)
    try:
        with np.errstate(all="ignore"):
            return run(limit, *values, *captures)
    except Exception:  # the ordinary loop raises TensorFlow's error, or does what NumPy cannot
        rewind()
        return None
