"""`tensorflow.contrib.eager.python`, from which early programs import `tfe`, that is `tf.contrib.eager`."""

from tfshim.contrib import eager as tfe

__all__ = ["tfe"]
