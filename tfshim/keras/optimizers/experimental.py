"""`tf.keras.optimizers.experimental`: the optimizers under the name that they had at first."""

from tfshim._listing import listing
from tfshim.keras.optimizers.adafactor import Adafactor
from tfshim.keras.optimizers.adam import Adam, AdamW
from tfshim.keras.optimizers.adaptive import Adadelta, Adagrad, Adamax, Nadam, RMSprop
from tfshim.keras.optimizers.ftrl import Ftrl
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.sgd import SGD

__all__ = ["Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Ftrl", "Nadam", "Optimizer", "RMSprop", "SGD"]
__dir__ = listing(globals())
