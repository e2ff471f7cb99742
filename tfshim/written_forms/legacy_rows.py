"""Steps of Keras' legacy optimizers for which TensorFlow has no single operation, as pages of graphs show them.

Most are those for gradients of some rows: slots that decay everywhere and grow in these rows.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.engine.runtime.state import TS
from tfshim.keras.optimizers.legacy import formulas
from tfshim.written_forms.form import keep, raw

Numbers = dict[str, Any]  # name of a coefficient -> its value
Slots = dict[str, Any]


def is_in_session() -> bool:
    """Whether the step is one of a graph that sessions run, where each read says what it waits for."""
    return not TS.graph.written_for.graph.building_function


# ---------------------------------------------------------------------- tables
def _value(v: Any) -> Any:
    made = raw("ReadVariableOp", [v], [(v.dtype, v.shape)], {"dtype": v.dtype})
    keep(made)
    return made


def _assigned(kind: str, v: Any, value: Any) -> list[Any]:
    node: list[Any] = raw(f"Assign{kind}VariableOp", [v, value], [], {"dtype": v.dtype})
    return node


def scattered(kind: str, table: Any, indices: Any, rows: Any) -> list[Any]:
    """The operation that changes the rows `indices` of `table`, in a list."""
    node: list[Any] = raw(f"ResourceScatter{kind}", [table, indices, rows], [], {"dtype": table.dtype, "Tindices": indices.dtype})
    return node


def _changed(kind: str, table: Any, indices: Any, rows: Any) -> Any:
    """The whole `table` after that."""
    with tf.control_dependencies(scattered(kind, table, indices, rows)):
        return _value(table)


def _decayed(average: Any, share: Any, indices: Any, rows: Any) -> Any:
    """The whole moving average, of which `share` is left everywhere before `rows` are added."""
    with tf.control_dependencies(_assigned("", average, _value(average) * share)):
        return _changed("Add", average, indices, rows)


def _looked_up(table: Any, indices: Any) -> Any:
    leaf = table.dtype, indices.shape.concatenate(table.shape[1:])
    about = {"dtype": table.dtype, "Tindices": indices.dtype, "batch_dims": 0, "validate_indices": True}
    return raw("ResourceGather", [table, indices], [leaf], about, name="Gather")


def _ended(*groups: Sequence[Any]) -> None:
    """The node that waits for all in `groups`, by one for each where they are on several devices."""
    scope = TS.graph.unique_name("group_deps")
    if len(groups) > 1:
        made = []
        for group in groups:
            with tf.control_dependencies(list(group)):
                made += raw("NoOp", [], [], name=f"{TS.graph._unique(f'{scope}/NoOp')}/")
        groups = (made,)
    with tf.control_dependencies(list(groups[0])):
        raw("NoOp", [], [], name=f"{scope}/")


# ---------------------------------------------------------------------- gradients of rows
def _adam(optimizer: Any, var: Any, g: Any, indices: Any, slots: Slots, c: Numbers) -> None:
    m = _decayed(slots["m"], c["beta_1_t"], indices, g * c["one_minus_beta_1_t"])
    v = _decayed(slots["v"], c["beta_2_t"], indices, (g * g) * c["one_minus_beta_2_t"])
    if not optimizer.amsgrad:
        below, done = tf.sqrt(v), []
    else:
        greatest = tf.maximum(slots["vhat"], v)
        done = _assigned("", slots["vhat"], greatest)
        with tf.control_dependencies(done):
            below = tf.sqrt(slots["vhat"])
    last = _assigned("Sub", var, c["lr"] * m / (below + c["epsilon"]))
    _ended([m, v], [*last, *done])


def _adamax(optimizer: Any, var: Any, g: Any, indices: Any, slots: Slots, c: Numbers) -> None:
    m = _looked_up(slots["m"], indices) * c["beta_1_t"] + g * c["one_minus_beta_1_t"]
    with tf.control_dependencies([m]):
        whole_m = _changed("Update", slots["m"], indices, m)
    v = tf.maximum(_looked_up(slots["v"], indices) * c["beta_2_t"], tf.abs(g))
    with tf.control_dependencies([v]):
        whole_v = _changed("Update", slots["v"], indices, v)
    step = c["neg_scaled_lr"] * (m / (v + c["epsilon"]))
    with tf.control_dependencies([step]):
        last = _changed("Add", var, indices, step)
    _ended([whole_m, whole_v, last])


def _root_mean_square(optimizer: Any, var: Any, g: Any, indices: Any, slots: Slots, c: Numbers) -> None:
    squares = _decayed(slots["rms"], c["rho"], indices, (g * g) * c["one_minus_rho"])
    below, kept = tf.gather(squares, indices), [squares]
    if optimizer.centered:
        means = _decayed(slots["mg"], c["rho"], indices, g * c["one_minus_rho"])
        below = below - tf.square(tf.gather(means, indices))
        kept.append(means)
    last = _changed("Add", var, indices, c["neg_lr_t"] * g / (tf.sqrt(below) + c["epsilon"]))
    _ended([*kept, last])


def _nadam(optimizer: Any, var: Any, g: Any, indices: Any, slots: Slots, c: Numbers) -> None:
    now = g / c["one_minus_m_schedule_new"]
    m = _decayed(slots["m"], c["beta_1_t"], indices, g * c["one_minus_beta_1_t"])
    following = tf.gather(m, indices) / c["one_minus_m_schedule_next"]
    ahead = c["one_minus_m_t"] * now + c["m_t_1"] * following
    v = _decayed(slots["v"], c["beta_2_t"], indices, (g * g) * c["one_minus_beta_2_t"])
    below = tf.sqrt(tf.gather(v, indices) / c["v_t_prime_denominator"]) + c["epsilon"]
    last = _changed("Add", var, indices, c["neg_lr_t"] * ahead / below)
    _ended([v, last], [ahead])


_OF_ROWS: dict[type, Any] = {
    formulas.AdamFormula: _adam,
    formulas.AdamaxFormula: _adamax,
    formulas.RMSpropFormula: _root_mean_square,
    formulas.NadamFormula: _nadam,
}


# ---------------------------------------------------------------------- whole gradients
def _whole_root_mean_square(optimizer: Any, var: Any, g: Any, slots: Slots, c: Numbers) -> None:
    squares = c["rho"] * slots["rms"] + c["one_minus_rho"] * tf.square(g)
    below = _held(slots["rms"], squares)
    before = TS.graph._operations[-1:]
    if optimizer.centered:
        means = c["rho"] * slots["mg"] + c["one_minus_rho"] * g
        below = below - tf.square(_held(slots["mg"], means))
    elif is_in_session():
        _read_after(before, slots["rms"])
    with tf.control_dependencies(before) if is_in_session() else contextlib.nullcontext():
        root = tf.sqrt(below)
    last = _assigned("", var, var - c["lr_t"] * g / (root + c["epsilon"]))
    if is_in_session():
        _read_after(last, var)


def _read_after(nodes: Sequence[Any], variable: Any) -> None:
    """The value that an assignment gives, by the last of `nodes`, for whoever asks for it."""
    with tf.control_dependencies(list(nodes)):
        _value(variable)


def _whole_nadam(optimizer: Any, var: Any, g: Any, slots: Slots, c: Numbers) -> None:
    now = g / c["one_minus_m_schedule_new"]
    m = _held(slots["m"], c["beta_1_t"] * slots["m"] + c["one_minus_beta_1_t"] * g)
    following = m / c["one_minus_m_schedule_next"]
    v = _held(slots["v"], c["beta_2_t"] * slots["v"] + c["one_minus_beta_2_t"] * tf.square(g))
    corrected = v / c["v_t_prime_denominator"]
    ahead = c["one_minus_m_t"] * now + c["m_t_1"] * following
    _assigned("", var, var - c["lr_t"] * ahead / (tf.sqrt(corrected) + c["epsilon"]))


def _held(slot: Any, value: Any) -> Any:
    """The slot, which has got `value`."""
    _assigned("", slot, value)
    return slot


_OF_WHOLE: dict[type, Any] = {formulas.RMSpropFormula: _whole_root_mean_square, formulas.NadamFormula: _whole_nadam}


def for_rows(optimizer: Any) -> Any:
    """The function that records the step for a gradient of some rows of a variable, each once; None where there is none."""
    return _of(_OF_ROWS, optimizer)


def for_whole(optimizer: Any) -> Any:
    """The function that records the step for the gradient of a whole variable; None where there is none."""
    return _of(_OF_WHOLE, optimizer)


def _of(forms: dict[type, Any], optimizer: Any) -> Any:
    return next((forms[kind] for kind in type(optimizer).__mro__ if kind in forms), None)
