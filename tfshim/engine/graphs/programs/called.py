"""What the text of a program calls beside kernels: reads of variables and constants, and what torch is to differentiate by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch

from tfshim.engine.gradients.aliases import read_variable
from tfshim.engine.ops.execution import usable
from tfshim.engine.ops.static_arguments import finish_static
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.noted_calls import NOTING
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import EagerTensor


def constant(x: EagerTensor) -> Any:
    """The storage of an eager tensor that a graph holds, under the tapes of the caller."""
    return x._t if x._rec is None else usable(x, TS.tapes)


def read(reference: Callable[[], Any]) -> Any:
    """The value of the variable that `reference` gives, recorded by the tapes that watch it."""
    variable = reference()
    if variable is None or variable._t is None:
        raise _without_value(variable)
    if TS.tape is None:
        return variable._t
    return read_variable(variable)._t


def read_source(reference: Callable[[], Any]) -> torch.Tensor:
    """The value of a variable as the start of gradients."""
    variable = reference()
    storage = None if variable is None else variable._t
    if storage is None:
        raise _without_value(variable)
    return storage.detach().requires_grad_()


def _without_value(variable: Any) -> Exception:
    if variable is None:
        return errors.FailedPreconditionError(None, None, "Could not find variable: it was deleted before the function ran.")
    return errors.FailedPreconditionError(
        None,
        None,
        f"Error while reading resource variable {variable._shared_name} from Container: localhost. This could mean "
        "that the variable was uninitialized.",
    )


def known_static(o: Any, p: Any, constant: EagerTensor | None) -> Any:
    """What a kernel wants to know of a constant beforehand; None where there is none, or the kernel's node fails with it when it is run."""
    if constant is None or constant._rec is not None or type(constant._t) is not torch.Tensor:
        return None
    try:
        return finish_static(o, p, constant._t.tolist())
    except (errors.InvalidArgumentError, ValueError):
        return None


def static(o: Any, p: Any, value: torch.Tensor) -> Any:
    """What a kernel wants to know of the tensor `value` beforehand."""
    plain = value.tolist()
    # A vector of numbers, as indices in loops are, is its tuple; an int takes or refuses what is given by itself.
    if plain.__class__ is list and p.kind != "int" and plain and plain[0].__class__ is int:
        return tuple(plain)
    return finish_static(o, p, plain)


def with_rng(state: Any, kernel: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `kernel` gives while the random state of its node is the current one."""
    note = NOTING.value
    if note is not None and not kwargs and not any(getattr(x, "requires_grad", False) for x in args):
        return note(with_rng, (state, kernel, *args))
    before, TS.rng = TS.rng, state
    try:
        return kernel(*args, **kwargs)
    finally:
        TS.rng = before


def cut(t: Any) -> Any:
    """`t` without torch's record of it."""
    return t.detach() if type(t) is torch.Tensor and t.requires_grad else t


def leaf(t: torch.Tensor) -> torch.Tensor:
    """`t` as something that torch differentiates by."""
    return t if t.requires_grad else t.detach().requires_grad_()


def alias(t: torch.Tensor) -> torch.Tensor:
    """The input `t` as something that torch differentiates by."""
    # What comes from outside may be part of other inputs too, which are constants for the gradients in here.
    return t.view_as(t) if t.requires_grad else t.detach().requires_grad_()


def recorded(values: Iterable[Any]) -> bool:
    """Whether torch records any of `values`."""
    return any(type(t) is torch.Tensor and t.requires_grad for t in values)
