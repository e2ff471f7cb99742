"""`tf.keras.config`: settings, under the name that later versions of Keras give them."""

from tfshim.keras._safe_mode import enable_unsafe_deserialization
from tfshim.keras.backend import epsilon, floatx, image_data_format, set_epsilon, set_floatx, set_image_data_format
from tfshim.keras.utils.interaction import disable_interactive_logging, enable_interactive_logging, is_interactive_logging_enabled

__all__ = [
    "disable_interactive_logging",
    "enable_interactive_logging",
    "enable_unsafe_deserialization",
    "epsilon",
    "floatx",
    "image_data_format",
    "is_interactive_logging_enabled",
    "set_epsilon",
    "set_floatx",
    "set_image_data_format",
]
