"""What holds for all of Keras: float type, small number, image layout, numbers of names."""

import numpy as np

from tfshim.engine.convert import is_tensor
from tfshim.keras import _naming

_settings = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last"}
_FLOATS = ("float16", "float32", "float64", "bfloat16")


def floatx():
    """The default dtype of layers, as a string."""
    return _settings["floatx"]


def set_floatx(value):
    """Set the default dtype of layers: "float16", "float32", "float64" or "bfloat16"."""
    if value not in _FLOATS:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {set(_FLOATS)}")
    _settings["floatx"] = value


def epsilon():
    """The small number that keeps divisions and logarithms finite."""
    return _settings["epsilon"]


def set_epsilon(value):
    """Set the small number that keeps divisions and logarithms finite."""
    _settings["epsilon"] = value


def image_data_format():
    """Where images have their channels: "channels_last" or "channels_first"."""
    return _settings["image_data_format"]


def set_image_data_format(data_format):
    """Set where images have their channels by default."""
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError(f"Unknown `data_format`: {data_format}. Expected one of {{'channels_last', 'channels_first'}}")
    _settings["image_data_format"] = data_format


def clear_session():
    """Start the numbers of layer names anew."""
    _naming.reset()


def get_uid(prefix=""):
    """The next number for `prefix`, from 1."""
    return _naming.uid(prefix)


def reset_uids():
    """Start the numbers of layer names anew."""
    _naming.reset()


def get_value(x):
    """The NumPy value of a tensor or variable; other values come back as they are."""
    return x.numpy() if is_tensor(x) else x


def batch_get_value(tensors):
    """The NumPy values of a list of variables."""
    return [x.numpy() for x in tensors]


def set_value(x, value):
    """Set the variable `x` to `value`."""
    x.assign(np.asarray(value, dtype=x.dtype.as_numpy_dtype))


def batch_set_value(tuples):
    """Set each variable of the pairs (variable, value)."""
    for x, value in tuples:
        set_value(x, value)

