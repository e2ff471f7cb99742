"""Optimizers that shrink variables beside their steps, rather than by the gradients."""

import tfshim as tf
from tfshim.compat.v1.train.adaptive import AdamOptimizer
from tfshim.compat.v1.train.gradient_descent import MomentumOptimizer
from tfshim.control_flow import control_dependencies
from tfshim.engine.ops.indexed_slices import IndexedSlices


class DecoupledWeightDecayExtension:
    """For a class of optimizers: before its step each variable loses the part `weight_decay` of itself.

    That is a number, a tensor or a function of one. `minimize` and `apply_gradients` take `decay_var_list`: the variables that lose, by
    default all. Of gradients of rows only these rows lose.
    """

    def __init__(self, weight_decay, *args, **kwargs):
        self._weight_decay, self._decayed = weight_decay, None
        super().__init__(*args, **kwargs)

    def minimize(self, *args, decay_var_list=None, **kwargs):
        """See `tf.train.Optimizer.minimize`."""
        # `apply_gradients` is called within, without the list.
        self._given = decay_var_list
        try:
            return super().minimize(*args, **kwargs)
        finally:
            self._given = None

    _given = None

    def apply_gradients(self, grads_and_vars, global_step=None, name=None, decay_var_list=None):
        """See `tf.train.Optimizer.apply_gradients`."""
        chosen = decay_var_list or self._given
        self._decayed = [id(v) for v in chosen] if chosen else None
        return super().apply_gradients(grads_and_vars, global_step, name)

    def _loss_of(self, var):
        """The part that `var` loses, None where it loses nothing."""
        if self._decayed is not None and id(var) not in self._decayed:
            return None
        given = self._weight_decay() if callable(self._weight_decay) else self._weight_decay
        return tf.cast(given, var.dtype.base_dtype)

    def _resource_apply_dense(self, grad, handle):
        part = self._loss_of(handle)
        before = [] if part is None else [handle.assign_sub(part * handle, self._use_locking)]
        with control_dependencies([x for x in before if x is not None]):
            return super()._resource_apply_dense(grad, handle)

    def _resource_apply_sparse(self, grad, handle, indices):
        part = self._loss_of(handle)
        before = []
        if part is not None:
            lost = IndexedSlices(part * tf.gather(handle, indices), indices)
            before = [handle.scatter_sub(lost, self._use_locking)]
        with control_dependencies([x for x in before if x is not None]):
            return super()._resource_apply_sparse(grad, handle, indices)


def extend_with_decoupled_weight_decay(base_optimizer):
    """A class of optimizers like `base_optimizer` whose first argument is the `weight_decay`."""
    return type("OptimizerWithDecoupledWeightDecay", (DecoupledWeightDecayExtension, base_optimizer), {})


class MomentumWOptimizer(DecoupledWeightDecayExtension, MomentumOptimizer):
    """Momentum with decoupled weight decay."""

    def __init__(self, weight_decay, learning_rate, momentum, use_locking=False, name="MomentumW", use_nesterov=False):
        super().__init__(weight_decay, learning_rate, momentum, use_locking, name, use_nesterov)


class AdamWOptimizer(DecoupledWeightDecayExtension, AdamOptimizer):
    """Adam with decoupled weight decay (Loshchilov and Hutter)."""

    def __init__(self, weight_decay, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, use_locking=False, name="AdamW"):
        super().__init__(weight_decay, learning_rate, beta1, beta2, epsilon, use_locking, name)
