"""A recording, and the aliases that it gives out for what it watches.

An alias is a leaf: the same memory, a gradient of its own. A nested recording aliases the outer alias, so that it sees what was
recorded while it was active and the outer one sees through it. A tensor computed from an alias names its recording in `_rec`; used
where neither that one nor one around it records, it is a constant (see `execution.usable`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.ops.execution import usable
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

    Variable: TypeAlias = Any  # of variables.variable, above this module


_alias_of = torch.ops.aten.alias.default
_DIFFERENTIABLE = ("f", "c")
# Without it a thread of torch computes the gradients of an accelerator. In the thread that asks for them, as on the processor, gradient
# functions see the tapes and graphs that are open there.
set_multithreading = torch._C._set_multithreading_enabled


def is_trainable_dtype(dtype: DType) -> bool:
    """Whether gradients can flow into tensors of `dtype`."""
    return dtype._kind in _DIFFERENTIABLE


class Tape:
    """One recording: which sources it watches, and the aliases it gave out for them."""

    __slots__ = (
        "parent",
        "persistent",
        "watch_accessed",
        "tensors",
        "variables",
        "explicit",
        "handle",
        "grad_mode",
        "shared",
        "promised",
        "by_torch",
        "together",
        "__weakref__",
    )
    before: Tape | None = None  # see `Continued`

    def __init__(self, persistent: bool, watch_accessed: bool) -> None:
        self.parent = None
        self.shared = False  # whether a tape within or around it may go backward through what it records
        self.promised = False  # whether it runs as a node of a graph, which gives zeros where a run connects nothing
        self.by_torch = False  # whether torch's own autograd records the same, beyond the end of the tape
        self.together = []  # in a graph: what replicas of a strategy have made together while it recorded, as one of them has it
        self.handle = None  # in a graph: the symbolic tensor that stands for the tape of the run
        self.persistent, self.watch_accessed = persistent, watch_accessed
        self.tensors = {}  # id -> (tensor, alias)
        self.variables = {}  # id -> (variable, [(storage, alias), ...])
        self.explicit = set()  # ids of variables watched by name

    # -------------------------------------------------------------- recording
    def push(self) -> None:
        """Become the innermost recording of this thread."""
        set_multithreading(False)
        self.parent = TS.tape
        # Either may go backward first, and would free the part of torch's graph that both need.
        if self.parent is not None:
            self.shared = self.parent.shared = True
        # The caller's own torch code may have switched gradients off, and torch does so going backward.
        self.grad_mode = torch.is_grad_enabled()
        if not self.grad_mode:
            torch._C._set_grad_enabled(True)
        TS.tapes = (*TS.tapes, self)
        TS.tape = self
        enter_special()

    def pop(self) -> None:
        """Stop recording."""
        leave_special()
        if not self.grad_mode:
            torch._C._set_grad_enabled(False)
        TS.tapes = tuple(t for t in TS.tapes if t is not self)
        TS.tape = TS.tapes[-1] if TS.tapes else None

    def watches(self, variable: Variable) -> bool:
        """Whether reads of `variable` are recorded."""
        return self.watch_accessed and variable.trainable or id(variable) in self.explicit

    def records(self, variable: Variable) -> bool:
        """Whether reads of `variable` are recorded, whose values have gradients."""
        return variable._dt._kind in _DIFFERENTIABLE and self.watches(variable)

    def watch_tensor(self, x: Tensor) -> None:
        """Give the eager tensor `x` an alias of this tape."""
        known = self.tensors.get(id(x))
        if known is not None and known[0] is x and x._rec is self:
            return
        base = usable(x, (*TS.tapes, self)) if x._rec is not None else x._t
        alias = start_of(base)
        self.tensors[id(x)] = (x, alias)
        x._t, x._rec = alias, self

    def release(self) -> None:
        """Let go of the memory of variables, so that optimizers can update them in place.

        The graph that belonged to the aliases is spent, but tensors the user still holds keep its nodes, and those
        the aliases; so their memory is taken from under them unless someone else holds one.
        """
        for variable, reads in self.variables.values():
            variable._alias = None
            for i, (storage, alias) in enumerate(reads):
                reads[i] = None
                if sys.getrefcount(alias) <= 4 and alias.is_leaf:
                    if alias.is_cpu:
                        alias.data = _NOTHING.to(alias.dtype) if alias.dtype != torch.float32 else _NOTHING
                    else:
                        alias.data = alias.new_empty(0)
                del storage
        self.variables, self.tensors = {}, {}


_NOTHING = torch.empty(0)


class Continued(Tape):
    """The recording in a graph of a tape that has recorded eagerly: what it uses of that is watched here too, from its first use on."""

    __slots__ = ("before", "brought")

    def __init__(self, before: Tape) -> None:
        super().__init__(before.persistent, before.watch_accessed)
        self.before = before
        self.brought: dict[int, EagerTensor] = {}  # id -> what `before` recorded


class Accumulation(Tape):
    """The recording of a forward accumulator."""

    __slots__ = ("asking",)

    def __init__(self) -> None:
        super().__init__(True, False)
        self.asking = False  # whether a product is being taken: custom gradients have no part in it


def read_variable(variable: Variable) -> Tensor:
    """The value of `variable` under the tapes of this thread; recorded by those that watch it."""
    ts = TS
    cached = variable._alias
    storage = variable._t
    if cached is not None and cached[0] is ts.tape and cached[1] is storage and cached[2] is ts.tapes:
        return cached[3]
    value, rec = storage, None
    if variable._dt._kind in _DIFFERENTIABLE:
        for tape in ts.tapes:
            if not tape.watches(variable):
                continue
            known: Any = tape.variables.get(id(variable))
            if known is None or known[0] is not variable:
                known = tape.variables[id(variable)] = (variable, [])
            # One alias for each storage: an assignment inside the tape gives the variable another one.
            for seen, given in known[1]:
                if seen is storage:
                    alias = given
                    break
            else:
                # On top of an outer tape's alias an operation, so that the outer tape sees through this one; else a leaf.
                alias = _alias_of(value) if rec is not None else value.detach().requires_grad_()
                known[1].append((storage, alias))
            value, rec = alias, tape
    made = wrap(value, variable._dt, rec)
    variable._alias = (ts.tape, storage, ts.tapes, made)
    return made


def aliases(tape: Tape, source: Any) -> list[torch.Tensor]:
    """The torch tensors through which `tape` saw `source`."""
    known = tape.variables.get(id(source))
    if known is not None and known[0] is source:
        return [alias for _, alias in known[1]]
    known = tape.tensors.get(id(source))
    if known is not None and known[0] is source:
        return [known[1]]
    # A result computed under the tape is a source as it is: torch differentiates by inner nodes of its graph too.
    # A leaf is what another tape has made of something that it watches: this one never saw it.
    recorded = type(source) is EagerTensor and source._rec is not None and source._t.requires_grad and not source._t.is_leaf
    if recorded and is_within(source._rec, tape):
        return [source._t]
    return []


def is_within(rec: Tape, tape: Tape) -> bool:
    while rec is not None:
        if rec is tape:
            return True
        rec = rec.parent
    return False


def start_of(t: torch.Tensor) -> torch.Tensor | None:
    """The torch tensor `t` as the start of gradients of its own, connected to those around."""
    return _alias_of(t) if t.requires_grad else t.detach().requires_grad_()
