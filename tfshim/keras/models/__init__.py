"""`tf.keras.models`."""

from tfshim._listing import listing
from tfshim.keras import saving
from tfshim.keras.models import experimental
from tfshim.keras.models.cloning import clone_model
from tfshim.keras.models.functional import Functional  # noqa: F401 - so that programs find the class
from tfshim.keras.models.model import Model
from tfshim.keras.models.sequential import Sequential
from tfshim.keras.models.texts import model_from_config, model_from_json, model_from_yaml

__all__ = [
    "Model",
    "Sequential",
    "clone_model",
    "experimental",
    "load_model",
    "model_from_config",
    "model_from_json",
    "model_from_yaml",
    "save_model",
]
__dir__ = listing(globals())


def __getattr__(name):
    # The modules that read and write files are loaded at first use.
    if name in ("load_model", "save_model"):
        return getattr(saving, name)
    raise AttributeError(f"tf.keras.models.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).")
