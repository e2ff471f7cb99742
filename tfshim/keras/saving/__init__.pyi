# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.saving.api import load_model as load_model, save_model as save_model
from tfshim.keras.saving.serialization import deserialize_keras_object as deserialize_keras_object
from tfshim.keras.saving.serialization import serialize_keras_object as serialize_keras_object
from tfshim.keras.utils.registration import custom_object_scope as custom_object_scope, get_custom_objects as get_custom_objects
from tfshim.keras.utils.registration import get_registered_name as get_registered_name, get_registered_object as get_registered_object
from tfshim.keras.utils.registration import register_keras_serializable as register_keras_serializable
