"""`tf.keras.dtensor.experimental.optimizers`: the same optimizers as elsewhere."""

from tfshim._listing import listing
from tfshim.keras.optimizers import SGD, Adadelta, Adagrad, Adam, AdamW, RMSprop

__all__ = ["Adadelta", "Adagrad", "Adam", "AdamW", "RMSprop", "SGD"]
__dir__ = listing(globals())
