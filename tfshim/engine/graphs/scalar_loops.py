"""Loops whose counters and sums are single numbers, run on NumPy's numbers instead of on tensors.

The turns of a small loop cost what its calls to torch cost, and most of what such a loop does is to count. So the
condition and the body become one Python function with a `while` of its own, in which operations on scalars are NumPy's
arithmetic, of the same types and rounding; other operations call their kernels as ever. Under a tape integers alone are numbers.
Whatever it raises is dropped, and the ordinary loop is run from the start instead. Where variables are assigned to in the loop, that
cannot be: there it serves if no number can fail to be computed, and what kernels raise is told as the ordinary loop tells it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch
from torch.utils._python_dispatch import _disable_current_modes

from tfshim.engine.graphs import node_errors
from tfshim.engine.graphs.executor import _Writer
from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.graphs.programs.derivatives import differentiated
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.readable import written_down
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    FuncGraph: TypeAlias = Any  # of graphs.func_graph, above this module

_INTEGERS = (dtypes.int32, dtypes.int64)
_FLOATS = (dtypes.float32, dtypes.float64)
_NUMBERS = (*_INTEGERS, *_FLOATS)
_SCALARS = (*_NUMBERS, dtypes.bool)
_ASSIGNMENTS = ("AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp")

# Operations that round as torch's do, with the dtypes of their first argument for which that holds.
_TABLE = {
    "AddV2": ("{} + {}", _NUMBERS), "Sub": ("{} - {}", _NUMBERS), "Mul": ("{} * {}", _NUMBERS),
    "RealDiv": ("{} / {}", _FLOATS), "Neg": ("-{}", _NUMBERS), "Square": ("{0} * {0}", _NUMBERS), "Abs": ("abs({})", _FLOATS),
    "FloorDiv": ("{} // NZ({})", _INTEGERS), "FloorMod": ("{} % NZ({})", _INTEGERS),
    "Less": ("{} < {}", _NUMBERS), "LessEqual": ("{} <= {}", _NUMBERS), "Greater": ("{} > {}", _NUMBERS),
    "GreaterEqual": ("{} >= {}", _NUMBERS), "Equal": ("{} == {}", _SCALARS), "NotEqual": ("{} != {}", _SCALARS),
    "LogicalAnd": ("{} & {}", (dtypes.bool,)), "LogicalOr": ("{} | {}", (dtypes.bool,)), "LogicalNot": ("~{}", (dtypes.bool,)),
    "Minimum": ("min({}, {})", _INTEGERS), "Maximum": ("max({}, {})", _INTEGERS), "Identity": ("{}", _SCALARS),
}  # fmt: skip


def _nonzero(x: Any) -> Any:
    if not x:
        raise ZeroDivisionError
    return x


def _to_tensor(x: Any) -> torch.Tensor:
    return torch.from_numpy(np.asarray(x))


def _to_number(t: torch.Tensor) -> Any:
    if t.device.type != "cpu" or t.requires_grad:
        raise ValueError
    if written_down():
        return _written_number(t)
    return t.numpy()[()]


@contextlib.contextmanager
def _unwritten() -> Iterator[None]:
    """Within it torch does not write down what is done, and looks at memory as ever."""
    with torch._C.DisableTorchFunction(), _disable_current_modes():
        yield


def _written_number(t: torch.Tensor) -> Any:
    """The number in `t` while torch's operations are written down, even a look at memory. Raises ValueError if not known."""
    if type(t) is torch.Tensor:
        with _unwritten():
            return t.numpy()[()]
    number = t.item()  # which torch knows where it follows a constant
    if type(number) not in (bool, int, float):
        raise ValueError
    return np.asarray(number, dtypes.as_dtype(t.dtype).as_numpy_dtype)[()]


def _is_scalar(t: Any, allowed: Sequence[Any] = _SCALARS) -> bool:
    return t.dtype in allowed and t._shape.rank == 0 and t._rec is None


