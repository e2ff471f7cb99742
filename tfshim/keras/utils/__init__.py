"""`tf.keras.utils`: seeds, configurations, class vectors and files."""

from tfshim.keras._random import set_random_seed
from tfshim.keras.utils.arrays import normalize, to_categorical
from tfshim.keras.utils.enqueuers import GeneratorEnqueuer, OrderedEnqueuer, SequenceEnqueuer
from tfshim.keras.utils.files import get_file
from tfshim.keras.utils.interaction import disable_interactive_logging, enable_interactive_logging, is_interactive_logging_enabled
from tfshim.keras.utils.packing import pack_x_y_sample_weight, unpack_x_y_sample_weight
from tfshim.keras.utils.progress import Progbar
from tfshim.keras.utils.registration import (
    CustomObjectScope,
    custom_object_scope,
    deserialize_keras_object,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
    serialize_keras_object,
)
from tfshim.keras.utils.sequences import Sequence

__all__ = ["CustomObjectScope", "GeneratorEnqueuer", "OrderedEnqueuer", "Progbar", "Sequence", "SequenceEnqueuer",
           "custom_object_scope", "deserialize_keras_object", "disable_interactive_logging", "enable_interactive_logging",
           "get_custom_objects", "get_file", "get_registered_name", "get_registered_object", "is_interactive_logging_enabled",
           "normalize", "pack_x_y_sample_weight", "register_keras_serializable", "serialize_keras_object", "set_random_seed",
           "to_categorical", "unpack_x_y_sample_weight"]
