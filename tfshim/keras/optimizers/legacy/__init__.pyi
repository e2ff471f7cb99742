# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.optimizers.legacy.adams import Adam as Adam, Adamax as Adamax, Nadam as Nadam
from tfshim.keras.optimizers.legacy.classes import Adadelta as Adadelta, Adagrad as Adagrad, Ftrl as Ftrl, RMSprop as RMSprop, SGD as SGD
from tfshim.keras.optimizers.legacy.optimizer import Optimizer as Optimizer
