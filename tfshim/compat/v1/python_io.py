"""`tf.compat.v1.python_io`: files of records."""

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.io import TFRecordOptions, TFRecordWriter
from tfshim.io.tf_record import TFRecordCompressionType, tf_record_iterator

__all__, __getattr__, __dir__ = exported(globals())


tf_export(v1=["python_io.TFRecordCompressionType"])(TFRecordCompressionType)
tf_export(v1=["python_io.TFRecordOptions"])(TFRecordOptions)
tf_export(v1=["python_io.TFRecordWriter"])(TFRecordWriter)
tf_export(v1=["python_io.tf_record_iterator"])(tf_record_iterator)
