"""What holds for all of Keras: float type, small number, image layout, numbers of names."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime.context import name_scope as scope
from tfshim.keras import _naming
from tfshim.keras.v1 import phase
from tfshim.keras.v1.mode import outermost

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


_settings = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last", "learning_phase": None, "initializes_itself": True}
_FLOATS = ("float16", "float32", "float64", "bfloat16")


@tf_export("keras.backend.floatx", "keras.config.floatx")
def floatx() -> str:
    """The default dtype of layers, as a string."""
    return _settings["floatx"]


@tf_export("keras.backend.set_floatx", "keras.config.set_floatx")
def set_floatx(value: TensorLike) -> None:
    """Set the default dtype of layers: "float16", "float32", "float64" or "bfloat16"."""
    if value not in _FLOATS:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {set(_FLOATS)}")
    _settings["floatx"] = value


@tf_export("keras.backend.epsilon", "keras.config.epsilon")
def epsilon() -> float:
    """The small number that keeps divisions and logarithms finite."""
    return _settings["epsilon"]


@tf_export("keras.backend.set_epsilon", "keras.config.set_epsilon")
def set_epsilon(value: TensorLike) -> None:
    """Set the small number that keeps divisions and logarithms finite."""
    _settings["epsilon"] = value


@tf_export("keras.backend.image_data_format", "keras.config.image_data_format")
def image_data_format() -> str:
    """Where images have their channels: "channels_last" or "channels_first"."""
    return _settings["image_data_format"]


@tf_export("keras.backend.set_image_data_format", "keras.config.set_image_data_format")
def set_image_data_format(data_format: str) -> None:
    """Set where images have their channels by default."""
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError(f"Unknown `data_format`: {data_format}. Expected one of {{'channels_last', 'channels_first'}}")
    _settings["image_data_format"] = data_format


@tf_export("keras.backend.get_uid")
def get_uid(prefix: str = "") -> int:
    """The next number for `prefix`, from 1."""
    return _naming.uid(prefix)


@tf_export("keras.backend.reset_uids")
def reset_uids() -> None:
    """Reset the numbers of layer names."""
    _naming.reset()


@tf_export("keras.backend.backend")
def backend() -> str:
    """The name of what computes: "tensorflow"."""
    return "tensorflow"


@tf_export("keras.backend.name_scope", v1=[])
def name_scope(name: str) -> AbstractContextManager[str]:
    """Within it the names of operations begin with `name`."""
    return scope(name)


@tf_export("keras.backend.learning_phase")
def learning_phase() -> Any:
    """1 in training, 0 otherwise, as `set_learning_phase` said; else in a TF 1 graph the tensor that is fed with it."""
    if _settings["learning_phase"] is None:
        graph = outermost()
        if graph is not None:
            return phase.of_graph(graph)
    return _settings["learning_phase"] or 0


def global_learning_phase_is_set() -> bool:
    """Whether `set_learning_phase` was called."""
    return _settings["learning_phase"] is not None


@tf_export("keras.backend.set_learning_phase")
def set_learning_phase(value: TensorLike) -> None:
    """Set whether layers train, 0 or 1, where a call does not say so. Raises ValueError for other values."""
    if value not in {0, 1}:
        raise ValueError(f"Expected learning phase to be 0 or 1. Received: {value}")
    _settings["learning_phase"] = int(value)


def forget_learning_phase() -> None:
    """Take back what `set_learning_phase` said."""
    _settings["learning_phase"] = None


@tf_export("keras.backend.manual_variable_initialization")
def manual_variable_initialization(value: TensorLike) -> None:
    """Say whether programs initialize variables of TF 1 graphs themselves; eager variables have values from the start."""
    _settings["initializes_itself"] = not value


def initializes_itself():
    """Whether Keras initializes the variables of TF 1 graphs."""
    return _settings["initializes_itself"]
