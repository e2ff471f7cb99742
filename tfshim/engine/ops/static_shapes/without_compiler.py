"""torch's rules for `meta` tensors, without loading its compiler for them.

Many of these rules are functions in Python that torch marks as nothing to be compiled. The mark is made when a rule is first used,
by the compiler, which takes two seconds to load. Until somebody loads it, there is nothing to be kept from it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from torch._compile import _disable_dynamo
from torch._decomp import global_decomposition_table
from torch._library.custom_ops import OPDEFS

_MARK = "__dynamo_disable"  # where torch keeps the marked function, on the one it marks
_deferring: Any = _disable_dynamo
_DEFERRING = _deferring(lambda: None).__code__
_FN, _RECURSIVE = (_DEFERRING.co_freevars.index(name) for name in ("fn", "recursive"))


def prepare() -> None:
    """Let the rules run unmarked as long as the compiler is not loaded."""
    if "torch._dynamo" in sys.modules:
        return
    tables = (*(table.values() for table in global_decomposition_table.values()), *(d._backend_fns.values() for d in [*OPDEFS.values()]))
    seen: set[int] = set()
    for rules in tables:
        for rule in [*rules]:
            for function in _deferred(rule, seen):
                if not hasattr(function, _MARK):
                    setattr(function, _MARK, _unmarked(function))


def _deferred(function: Any, seen: set[int]) -> Iterator[Callable[..., Any]]:
    """The functions that are to be marked when they are called, within `function` and what it wraps."""
    if not isinstance(function, FunctionType) or id(function) in seen:
        return
    seen.add(id(function))
    cells = function.__closure__ or ()
    if function.__code__ is _DEFERRING and cells[_RECURSIVE].cell_contents:
        yield cells[_FN].cell_contents
    for cell in cells:
        try:
            inner = cell.cell_contents
        except ValueError:  # nothing is bound yet
            continue
        yield from _deferred(inner, seen)


def _unmarked(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        mark = getattr(sys.modules.get("torch._dynamo"), "disable", None)  # there is none while it is being loaded
        if mark is None:
            return function(*args, **kwargs)
        marked = mark(function, True, wrapping=False)
        setattr(function, _MARK, marked)
        return marked(*args, **kwargs)

    return call
