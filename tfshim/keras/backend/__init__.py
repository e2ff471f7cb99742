"""`tf.keras.backend`: what layers and losses share."""

from tfshim.keras._random import RandomGenerator
from tfshim.keras.backend.crossentropy import (
    binary_crossentropy,
    binary_focal_crossentropy,
    categorical_crossentropy,
    categorical_focal_crossentropy,
    sparse_categorical_crossentropy,
)
from tfshim.keras.backend.settings import (
    batch_get_value,
    batch_set_value,
    clear_session,
    epsilon,
    floatx,
    get_uid,
    get_value,
    image_data_format,
    reset_uids,
    set_epsilon,
    set_floatx,
    set_image_data_format,
    set_value,
)

__all__ = ["RandomGenerator", "batch_get_value", "batch_set_value", "binary_crossentropy", "binary_focal_crossentropy",
           "categorical_crossentropy", "categorical_focal_crossentropy", "clear_session", "epsilon", "floatx", "get_uid", "get_value",
           "image_data_format", "reset_uids", "set_epsilon", "set_floatx", "set_image_data_format", "set_value",
           "sparse_categorical_crossentropy"]