class _LoopWriter(_Writer):
    """Writes a loop as one function, with numbers where it can."""

    def __init__(self, test: FuncGraph, step: FuncGraph, count: int, attached: bool = False) -> None:
        # Under a tape floats have to be tensors, which torch records.
        self.allowed = (*_INTEGERS, dtypes.bool) if attached else _SCALARS
        self.inputs = (test.inputs, step.inputs)
        nodes = [[n for n in g.program().needed() if n.kind != "Placeholder"] for g in (test, step)]
        captures = [g.inner_captures for g in (test, step)]
        super().__init__(
            SimpleNamespace(
                _inputs=[], _nodes=[*nodes[0], *nodes[1]], _outputs=[*test.outputs, *step.outputs], name="while", outermost=False
            ),
            attached,
        )
        self.namespace.update(N=_to_number, T=_to_tensor, NZ=_nonzero)
        self.scalars, self.saved, self.conversions = {}, 0, 0
        self.may_fail = False  # whether the arithmetic on numbers can raise what the ordinary loop does not
        # With a line below, which no name has that is given to something else.
        self.count, self.results = 0, [f"v_{i}" for i in range(count)]
        # A variable of the loop is a number in both graphs or in none.
        self.numbers = [all(_is_scalar(ts[i], self.allowed) for ts in (test.inputs, step.inputs, step.outputs)) for i in range(count)]
        before = [f"    v_{i} = N(v_{i})" for i in range(count) if self.numbers[i]]
        for inputs in self.inputs:
            for i, t in enumerate(inputs[:count]):
                if self.numbers[i]:
                    self.becomes(t, f"v_{i}")
                else:
                    self.names[id(t)] = f"v_{i}"
        for prefix, tensors in zip("pq", captures):
            for i, t in enumerate(tensors):
                self.names[id(t)] = f"{prefix}_{i}"
                if _is_scalar(t, self.allowed):
                    self.becomes(t, f"n{prefix}_{i}")
                    before.append(f"    n{prefix}_{i} = N({prefix}_{i})")
        for node in nodes[0]:
            self.node(node)
        holds = self.scalars.get(id(test.outputs[0])) or f"bool({self.tensor(test.outputs[0])})"
        self.line(f"if not {holds}: break")
        in_test = len(self.lines)
        for node in nodes[1]:
            self.node(node)
        news = [self.number(t) if n else self.tensor(t) for t, n in zip(step.outputs, self.numbers)]
        self.line(f"{', '.join(self.results)}, = {', '.join(news)},")
        self.line("turns += 1")
        first = self.first_line = len(before) + 4  # the line after those that are not of the turns
        self.line_of_step = first + in_test
        self.nodes_of_lines = {first + i: node for i, node in enumerate(self.origin) if node is not None}
        self.kernels_of_lines = {first + i: kernel for i, kernel in enumerate(self.kernels) if kernel is not None}
        parameters = [*self.results, *(f"{p}_{i}" for p, c in zip("pq", captures) for i in range(len(c)))]
        results = "".join(f"T({r}), " if n else f"{r}, " for r, n in zip(self.results, self.numbers))
        self.source_text = "\n".join(
            [
                f"def run(limit, {', '.join(parameters)}):",
                "    turns = 0",
                *before,
                "    while limit is None or turns < limit:",
                *("    " + text for text in self.lines),
                f"    return [{results}]",
            ]
        )

    def becomes(self, t: Any, name: str) -> str:
        """Let `t` be the number `name`, which is given back. Integers serve as sizes and places too."""
        self.scalars[id(t)] = name
        if t.dtype in _INTEGERS:
            self.sizes.known[id(t)] = f"int({name})"
        return name

    def number(self, t: Any) -> str:
        """The name of `t` as a number."""
        name = self.scalars.get(id(t))
        if name is None:
            if type(t) is EagerTensor:
                return self.bind(_to_number(t._t), "s")
            self.count += 1
            name = self.scalars[id(t)] = f"s{self.count}"
            self.line(f"{name} = N({self.tensor(t)})")
            self.conversions += 1
            self.may_fail = True
        return name

    def tensor(self, t: Any) -> str:
        name = self.names.get(id(t))
        if name is None and id(t) in self.scalars:
            self.count += 1
            name = self.names[id(t)] = f"u{self.count}"
            self.line(f"{name} = T({self.scalars[id(t)]})")
            self.conversions += 1
        return name or super().tensor(t)

    def node(self, node: Operation) -> None:
        if self.constant_number(node) or self.scalar(node) or self.branches(node):
            self.at += 1
            return
        sizes = self.sizes.count
        super().node(node)
        self.saved += self.sizes.count - sizes

    def constant_number(self, node: Operation) -> bool:
        """Let the constant `node` be a number, if it is one."""
        if node.kind != "Const":
            return False
        x = node.arguments[0]
        if x._dt not in self.allowed or x._t.ndim or x._rec is not None or x._t.device.type != "cpu":
            return False
        self.scalars[id(node.outputs[0])] = self.bind(_to_number(x._t), "s")
        self.names[id(node.outputs[0])] = self.bind(x._t, "c")
        return True

    def branches(self, node: Operation) -> bool:
        """Write the branches `node` as an `if` of Python, if all that they compute are numbers."""
        # Those of graphs that were read from files have other arguments.
        if node.kind != "StatelessIf" or len(node.arguments) != 4 or id(node.arguments[0]) not in self.scalars:
            return False
        index, graphs, captures, counts = node.arguments
        self.count += 1
        targets = [f"r{self.count}_{i}" for i in range(len(node.outputs))]
        start, saved, outside, known = len(self.lines), self.saved, self.indent, (self.scalars, self.names, self.sizes.known)
        kinds: list[list[bool]] = []
        for head, graph, given in zip((f"if {self.scalars[id(index)]}:", "else:"), graphs, (captures[: counts[0]], captures[counts[0] :])):
            self.line(head)
            self.indent = outside + "    "
            # What one branch computes is not there for the other, nor after both.
            self.scalars, self.names, self.sizes.known = map(dict, known)
            found = self.branch(graph, given, targets)
            self.indent, (self.scalars, self.names, self.sizes.known) = outside, known
            if found is None or kinds and found != kinds[0]:
                for written in (self.lines, self.origin, self.kernels):
                    del written[start:]
                self.saved = saved
                return False
            kinds.append(found)
        for t, target, number in zip(node.outputs, targets, kinds[0]):
            if number:
                self.becomes(t, target)
            else:
                self.names[id(t)] = target
        self.saved += 1
        return True

    def branch(self, graph: FuncGraph, given: Sequence[Any], targets: Sequence[str]) -> list[bool] | None:
        """Write what `graph` makes of the captures `given`, by the names `targets`.

        Which of it are numbers, or None where something else is computed.
        """
        for inner, outer in zip(graph.inner_captures, given):
            if id(outer) in self.scalars:
                self.becomes(inner, self.scalars[id(outer)])
            elif id(outer) in self.names:
                self.names[id(inner)] = self.names[id(outer)]
        for node in graph.program().needed():
            if node.kind != "Placeholder" and not (self.constant_number(node) or self.scalar(node) or self.branches(node)):
                return None
        texts, numbers = [], []
        for t in graph.outputs:
            if t is None:
                continue
            text = self.scalars.get(id(t))
            numbers.append(text is not None)
            if text is None:
                text = self.names.get(id(t))
                if text is None or self.attached:  # whose gradients a tape follows
                    return None
            texts.append(text)
        self.line(f"{', '.join(targets)}, = {', '.join(texts)}," if texts else "pass")
        return numbers

    def scalar(self, node: Operation) -> bool:
        """Write `node` as arithmetic on numbers, if it is one whose inputs are numbers already."""
        tensors = list(tensors_in(node.arguments))
        if len(node.outputs) != 1 or not tensors or not _is_scalar(node.outputs[0], self.allowed) or node.rng is not None:
            return False
        if not all(id(t) in self.scalars for t in tensors):
            return False
        if node.kind == "Cast":
            to = node.outputs[0].dtype
            if to is not dtypes.bool and tensors[0].dtype in _FLOATS and to in _INTEGERS:
                return False  # numbers out of range
            text = f"{self.bind(to.as_numpy_dtype, 'd')}({self.scalars[id(tensors[0])]})"
        else:
            form, allowed = _TABLE.get(node.kind, ("", ()))
            if tensors[0].dtype not in allowed or len({t.dtype for t in tensors}) > 1:
                return False
            text = form.format(*[self.scalars[id(t)] for t in tensors])
            self.may_fail = self.may_fail or "NZ(" in text
        self.count += 1
        name = self.becomes(node.outputs[0], f"s{self.count}")
        self.line(f"{name} = {text}", node)
        self.saved += 1
        return True


