"""`tf.compat.v1.python_io`: files of records."""

from tfshim._listing import listing
from tfshim.io import TFRecordOptions, TFRecordWriter
from tfshim.io.tf_record import TFRecordCompressionType, tf_record_iterator

__all__ = ["TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator"]
__dir__ = listing(globals())
