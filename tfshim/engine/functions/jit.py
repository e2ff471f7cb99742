"""`jit_compile=True`: what of a traced function torch's Inductor compiles, and for which inputs.

Shapes are fixed: other shapes are compiled on their own, as XLA does. A node that has no fixed list of operations (an
optimizer's step, whose fused kernel is as fast; loops and branches on values, seeded random numbers, strings, text
output) runs as it was traced, after those that are compiled, and so does what depends on it. Where nothing is left to
compile a warning says so. How code is made of the rest is in `lowering`; `lowered_gradients` has the code of functions
that a tape around them records.
"""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.functions.lowered_gradients import lowered_with_gradients, takes
from tfshim.engine.functions.lowering import Compilers, NoCompiler, Unsuitable, lowered
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.operation import everything
from tfshim.engine.random.seeds import is_unseeded
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_EFFECTS_ON_VARIABLES = ("Assign", "ReadVariableOp", "_Tape", "_Gradient", "_Jacobian", "_Jvp", "NoOp")
_DERIVATIVES = ("_Gradient", "_Hessian", "_Jacobian", "_Jvp")
_BOOKS = ("_Tape", *_DERIVATIVES, "NoOp")  # what tapes do, which has no effect for others
_DRAWN_BY_TORCH = ("Dropout", "RandomUniform", "RandomStandardNormal", "TruncatedNormal")
_MOST_SHAPES = 32  # beyond that a function is not one that compiling pays for


