"""Legacy optimizers in the place of those of now, for graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.keras.optimizers import deserialize
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.schedules import LearningRateSchedule

if TYPE_CHECKING:
    from tfshim.keras.optimizers.legacy.optimizer import Optimizer as LegacyOptimizer

# What legacy optimizers have not.
_OF_NOW = ("weight_decay", "use_ema", "ema_momentum", "ema_overwrite_frequency", "jit_compile", "is_legacy_optimizer")


@tf_private("keras.src.optimizers.convert_to_legacy_optimizer")
def convert_to_legacy_optimizer(optimizer: Optimizer) -> LegacyOptimizer:
    """The legacy optimizer of the same kind, with the same hyperparameters. Raises ValueError for another object."""
    if not isinstance(optimizer, Optimizer):
        raise ValueError(
            "`convert_to_legacy_optimizer` should only be called on instances of `tf.keras.optimizers.Optimizer`, but received "
            f"{optimizer} of type {type(optimizer)}."
        )
    config: dict[str, Any] = {key: value for key, value in optimizer.get_config().items() if key not in _OF_NOW}
    name = type(optimizer).__name__.lower()
    if hasattr(optimizer, "inner_optimizer"):
        config["inner_optimizer"], name = convert_to_legacy_optimizer(optimizer.inner_optimizer), "lossscaleoptimizer"
    rate = optimizer.__dict__.get("_learning_rate")
    if isinstance(rate, LearningRateSchedule):  # as the object that it is, of whatever class
        config["learning_rate"] = rate
    return deserialize({"class_name": name, "config": config}, use_legacy_optimizer=True)