def function_for(test: FuncGraph, step: FuncGraph, count: int, attached: bool = False) -> Callable[..., Any] | None:
    """`run(limit, *values, *captures)` for a loop with the graphs `test` and `step`, or None where it would save nothing.

    `attached`: for runs under a tape.
    """
    return made_once(test, step, "attached scalar loop" if attached else "scalar loop", _made, count, attached)


def made_once(test: FuncGraph, step: FuncGraph, name: str, make: Callable[..., Any], *arguments: Any) -> Any:
    """`make(test, step, *arguments)`, which the graph `step` keeps by `name` for as long as its condition is `test`."""
    known = step.memory.get(name)
    if known is None or known[0] is not test:
        known = (test, make(test, step, *arguments))
        step.memory[name] = known
    return known[1]


def _made(test: FuncGraph, step: FuncGraph, count: int, attached: bool, needed: bool = False) -> Callable[..., Any] | None:
    nodes = [*test.program().needed(), *step.program().needed()]
    effects = {n.kind for n in nodes if n.stateful and n.kind != "ReadVariableOp"}
    if effects and (attached or needed or not effects.issubset(_ASSIGNMENTS)) or any(n.rng is not None for n in nodes):
        return None
    if any(t is None for t in (*test.outputs, *step.outputs)):
        return None
    if differentiated(nodes):  # what gradients are taken by has to be a leaf of torch's graph, in each turn anew
        return None
    writer = _LoopWriter(test, step, count, attached)
    if writer.saved <= writer.conversions and not needed or effects and writer.may_fail:
        return None
    exec(compile(writer.source_text, "<loop over numbers>", "exec"), writer.namespace)
    run = writer.namespace["run"]
    run._effects, run._first_line, run._line_of_step = bool(effects), writer.first_line, writer.line_of_step
    run._lines, run._kernels, run._names = writer.nodes_of_lines, writer.kernels_of_lines, writer.names
    return run


