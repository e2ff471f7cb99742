"""Replaces `tensorflow.python.estimator.canned.optimizers`: optimizers of TensorFlow 1 by name."""

from __future__ import annotations

from typing import Any

import tfshim as tf

_REPLACES = "tensorflow.python.estimator.canned.optimizers"
__all__ = ["get_optimizer_instance"]

train = tf.compat.v1.train
_BY_NAME = {
    "Adagrad": train.AdagradOptimizer,
    "Adam": train.AdamOptimizer,
    "Ftrl": train.FtrlOptimizer,
    "RMSProp": train.RMSPropOptimizer,
    "SGD": train.GradientDescentOptimizer,
}


def get_optimizer_instance(opt: Any, learning_rate: float | None = None) -> Any:
    """An optimizer: `opt` itself, what it gives when it is called, or the one of that name with `learning_rate`.

    Raises ValueError for a name that is not known or comes without a rate, and for what is no optimizer.
    """
    if isinstance(opt, str):
        if opt not in _BY_NAME:
            raise ValueError(f"Unsupported optimizer name: {opt}. Supported names are: {tuple(sorted(_BY_NAME))}")
        if not learning_rate:
            raise ValueError("learning_rate must be specified when opt is string.")
        return _BY_NAME[opt](learning_rate=learning_rate)
    if callable(opt):
        opt = opt()
    if not isinstance(opt, train.Optimizer):
        raise ValueError(f"The given object is not an Optimizer instance. Given: {opt}")
    return opt
