# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.models import experimental as experimental
from tfshim.keras.models.cloning import clone_model as clone_model
from tfshim.keras.models.model import Model as Model
from tfshim.keras.models.sequential import Sequential as Sequential
from tfshim.keras.models.texts import model_from_config as model_from_config, model_from_json as model_from_json
from tfshim.keras.models.texts import model_from_yaml as model_from_yaml
from tfshim.keras.saving.api import load_model as load_model, save_model as save_model
