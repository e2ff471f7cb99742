"""Operations on variables by reference, which graphs of TensorFlow 1 have: they give the variable's value afterwards."""

import inspect

from tfshim import array_ops
from tfshim.compat.v1.train import resource_ops
from tfshim.control_flow import control_dependencies
from tfshim.engine.ops.op_names import FORMS, raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_variable


def _variable(ref):
    if not is_variable(ref):
        raise invalid(f"Expected a variable of a graph, got {ref!r}.")
    return ref


def _after(variable, change):
    """The value of a variable after everything that `change()` does."""
    graph = TS.graph
    before = len(graph.get_operations())
    change()
    with control_dependencies(graph.get_operations()[before:]):
        return variable.read_value()


def _step(kind):
    form = FORMS[f"Resource{kind}"]

    def by_reference(**given):
        return _after(_variable(given["var"]), lambda: form(**given))

    by_reference.__signature__ = inspect.signature(form)
    raw_op(kind)(by_reference)


for _name in (
    "Adadelta Adagrad AdagradDA AdagradV2 AdaMax Adam AddSign CenteredRMSProp Ftrl FtrlV2 GradientDescent Momentum PowerSign "
    "ProximalAdagrad ProximalGradientDescent RMSProp"
).split():
    for _kind in (f"Apply{_name}", f"SparseApply{_name}"):
        if f"Resource{_kind}" in FORMS:
            _step(_kind)


@raw_op("ApplyGradientDescent")
def _descend(var, alpha, delta):
    return _after(_variable(var), lambda: var.assign_sub(alpha * delta))


@raw_op("ApplyProximalGradientDescent")
def _descend_proximally(var, alpha, l1, l2, delta):
    return _after(_variable(var), lambda: resource_ops.proximal_rows(var, alpha, l1, l2, delta, None))


# ---------------------------------------------------------------------- assignments
@raw_op("Assign")
def _assign(ref, value, validate_shape):
    if validate_shape and not _variable(ref).shape.is_compatible_with(value.shape):
        raise ValueError(f"Dimension mismatch: a variable of shape {ref.shape} gets a value of shape {value.shape}.")
    return _after(ref, lambda: ref.assign(value))


@raw_op("AssignAdd")
def _assign_add(ref, value):
    return _after(_variable(ref), lambda: ref.assign_add(value))


@raw_op("AssignSub")
def _assign_sub(ref, value):
    return _after(_variable(ref), lambda: ref.assign_sub(value))


@raw_op("IsVariableInitialized")
def _initialized(ref):
    return _variable(ref).is_initialized()


@raw_op("CountUpTo")
def _count_up_to(ref, limit):
    return _variable(ref).count_up_to(limit)


def _scatter(kind, function):
    def form(ref, indices, updates):
        whole = array_ops.broadcast_to(updates, array_ops.concat([array_ops.shape(indices), array_ops.shape(ref)[1:]], 0))
        return _after(_variable(ref), lambda: ref.assign(function(ref.read_value(), array_ops.expand_dims(indices, -1), whole)))

    raw_op(f"Scatter{kind}")(form)


def _scatter_nd(kind, function):
    def form(ref, indices, updates):
        return _after(_variable(ref), lambda: ref.assign(function(ref.read_value(), indices, updates)))

    raw_op(f"ScatterNd{kind}")(form)


for _kind, _function in (
    ("Add", array_ops.tensor_scatter_nd_add),
    ("Sub", array_ops.tensor_scatter_nd_sub),
    ("Max", array_ops.tensor_scatter_nd_max),
    ("Min", array_ops.tensor_scatter_nd_min),
    ("Update", array_ops.tensor_scatter_nd_update),
):
    _scatter(_kind, _function)
    _scatter_nd(_kind, _function)
