"""How a cell is run by what holds it: its first states, its weights, and one step."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import Shapes


def zero_state(batch_size: IntLike, state_size: Any, dtype: DTypeLike | None) -> Any:
    """Zeros for each of the states, [batch_size, *size]. Raises ValueError without batch size or dtype."""
    if batch_size is None or dtype is None:
        raise ValueError(
            f"batch_size and dtype cannot be None while constructing initial state. Received: batch_size={batch_size}, dtype={dtype}"
        )

    def zeros(size):
        sizes = [batch_size, *TensorShape(size).as_list()]
        return array_ops.zeros(sizes, dtype=dtype)

    return nest.map_structure(zeros, state_size) if nest.is_nested(state_size) else zeros(state_size)


def initial_state_for(cell: Any, inputs: TensorLike | None, batch_size: IntLike | None, dtype: DTypeLike | None) -> Any:
    """Zeros for the states of `cell`; batch and dtype are those of `inputs` if it is given."""
    if inputs is not None:
        batch_size, dtype = inputs.shape[0] if inputs.shape[0] is not None else array_ops.shape(inputs)[0], inputs.dtype
    return zero_state(batch_size, cell.state_size, dtype)


def has_several_states(size: Any) -> bool:
    """Whether a state size means several states."""
    return hasattr(size, "__len__") and not isinstance(size, TensorShape)


def build_inside(layer: Layer, shape: Shapes) -> None:
    """Build `layer` as a part of the one whose scope of names is open."""
    scope = TS.name_scope
    TS.name_scope = f"{scope}{layer.name}/"
    try:
        layer.build(shape)
        layer.built = True
    finally:
        TS.name_scope = scope


def takes(function: Callable[..., Any], name: str) -> bool:
    """Whether `function` has an argument `name` (or takes any)."""
    parameters = inspect.signature(function).parameters
    return name in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def step_of(
    cell: Any,
    training: BoolLike | None,
    constants: Sequence[TensorLike] | None = None,
    extra: dict[str, Any] | None = None,
    as_layer: bool = True,
) -> Callable[[Any, Any], tuple[Any, Any]]:
    """`cell` as a function of (inputs, states); `training` and `constants` are passed where it takes them.

    `as_layer`: whether it is called as a layer, in a scope of names of its own.
    """
    given = dict(extra or {})
    if takes(cell.call, "training"):
        given["training"] = training
    else:
        given.pop("training", None)
    if constants and takes(cell.call, "constants"):
        given["constants"] = constants
    run = cell.__call__ if as_layer and callable(cell) else cell.call
    return lambda inputs, states: run(inputs, states, **given)
