"""`tf.io`: files, and the formats in which records and tensors are kept in them."""

from tfshim.io import gfile
from tfshim.io.tf_record import TFRecordOptions, TFRecordWriter

__all__ = ["TFRecordOptions", "TFRecordWriter", "gfile"]
