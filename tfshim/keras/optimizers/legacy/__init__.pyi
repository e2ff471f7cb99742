# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.optimizers.legacy.classes import Adadelta as Adadelta, Adagrad as Adagrad, Adam as Adam, Adamax as Adamax, Ftrl as Ftrl
from tfshim.keras.optimizers.legacy.classes import Nadam as Nadam, RMSprop as RMSprop, SGD as SGD
from tfshim.keras.optimizers.legacy.optimizer import Optimizer as Optimizer
