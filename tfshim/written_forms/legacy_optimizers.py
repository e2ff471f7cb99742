"""Steps of Keras' legacy optimizers as pages of graphs show them: TensorFlow's operation that updates a variable and its slots."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import EagerTensor
from tfshim.keras.optimizers.legacy import formulas
from tfshim.written_forms import legacy_rows
from tfshim.written_forms.form import raw


def _gradient_descent(optimizer: Any) -> tuple[str, str, dict[str, Any]]:
    if optimizer._momentum:
        return "KerasMomentum", "momentum lr_t gradient momentum", {"use_nesterov": optimizer.nesterov}
    return "GradientDescent", "lr_t gradient", {}


def _adam(optimizer: Any) -> tuple[str, str, dict[str, Any]]:
    numbers = "beta_1_power beta_2_power lr_t beta_1_t beta_2_t epsilon gradient"
    return ("AdamWithAmsgrad", f"m v vhat {numbers}", {}) if optimizer.amsgrad else ("Adam", f"m v {numbers}", {})


def _root_mean_square(optimizer: Any) -> tuple[str, str, dict[str, Any]] | None:
    if not optimizer._momentum:
        return None
    numbers = "rms momentum lr_t rho momentum epsilon gradient"
    return ("CenteredRMSProp", f"mg {numbers}", {}) if optimizer.centered else ("RMSProp", numbers, {})


def _follow_the_leader(optimizer: Any) -> tuple[str, str, dict[str, Any]]:
    before = "accumulator linear gradient lr_t l1_regularization_strength all_of_l2"
    if optimizer.l2_shrinkage_regularization_strength > 0.0:
        return "FtrlV2", f"{before} l2_shrinkage_regularization_strength learning_rate_power", {}
    return "Ftrl", f"{before} learning_rate_power", {}


_KERNELS: dict[type, Any] = {  # (the type behind "ResourceApply", its inputs behind the variable, attributes), None where there is none
    formulas.SGDFormula: _gradient_descent,
    formulas.AdamFormula: _adam,
    formulas.RMSpropFormula: _root_mean_square,
    formulas.AdamaxFormula: lambda o: ("AdaMax", "m v beta_1_power lr_t beta_1_t beta_2_t epsilon gradient", {}),
    formulas.AdagradFormula: lambda o: ("AdagradV2", "accumulator lr_t epsilon gradient", {}),
    formulas.AdadeltaFormula: lambda o: ("Adadelta", "accum_grad accum_var lr_t rho epsilon gradient", {}),
    formulas.FtrlFormula: _follow_the_leader,
}


def _kernel(optimizer: Any) -> Any:
    found = next((_KERNELS[kind] for kind in type(optimizer).__mro__ if kind in _KERNELS), None)
    return None if found is None else found(optimizer)


def shown_step(iterations: Any, gradients: Sequence[Any], optimizer: Any, variables: Sequence[Any], clips: bool) -> None:
    """Record the step of `optimizer`, whose number of steps is `iterations`. `clips`: it clips the gradients first."""
    nodes = TS.graph._operations
    first = len(nodes)
    in_session = legacy_rows.is_in_session()  # whose nodes stand in that scope, and tell what they update
    with one_by_one.asked_for(), contextlib.nullcontext() if in_session else name_scope(optimizer._name):
        state = optimizer._prepare(variables)
        for numbers in state.values():
            for name, x in numbers.items():
                numbers[name] = TS.graph._constant(x, "Const") if type(x) is EagerTensor else x
        if not any(isinstance(g, tf.IndexedSlices) for g in gradients):
            gradients = _summed(gradients)
        if clips:
            gradients = optimizer._clipped(gradients)
        with name_scope(optimizer._name):
            changes: list[Any] = []
            for g, v in zip(gradients, variables):
                before = len(nodes)
                with name_scope(f"update_{v.op.name}" if in_session else "update"):
                    _update(optimizer, v, g, state)
                own = [n for n in nodes[before:] if n.stateful and n.kind != "ReadVariableOp"]
                changes += own[-1:] if in_session else own
            with tf.control_dependencies(changes):
                done = raw("NoOp", [], [], name="group_deps")
            with tf.control_dependencies(done):
                one = tf.constant(1, iterations.dtype)
            (counted,) = raw("AssignAddVariableOp", [iterations, one], [], {"dtype": iterations.dtype})
            if in_session:
                TS.graph.last = counted
    TS.graph.loose.update(map(id, nodes[first:]))  # numbers are computed that only gradients of rows need


def _summed(gradients: Sequence[Any]) -> list[Any]:
    """The gradients as they come out of the sum over replicas, which Keras forms where there is one as well."""
    for g in gradients:
        raw("Identity", [g], [(g.dtype, g.shape)])
    leaves = [(g.dtype, g.shape) for g in gradients]
    made: list[Any] = raw("IdentityN", [[*gradients, *gradients]], [*leaves, *leaves])
    return made[: len(gradients)]


def _update(optimizer: Any, variable: Any, gradient: Any, state: Any) -> None:
    found = state[(variable.device, variable.dtype.base_dtype)] if variable.constraint is None else None
    if found is None or _kernel(optimizer) is None and legacy_rows.for_rows(optimizer) is None:
        optimizer._update_one(gradient, variable, state)
        return
    numbers, slots = dict(found), {name: optimizer.get_slot(variable, name) for name, _ in optimizer._slot_list()}
    indices = None
    if isinstance(gradient, tf.IndexedSlices):
        if isinstance(optimizer, formulas.SGDFormula) and not optimizer._momentum:  # whose steps add up
            legacy_rows.scattered("Add", variable, gradient.indices, -gradient.values * numbers["lr_t"])
            return
        once, places = tf.unique(gradient.indices)
        gradient = tf.math.unsorted_segment_sum(gradient.values, places, tf.shape(once)[0])
        indices = once
    by_hand = legacy_rows.for_whole(optimizer) if indices is None else legacy_rows.for_rows(optimizer)
    if by_hand is None or isinstance(optimizer, formulas.RMSpropFormula) and optimizer._momentum:
        _at_once(optimizer, variable, gradient, indices, slots, numbers)
    elif indices is None:
        by_hand(optimizer, variable, gradient, slots, numbers)
    else:
        by_hand(optimizer, variable, gradient, indices, slots, numbers)


def _at_once(optimizer: Any, variable: Any, gradient: Any, indices: Any, slots: dict[str, Any], numbers: dict[str, Any]) -> None:
    """Record TensorFlow's operation for the whole step, of the rows `indices` if there are such."""
    kind, inputs, attributes = _kernel(optimizer)
    if "all_of_l2" in inputs:
        numbers["all_of_l2"] = numbers["l2_regularization_strength"] + numbers["beta"] / (2.0 * numbers["lr_t"])
    # A slot of the momentum is called as the number is.
    given: list[Any] = []
    about = {**attributes, "T": variable.dtype, "use_locking": True}
    for name in inputs.split():
        if name != "gradient":
            given.append(slots.pop(name) if name in slots else numbers[name])
            continue
        given += [gradient] if indices is None else [gradient, indices]
    if indices is not None:
        about["Tindices"] = indices.dtype
    raw(f"Resource{'Sparse' if indices is not None else ''}Apply{kind}", [variable, *given], [], about)
