"""What programs import from `keras.src.backend`."""

from tfshim.keras.backend import *  # noqa: F403
