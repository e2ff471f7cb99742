"""Written forms of the steps of `tf.compat.v1.train`'s optimizers: TensorFlow's operations that update one variable and its slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.compat.v1.train import gradient_descent
from tfshim.compat.v1.train.adaptive import DENSE, SPARSE
from tfshim.engine.graphs.node_form import is_reference
from tfshim.engine.ops.op_defs import find
from tfshim.refusals import refused
from tfshim.written_forms.form import is_asked_for, raw, whole_name, written


def _updated(variables: Sequence[Any], kind: str, sparse: bool, given: Sequence[Any], attributes: dict[str, Any]) -> Any:
    """The value of the first of `variables` after TensorFlow's operation on them."""
    first = variables[0]
    prefix = "Sparse" if sparse else ""
    if is_reference(first):
        return raw(f"{prefix}Apply{kind}", [*variables, *given], [(first.dtype, first.shape)], attributes, whole_name())
    op_type = f"Resource{prefix}Apply{kind}"
    node = raw(op_type, [*variables, *given], [], {**attributes, "T": first.dtype}, whole_name())
    return _after(node, first) if is_asked_for() else None


def _after(nodes: Sequence[Any], variable: Any) -> Any:
    with tf.control_dependencies(nodes):
        return raw("ReadVariableOp", [variable], [(variable.dtype, variable.shape)], {"dtype": variable.dtype})


def _applied(table: Any, variables: Sequence[Any], step: Any, numbers: Sequence[Any], values: Any, indices: Any = None) -> Any:
    if step not in table:
        raise refused("tf.saved_model.save", "steps of optimizers", op_type=step.__name__, what=f"the step {step.__name__}")
    kind, order = table[step]
    sparse = indices is not None
    definition: Any = find(f"Resource{'Sparse' if sparse else ''}Apply{kind}")
    given = [values if at == -1 else indices if at == -2 else numbers[at] for at in order]
    for i, declared in enumerate(definition.inputs[len(variables) :]):
        if declared.dtype is not None and given[i].dtype != declared.dtype:
            given[i] = tf.cast(given[i], declared.dtype)
    attributes = {"use_nesterov": True} if step is gradient_descent.nesterov else {}
    return _updated(variables, kind, sparse, given, attributes)


@written("compat.v1.train.adaptive", "_apply")
def apply(variables: Sequence[Any], step: Any, numbers: Sequence[Any], gradient: Any) -> Any:
    return _applied(DENSE, variables, step, numbers, gradient)


@written("compat.v1.train.gradient_descent", "apply_momentum")
def apply_momentum(var: Any, accum: Any, lr: Any, gradient: Any, momentum: Any, use_nesterov: bool) -> Any:
    step = gradient_descent.nesterov if use_nesterov else gradient_descent.heavy_ball
    return _applied(DENSE, [var, accum], step, [lr, momentum], gradient)


@written("compat.v1.train.gradient_descent", "apply_gradient_descent")
def apply_gradient_descent(var: Any, alpha: Any, delta: Any, use_locking: bool) -> Any:
    return _applied(DENSE, [var], gradient_descent.descend, [alpha], delta)


@written("compat.v1.train.gradient_descent", "apply_proximal_gradient_descent")
def apply_proximal(var: Any, alpha: Any, l1: Any, l2: Any, delta: Any, use_locking: bool = False) -> Any:
    return _applied(DENSE, [var], gradient_descent.proximal, [alpha, l1, l2], delta)


@written("compat.v1.train.optimizer", "apply_rows")
def apply_rows(variables: Sequence[Any], step: Any, numbers: Sequence[Any], indices: Any, values: Any) -> Any:
    if step is not gradient_descent.descend:
        return _applied(SPARSE, variables, step, numbers, values, indices)
    (first,), (alpha,) = variables, numbers
    if is_reference(first):
        return raw("ScatterSub", [first, indices, alpha * values], [(first.dtype, first.shape)], name=whole_name())
    return _after(raw("ResourceScatterSub", [first, indices, alpha * values], []), first)
