# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.keras.initializers.base import Initializer as Initializer
from tfshim.keras.initializers.drawn import Orthogonal as Orthogonal, Orthogonal as orthogonal, RandomNormal as RandomNormal
from tfshim.keras.initializers.drawn import RandomNormal as random_normal, RandomUniform as RandomUniform, RandomUniform as random_uniform
from tfshim.keras.initializers.drawn import TruncatedNormal as TruncatedNormal, TruncatedNormal as truncated_normal
from tfshim.keras.initializers.fixed import Constant as Constant, Constant as constant, Identity as Identity, Identity as identity
from tfshim.keras.initializers.fixed import Ones as Ones, Ones as ones, Zeros as Zeros, Zeros as zeros
from tfshim.keras.initializers.scaled import GlorotNormal as GlorotNormal, GlorotNormal as glorot_normal, GlorotUniform as GlorotUniform
from tfshim.keras.initializers.scaled import GlorotUniform as glorot_uniform, HeNormal as HeNormal, HeNormal as he_normal
from tfshim.keras.initializers.scaled import HeUniform as HeUniform, HeUniform as he_uniform, LecunNormal as LecunNormal
from tfshim.keras.initializers.scaled import LecunNormal as lecun_normal, LecunUniform as LecunUniform, LecunUniform as lecun_uniform
from tfshim.keras.initializers.scaled import VarianceScaling as VarianceScaling, VarianceScaling as variance_scaling
from collections.abc import Callable
from tfshim.keras.annotations import Identifier
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None=..., use_legacy_format: bool=...) -> Any: ...
def get(identifier: Identifier) -> Any: ...
def serialize(initializer: Callable[..., Any] | None, use_legacy_format: bool=...) -> str | dict[str, Any] | None: ...
