"""`tf.compat.v1.keras.optimizers`: the legacy optimizers, which work in graphs."""

from tfshim.compat.v1._fallback import elsewhere
from tfshim.keras.optimizers.legacy import SGD, Adadelta, Adagrad, Adam, Adamax, Ftrl, Nadam, Optimizer, RMSprop

__all__ = ["Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "Optimizer", "RMSprop", "SGD"]
__getattr__ = elsewhere("keras.optimizers", target="tfshim.keras.optimizers")
