"""`tf.keras.optimizers.legacy`: the optimizers as they were before Keras 2.11, with slots and hyperparameters as variables."""

from tfshim._listing import listing
from tfshim.keras.optimizers.legacy.classes import SGD, Adadelta, Adagrad, Adam, Adamax, Ftrl, Nadam, RMSprop
from tfshim.keras.optimizers.legacy.optimizer import Optimizer
from tfshim.keras.optimizers.optimizer import made_in_graphs

__all__ = ["Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "Optimizer", "RMSprop", "SGD"]
__dir__ = listing(globals())
made_in_graphs({name: globals()[name] for name in __all__})
