"""Which part of a program is captured, and when what was captured serves.

A step of training reads variables, computes a loss and its gradients, and only then changes something. What comes before the changes
is run twice under a look at torch's calls. If both runs made the same calls, and the function written from these gives the same bits,
it takes the place of that part: nothing records gradients any more, and what the recording needed is left out. What varies by shape or
by numbers is not the same calls; then all stays as it was.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.graphs.captured.passes import improved
from tfshim.engine.graphs.captured.text import Text
from tfshim.engine.graphs.captured.torch_calls import Unsuitable, capture, check_same, same_bits
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.operation import everything, tensors_in
from tfshim.engine.graphs.programs.effects import Written
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_READ, _CONST = "ReadVariableOp", "Const"
_BOOKS = frozenset(("_TapeOpen", "_TapePop", "_TapeAlias", "_Gradient", "_Detach"))
_MOST_FAILURES = 2  # one after the other
_MOST_ATTEMPTS = 4  # to capture what has changed
_MOST_KINDS = 4  # of inputs, by their sizes, for which calls are kept


class CapturedStep:
    """The part of `program` before its changes as a list of torch calls, and the rest of it."""

    def __init__(self, program: Program) -> None:
        """Raises Unsuitable where there is no such part."""
        first, rest, crossing = _divided(program)
        inputs = program._inputs
        used = {id(t) for n in first for t in tensors_in(n.arguments)}
        self._places = [i for i, t in enumerate(inputs) if id(t) in used]
        self._variables = [weakref.ref(v) for v in {id(n.arguments[0]): n.arguments[0] for n in first if n.kind == _READ}.values()]
        self._first = Program(first, [inputs[i] for i in self._places], crossing, program.name, outermost=True)
        self._rest = Program(rest, [*inputs, *crossing], program._outputs, program.name, outermost=True)
        self._functions: dict[Any, Callable[..., Any] | None] = {}  # by the shapes of the inputs; None: these are left to the program
        self._seen: set[Any] = set()
        self._failures = self._attempts = 0

    def __call__(self, storages: Sequence[Any]) -> tuple[Any, ...] | None:
        """What the program gives, or None where the program has to run itself."""
        if not _nothing_around():
            return None
        given = [storages[i] for i in self._places]
        key = tuple([(t.shape, t.stride()) for t in given])
        function = self._functions.get(key)
        if function is None:
            return self._begin(key, given, storages)
        try:
            made = function(*given)
        except Exception:  # the program itself raises TensorFlow's error
            made = None
        if made is not None:
            self._failures = 0
            return self._rest(*storages, *made)
        self._failures += 1
        if self._failures > _MOST_FAILURES:  # what held when it was captured does not hold any more
            self._failures = 0
            self._functions[key] = None
            if self._attempts < _MOST_ATTEMPTS:
                self._attempts += 1
                del self._functions[key]
        return None

    def _begin(self, key: Any, given: list[Any], storages: Sequence[Any]) -> tuple[Any, ...] | None:
        if key in self._functions or any(type(t) is not torch.Tensor or not t.is_cpu for t in given):
            return None
        if key not in self._seen:  # sizes that come once, as those of the last batch of an epoch, are not worth it
            if len(self._seen) < 2 * _MOST_KINDS:
                self._seen.add(key)
            return None
        self._functions[key] = None
        if sum(f is not None for f in self._functions.values()) >= _MOST_KINDS:
            return None
        function, made = self._captured(given)
        self._functions[key] = function
        return self._rest(*storages, *made)

    def _captured(self, given: list[Any]) -> tuple[Callable[..., Any] | None, tuple[Any, ...]]:
        """A function that does what was captured, None where that is not possible, and the results of this run."""
        self._first.constants()  # which writes its text
        variables = [reference() for reference in self._variables]
        kept: list[Any] = [None if v is None else v._t for v in variables]
        if any(type(t) is not torch.Tensor or not t.is_cpu for t in kept):
            return None, self._first(*given)
        before, made = capture(self._first, given, kept)
        counters = [s.counter for s in self._streams()]
        try:
            if before.reason is not None:
                raise Unsuitable(before.reason)
            captured, _ = capture(self._first, given, kept, before.drawn)
            if captured.reason is not None:
                raise Unsuitable(captured.reason)
            check_same(before, captured)
            improved(captured)
            text = Text(captured, len(given), self._variables)
            again = text.again(*given)
            if again is None or not all(map(same_bits, made, again)):
                raise Unsuitable("the calls do not give the same bits again")
        except Exception:  # also what was not foreseen: the program itself serves as before
            return None, made
        finally:
            for stream, counter in zip(self._streams(), counters):  # this run counts once
                stream.counter = counter
        return text.function, made

    def _streams(self) -> list[Any]:
        return [n.rng.stream() for n in self._first.needed() if n.rng is not None]


def _nothing_around() -> bool:
    """Whether nothing looks at, or changes, what torch calls in this thread."""
    return not (
        TS.tapes
        or not torch.is_grad_enabled()
        or torch._C._len_torch_dispatch_stack()
        or torch._C._len_torch_function_stack()
        or torch._C._is_any_autocast_enabled()
        or torch.autograd._profiler_enabled()
    )


def _divided(program: Program) -> tuple[list[Operation], list[Operation], list[Any]]:
    """The nodes that only compute, the others, and the tensors that these take from those."""
    first: list[Operation] = []
    rest: list[Operation] = []
    late: set[int] = set()  # ids of tensors that the rest makes
    changed = Written()
    both = []
    last = max((i for i, n in enumerate(program._nodes) if n.kind == "_Gradient"), default=-1)
    for at, node in enumerate(program._nodes):
        # What comes after the gradients, metrics as a rule, is little, and often not computed by torch alone.
        early = at <= last and _only_computes(node) and not any(id(t) in late for t in tensors_in(node.arguments))
        if early and node.kind == _READ and changed.has(node.arguments[0]):
            early = False
        if node.kind in (_CONST, "Placeholder") or early and node.kind == _READ:
            both.append(node)
            first.append(node)
            rest.append(node)
        elif early:
            first.append(node)
        else:
            if node.kind in _BOOKS and node.kind != "_Detach":
                raise Unsuitable("a tape around what changes something")
            if not _only_computes(node):
                changed.note(node)
            late.update(map(id, node.outputs))
            rest.append(node)
    if not any(n.kind == "_Gradient" for n in first):
        raise Unsuitable("no gradients")
    shared = {id(t) for n in both for t in n.outputs}
    made = {id(t) for n in first for t in n.outputs} - shared
    crossing = {}
    for x in (*(x for n in rest for x in tensors_in(n.arguments)), *program._outputs):
        if isinstance(x, Tensor) and type(x) is not EagerTensor and id(x) in made:
            crossing[id(x)] = x
    if any(t.dtype.torch is None for t in crossing.values()):
        raise Unsuitable("what is no tensor")
    return _needed(first, crossing), _needed(rest, {id(t): t for t in program._outputs}), list(crossing.values())


def _needed(nodes: list[Operation], outputs: dict[int, Any]) -> list[Operation]:
    """`nodes` without reads and constants that nothing takes."""
    taken = {*outputs, *(id(t) for n in nodes for t in everything(n.arguments) if isinstance(t, Tensor))}
    return [n for n in nodes if n.kind not in (_READ, _CONST) or any(id(t) in taken for t in n.outputs)]


def _only_computes(node: Operation) -> bool:
    """Whether `node` changes nothing but its own random state, runs no function, and makes tensors of numbers."""
    if node.kind in _BOOKS or node.kind in (_READ, _CONST, "Placeholder"):
        return True
    if node.stateful and node.rng is None or node.part is not None:
        return False
    if any(t.dtype in (dtypes.string, dtypes.resource, dtypes.variant) for t in (*node.outputs, *tensors_in(node.arguments))):
        return False
    return not any(
        hasattr(x, "building_function") or is_variable(x) or callable(x) and not isinstance(x, Tensor) for x in everything(node.arguments)
    )