class Compiler:
    """Runs the program of one trace compiled: `compiler(program, storages)`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._made: dict[Any, Callable[..., Any]] = {}
        self._refused = False
        self._variables: list[Any] | None = None
        self._lock = threading.Lock()

    def __call__(self, program: Program, storages: list[torch.Tensor]) -> Any:
        tape = TS.tape
        if self._refused or TS.device is not None or tape is not None and not takes(tape, TS.tapes):
            return program(*storages)
        values = [*storages, *(v._t for v in self._used(program) if not v.shape.is_fully_defined())]
        key = tuple([(t.shape, t.dtype, t.device) if type(t) is torch.Tensor else None for t in values])
        needs = None
        if tape is not None:
            needs = tuple([type(t) is torch.Tensor and t.requires_grad for t in storages] + [tape.records(v) for v in self._used(program)])
            needs = needs if any(needs) else None
        made = self._made.get((key, needs))
        if made is None:
            try:
                with self._lock:  # threads that call at once wait for one compilation
                    made = self._made.get((key, needs)) or self._compile(program, storages, key, needs)
            except Unsuitable as e:
                self._refused = True
                _warn(self._name, e)
                return program(*storages)
        return made(storages)

    def _used(self, program: Program) -> list[Any]:
        """The variables that `program` uses."""
        if self._variables is None:
            self._variables = [weakref.ref(v) for v in _variables(program.needed())]
        return [r() for r in self._variables]

    def _compile(self, program: Program, storages: list[torch.Tensor], key: Any, needs: Sequence[bool] | None) -> Callable[..., Any]:
        if len(self._made) >= _MOST_SHAPES:
            raise Unsuitable(f"it was called with more than {_MOST_SHAPES} different shapes")
        if any(type(t) is not torch.Tensor for t in storages):
            raise Unsuitable("it has an input that is no tensor of numbers")
        nodes = program.needed()
        head, tail, reason = _split(nodes)
        needed = None if needs is None else dict(zip(map(id, self._used(program)), needs[len(storages) :]))
        lower = functools.partial(_lowered, storages=storages, needs=None if needs is None else needs[: len(storages)], needed=needed)
        made = lower(program) if reason is None else _joined(program, head, tail, lower, reason)
        self._made[key, needs] = made
        return made


def _warn(name: str, reason: Unsuitable) -> None:
    text, what = "tf.function(jit_compile=True): %s without being compiled, because %s.", f"{name} runs"
    if isinstance(reason, NoCompiler):
        if Compilers.said:
            return
        Compilers.said, what = True, "functions run"
    get_logger().warning(text, what, reason)


def _split(nodes: list[Operation]) -> tuple[list[Operation], list[Operation], str | None]:
    """(the nodes that can be compiled, those that have to come after them, why the first of these cannot be compiled)."""
    head: list[Operation] = []
    tail: list[Operation] = []
    after: set[int] = set()  # ids of the nodes in `tail` and of what they give
    first = None
    for node in nodes:
        reason = _obstacle(node)
        first = first or reason
        # What may have an effect, or see one, keeps its place behind the first obstacle.
        waits = first is not None and node.stateful and not node.kind.startswith(_BOOKS)
        if reason is None and not waits and not any(id(x) in after for x in (*_items(node), *node.control_inputs)):
            head.append(node)
        else:
            tail.append(node)
            after.update(map(id, (node, *node.outputs)))
    if first is not None:
        if not any(n._op_def.name_index is not None for n in head) or any(n.kind.startswith(_DERIVATIVES) for n in tail):
            raise Unsuitable(first)
    return head, tail, first


def _obstacle(node: Operation) -> str | None:
    """Why a list of operations cannot hold `node`; None if it can."""
    kind = node.kind
    draws = getattr(node, "rng", None) is not None
    if draws and not drawn_by_torch(node):
        return f"{node.name} ({kind}) draws random numbers from a state"
    if any(t.dtype in (dtypes.string, dtypes.resource) for t in node.outputs):
        return f"{node.name} ({kind}) gives strings or handles"
    for graph in _graphs(node):
        if kind not in ("StatefulPartitionedCall", "PartitionedCall"):
            return f"{node.name} ({kind}) is a branch or a loop"
        for inner in graph.program().needed():
            reason = _obstacle(inner)
            if reason is not None:
                return reason
    if node._op_def.stateful and not draws and not kind.startswith(_EFFECTS_ON_VARIABLES) and kind != "StatefulPartitionedCall":
        return f"{node.name} ({kind}) has an effect of its own"
    return None


def drawn_by_torch(node: Operation) -> bool:
    """Whether the numbers that `node` draws come from torch's own generator: their order is nobody's promise."""
    return node.kind in _DRAWN_BY_TORCH and is_unseeded(node._argument("seed"), node._argument("seed2"))


def _items(node: Operation) -> Iterator[Any]:
    """What the arguments of `node` hold, variables themselves for references to them."""
    for x in everything(node.arguments):
        yield x() if isinstance(x, weakref.ref) else x


def _graphs(node: Operation) -> list[Any]:
    return [x for x in _items(node) if hasattr(x, "building_function")]


def _variables(nodes: list[Operation]) -> list[Any]:
    """The variables that `nodes` use."""
    found = {}
    for node in nodes:
        for x in _items(node):
            for v in [x] if is_variable(x) else x.variables if hasattr(x, "building_function") else ():
                found[id(v)] = v
    return list(found.values())


def _joined(
    program: Program, head: list[Operation], tail: list[Operation], lower: Callable[[Program], Callable[..., Any]], reason: str
) -> Callable[..., Any]:
    """A function of the storages that runs `head` compiled and then `tail` as it was traced."""
    made_by_head = {id(t) for node in head for t in node.outputs}
    crossing = {}
    for x in (*(x for node in tail for x in _items(node)), *program._outputs):
        if isinstance(x, Tensor) and type(x) is not EagerTensor and id(x) in made_by_head:
            crossing[id(x)] = x
    crossing = list(crossing.values())
    if any(t.dtype.torch is None for t in crossing):
        raise Unsuitable(reason)
    first = lower(Program(head, program._inputs, crossing, program.name))
    rest = Program(tail, [*program._inputs, *crossing], program._outputs, program.name)
    return lambda tensors: rest(*tensors, *first(tensors))


def _lowered(
    program: Program, storages: list[torch.Tensor], needs: Sequence[bool] | None, needed: dict[int, bool] | None
) -> Callable[..., Any]:
    """Code for `program`; `needs` says which storages a tape watches and `needed` which variables, by id, None without a tape."""
    variables = _variables(program.needed())
    if needs is None or needed is None:
        return lowered(program, storages, variables)
    watched = [*needs, *(needed[id(v)] for v in variables)]
    return lowered_with_gradients(program, storages, variables, watched) if any(watched) else lowered(program, storages, variables)
