"""Variables that share their memory with parameters and buffers of torch's modules.

Such a tensor is the twin of its variable. Torch changes it in place, and so the variable. Where the variable changes, in place or by
an assignment that gives it other memory, the twin follows at once: it stays the same object, on the new memory.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from tfshim.engine.runtime.state import ScopedValue
from tfshim.engine.values.dtypes import FROM_TORCH
from tfshim.engine.variables.in_place import LOCK, Storage, tell_of_releases
from tfshim.engine.variables.variable import ResourceVariable, Variable

_STORAGE = Storage()
# id of a variable with a twin -> the variable that stands for it in this thread, see `others_in_place_of`
_stand_ins = ScopedValue()


class _Shared:
    """Mixin for the class of a variable that has a twin."""

    __dict__: dict[str, Any]
    _twin: torch.Tensor

    def _stand_in(self) -> Variable | None:
        given = _stand_ins.value
        return None if given is None else given.get(id(self))

    @property
    def _t(self) -> Any:
        other = self._stand_in()
        if other is not None:
            return other._t
        storage = self.__dict__.get("_t")
        return _STORAGE.__get__(self, type(self)) if storage is None else storage

    @_t.setter
    def _t(self, storage: Any) -> None:
        other = self._stand_in()
        if other is not None:
            other._t = storage
            return
        with LOCK:
            self.__dict__["_t"] = storage
            self._twin_follows()

    def _stands_for(self) -> Any:
        other = self._stand_in()
        return self if other is None else other

    def _twin_follows(self) -> None:
        """Give the twin the memory that the variable has now."""
        storage, twin = self.__dict__.get("_t"), self._twin
        if storage is None or storage.data_ptr() == twin.data_ptr() and storage.shape == twin.shape and storage.device == twin.device:
            return
        twin.data = storage.detach()
        torch.autograd.graph.increment_version(twin)  # what was computed from it before has no gradient any more
        self.__dict__["_t"] = twin.detach()  # which shares the count of versions

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return Variable.__deepcopy__(self, memo)  # type: ignore[arg-type]


@functools.cache
def _shared_class(kind: type) -> type:
    return type(kind.__name__, (_Shared, kind), {"__module__": kind.__module__, "__qualname__": kind.__qualname__})


def twin_of(variable: Any) -> torch.Tensor:
    """The tensor that shares the memory of `variable`: a parameter where it is trained, else a plain tensor. Made at the first call.

    Raises TypeError for a variable that has no memory of its own to share: one of a graph or a strategy, of strings.
    """
    if variable._twin is not None:
        return variable._twin
    t = vars(variable).get("_t")
    if variable._stands_for is not None or variable._in_graph_mode or type(t) is not torch.Tensor:
        raise TypeError(f"{variable!r} cannot share its memory with torch: it is no variable of numbers that is one tensor on one device.")
    trained = variable.trainable and (t.is_floating_point() or t.is_complex())
    made = torch.nn.Parameter(t.detach()) if trained else t.detach()
    share(variable, made)
    return made


def share(variable: Any, twin: torch.Tensor) -> None:
    """Let `variable` have the memory of `twin`, of the same dtype, from now on."""
    with LOCK:
        adopt(variable, twin)
        kind: Any = type(variable)
        variable.__class__ = _shared_class(kind)
        tell_of_releases()


def adopt(variable: Any, twin: torch.Tensor) -> None:
    """Let `twin`, whose memory torch has chosen, be the twin of `variable`. Raises TypeError where the two do not fit."""
    if FROM_TORCH.get(twin.dtype) is not variable.dtype or not variable.shape.is_compatible_with(twin.shape):
        raise TypeError(
            f"The variable {variable.name} is {variable.dtype.name} of shape {variable.shape} and cannot share the memory of a tensor of "
            f"{twin.dtype} and shape {tuple(twin.shape)}: where another dtype is wanted, make the model with it."
        )
    with LOCK:
        variable._alias, variable._twin = None, twin
        vars(variable)["_t"] = twin.detach()


def in_step(variable: Any) -> bool:
    """Whether `variable` and its twin have the same memory: torch may have given the twin another."""
    storage, twin = vars(variable).get("_t"), variable._twin
    return storage is None or storage.data_ptr() == twin.data_ptr() and storage.device == twin.device


@contextlib.contextmanager
def others_in_place_of(variables: Sequence[Any], values: Sequence[torch.Tensor]) -> Iterator[list[Any]]:
    """Within it this thread reads and changes others, which have `values`, in place of `variables`, which have twins; gives the others."""
    made = []
    for v, value in zip(variables, values):
        other = object.__new__(ResourceVariable)
        other.__dict__.update({name: x for name, x in vars(v).items() if name not in ("_t", "_twin")}, _t=value, _alias=None)
        made.append(other)
    with _stand_ins.set_to({**(_stand_ins.value or {}), **{id(v): other for v, other in zip(variables, made)}}):
        yield made
