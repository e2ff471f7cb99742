"""Optimizers with a learning rate for each element: Adam, Adagrad, Adadelta, RMSProp, FTRL and their variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops import constant, fill, ones
from tfshim.array_ops import shape as shape_of
from tfshim.array_ops.uniques import unique
from tfshim.compat.v1.train.gradient_descent import alike, descend, heavy_ball, nesterov, proximal, shrunk
from tfshim.compat.v1.train.optimizer import Optimizer, apply_rows, sizes_of
from tfshim.compat.v1.variables.assigning import assign, assign_sub, scatter_add
from tfshim.control_flow import control_dependencies, group
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.graphs.references import is_by_reference, name_for
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.convert import convert_to_tensor as dense
from tfshim.engine.variables import gradient_forms, updates
from tfshim.engine.variables.in_place import Group, in_place
from tfshim.engine.variables.step_numbers import corrected_rate
from tfshim.math.elementwise import sqrt
from tfshim.math.segments import unsorted_segment_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike


# ---------------------------------------------------------------------- steps, in place
# As TensorFlow's kernels compute them; their numbers are tensors, because in graphs they are inputs of the nodes.
def adagrad(var: torch.Tensor, accum: torch.Tensor, lr: torch.Tensor, grad: torch.Tensor) -> None:
    """One step of Adagrad."""
    accum.add_(grad * grad)
    var.sub_((lr * grad).mul_(torch.rsqrt(accum)))


def proximal_adagrad(
    var: torch.Tensor, accum: torch.Tensor, lr: torch.Tensor, l1: torch.Tensor, l2: torch.Tensor, grad: torch.Tensor
) -> None:
    """One step of Adagrad with proximal penalties."""
    accum.add_(grad * grad)
    rate = lr * torch.rsqrt(accum)
    var.copy_(shrunk(var - rate * grad, rate * l1, rate * l2))


def adagrad_dual(
    var: torch.Tensor,
    total: torch.Tensor,
    squared: torch.Tensor,
    lr: torch.Tensor,
    l1: torch.Tensor,
    l2: torch.Tensor,
    steps: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of Adagrad by dual averaging."""
    total.add_(grad)
    squared.add_(grad * grad)
    part = torch.sign(total) * torch.clamp(total.abs() - l1 * steps, min=0) if bool(l1 > 0) else total
    var.copy_(-lr * part / (l2 * steps * lr + torch.sqrt(squared)))


