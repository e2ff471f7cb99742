"""Optimizers that move along the gradient: plain, with momentum, and proximal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.compat.v1.train.optimizer import Optimizer, apply_rows
from tfshim.engine.graphs.references import is_by_reference, name_for
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.variables import gradient_forms, updates
from tfshim.engine.variables.in_place import Group, in_place

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike


def descend(var, alpha, delta):
    """One step of gradient descent, in place."""
    var.sub_(alpha * delta)


def heavy_ball(var, accum, lr, momentum, grad):
    """One step of gradient descent with momentum, in place."""
    accum.mul_(momentum).add_(grad)
    var.sub_(lr * accum)


def nesterov(var, accum, lr, momentum, grad):
    """One step of gradient descent with Nesterov's momentum, in place."""
    accum.mul_(momentum).add_(grad)
    var.sub_(lr * grad + lr * momentum * accum)


def shrunk(value, l1, l2):
    """The proximal step for the penalties `l1` and `l2`, already times the learning rate."""
    made = torch.sign(value) * torch.clamp(value.abs() - l1, min=0) if bool((l1 > 0).any()) else value
    return made / (1 + l2)


def proximal(var, alpha, l1, l2, delta):
    """One step of proximal gradient descent, in place."""
    var.copy_(shrunk(var - alpha * delta, alpha * l1, alpha * l2))


@op("ResourceApplyGradientDescent", alpha="T", delta="T", stateful=True, grad=None)
def apply_gradient_descent(var, alpha, delta, use_locking=False, name=None):
    """Move the variable `var` by `-alpha * delta`."""
    with in_place(var) as (storage,):
        gradient_forms.check("ResourceApplyGradientDescent", storage, delta)
        descend(storage, alpha, delta)
    return var._t


@op("ResourceApplyMomentum", lr="T", gradient="T", momentum="T", stateful=True, grad=None, register=False)
def apply_momentum(var, accum, lr, gradient, momentum, use_nesterov, name=None):
    """Update the variable `var` and its slot `accum` by gradient descent with momentum."""
    with in_place(var, accum) as storages:
        gradient_forms.check("ResourceApplyMomentum", storages[0], gradient)
        value, slot = storages
        suits = alike([lr, momentum], [value], [slot], [gradient])
        if not (suits and _in_one_pass([value], [slot], [gradient], lr, momentum, use_nesterov)):
            (nesterov if use_nesterov else heavy_ball)(value, slot, lr, momentum, gradient)
    return var._t


# ---------------------------------------------------------------------- of many variables
def alike(numbers, *lists):
    """Whether the tensors in `lists` suit one call for all, place by place: of one type, dense, and of the same shapes."""
    plain, kind, dense = torch.Tensor, lists[0][0].dtype, torch.strided
    if kind is not torch.float32 and kind is not torch.float64:
        return False
    for t in numbers:
        if t.__class__ is not plain or t.dtype is not kind or not t.is_cpu or t.dim() or t.requires_grad:
            return False
    for tensors in lists:
        for t in tensors:
            if t.__class__ is not plain or t.dtype is not kind or not t.is_cpu or t.layout is not dense:
                return False
    shapes = [t.shape for t in lists[0]]
    for tensors in lists[1:]:
        if [t.shape for t in tensors] != shapes:
            return False
    return True


def _in_one_pass(values, accums, gradients, lr, momentum, use_nesterov):
    """Move tensors that are `alike` by gradient descent with momentum in one pass over memory; False where that cannot be."""
    decay = momentum.item()
    if not decay or not updates.in_order(values, gradients, accums):
        return False
    updates.heavy_ball(values, gradients, accums, lr.item(), decay, nesterov=use_nesterov)
    return True


def _group(nodes, count):
    """A `Group` of the first `count` arguments of `nodes`, variables; None in a function, which keeps no variables alive."""
    return None if nodes[0].graph.building_function else Group([n.arguments[i] for i in range(count) for n in nodes])


def _descend_all(nodes):
    """What applies gradient descent to the variables of all `nodes` at once, or gives None where each needs a call of its own."""
    group = _group(nodes, 1)

    def apply(shared, calls):
        variables, deltas = zip(*calls)
        held, alpha = group or Group(variables), shared[0]
        if not held.distinct or not held.lasting:
            return None
        with in_place(group=held) as storages:
            if not alike([alpha], storages, deltas):
                return None
            torch._foreach_sub_(storages, torch._foreach_mul(deltas, alpha))
        return [v._t for v in variables]

    return apply


def _momentum_of_all(nodes):
    """As `_descend_all`, with momentum."""
    group = _group(nodes, 2)

    def apply(shared, calls):
        lr, momentum, use_nesterov = shared
        variables, slots, gradients = zip(*calls)
        held = group or Group([*variables, *slots])
        if not held.distinct or not held.lasting:
            return None
        with in_place(group=held) as storages:
            values, accums = storages[: len(variables)], storages[len(variables) :]
            if not alike([lr, momentum], values, accums, gradients):
                return None
            if not _in_one_pass(values, accums, gradients, lr, momentum, use_nesterov):
                torch._foreach_mul_(accums, momentum)
                torch._foreach_add_(accums, gradients)
                if use_nesterov:
                    ahead = torch._foreach_mul(accums, lr * momentum)
                    torch._foreach_sub_(values, torch._foreach_add(torch._foreach_mul(gradients, lr), ahead))
                else:
                    torch._foreach_sub_(values, torch._foreach_mul(accums, lr))
        return [v._t for v in variables]

    return apply


