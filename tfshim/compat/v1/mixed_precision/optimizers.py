"""An optimizer of TensorFlow 1 whose loss is scaled, and the rewriting of graphs for mixed precision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.mixed_precision.scales import LossScale, loss_scale_of
from tfshim.compat.v1.train.optimizer import Optimizer
from tfshim.config.optimizer import set_experimental_options
from tfshim.engine.runtime.state import TS
from tfshim.keras.mixed_precision.loss_scale import LossScaleOptimizer
from tfshim.keras.mixed_precision.scaling import times
from tfshim.keras.optimizers import legacy

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike


@tf_export(v1=["mixed_precision.MixedPrecisionLossScaleOptimizer", "train.experimental.MixedPrecisionLossScaleOptimizer"])
class MixedPrecisionLossScaleOptimizer(Optimizer):
    """An optimizer whose loss is scaled, so that gradients of float16 do not vanish. Mirrors
    `tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer`.

    It multiplies the loss, computes gradients, divides these, and lets another optimizer apply them. Steps whose gradients are not finite
    are left out where the scale says so.

    Arguments:
        opt: the optimizer, a `tf.compat.v1.train.Optimizer`.
        loss_scale: a `tf.compat.v1.mixed_precision.LossScale`, "dynamic", or a number.

    Raises:
        ValueError: `opt` is no such optimizer.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     plain = tf.compat.v1.train.GradientDescentOptimizer(0.25)
        ...     step = tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer(plain, 128.0).minimize(w * w, var_list=[w])
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     sess.run(step)
        ...     print(sess.run(w))
        0.5
    """

    __module__ = "tensorflow.python.training.experimental.loss_scale_optimizer"

    def __init__(self, opt: Optimizer, loss_scale: LossScale | float | str) -> None:
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of Optimizer, but got: {type(opt)}')
        super().__init__(False, opt._name)
        self._optimizer, self._loss_scale = opt, loss_scale_of(loss_scale)
        self._track_trackable(opt, "base_optimizer")
        self._track_trackable(self._loss_scale, "loss_scale")

    def _scaled(self, loss):
        if callable(loss):
            return lambda: self._scaled(loss())
        return loss * tf.cast(self._loss_scale(), loss.dtype)

    def compute_gradients(
        self,
        loss: TensorLike | Callable[[], TensorLike],
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> list[tuple[Any, Any]]:
        """The gradients of a loss, computed of the scaled one. Mirrors
        `tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer.compute_gradients`.

        They are divided by the scale again, so that they are those of the loss itself, and can be clipped by a program as usual before they
        are applied.

        Arguments:
            loss: a scalar tensor; while executing eagerly a function without arguments that gives one.
            var_list: the variables; None (the default) for the trainable ones.
            gate_gradients: how far gradients wait for each other, `GATE_OP` by default.
            aggregation_method, colocate_gradients_with_ops: as for `tf.compat.v1.train.Optimizer.compute_gradients`.
            grad_loss: the gradient for the loss; None (the default) for one.

        Returns:
            A list of pairs of a gradient, None where there is none, and its variable.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     plain = tf.compat.v1.train.GradientDescentOptimizer(0.25)
            ...     scaled = tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer(plain, 128.0)
            ...     (gradient, variable), = scaled.compute_gradients(w * w, [w])
            ...     sess.run(w.initializer)
            ...     print(sess.run(gradient), variable is w)
            6.0 True
        """
        pairs = self._optimizer.compute_gradients(
            self._scaled(loss), var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )
        inverse = 1.0 / self._loss_scale()
        return [(g if g is None else times(g, inverse), v) for g, v in pairs]

    def apply_gradients(  # type: ignore[override]  # as in TensorFlow
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Operation | None:
        """Applies gradients where they may be, and adapts the scale. Mirrors
        `tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer.apply_gradients`.

        A dynamic scale lets steps with gradients that are not finite be left out: variables, slots and the global step then stay as they
        are.

        Arguments:
            grads_and_vars: a list of pairs of a gradient and its variable, as `compute_gradients` gives them.
            global_step: a variable that is raised by one with each step that is made; None by default.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            An operation; None while executing eagerly, where it is done at once.

        Example:
            >>> w = tf.Variable(1.0)
            >>> plain = tf.compat.v1.train.GradientDescentOptimizer(0.5)
            >>> scaled = tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer(plain, "dynamic")
            >>> scaled.apply_gradients([(tf.constant(1.0), w)])
            >>> scaled.apply_gradients([(tf.constant(np.inf), w)])
            >>> float(w)
            0.5
        """
        pairs = tuple(grads_and_vars)
        updated, applied = self._loss_scale.update([g for g, _ in pairs])
        if TS.graph is None:
            if applied:
                self._optimizer.apply_gradients(pairs, global_step, name)
            return None
        # Slots are made outside of the branch that uses them.
        self._optimizer._create_slots([v for g, v in pairs if g is not None])

        if applied is True:
            return tf.group(self._optimizer.apply_gradients(pairs, global_step, name), updated)

        def step():
            with tf.control_dependencies([self._optimizer.apply_gradients(pairs, global_step, name)]):
                return tf.constant(True)

        return tf.group(tf.cond(applied, step, lambda: tf.constant(False)), updated, name=name or self.get_name())

    def variables(self) -> list[Any]:
        """The variables of the optimizer that applies gradients, and those of the scale. Mirrors
        `tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer.variables`.

        A dynamic scale has two, itself and the count of steps with finite gradients; a fixed one has none. The variables that are trained
        are not among them.

        Returns:
            A list of variables.

        Example:
            >>> w = tf.Variable(1.0)
            >>> plain = tf.compat.v1.train.MomentumOptimizer(0.5, 0.9)
            >>> scaled = tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer(plain, "dynamic")
            >>> scaled.apply_gradients([(tf.constant(1.0), w)])
            >>> len(scaled.variables()), len(plain.variables())
            (3, 1)
        """
        return [*self._optimizer.variables(), *self._loss_scale._weights.values()]


@tf_export(
    v1=["mixed_precision.enable_mixed_precision_graph_rewrite", "train.experimental.enable_mixed_precision_graph_rewrite"],
)
def enable_mixed_precision_graph_rewrite(opt: Any, loss_scale: LossScale | float | str = "dynamic") -> Any:
    """Lets an optimizer scale its loss, and sets the option for mixed precision. Mirrors
    `tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite`.

    In TensorFlow the option lets graphs compute in float16 on a GPU where that is safe. Here operations keep their dtypes: the option is
    set, and has no effect on how graphs run. For mixed precision there is `tf.keras.mixed_precision.set_global_policy`.

    Arguments:
        opt: a `tf.compat.v1.train.Optimizer` or a legacy optimizer of Keras.
        loss_scale: a `tf.compat.v1.mixed_precision.LossScale`, "dynamic" (the default), or a number.

    Returns:
        An optimizer that scales its loss.

    Raises:
        ValueError: `opt` is no such optimizer, or scales already.

    Example:
        >>> plain = tf.compat.v1.train.GradientDescentOptimizer(0.5)
        >>> made = tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite(plain)
        >>> type(made).__name__, tf.config.optimizer.get_experimental_options()["auto_mixed_precision"]
        ('MixedPrecisionLossScaleOptimizer', True)
        >>> tf.compat.v1.mixed_precision.disable_mixed_precision_graph_rewrite()
    """
    if isinstance(opt, MixedPrecisionLossScaleOptimizer):
        raise ValueError(
            '"opt" must not already be an instance of a MixedPrecisionLossScaleOptimizer. `enable_mixed_precision_graph_rewrite` will '
            "automatically wrap the optimizer with a MixedPrecisionLossScaleOptimizer."
        )
    if isinstance(opt, Optimizer):
        made: Any = MixedPrecisionLossScaleOptimizer(opt, loss_scale)
    elif isinstance(opt, legacy.Optimizer):
        made = _of_keras(opt, loss_scale_of(loss_scale))
    else:
        raise ValueError(f'"opt" must be an instance of a tf.train.Optimizer or a tf.keras.optimizers.Optimizer, but got: {opt}')
    set_experimental_options({"auto_mixed_precision": True})
    return made


def _of_keras(opt, scale):
    """Keras' optimizer that scales as `scale` does."""
    given = scale.get_config()
    if "loss_scale_value" in given:
        return LossScaleOptimizer(opt, dynamic=False, initial_scale=given["loss_scale_value"])
    if given["multiplier"] != 2.0:
        raise ValueError(f"When passing a DynamicLossScale, DynamicLossScale.multiplier must be 2. Got: {scale}")
    return LossScaleOptimizer(opt, initial_scale=given["initial_loss_scale"], dynamic_growth_steps=given["increment_period"])


@tf_export(
    v1=["mixed_precision.disable_mixed_precision_graph_rewrite", "train.experimental.disable_mixed_precision_graph_rewrite"],
)
def disable_mixed_precision_graph_rewrite() -> None:
    """Unsets the option for mixed precision. Mirrors `tf.compat.v1.mixed_precision.disable_mixed_precision_graph_rewrite`.

    It undoes what `tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite` sets for all graphs. The optimizer that that function
    gave goes on scaling its loss: make a new one without. Here operations keep their dtypes either way.

    Without an earlier call of the other function, TensorFlow gives a warning.

    Example:
        >>> plain = tf.compat.v1.train.GradientDescentOptimizer(0.5)
        >>> made = tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite(plain)
        >>> tf.compat.v1.mixed_precision.disable_mixed_precision_graph_rewrite()
        >>> tf.config.optimizer.get_experimental_options()["auto_mixed_precision"]
        False
    """
    set_experimental_options({"auto_mixed_precision": False})
