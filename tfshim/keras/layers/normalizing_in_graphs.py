"""Batch normalization in graphs of TensorFlow 1, whether a batch trains being a truth value or what is fed.

The moving averages are updated by operations of their own, which `add_update` of the layer gets. A layer has `axis`, `epsilon`, `momentum`
and the variables `gamma`, `beta`, `moving_mean` and `moving_variance`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tfshim import array_ops, nn
from tfshim.array_ops import cast, constant
from tfshim.autodiff import stop_gradient
from tfshim.control_flow import cond, control_dependencies
from tfshim.engine.graphs.references import is_by_reference, name_for_update
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.keras.layers.normalizing import _fixed_batch_norm, _known_batch_norm, _moving_batch_norm
from tfshim.keras.v1.mode import building
from tfshim.protos.tensors import get_static_value


def chosen(training: Any, when_training: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """`when_training()` or `otherwise()`, by a Python truth value or a boolean tensor."""
    if isinstance(training, Tensor) or is_variable(training):
        static = get_static_value(training) if isinstance(training, Tensor) else None
        if static is None:
            return cond(cast(training, dtypes.bool), when_training, otherwise)
        training = bool(static)
    return when_training() if training else otherwise()


def by_one_kernel(layer: Any, inputs: Any, training: Any, axis: int) -> Any:
    """The normalized images `inputs`, whose channels are `axis`."""
    given = (inputs, layer.gamma, layer.beta, layer.moving_mean, layer.moving_variance)

    def trained() -> Any:
        return _moving_batch_norm(*given, axis, float(layer.epsilon), 1.0)  # and the batch's moments

    def fixed() -> Any:
        if training is False:
            return _fixed_batch_norm(*given, float(layer.epsilon), axis), layer.moving_mean, layer.moving_variance
        return _known_batch_norm(*given, axis, float(layer.epsilon))

    made, mean, variance = chosen(training, trained, fixed)
    if training is not False:
        keep = chosen(training, lambda: constant(float(layer.momentum)), lambda: constant(1.0))
        move(layer, [(layer.moving_mean, mean, keep), (layer.moving_variance, variance, keep)])
    return made


def by_branches(layer: Any, inputs: Any, training: Any, axes: Sequence[int], wide: Callable[[Any], Any]) -> Any:
    """The normalized inputs by what is fed: each of the statistics over `axes`, and each update, is chosen by itself, as TensorFlow does.

    `wide` gives a vector of the channels the shape in which it goes with the inputs.
    """
    averages, updates = (layer.moving_mean, layer.moving_variance), []
    found = nn.moments(inputs, axes)
    mean, variance = (chosen(training, lambda f=f: f, lambda v=v: convert_to_tensor(v)) for f, v in zip(found, averages))
    for moving, value in zip(averages, (mean, variance)):
        updated = chosen(
            training,
            lambda m=moving, v=value: _read_after(m, moved(m, v, layer.momentum)),
            lambda m=moving: convert_to_tensor(m),
        )
        updates.append(updated.op)
    if building() is not None:
        layer.add_update(updates)
    return nn.batch_normalization(inputs, *map(wide, (mean, variance, layer.beta, layer.gamma)), layer.epsilon)


def move(layer: Any, steps: Iterable[tuple[Any, Any, Any]]) -> list[Any]:
    """Update each moving average of (variable, value, decay)."""
    updates = [moved(*step) for step in steps]
    if building() is not None:
        layer.add_update([u.op for u in updates])
    return updates


def moved(moving: Any, value: Any, keep: Any) -> Any:
    """Let the average `moving` keep a share and take the rest from `value`."""
    with name_scope("AssignMovingAvg") as scope:
        share = array_ops.convert_to_tensor(1.0 - keep, name="decay")
        step = (moving - _detached(cast(value, moving.dtype))) * cast(share, moving.dtype)
        return moving.assign_sub(step, name=name_for_update(moving, scope))


def _read_after(moving: Any, update: Any) -> Any:
    """What `moving` is after `update`, by a read of its own where it is a resource."""
    if is_by_reference(moving) or not TS.graph.building_function:  # not within a branch
        return update
    with control_dependencies([update.op]):
        return convert_to_tensor(moving)


def _detached(value: Any) -> Any:
    return value if TS.graph is not None else stop_gradient(value)  # nothing goes back through an assignment in a graph
