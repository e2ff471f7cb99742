"""Optimizers of canned estimators: by name, as objects, or made by a function."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_private
from tfshim.compat.v1.train import optimizer as optimizers_v1
from tfshim.compat.v1.train.adagrad import AdagradOptimizer, FtrlOptimizer
from tfshim.compat.v1.train.adaptive import AdamOptimizer, RMSPropOptimizer
from tfshim.compat.v1.train.gradient_descent import GradientDescentOptimizer
from tfshim.keras.optimizers import Optimizer, legacy

_V1 = {
    "Adagrad": AdagradOptimizer,
    "Adam": AdamOptimizer,
    "Ftrl": FtrlOptimizer,
    "RMSProp": RMSPropOptimizer,
    "SGD": GradientDescentOptimizer,
}
_V2 = ("Adagrad", "Adam", "Ftrl", "RMSProp", "SGD")


@tf_private("tensorflow_estimator.python.estimator.canned.optimizers.get_optimizer_instance")
def get_optimizer_instance(opt: Any, learning_rate: float | None = None) -> Any:
    """The optimizer of TensorFlow 1 that `opt` means: a name, an object, or a function that gives one.

    Raises ValueError for a name that is not known or comes without a rate, and for what is no optimizer.
    """
    if isinstance(opt, str) and opt in _V1 and not learning_rate:
        raise ValueError("learning_rate must be specified when opt is string.")
    return chosen(opt, learning_rate, True)


def chosen(given: Any, rate: float | None, of_v1: bool) -> Any:
    """The optimizer that `given` means; one that is given by name has the learning rate `rate`.

    Raises ValueError for unknown names, and for what is no optimizer of the kind.
    """
    known = _V1 if of_v1 else {name: getattr(legacy, name.replace("RMSProp", "RMSprop")) for name in _V2}
    if isinstance(given, str):
        if given not in known:
            raise ValueError(f"Unsupported optimizer name: {given}. Supported names are: {tuple(sorted(known))}")
        return known[given](learning_rate=rate)
    if callable(given):
        given = given()
    if of_v1:
        if not isinstance(given, optimizers_v1.Optimizer):
            raise ValueError(f"The given object is not an Optimizer instance. Given: {given}")
    elif isinstance(given, Optimizer):
        raise ValueError(
            "Please set your optimizer as an instance of `tf.keras.optimizers.legacy.Optimizer`, e.g., "
            f"`tf.keras.optimizers.legacy.{type(given).__name__}`.Received optimizer type: {type(given)}."
        )
    elif not isinstance(given, legacy.Optimizer):
        raise ValueError(f"The given object is not a tf.keras.optimizers.Optimizer instance. Given: {given}")
    return given
