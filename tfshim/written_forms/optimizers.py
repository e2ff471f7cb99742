"""Written forms of the steps of Keras' optimizers: what one of our nodes does to all variables, in operations on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.keras.optimizers import schedules
from tfshim.keras.optimizers.gradients import paired, whole
from tfshim.refusals import refused
from tfshim.written_forms.form import is_asked_for, keep, raw, whole_name, written
from tfshim.written_forms.legacy_optimizers import shown_step


def _read(v: Any) -> Any:
    return raw("ReadVariableOp", [v], [(v.dtype, v.shape)], {"dtype": v.dtype})


def _inner(optimizer: Any) -> Any:
    """The optimizer itself, or the one that it scales the loss for."""
    return getattr(optimizer, "inner_optimizer", optimizer)


def _scale(optimizer: Any) -> list[Any]:
    return [optimizer._loss_scale.current_loss_scale, optimizer._loss_scale.good_steps] if optimizer.dynamic else []


def _changed(iterations: Any, gradients: Any, optimizer: Any, variables: Sequence[Any], *others: Any) -> list[Any]:
    if optimizer is not (inner := _inner(optimizer)):
        return [*_scale(optimizer), *_changed(iterations, gradients, inner, variables)]
    rate = optimizer._learning_rate
    made = [optimizer._current_learning_rate if isinstance(rate, schedules.LearningRateSchedule) else rate]
    lists = [*optimizer._slot_lists(), *([optimizer._model_variables_moving_average] if optimizer.use_ema else [])]
    product = getattr(optimizer, "_u_product", None)  # which Nadam has
    return made + [slots[optimizer._number(v)] for slots in lists for v in variables] + ([] if product is None else [product])


@written("keras.optimizers.graph_step", "apply_within_graph", changes=_changed, beside=True)
def step(
    iterations: Any,
    gradients: Sequence[Any],
    optimizer: Any,
    variables: Sequence[Any],
    traced: Any,
    clipped: bool,
    rows: Sequence[bool] = (),
) -> Any:
    inner = _inner(optimizer)
    if inner._by_operations is None:
        raise refused("tf.saved_model.save", "steps of optimizers", op_type="ApplyGradients", what=f"a step of {type(inner).__name__}")

    # Gradients of whole tables, whose arithmetic goes element by element and so can be done by the task that keeps a table.
    given = whole(paired(gradients, rows), variables) if rows else _summed(gradients)
    with one_by_one.asked_for(), inner._counted_from(traced):
        optimizer._update_by_operations(given, variables, inner._one_by_operations, clipped)
    if TS.graph.shown and optimizer is not inner:  # whose branches give what nothing takes
        TS.graph.loose.update(map(id, TS.graph._operations))
    if not is_asked_for():
        return None
    with tf.control_dependencies([n for n in TS.graph._operations if n.stateful and n.kind != "ReadVariableOp"]):
        return raw("ReadVariableOp", [iterations], [(iterations.dtype, [])], {"dtype": iterations.dtype}, name=whole_name())


def _summed(gradients: Sequence[Any]) -> Sequence[Any]:
    """Gradients as they come out of the sum over replicas, which Keras forms where there is one as well."""
    names = getattr(TS.graph.written_for, "names_of_sums", None)
    if names is None:
        return gradients
    each, together = names
    for g, name in zip(gradients, each):
        keep(tf.identity(g, name=f"{name}/"))
    leaves = [(g.dtype, g.shape) for g in gradients]
    made: list[Any] = raw("IdentityN", [[*gradients, *gradients]], [*leaves, *leaves], name=f"{together}/")[: len(gradients)]
    return made


# ---------------------------------------------------------------------- legacy ones
def _changed_by_legacy(iterations: Any, gradients: Any, optimizer: Any, variables: Sequence[Any], *others: Any) -> list[Any]:
    if optimizer is not (inner := _inner(optimizer)):
        return [*_scale(optimizer), *_changed_by_legacy(iterations, gradients, inner, variables)]
    slots = [s for v in variables for s in optimizer._slots.get(id(v), {}).values()]
    return [*slots, *[x for x in (*optimizer._weights, *optimizer._hyper.values()) if isinstance(x, tf.Variable)]]


@written("keras.optimizers.legacy.applying", "_apply", changes=_changed_by_legacy, beside=True)
def legacy_step(
    iterations: Any,
    gradients: Sequence[Any],
    optimizer: Any,
    variables: Sequence[Any],
    rows: Sequence[bool],
    state: Any,
    clips: bool = False,
) -> Any:
    given = [tf.IndexedSlices(*g) if type(g) is tuple else g for g in paired(gradients, rows)]
    if TS.graph.shown and optimizer is _inner(optimizer) and not is_asked_for():
        shown_step(iterations, given, optimizer, variables, clips)
        return None
    if clips:
        given = optimizer._clipped(given)
    before = tf.identity(_read(iterations))
    with tf.control_dependencies([before]):
        optimizer._update_by_operations(given, variables)
    return tf.identity(before, name=whole_name())