def _told(run: Any, error: Exception, test: FuncGraph, step: FuncGraph) -> Exception | None:
    """What to raise for `error` where `run` may have had effects before; None where the ordinary loop may run."""
    if not run._effects:
        return None
    tb = error.__traceback__
    while tb is not None and tb.tb_frame.f_code is not run.__code__:
        tb = tb.tb_next
    if tb is None or tb.tb_lineno < run._first_line:
        return None
    program = (test if tb.tb_lineno < run._line_of_step else step).program()
    failed, node, given = program.failing(error, run)
    return node_errors.translate_error(failed, node, given, program.name)


def turn_by_turn(test: FuncGraph, step: FuncGraph, limit: int | None, values: Sequence[Any], captures: Sequence[Any]) -> list[Any] | None:
    """The results of the loop while torch writes its operations down, which then has no loop in it; None for one with effects.

    Raises what torch does where the numbers that count the turns are not known.
    """
    with _unwritten():
        run = made_once(test, step, "loop by turns", _made, len(values), True, True)
    return None if run is None else run(limit, *values, *captures)


def attempt(test: FuncGraph, step: FuncGraph, limit: int | None, values: Sequence[Any], captures: Sequence[Any]) -> list[Any] | None:
    """The results of the loop, or None where the ordinary loop has to run."""
    run = function_for(test, step, len(values), bool(TS.tapes))
    if run is None:
        return None
    try:
        with np.errstate(all="ignore"):
            return run(limit, *values, *captures)
    except Exception as e:  # the ordinary loop raises TensorFlow's error
        told = _told(run, e, test, step)
        if told is None:
            return None
    raise told
