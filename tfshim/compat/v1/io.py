"""`tf.compat.v1.io`: as `tf.io`, with the arguments of TensorFlow 1."""

import tfshim as tf
from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.compat.v1._renamed import one_of
from tfshim.compat.v1.train.input import match_filenames_once  # noqa: F401 - a name of this namespace
from tfshim.engine.values import dtypes
from tfshim.io.tf_record import TFRecordCompressionType, tf_record_iterator  # noqa: F401 - names of this namespace

__all__ = """
    FixedLenFeature FixedLenSequenceFeature PaddingFIFOQueue PriorityQueue QueueBase RaggedFeature RandomShuffleQueue SparseFeature
    TFRecordCompressionType TFRecordOptions TFRecordWriter VarLenFeature decode_and_crop_jpeg decode_base64 decode_bmp
    decode_compressed decode_csv decode_gif decode_image decode_jpeg decode_json_example decode_png decode_proto decode_raw
    deserialize_many_sparse encode_base64 encode_jpeg encode_png encode_proto extract_jpeg_shape gfile is_jpeg
    match_filenames_once matching_files parse_example parse_sequence_example parse_single_example parse_single_sequence_example
    parse_tensor read_file serialize_many_sparse serialize_sparse serialize_tensor tf_record_iterator write_file write_graph
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere(
    "io",
    "PaddingFIFOQueue=queue.PaddingFIFOQueue PriorityQueue=queue.PriorityQueue QueueBase=queue.QueueBase "
    "RandomShuffleQueue=queue.RandomShuffleQueue",
    "tfshim.io",
)


def decode_csv(records, record_defaults, field_delim=",", use_quote_delim=True, name=None, na_value="", select_cols=None):
    """The columns of lines of CSV; see `tf.io.decode_csv`. Mirrors `tf.compat.v1.decode_csv`."""
    return tf.io.decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols, name)


def decode_raw(input_bytes=None, out_type=None, little_endian=True, name=None, bytes=None):
    """Strings of bytes as numbers; see `tf.io.decode_raw`. Mirrors `tf.compat.v1.decode_raw`."""
    return tf.io.decode_raw(one_of("input_bytes", input_bytes, "bytes", bytes), out_type, little_endian, name=name)


def parse_example(serialized, features, name=None, example_names=None):
    """Tensors from serialized Examples; see `tf.io.parse_example`. Mirrors `tf.compat.v1.parse_example`."""
    return tf.io.parse_example(serialized, features, example_names, name)


def parse_single_example(serialized, features, name=None, example_names=None):
    """Tensors from one serialized Example; see `tf.io.parse_single_example`. Mirrors `tf.compat.v1.parse_single_example`."""
    return tf.io.parse_single_example(serialized, features, example_names, name)


def serialize_sparse(sp_input, name=None, out_type=dtypes.string):
    """A SparseTensor as three strings; see `tf.io.serialize_sparse`. Mirrors `tf.compat.v1.serialize_sparse`."""
    return tf.io.serialize_sparse(sp_input, out_type, name)


def serialize_many_sparse(sp_input, name=None, out_type=dtypes.string):
    """The rows of a SparseTensor as strings; see `tf.io.serialize_many_sparse`. Mirrors the function of TensorFlow 1."""
    return tf.io.serialize_many_sparse(sp_input, out_type, name)
