"""What a function does, as the list of calls that reach torch's kernels, its gradients included.

Torch's dispatcher shows each call below autograd: what is left of a step there are the calls that compute. Tensors are told apart by
their objects, which live as long as anything in torch holds them.
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch._ops import OpOverload
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes

from tfshim.engine.graphs.programs.called import with_rng
from tfshim.engine.runtime.noted_calls import NOTING
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.readable import unnoticed

_is_alias_of: Callable[[torch.Tensor, torch.Tensor], bool] = getattr(torch._C, "_is_alias_of")  # noqa: B009 - not in torch's stubs
_DRAWS = torch.Tag.nondeterministic_seeded
_NUMBER = torch.ops.aten._local_scalar_dense.default
_CUT_IN_PLACE = torch.ops.aten.detach_.default
_OF_NUMBERS, _COPY = torch.ops.aten.lift_fresh.default, torch.ops.aten.clone.default
_MOST_CALLS = 8000  # which Python still compiles in a fraction of a second
_INDEX = torch.ops.aten.index.Tensor
_SAME = frozenset((torch.ops.aten.detach.default, torch.ops.aten.alias.default, torch.ops.aten.lift_fresh.default))
# What depends on more than the shapes of tensors is not the same calls the next time.
_DEPENDS = (torch.Tag.dynamic_output_shape, torch.Tag.data_dependent_output)
# What would hand a tensor's memory, or its numbers, to somebody who is no call of torch.
_LOOKS = frozenset(
    (
        torch.Tensor.numpy,
        torch.Tensor.tolist,
        torch.Tensor.__array__,
        torch.Tensor.data_ptr,
        torch.Tensor.untyped_storage,
        torch.Tensor.storage,
        torch.Tensor.__dlpack__,
    )
)


class Unsuitable(Exception):
    """That a function cannot be captured; the text says why."""


class Value:
    """A tensor of a captured function: where its elements lie, and which memory it looks at.

    `is_shared`: whether a sparse tensor is made of it, or it was taken from one, so that others may look at its memory too; `varies`:
    whether its elements depend on more than constants.
    """

    __slots__ = ("base", "dtype", "is_shared", "offset", "size", "stride", "varies")

    def __init__(self, t: torch.Tensor, base: Value | None = None, varies: bool = True) -> None:
        self.varies = varies
        self.base: Value = self if base is None else base
        self.size, self.dtype, self.is_shared = tuple(t.shape), t.dtype, t.layout is not torch.strided
        self.stride, self.offset = ((), 0) if self.is_shared else (t.stride(), t.storage_offset())

    @property
    def geometry(self) -> tuple[Any, ...]:
        """What tells it apart from other looks at the same memory."""
        return self.size, self.stride, self.offset, self.dtype


class Call:
    """A call of `function`, with a Value for each tensor in `args` and `kwargs`. `results`: Values, or None for what is no tensor.

    `number` is what it gave, where that was a number of Python; `is_view` whether results are other looks at memory that is there;
    `draws` whether it gives something else each time.
    """

    __slots__ = ("args", "draws", "function", "is_view", "kwargs", "many", "number", "results")

    def __init__(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], results: list[Any], many: bool) -> None:
        self.function, self.args, self.kwargs, self.results, self.many = function, args, kwargs, results, many
        self.number: Any = None
        self.is_view, self.draws = False, not isinstance(function, OpOverload) or _DRAWS in function.tags

    @property
    def tensors(self) -> list[Value]:
        """The Values that it takes."""
        return [x for x in flat((*self.args, *self.kwargs.values())) if type(x) is Value]

    @property
    def has_effect(self) -> bool:
        """Whether it does more than give its results."""
        return self.draws or self.number is not None or self.function._schema.is_mutable or self.function in _WRITES

    @property
    def by_element(self) -> bool:
        """Whether each element of the result is computed from those in its place."""
        return not self.draws and torch.Tag.pointwise in self.function.tags


# Whose declaration does not tell that they write to the averages that they are given.
_WRITES = frozenset((torch.ops.aten.native_batch_norm.default, torch.ops.aten.cudnn_batch_norm.default))


def flat(value: Any) -> Any:
    """What tuples and lists hold, at any depth."""
    if isinstance(value, (tuple, list)):
        for x in value:
            yield from flat(x)
    else:
        yield value


class Captured:
    """The calls of one run. `constants`: the tensors, with their Values, that were there before and are no inputs.

    `drawn`: copies of what calls gave that draw numbers.
    """

    def __init__(self, inputs: Sequence[torch.Tensor]) -> None:
        self.drawn: list[torch.Tensor] = []
        self.calls: list[Call] = []
        self.constants: list[tuple[Value, torch.Tensor]] = []
        self.numbers: set[int] = set()  # ids of Values of constants that were made of Python's numbers in the run
        self.outputs: list[Value] = []
        self.reason: str | None = None  # why it is of no use
        self._known: dict[int, tuple[weakref.ref[torch.Tensor], Value]] = {}
        self.inputs = [self._note(t) for t in inputs]

    def _note(self, t: torch.Tensor, base: Value | None = None, varies: bool = True) -> Value:
        value = Value(t, base, varies)
        self._known[id(t)] = weakref.ref(t), value
        return value

    def find(self, t: torch.Tensor) -> Value | None:
        """The Value of `t`, if it is known."""
        known = self._known.get(id(t))
        return known[1] if known is not None and known[0]() is t else None

    def value(self, t: torch.Tensor) -> Value:
        """The Value of `t`; of one that was not seen before, as a constant."""
        known = self.find(t)
        if known is None:
            if type(t) is not torch.Tensor and type(t) is not torch.nn.Parameter or t.layout is not torch.strided or t.device.type != "cpu":
                raise Unsuitable(f"a tensor of the class {type(t).__name__} on {t.device}")
            known = self._note(t, varies=False)
            self.constants.append((known, t))
        return known

    def written(self, x: Any) -> Any:
        """`x` with Values in place of tensors."""
        if isinstance(x, torch.Tensor):
            return self.value(x)
        if isinstance(x, (tuple, list)):
            return type(x)(map(self.written, x))
        return x

    def add(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], made: Any) -> None:
        """Note a call that gave `made`."""
        if function is _OF_NUMBERS and self.find(args[0]) is None:
            # Torch has made the tensor outside of what its dispatcher shows. Each run gets one of its own, which it may write to.
            source, copy = Value(args[0], varies=False), args[0].clone()
            self.constants.append((source, copy))
            self.numbers.add(id(source))
            self.calls.append(Call(_COPY, [source], {}, [self._note(made, varies=False)], False))
            return
        tags = function.tags if isinstance(function, OpOverload) else ()
        if function is _INDEX:
            if any(isinstance(i, torch.Tensor) and i.dtype in (torch.bool, torch.uint8) for i in args[1]):
                raise Unsuitable("an index of truth values")
        elif function is not _NUMBER and any(t in tags for t in _DEPENDS):
            raise Unsuitable(f"{function} depends on more than shapes")
        if len(self.calls) > _MOST_CALLS:
            raise Unsuitable("too many calls")
        if function is _CUT_IN_PLACE:
            return
        if function in _SAME:
            self._known[id(made)] = weakref.ref(made), self.value(args[0])
            return
        call = Call(function, self.written(args), {k: self.written(v) for k, v in kwargs.items()}, [], isinstance(made, (tuple, list)))
        if function is _NUMBER:
            if not call.args[0].varies:
                return
            if isinstance(made, float):
                raise Unsuitable("what is done depends on a number, which is another one each time")
            call.number = made
        else:
            varies = call.draws or any(x.varies or x.base.varies for x in call.tensors)
            taken = next((x for x in flat(args) if isinstance(x, torch.Tensor)), None)
            for t in made if call.many else [made]:
                if not isinstance(t, torch.Tensor):
                    if t is not None:
                        raise Unsuitable(f"{function} gives what is no tensor")
                    call.results.append(None)
                    continue
                known = self.find(t)  # what was written in place
                if known is None:
                    # Some calls give the memory that they are given, though they do not declare it.
                    base = None
                    if taken is not None and taken.layout is torch.strided is t.layout and _is_alias_of(taken, t):
                        call.is_view, base = True, self.value(taken).base
                    known = self._note(t, base, varies)
                elif varies:
                    known.varies = known.base.varies = True
                call.results.append(known)
        values = [*call.tensors, *(r for r in call.results if r is not None)]
        if any(v.is_shared for v in values):
            for v in values:
                v.is_shared = v.base.is_shared = True
        if call.draws:
            if call.many or call.results[0] is None:
                raise Unsuitable(f"{function} draws more than one tensor")
            self.drawn.append(made.clone())
        self.calls.append(call)


class _Calls(TorchDispatchMode):
    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # where this is true, the first call of a mode loads torch's compiler

    def __init__(self, captured: Captured, drawn: Iterator[torch.Tensor] | None) -> None:
        super().__init__()
        self.captured, self.drawn = captured, drawn

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        made = repeated(func, self.drawn)(*args, **kwargs) if self.drawn is not None and _DRAWS in func.tags else func(*args, **kwargs)
        self.note(func, args, kwargs, made)
        return made

    def outside(self, function: Callable[..., Any], args: Sequence[Any]) -> Any:
        """Note a call of what draws by other means than torch's."""
        if TS.rng is not None and function is not with_rng:
            function, args = with_rng, (TS.rng, function, *args)
        with _disable_current_modes(), NOTING.set_to(None):
            made = repeated(function, self.drawn)(*args) if self.drawn is not None else function(*args)
            self.note(function, args, {}, made)
        return made

    def note(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], made: Any) -> None:
        if self.captured.reason is None:
            try:
                self.captured.add(function, args, kwargs, made)
            except Unsuitable as e:
                self.captured.reason = str(e)


