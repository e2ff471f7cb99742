"""`tf.io`: files, and the formats in which records and tensors are kept in them."""

from tfshim.io import gfile

__all__ = ["gfile"]
