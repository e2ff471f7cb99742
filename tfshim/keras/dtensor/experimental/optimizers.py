"""`tf.keras.dtensor.experimental.optimizers`: the same optimizers as elsewhere."""

from tfshim.keras.optimizers import SGD, Adadelta, Adagrad, Adam, AdamW, RMSprop

__all__ = ["Adadelta", "Adagrad", "Adam", "AdamW", "RMSprop", "SGD"]