def repeated(function: Any, drawn: Iterator[torch.Tensor]) -> Callable[..., torch.Tensor]:
    """`function`, which draws, with what was drawn before in place of new numbers."""

    def run(*args: Any, **kwargs: Any) -> torch.Tensor:
        known = next(drawn)
        if isinstance(function, OpOverload) and function._schema.is_mutable:
            return args[0].copy_(known)
        return known.clone()

    return run


class _Looks(TorchFunctionMode):
    def __init__(self, captured: Captured) -> None:
        super().__init__()
        self.captured = captured

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func in _LOOKS:
            self.captured.reason = f"{getattr(func, '__name__', func)} looks at the numbers of a tensor"
        return func(*args, **(kwargs or {}))


def capture(
    function: Callable[..., Any], arguments: Sequence[Any], variables: Sequence[torch.Tensor], drawn: Sequence[torch.Tensor] | None = None
) -> tuple[Captured, Any]:
    """The calls of `function(*arguments)`, and what it gave: a tuple of tensors.

    `variables`: the tensors that it reads beside its arguments, which may be others each time; `drawn`: what another run has drawn, which
    is taken in place of new numbers.
    """
    captured = Captured([*arguments, *variables])
    calls = _Calls(captured, None if drawn is None else iter(drawn))
    with unnoticed(), _Looks(captured), calls, NOTING.set_to(calls.outside):
        made = function(*arguments)
    if captured.reason is None:
        try:
            if not all(isinstance(t, torch.Tensor) for t in made):
                raise Unsuitable("a result is no tensor")
            captured.outputs = [captured.value(t) for t in made]
        except Unsuitable as e:
            captured.reason = str(e)
    captured._known.clear()
    return captured, made


