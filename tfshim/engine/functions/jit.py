"""`jit_compile=True`: a traced function lowered to one piece of compiled code by torch's Inductor.

The program of the trace is run once on stand-ins that write down torch's own operations, gradients and updates of
variables included. Variables go in as arguments and come out as results, so that the code itself has no effects.
Shapes are fixed: other shapes are compiled on their own, as XLA does. From the first node on that has no fixed list of
operations (an optimizer's step, whose fused kernel is as fast; loops and branches on values, random numbers with a
state, strings, text output) nodes run as they were traced. Where nothing is left to compile a warning says so.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.operation import everything
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.in_place import in_place, replace

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_EFFECTS_ON_VARIABLES = ("Assign", "ReadVariableOp", "_Tape", "_Gradient", "_Jacobian", "_Jvp", "NoOp")
_DERIVATIVES = ("_Gradient", "_Jacobian", "_Jvp")
_MOST_SHAPES = 32  # beyond that a function is not one that compiling pays for


class _Unsuitable(Exception):
    """The program cannot be one list of operations on fixed shapes; the text says why."""


class Compiler:
    """Runs the program of one trace compiled: `compiler(program, storages)`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._made: dict[Any, Callable[..., Any]] = {}
        self._refused = False
        self._lock = threading.Lock()

    def __call__(self, program: Program, storages: list[torch.Tensor]) -> Any:
        if self._refused or TS.tape is not None or TS.device is not None:
            # Under a tape of the caller the gradient of each operation is wanted.
            return program(*storages)
        key = tuple([(t.shape, t.dtype, t.device) if type(t) is torch.Tensor else None for t in storages])
        made = self._made.get(key)
        if made is None:
            try:
                with self._lock:  # threads that call at once wait for one compilation
                    made = self._made.get(key) or self._compile(program, storages, key)
            except _Unsuitable as e:
                self._refused = True
                get_logger().warning("tf.function(jit_compile=True): %s runs without being compiled, because %s.", self._name, e)
                return program(*storages)
        return made(storages)

    def _compile(self, program: Program, storages: list[torch.Tensor], key: Any) -> Callable[..., Any]:
        if len(self._made) >= _MOST_SHAPES:
            raise _Unsuitable(f"it was called with more than {_MOST_SHAPES} different shapes")
        if any(type(t) is not torch.Tensor for t in storages):
            raise _Unsuitable("it has an input that is no tensor of numbers")
        nodes = program.needed()
        first, reason = _split(nodes)
        if reason is None:
            made = _lowered(program, storages, _variables(nodes))
        else:
            made = _joined(program, nodes[:first], nodes[first:], storages, reason)
        self._made[key] = made
        return made


def _split(nodes: list[Operation]) -> tuple[int, str | None]:
    """(the number of nodes that can be compiled, why the next one cannot); (all, None) if all can."""
    for i, node in enumerate(nodes):
        reason = _obstacle(node)
        if reason is not None:
            if not any(n._op_def.name_index is not None for n in nodes[:i]) or any(n.type in _DERIVATIVES for n in nodes[i:]):
                raise _Unsuitable(reason)
            return i, reason
    return len(nodes), None


def _obstacle(node: Operation) -> str | None:
    """Why a list of operations cannot hold `node`; None if it can."""
    kind = node.type
    if getattr(node, "rng", None) is not None:
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
    if node._op_def.stateful and not kind.startswith(_EFFECTS_ON_VARIABLES) and kind != "StatefulPartitionedCall":
        return f"{node.name} ({kind}) has an effect of its own"
    return None


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
    program: Program, head: list[Operation], tail: list[Operation], storages: list[torch.Tensor], reason: str
) -> Callable[..., Any]:
    """A function of the storages that runs `head` compiled and then `tail` as it was traced."""
    made_by_head = {id(t) for node in head for t in node.outputs}
    crossing = {}
    for x in (*(x for node in tail for x in _items(node)), *program._outputs):
        if isinstance(x, Tensor) and type(x) is not EagerTensor and id(x) in made_by_head:
            crossing[id(x)] = x
    crossing = list(crossing.values())
    if any(t.dtype.torch is None for t in crossing):
        raise _Unsuitable(reason)
    first = _lowered(Program(head, program._inputs, crossing, program.name), storages, _variables(head))
    rest = Program(tail, [*program._inputs, *crossing], program._outputs, program.name)
    return lambda tensors: rest(*tensors, *first(tensors))


def _lowered(program: Program, storages: list[torch.Tensor], variables: list[Any]) -> Callable[..., Any]:
    """A function of the storages that runs the compiled code and gives its results to the variables."""
    # Importing Inductor takes seconds, which only functions that are compiled are worth.
    from torch._inductor import compile as compiled
    from torch.fx.experimental.proxy_tensor import make_fx

    if any(type(v._t) is not torch.Tensor for v in variables):
        raise _Unsuitable("a variable has no value of numbers yet")
    count, changed = len(storages), []

    def run(*flat: torch.Tensor) -> list[Any]:
        states = [t.clone() for t in flat[count:]]  # tracing runs the program, which may change variables in place
        with in_place(*variables) as before:
            replace(variables, states)
            try:
                results = program(*flat[:count])
            finally:
                after = replace(variables, before)
        # Assigned to, or changed in place, which torch counts in `_version`; the others need not be written back.
        changed[:] = [i for i, (t, now) in enumerate(zip(states, after)) if now is not t or t._version]
        return [t.detach() for t in (*(r for r in results if r is not None), *(after[i] for i in changed))]

    flat = [t.detach() for t in (*storages, *(v._t for v in variables))]
    try:
        graph = make_fx(run, tracing_mode="real")(*flat)
    except Exception as e:  # whatever a kernel asks of values that are not there
        text = str(e).strip().split("\n")[0][:200]
        raise _Unsuitable(f"it asks for values while it is compiled ({type(e).__name__}: {text})") from e
    writes: list[Any] = [weakref.ref(variables[i]) for i in changed]
    places = {id(variables[i]): n for n, i in enumerate(changed)}
    reads: list[tuple[Any, int | None]] = [(weakref.ref(v), places.get(id(v))) for v in variables]  # and its index among `writes`
    code = compiled(graph, flat)
    holes = [r is None for r in program._outputs]
    given = len(holes) - sum(holes)

    def call(tensors: list[torch.Tensor]) -> tuple[Any, ...]:
        if writes:
            scope = in_place(*[r() for r in writes])
            with torch.no_grad(), scope as held:
                made = code(*tensors, *[r()._t if at is None else held[at] for r, at in reads])
                scope.replace_storages(made[given:])
        else:
            with torch.no_grad():
                made = code(*tensors, *[r()._t for r, _ in reads])
        if given == len(holes):
            return tuple(made[:given])
        results = iter(made)
        return tuple(None if hole else next(results) for hole in holes)

    return call
