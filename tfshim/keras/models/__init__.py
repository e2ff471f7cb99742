"""`tf.keras.models`."""

from tfshim.keras.models import experimental
from tfshim.keras.models.cloning import clone_model
from tfshim.keras.models.functional import Functional  # noqa: F401 - so that programs find the class
from tfshim.keras.models.model import Model
from tfshim.keras.models.sequential import Sequential
from tfshim.keras.models.texts import model_from_config, model_from_json, model_from_yaml
from tfshim.keras.saving.api import load_model, save_model

__all__ = ["Model", "Sequential", "clone_model", "experimental", "load_model", "model_from_config", "model_from_json", "model_from_yaml", "save_model"]