apply_gradient_descent._tfshim_op.kernel.together = _descend_all, (1, 3)  # type: ignore[attr-defined]  # an operation
apply_momentum._tfshim_op.kernel.together = _momentum_of_all, (2, 4, 5)  # type: ignore[attr-defined]  # an operation


@op("ResourceApplyProximalGradientDescent", alpha="T", l1="T", l2="T", delta="T", stateful=True, grad=None)
def apply_proximal_gradient_descent(var, alpha, l1, l2, delta, use_locking=False, name=None):
    """Update the variable `var` by proximal gradient descent with the penalties `l1` and `l2`."""
    with in_place(var) as (storage,):
        gradient_forms.check("ResourceApplyProximalGradientDescent", storage, delta)
        proximal(storage, alpha, l1, l2, delta)
    return var._t


@tf_export(v1=["train.GradientDescentOptimizer"])
class GradientDescentOptimizer(Optimizer):
    """Subtracts the gradient times the learning rate from each variable. Mirrors `tf.compat.v1.train.GradientDescentOptimizer`.

    The plain method, without any state. `minimize` gives the operation of a step; in TensorFlow 2: `tf.keras.optimizers.SGD`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "GradientDescent" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.7
    """

    __module__ = "tensorflow.python.training.gradient_descent"

    _number_names = {"_learning_rate": "learning_rate"}

    def __init__(
        self, learning_rate: FloatLike | Callable[[], FloatLike], use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _resource_apply_dense(self, grad, handle):
        return apply_gradient_descent(
            handle, self._hyper("_learning_rate", grad), grad, name=name_for(handle, "ResourceApplyGradientDescent")
        )

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        rate = self._hyper("_learning_rate", grad)
        if is_by_reference(handle):
            return handle.scatter_sub(IndexedSlices(grad * rate, indices))
        return handle.scatter_add(IndexedSlices(-grad * rate, indices))


@tf_export(v1=["train.MomentumOptimizer"])
class MomentumOptimizer(Optimizer):
    """Gradient descent that keeps moving in the direction of former gradients. Mirrors `tf.compat.v1.train.MomentumOptimizer`.

    A slot `momentum` of each variable is `momentum * slot + gradient`, and is subtracted times the learning rate. `minimize` gives
    the operation of a step; in TensorFlow 2: `tf.keras.optimizers.SGD(momentum=...)`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        momentum: the share of the last movement that stays, a float or a tensor.
        use_nesterov: whether the gradient is taken as if the movement had been made (Sutskever et al., 2013); False by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "Momentum" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.MomentumOptimizer(0.1, momentum=0.9).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.7
    """

    __module__ = "tensorflow.python.training.momentum"

    _number_names = {"_learning_rate": "learning_rate", "_momentum": "momentum"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        momentum: FloatLike | Callable[[], FloatLike],
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate, self._momentum, self._use_nesterov = learning_rate, momentum, use_nesterov

    def _create_slots(self, var_list):
        for v in var_list:
            self._zeros_slot(v, "momentum", self._name)

    def _resource_apply_dense(self, grad, handle):
        return apply_momentum(
            handle,
            self.get_slot(handle, "momentum"),
            self._hyper("_learning_rate", grad),
            grad,
            self._hyper("_momentum", grad),
            self._use_nesterov,
            name=name_for(handle, "ResourceApplyMomentum"),
        )

    def _resource_apply_sparse(self, grad, handle, indices):
        return apply_rows(
            (handle, self.get_slot(handle, "momentum")),
            nesterov if self._use_nesterov else heavy_ball,
            [self._hyper("_learning_rate", grad), self._hyper("_momentum", grad)],
            indices,
            grad,
            name=name_for(handle, "ResourceSparseApplyMomentum"),
        )


@tf_export(v1=["train.ProximalGradientDescentOptimizer"])
class ProximalGradientDescentOptimizer(Optimizer):
    """Gradient descent with penalties that make weights small, or exactly zero.

    Mirrors `tf.compat.v1.train.ProximalGradientDescentOptimizer`. After the step weights are moved towards zero by the learning rate
    times the L1 strength, and divided by one plus that times the L2 strength (Duchi and Singer, 2009). `minimize` gives the operation
    of a step; in TensorFlow 2: `tf.keras.optimizers.SGD`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        l1_regularization_strength, l2_regularization_strength: floats of at least zero; 0.0 by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "ProximalGradientDescent" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.ProximalGradientDescentOptimizer(0.1, l1_regularization_strength=1.0).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.6
    """

    __module__ = "tensorflow.python.training.proximal_gradient_descent"

    _number_names = {"_learning_rate": "learning_rate", "_l1": "l1_regularization_strength", "_l2": "l2_regularization_strength"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1, self._l2 = l1_regularization_strength, l2_regularization_strength

    def _resource_apply_dense(self, grad, handle):
        return apply_proximal_gradient_descent(
            handle,
            self._hyper("_learning_rate", grad),
            self._hyper("_l1", grad),
            self._hyper("_l2", grad),
            grad,
            name=name_for(handle, "ResourceApplyProximalGradientDescent"),
        )

    def _resource_apply_sparse(self, grad, handle, indices):
        numbers = [self._hyper(x, grad) for x in ("_learning_rate", "_l1", "_l2")]
        return apply_rows((handle,), proximal, numbers, indices, grad, name=name_for(handle, "ResourceSparseApplyProximalGradientDescent"))
