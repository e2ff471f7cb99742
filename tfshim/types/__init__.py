"""`tf.types`: what values are, for annotations and tests."""

from tfshim.types import experimental
