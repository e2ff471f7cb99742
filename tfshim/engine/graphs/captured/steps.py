"""Which part of a program is captured, and when what was captured serves.

A step of training reads variables, computes a loss and its gradients, and only then changes something. What comes before the changes
is run twice under a look at torch's calls. If both runs made the same calls, and the function written from these gives the same bits,
it takes the place of that part: nothing records gradients any more, and what the recording needed is left out. What varies by shape or
by numbers is not the same calls; then all stays as it was.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.engine.graphs.captured.parts import READ, divided
from tfshim.engine.graphs.captured.passes import improved
from tfshim.engine.graphs.captured.text import Text
from tfshim.engine.graphs.captured.torch_calls import Captured, Unsuitable, capture, check_same, digest
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.random.seeds import rewinding
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.readable import forward_mode

_MOST_FAILURES = 2  # one after the other
_MOST_ATTEMPTS = 4  # to capture what has changed
_MOST_KINDS, _MOST_SEEN = 4, 8  # of inputs, by their sizes, for which calls are kept, and which are counted
# Which run is captured, for which three more are made; and which one where a run takes long: that many seconds.
_OFTEN, _LATER, _LONG = 2, 16, 0.2


def captured_step(program: Program) -> CapturedStep | None:
    """What runs `program` by captured calls once there are any, or None where no part of it can be captured."""
    try:
        return CapturedStep(program)
    except Unsuitable:
        return None


class CapturedStep:
    """The part of `program` before its changes as a list of torch calls, and the rest of it."""

    def __init__(self, program: Program) -> None:
        """Raises Unsuitable where there is no such part."""
        parts = divided(program._nodes, program._outputs)
        inputs, name = program._inputs, program.name
        self._before = Program(parts.before, inputs, parts.handed, name, outermost=True) if parts.before else None
        used = {id(t) for n in parts.first for t in tensors_in(n.arguments)}
        self._places = [i for i, t in enumerate([*inputs, *parts.handed]) if id(t) in used]
        self._variables = [weakref.ref(v) for v in {id(n.arguments[0]): n.arguments[0] for n in parts.first if n.kind == READ}.values()]
        given = [t for t in (*inputs, *parts.handed) if id(t) in used]
        self._first = Program(parts.first, given, parts.crossing, name, outermost=True)
        self._rest = Program(parts.rest, [*inputs, *parts.handed, *parts.crossing], program._outputs, name, outermost=True)
        self._states = [n.rng for n in parts.first if n.rng is not None]
        self._functions: dict[Any, Callable[..., Any] | None] = {}  # by the shapes of the inputs; None: these are left to the program
        self._seen: dict[Any, int] = {}  # how often
        self._failures = self._attempts = 0
        self._began = 0.0  # when a run began that was not captured

    def __call__(self, storages: Sequence[Any]) -> tuple[Any, ...] | None:
        """What the program gives, or None where the program has to run itself."""
        if not _nothing_around():
            return None
        if self._before is None:
            made = self._made([storages[i] for i in self._places])
            return None if made is None else self._rest(*storages, *made)
        if self._functions and not any(self._functions.values()):
            return None
        storages = [*storages, *self._before(*storages)]
        given = [storages[i] for i in self._places]
        made = self._made(given)
        return self._rest(*storages, *(self._first(*given) if made is None else made))

    def _made(self, given: list[Any]) -> tuple[Any, ...] | None:
        """What the first part gives, by what was captured of it; None where nothing serves."""
        key = tuple([(t.shape, t.stride()) for t in given])
        function = self._functions.get(key)
        if function is None:
            return self._begin(key, given)
        rewind = rewinding(self._states)
        try:
            made = function(*given)
        except Exception:  # the program itself raises TensorFlow's error
            made = None
        if made is not None:
            self._failures = 0
            return made
        rewind()  # the program draws the same numbers
        self._failures += 1
        if self._failures > _MOST_FAILURES:  # what held when it was captured does not hold any more
            self._failures = 0
            self._functions[key] = None
            if self._attempts < _MOST_ATTEMPTS:
                self._attempts += 1
                del self._functions[key]
                self._seen[key] = _OFTEN - 1
        return None

    def _begin(self, key: Any, given: list[Any]) -> tuple[Any, ...] | None:
        if key in self._functions or any(type(t) is not torch.Tensor or not t.is_cpu for t in given):
            return None
        if key not in self._seen and len(self._seen) >= _MOST_SEEN:
            return None
        count = self._seen[key] = self._seen.get(key, 0) + 1
        if count < _OFTEN:
            self._began = time.perf_counter()
        # Sizes that come once, as those of the last batch of an epoch, are not worth it.
        if count not in (_OFTEN, _LATER) or sum(f is not None for f in self._functions.values()) >= _MOST_KINDS:
            return None
        if count == _OFTEN and time.perf_counter() - self._began > _LONG:
            return None
        self._functions[key] = None
        before, made = self._looked_at(given)
        if before is None:
            return made
        try:
            digests = list(map(digest, made))
        except Unsuitable:
            return made
        made = ()  # the gradients of a large model are not held beside those of the runs that follow
        self._functions[key], made = self._captured(before, given, digests)
        return made

    def _looked_at(self, given: list[Any]) -> tuple[Captured | None, tuple[Any, ...]]:
        """What a run calls, None where that cannot be captured, and the results of the run."""
        self._first.constants()  # which writes its text
        kept = self._storages()
        if any(type(t) is not torch.Tensor or not t.is_cpu for t in kept):
            return None, self._first(*given)
        before, made = capture(self._first, given, kept)
        return None if before.reason is not None else before, made

    def _storages(self) -> list[Any]:
        variables = [reference() for reference in self._variables]
        return [None if v is None else v._t for v in variables]

    def _captured(self, before: Captured, given: list[Any], digests: list[bytes]) -> tuple[Callable[..., Any] | None, tuple[Any, ...]]:
        """A function that does what was captured, None where that is not possible, and its results, which are those of that run."""
        rewind = rewinding(self._states)
        try:
            return self._written(before, given, digests)
        except Exception:  # also what was not foreseen: the program itself serves as before
            return None, capture(self._first, given, self._storages(), before.drawn)[1]
        finally:
            rewind()  # all runs are one

    def _written(self, before: Captured, given: list[Any], digests: list[bytes]) -> tuple[Callable[..., Any], Any]:
        """The function that does what `before` says, and what it gave. Raises Unsuitable where another run differs."""
        captured = capture(self._first, given, self._storages(), before.drawn)[0]
        if captured.reason is not None:
            raise Unsuitable(captured.reason)
        check_same(before, captured)
        improved(captured)
        text = Text(captured, len(given), self._variables)
        again = text.again(*given)
        if again is None or list(map(digest, again)) != digests:
            raise Unsuitable("the calls do not give the same bits again")
        return text.function, again


def _nothing_around() -> bool:
    """Whether nothing looks at, or changes, what torch calls in this thread."""
    return not (
        TS.tapes
        or not torch.is_grad_enabled()
        or torch._C._len_torch_dispatch_stack()
        or torch._C._len_torch_function_stack()
        or torch._C._is_any_autocast_enabled()
        or torch._C._functorch.peek_interpreter_stack() is not None
        or forward_mode()
        or torch.autograd._profiler_enabled()
    )