def adadelta(
    var: torch.Tensor,
    accum: torch.Tensor,
    accum_update: torch.Tensor,
    lr: torch.Tensor,
    rho: torch.Tensor,
    epsilon: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of Adadelta."""
    accum.mul_(rho).add_(grad * grad * (1 - rho))
    update = torch.sqrt(accum_update + epsilon) * torch.rsqrt(accum + epsilon) * grad
    accum_update.mul_(rho).add_(update * update * (1 - rho))
    var.sub_(lr * update)


def rmsprop(
    var: torch.Tensor,
    ms: torch.Tensor,
    mom: torch.Tensor,
    lr: torch.Tensor,
    rho: torch.Tensor,
    momentum: torch.Tensor,
    epsilon: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of RMSProp."""
    ms.add_((grad * grad - ms) * (1 - rho))
    mom.mul_(momentum).add_(lr * grad * torch.rsqrt(ms + epsilon))
    var.sub_(mom)


def centered_rmsprop(
    var: torch.Tensor,
    mg: torch.Tensor,
    ms: torch.Tensor,
    mom: torch.Tensor,
    lr: torch.Tensor,
    rho: torch.Tensor,
    momentum: torch.Tensor,
    epsilon: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of RMSProp with the mean of the gradients taken off."""
    ms.add_((grad * grad - ms) * (1 - rho))
    mg.add_((grad - mg) * (1 - rho))
    mom.mul_(momentum).add_(lr * grad * torch.rsqrt(ms - mg * mg + epsilon))
    var.sub_(mom)


def ftrl(
    var: torch.Tensor,
    accum: torch.Tensor,
    linear: torch.Tensor,
    lr: torch.Tensor,
    l1: torch.Tensor,
    l2: torch.Tensor,
    l2_shrinkage: torch.Tensor,
    lr_power: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of FTRL."""
    _ftrl(var, grad, grad + 2 * l2_shrinkage * var, accum, linear, lr, lr_power, l1, l2)


def ftrl_without_shrinkage(
    var: torch.Tensor,
    accum: torch.Tensor,
    linear: torch.Tensor,
    lr: torch.Tensor,
    l1: torch.Tensor,
    l2: torch.Tensor,
    lr_power: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of FTRL whose gradient is that of the loss alone."""
    _ftrl(var, grad, grad, accum, linear, lr, lr_power, l1, l2)


def _ftrl(var, grad, shrinking, accum, linear, lr, lr_power, l1, l2):
    """The step of `updates`; what the penalty `l1` holds is zero even where nothing has accumulated yet."""
    updates.ftrl(var, grad, shrinking, accum, linear, lr, lr_power, l1, l2)
    var.masked_fill_((linear.abs() > l1).logical_not_(), 0)


_FLOATS = (torch.float32, torch.float64)


def _plain_numbers(tensors):
    """`tensors` as NumPy's numbers, which round alike; None where arithmetic on them differs or waits for another device."""
    made = []
    for t in tensors:
        if t.dtype not in _FLOATS or t.dim() or t.requires_grad or not t.is_cpu:
            return None
        made.append(t.numpy()[()])
    return made


def _adam_numbers(beta1_power, beta2_power, lr, beta1, beta2, epsilon):
    """The rate of this step, and the numbers as Python has them."""
    return corrected_rate(lr, 1 - beta1_power, 1 - beta2_power), float(beta1), float(beta2), float(epsilon)


def adam(
    var: torch.Tensor,
    m: torch.Tensor,
    v: torch.Tensor,
    beta1_power: torch.Tensor,
    beta2_power: torch.Tensor,
    lr: torch.Tensor,
    beta1: torch.Tensor,
    beta2: torch.Tensor,
    epsilon: torch.Tensor,
    grad: torch.Tensor,
) -> None:
    """One step of Adam."""
    numbers = _plain_numbers((beta1_power, beta2_power, lr, beta1, beta2, epsilon))
    if numbers is not None and all(
        t.dtype is torch.float32 and t.device.type == "cpu" and (t is grad or t.is_contiguous()) for t in (var, m, v, grad)
    ):
        updates.adam([var], [grad.contiguous()], [m], [v], (), *_adam_numbers(*numbers))
        return
    rate = lr * torch.sqrt(1 - beta2_power) / (1 - beta1_power)
    m.add_((grad - m) * (1 - beta1))
    v.add_((grad * grad - v) * (1 - beta2))
    var.sub_(m * rate / (torch.sqrt(v) + epsilon))


@op(
    "ResourceApply",
    numbers="T*",
    gradient="T",
    stateful=True,
    grad=None,
    register=False,
    shape_fn=lambda variables, step, numbers, gradient: (variables[0].dtype, variables[0].shape),
)
def _apply(variables, step, numbers, gradient, name=None):
    """Update `variables` (a tuple: the variable and its slots) by the in-place function `step`."""
    with in_place(*variables) as storages:
        gradient_forms.check(f"ResourceApply{DENSE[step][0]}", storages[0], gradient)
        step(*storages, *numbers, gradient)
    return variables[0]._t


def _applied(variables, step, numbers, gradient, kind):
    """As `_apply`; a node of a graph is called by, and shows, the type `kind` that TensorFlow has for the step."""
    made = _apply(variables, step, numbers, gradient, name=name_for(variables[0], kind))
    if isinstance(made, SymbolicTensor):
        made.op.type = name_for(variables[0], kind)
    return made


# ---------------------------------------------------------------------- of many variables
# Each takes the numbers of a step and, one list for each, the storages of the variables and of their slots and the gradients. What is
# computed is that of the step for one variable; False where it cannot be.
def _adam_of_all(numbers, values, m, v, gradients):
    if values[0].dtype is not torch.float32 or not all([t.is_contiguous() for t in (*values, *m, *v)]):  # noqa: C419 - quicker
        return False
    plain = _plain_numbers(numbers)
    if plain is None:
        return False
    updates.adam(values, [g.contiguous() for g in gradients], m, v, (), *_adam_numbers(*plain))
    return True


def _adagrad_of_all(numbers, values, accums, gradients):
    (lr,) = numbers
    torch._foreach_add_(accums, torch._foreach_mul(gradients, gradients))
    _descend(values, lr, gradients, [torch.rsqrt(t) for t in accums])
    return True


def _rmsprop_of_all(numbers, values, ms, momenta, gradients):
    lr, rho, momentum, epsilon = numbers
    change = torch._foreach_sub(torch._foreach_mul(gradients, gradients), ms)
    torch._foreach_mul_(change, 1 - rho)
    torch._foreach_add_(ms, change)
    moved = torch._foreach_mul(gradients, lr)
    torch._foreach_mul_(moved, [torch.rsqrt(t + epsilon) for t in ms])
    torch._foreach_mul_(momenta, momentum)
    torch._foreach_add_(momenta, moved)
    torch._foreach_sub_(values, momenta)
    return True


def _descend(values, lr, gradients, scales):
    moved = torch._foreach_mul(gradients, lr)
    torch._foreach_mul_(moved, scales)
    torch._foreach_sub_(values, moved)


_OF_ALL = {adam: _adam_of_all, adagrad: _adagrad_of_all, rmsprop: _rmsprop_of_all}  # the step for one variable -> that for many


def _apply_to_all(nodes):
    """What applies a step to the variables of all `nodes` at once, or gives None where each needs a call of its own."""
    step, parts = nodes[0].arguments[1], [node.arguments[0] for node in nodes]
    of_all, count = _OF_ALL.get(step), len(parts[0])
    held = Group([v for variables in parts for v in variables])
    if of_all is None or not held.distinct or not held.lasting:
        return lambda shared, calls: None
    firsts = [variables[0] for variables in parts]

    def apply(shared, calls):
        with in_place(group=held) as storages:
            lists = [*(storages[i::count] for i in range(count)), [gradient for _, gradient in calls]]
            if not alike(shared[1], *lists) or not of_all(shared[1], *lists):
                return None
        return [v._t for v in firsts]

    return apply


_apply._tfshim_op.kernel.together = _apply_to_all, (1, 2)  # type: ignore[attr-defined]  # an operation


class _Adaptive(Optimizer):
    """What these optimizers share: slots, and a step on the variable, its slots and some numbers."""

    _step: Callable[..., None] | None = None
    _slot_order: tuple[str, ...] = ()  # names of the slots, in the order that the step takes them

    def _numbers(self, grad):
        raise NotImplementedError

    def _variables(self, var):
        return (var, *[self.get_slot(var, name) for name in self._slot_order])

    def _resource_apply_dense(self, grad, handle):
        return _applied(self._variables(handle), type(self)._step, self._numbers(grad), grad, f"ResourceApply{self._kind}")

    def _resource_apply_sparse(self, grad, handle, indices):
        return _applied_to_rows(self._variables(handle), type(self)._step, self._numbers(grad), indices, grad)

    @property
    def _kind(self):
        return type(self).__name__.removesuffix("Optimizer")


def _fill(var, value):
    if var.shape.is_fully_defined():
        return constant(value, var.dtype.base_dtype, var.shape)
    return fill(sizes_of(var), constant(value, var.dtype.base_dtype))


@tf_export(v1=["train.AdamOptimizer"])
class AdamOptimizer(_Adaptive):
    """Steps by running means of the gradients and of their squares (Kingma and Ba, 2015). Mirrors `tf.compat.v1.train.AdamOptimizer`.

    The slots `m` and `v` of each variable hold the means. `epsilon` is added before the correction of the first steps, not after it
    as in the paper, and rows of embeddings without a gradient move too. `minimize` gives the operation of a step; in TensorFlow 2:
    `tf.keras.optimizers.Adam`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives; 0.001 by default.
        beta1, beta2: how much of the means stays in a step; 0.9 and 0.999.
        epsilon: a small number against division by zero; 1e-8 by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "Adam" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.AdamOptimizer(0.1).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.9
    """

    __module__ = "tensorflow.python.training.adam"

    _step, _slot_order = staticmethod(adam), ("m", "v")

    _number_names = {"_lr": "learning_rate", "_beta1": "beta1", "_beta2": "beta2", "_epsilon": "epsilon"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike] = 0.001,
        beta1: FloatLike | Callable[[], FloatLike] = 0.9,
        beta2: FloatLike | Callable[[], FloatLike] = 0.999,
        epsilon: FloatLike | Callable[[], FloatLike] = 1e-08,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(use_locking, name)
        self._lr, self._beta1, self._beta2, self._epsilon = learning_rate, beta1, beta2, epsilon

    def _get_beta_accumulators(self):
        return self._get_non_slot_variable("beta1_power"), self._get_non_slot_variable("beta2_power")

    def _create_slots(self, var_list):
        # As in TensorFlow, the first by name: all workers place the powers beside the same variable.
        first = min(var_list, key=lambda x: x.name)
        self._create_non_slot_variable(self._call_if_callable(self._beta1), "beta1_power", first)
        self._create_non_slot_variable(self._call_if_callable(self._beta2), "beta2_power", first)
        for v in var_list:
            self._zeros_slot(v, "m", self._name)
            self._zeros_slot(v, "v", self._name)

    def _numbers(self, grad):
        powers = self._get_beta_accumulators()
        return [*[self._number(x, grad) for x in powers], *[self._hyper(x, grad) for x in ("_lr", "_beta1", "_beta2", "_epsilon")]]

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        # The sum of all rows does not need each of them once; an update of rows in a subclass does.
        if type(self)._resource_apply_sparse is AdamOptimizer._resource_apply_sparse:
            return self._resource_apply_sparse(grad, handle, indices)
        return super()._resource_apply_sparse_duplicate_indices(grad, handle, indices)

    def _resource_apply_sparse(self, grad, handle, indices):
        numbers = [self._hyper(x, grad) for x in ("_lr", "_beta1", "_beta2", "_epsilon")]
        return shown_parts.recorded(self._moved_by_rows, grad, handle, indices, self._get_beta_accumulators(), numbers)

    def _moved_by_rows(self, grad, handle, indices, powers, numbers):
        # TensorFlow 1 decays the moments of all rows: those without a gradient are updated too, by their momentum.
        if one_by_one.wanted() and TS.graph is not None:
            return self._operations_of_rows(grad, handle, indices, powers, numbers)
        shape = convert_to_tensor(handle.shape.as_list())
        return self._resource_apply_dense(dense(IndexedSlices(grad, indices, shape)), handle)

    def _operations_of_rows(self, grad, handle, indices, powers, numbers):
        """The step by operations on the variable and its moments."""
        once, places = unique(indices)
        grad = unsorted_segment_sum(grad, places, shape_of(once)[0])
        (one, two), (rate, beta1, beta2, epsilon) = powers, numbers
        rate = rate * sqrt(1 - two) / (1 - one)
        moments = []
        for slot, values, beta in (("m", lambda: grad, beta1), ("v", lambda: grad * grad, beta2)):
            moment = self.get_slot(handle, slot)
            added = values() * (1 - beta)
            with control_dependencies([_read_again(moment, assign(moment, moment * beta))]):
                moments.append(_with_rows(moment, once, added))
        m, v = moments
        below = sqrt(v)
        return group(_read_again(handle, assign_sub(handle, rate * m / (below + epsilon))), m, v)

    def _finish(self, update_ops, name_scope):
        one, two = self._get_beta_accumulators()
        beta1, beta2 = self._hyper("_beta1", one), self._hyper("_beta2", two)
        if TS.graph is None:
            one.assign(one * beta1)
            two.assign(two * beta2)
            return None
        # The powers may change only when all updates have read them.
        with control_dependencies(update_ops):
            updates = [one.assign(one * beta1), two.assign(two * beta2)]
        return group(*update_ops, *updates, name=name_scope)


@tf_export(v1=["train.AdadeltaOptimizer"])
class AdadeltaOptimizer(_Adaptive):
    """Steps whose size comes from the size of the last steps and gradients (Zeiler, 2012).

    Mirrors `tf.compat.v1.train.AdadeltaOptimizer`. The slots `accum` and `accum_update` of each variable hold running means of the
    squares of gradients and of steps. `minimize` gives the operation of a step; in TensorFlow 2: `tf.keras.optimizers.Adadelta`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives; 0.001 by default, while the paper
            has 1.0.
        rho: how much of the means stays in a step; 0.95 by default.
        epsilon: a small number that is added to both means; 1e-8 by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "Adadelta" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.AdadeltaOptimizer(1.0, epsilon=0.01).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.5577
    """

    __module__ = "tensorflow.python.training.adadelta"

    _step, _slot_order = staticmethod(adadelta), ("accum", "accum_update")

    _number_names = {"_lr": "lr", "_rho": "rho", "_epsilon": "epsilon"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike] = 0.001,
        rho: FloatLike | Callable[[], FloatLike] = 0.95,
        epsilon: FloatLike | Callable[[], FloatLike] = 1e-08,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._lr, self._rho, self._epsilon = learning_rate, rho, epsilon

    def _create_slots(self, var_list):
        for v in var_list:
            self._zeros_slot(v, "accum", self._name)
            self._zeros_slot(v, "accum_update", self._name)

    def _numbers(self, grad):
        return [self._hyper(x, grad) for x in ("_lr", "_rho", "_epsilon")]


@tf_export(v1=["train.RMSPropOptimizer"])
class RMSPropOptimizer(_Adaptive):
    """Steps by the gradient over the root of a running mean of its square (Tieleman and Hinton, 2012).

    Mirrors `tf.compat.v1.train.RMSPropOptimizer`. The slots `rms` and `momentum` of each variable, and with `centered` also `mg`,
    hold its state; `rms` begins with ones. `minimize` gives the operation of a step; in TensorFlow 2: `tf.keras.optimizers.RMSprop`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        decay: how much of the mean stays in a step; 0.9 by default.
        momentum: the share of the last movement that stays; 0.0 by default.
        epsilon: a small number that is added before the root; 1e-10 by default.
        centered: whether the square of the mean gradient is taken off first; False by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "RMSProp" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.RMSPropOptimizer(0.1).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.7764
    """

    __module__ = "tensorflow.python.training.rmsprop"

    _number_names = {"_learning_rate": "learning_rate", "_decay": "decay", "_momentum": "momentum", "_epsilon": "epsilon"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        decay: FloatLike | Callable[[], FloatLike] = 0.9,
        momentum: FloatLike | Callable[[], FloatLike] = 0.0,
        epsilon: FloatLike | Callable[[], FloatLike] = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate, self._decay, self._momentum, self._epsilon = learning_rate, decay, momentum, epsilon
        self._centered = centered
        self._slot_order = ("mg", "rms", "momentum") if centered else ("rms", "momentum")

    def _create_slots(self, var_list):
        for v in var_list:
            self._slot_variable(v, lambda v=v: ones(sizes_of(v), v.dtype.base_dtype), "rms", self._name)
            if self._centered:
                self._zeros_slot(v, "mg", self._name)
            self._zeros_slot(v, "momentum", self._name)

    def _numbers(self, grad):
        return [self._hyper(x, grad) for x in ("_learning_rate", "_decay", "_momentum", "_epsilon")]

    def _resource_apply_dense(self, grad, handle):
        return _applied(
            self._variables(handle),
            centered_rmsprop if self._centered else rmsprop,
            self._numbers(grad),
            grad,
            "ResourceApplyCenteredRMSProp" if self._centered else "ResourceApplyRMSProp",
        )

    def _resource_apply_sparse(self, grad, handle, indices):
        step = centered_rmsprop if self._centered else rmsprop
        return _applied_to_rows(self._variables(handle), step, self._numbers(grad), indices, grad)


# ---------------------------------------------------------------------- TensorFlow's operations
# By our functions of the same steps: what each is called, and the order in which it takes its inputs after the variables: places among the
# numbers of the step, -1 for the gradient, -2 for the indices of its rows.
DENSE: dict[Callable[..., Any], tuple[str, tuple[int, ...]]] = {
    adam: ("Adam", (0, 1, 2, 3, 4, 5, -1)),
    adagrad: ("Adagrad", (0, -1)),
    proximal_adagrad: ("ProximalAdagrad", (0, 1, 2, -1)),
    adagrad_dual: ("AdagradDA", (-1, 0, 1, 2, 3)),
    adadelta: ("Adadelta", (0, 1, 2, -1)),
    rmsprop: ("RMSProp", (0, 1, 2, 3, -1)),
    centered_rmsprop: ("CenteredRMSProp", (0, 1, 2, 3, -1)),
    ftrl: ("FtrlV2", (-1, 0, 1, 2, 3, 4)),
    ftrl_without_shrinkage: ("Ftrl", (-1, 0, 1, 2, 3)),
    descend: ("GradientDescent", (0, -1)),
    proximal: ("ProximalGradientDescent", (0, 1, 2, -1)),
    heavy_ball: ("Momentum", (0, -1, 1)),
    nesterov: ("Momentum", (0, -1, 1)),
}
SPARSE: dict[Callable[..., Any], tuple[str, tuple[int, ...]]] = {
    adagrad: ("Adagrad", (0, -1, -2)),
    proximal_adagrad: ("ProximalAdagrad", (0, 1, 2, -1, -2)),
    adagrad_dual: ("AdagradDA", (-1, -2, 0, 1, 2, 3)),
    adadelta: ("Adadelta", (0, 1, 2, -1, -2)),
    rmsprop: ("RMSProp", (0, 1, 2, 3, -1, -2)),
    centered_rmsprop: ("CenteredRMSProp", (0, 1, 2, 3, -1, -2)),
    ftrl: ("FtrlV2", (-1, -2, 0, 1, 2, 3, 4)),
    ftrl_without_shrinkage: ("Ftrl", (-1, -2, 0, 1, 2, 3)),
    proximal: ("ProximalGradientDescent", (0, 1, 2, -1, -2)),
    heavy_ball: ("Momentum", (0, -1, -2, 1)),
    nesterov: ("Momentum", (0, -1, -2, 1)),
}


def _read_again(variable, done):
    """`done`, an assignment to `variable` in a graph, after which TensorFlow 1 reads a resource."""
    if not is_by_reference(variable):
        with control_dependencies([done]):
            variable.value()
    return done


def _with_rows(variable, indices, rows):
    """`variable`, after `rows` have been added to it, in a graph."""
    if is_by_reference(variable):
        return scatter_add(variable, indices, rows)
    with control_dependencies([raw_node("ResourceScatterAdd", [variable, indices, rows], [], {"dtype": variable.dtype})]):
        return variable.value()


def _applied_to_rows(variables, step, numbers, indices, gradient):
    """`apply_rows`, by a node that is called as TensorFlow's operation."""
    return apply_rows(variables, step, numbers, indices, gradient, name=name_for(variables[0], f"ResourceSparseApply{SPARSE[step][0]}"))
