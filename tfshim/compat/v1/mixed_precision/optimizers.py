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
from tfshim.keras.mixed_precision.loss_scale import LossScaleOptimizer, times
from tfshim.keras.optimizers import legacy

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike


@tf_export(v1=["mixed_precision.MixedPrecisionLossScaleOptimizer", "train.experimental.MixedPrecisionLossScaleOptimizer"])
class MixedPrecisionLossScaleOptimizer(Optimizer):
    """The optimizer `opt`, whose loss is multiplied by `loss_scale` and whose gradients are divided by it.

    Steps whose gradients are not finite are left out, where the scale says so. `loss_scale`: a LossScale, "dynamic" or a number.
    Mirrors `tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer`; raises ValueError for another `opt`.
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
        """The pairs (gradient or None, variable), of the scaled loss and divided by the scale again."""
        pairs = self._optimizer.compute_gradients(
            self._scaled(loss), var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )
        inverse = 1.0 / self._loss_scale()
        return [(g if g is None else times(g, inverse), v) for g, v in pairs]

    def apply_gradients(  # type: ignore[override]  # as in TensorFlow
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Operation | None:
        """An operation that adapts the scale and, where the gradients may be applied, does so; eagerly it is done."""
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
        """The variables of the optimizer, then those of the scale."""
        return [*self._optimizer.variables(), *self._loss_scale._weights.values()]


@tf_export(
    v1=["mixed_precision.enable_mixed_precision_graph_rewrite", "train.experimental.enable_mixed_precision_graph_rewrite"],
)
def enable_mixed_precision_graph_rewrite(opt: Any, loss_scale: LossScale | float | str = "dynamic") -> Any:
    """The optimizer `opt`, of TensorFlow 1 or a legacy one of Keras, with its loss scaled; the option `auto_mixed_precision` is set.

    Operations keep their dtypes: the option has no effect on how graphs run here. Mirrors
    `tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite`; raises ValueError for another `opt`, or one that scales already.
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
    """Unset the option `auto_mixed_precision`. Mirrors `tf.compat.v1.mixed_precision.disable_mixed_precision_graph_rewrite`."""
    set_experimental_options({"auto_mixed_precision": False})