def check_same(first: Captured, second: Captured) -> None:
    """Raise Unsuitable unless both have the same calls of the same constants: what changes from run to run is not seen in one."""
    if len(first.calls) != len(second.calls) or len(first.constants) != len(second.constants):
        raise Unsuitable("the calls differ from run to run")
    same: dict[int, Value] = dict(zip(map(id, first.inputs), second.inputs))
    for (a, t), (b, u) in zip(first.constants, second.constants):
        if t is not u and not (id(a) in first.numbers and id(b) in second.numbers and digest(t) == digest(u)):
            raise Unsuitable("a tensor that no call made differs from run to run")
        same[id(a)] = b
    for a, b in zip(first.calls, second.calls):
        if a.function is not b.function or a.number != b.number or len(a.results) != len(b.results):
            raise Unsuitable("the calls differ from run to run")
        given = list(flat((*a.args, *a.kwargs.values())))
        others = list(flat((*b.args, *b.kwargs.values())))
        if len(given) != len(others) or not all(same.get(id(x)) is y if type(x) is Value else _equal(x, y) for x, y in zip(given, others)):
            raise Unsuitable(f"{a.function} is called otherwise from run to run")
        for x, y in zip(a.results, b.results):
            if (x is None) != (y is None) or x is not None and (x.geometry != y.geometry or same.setdefault(id(x), y) is not y):
                raise Unsuitable(f"{a.function} gives other tensors from run to run")
    if any(same.get(id(x)) is not y for x, y in zip(first.outputs, second.outputs)):
        raise Unsuitable("the results differ from run to run")


def digest(t: torch.Tensor) -> bytes:
    """What tells the bits of `t`, its dtype and where its elements lie from those of other tensors."""
    if t.layout is not torch.strided:
        raise Unsuitable("a result is not dense")
    made = hashlib.blake2b(repr((t.dtype, t.shape, t.stride())).encode(), digest_size=16)
    made.update(t.detach().resolve_conj().resolve_neg().contiguous().reshape(-1).view(torch.uint8).numpy().data)
    return made.digest()


def _equal(x: Any, y: Any) -> bool:
    return type(x) is type(y) and (x == y or x != x and y != y)
