# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.keras.optimizers import experimental as experimental, legacy as legacy, schedules as schedules
from tfshim.keras.optimizers.adafactor import Adafactor as Adafactor
from tfshim.keras.optimizers.adam import Adam as Adam, AdamW as AdamW
from tfshim.keras.optimizers.adaptive import Adadelta as Adadelta, Adagrad as Adagrad, Adamax as Adamax, Nadam as Nadam, RMSprop as RMSprop
from tfshim.keras.optimizers.ftrl import Ftrl as Ftrl
from tfshim.keras.optimizers.lion import Lion as Lion
from tfshim.keras.optimizers.optimizer import Optimizer as Optimizer
from tfshim.keras.optimizers.sgd import SGD as SGD
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None=..., use_legacy_format: bool=..., **kwargs: Any) -> Any: ...
def get(identifier: str | dict[str, Any] | Optimizer | legacy.Optimizer, **kwargs: Any) -> Any: ...
def serialize(optimizer: Optimizer | legacy.Optimizer, use_legacy_format: bool=...) -> dict[str, Any]: ...
