"""`tf.io`: files, and the formats in which records and tensors are kept in them."""

from tfshim._listing import listing
from tfshim.io import gfile
from tfshim.io.csv_records import decode_csv
from tfshim.io.encodings import decode_base64, decode_compressed, encode_base64
from tfshim.io.features import FixedLenFeature, FixedLenSequenceFeature, RaggedFeature, SparseFeature, VarLenFeature
from tfshim.io.file_ops import match_filenames_once, matching_files, read_file, write_file, write_graph
from tfshim.io.image_codecs import (
    decode_and_crop_jpeg,
    decode_bmp,
    decode_gif,
    decode_image,
    decode_jpeg,
    decode_png,
    encode_jpeg,
    encode_png,
    extract_jpeg_shape,
    is_jpeg,
)
from tfshim.io.json_examples import decode_json_example, decode_proto, encode_proto
from tfshim.io.parsing import parse_example, parse_single_example
from tfshim.io.sequence_parsing import parse_sequence_example, parse_single_sequence_example
from tfshim.io.serialization import decode_raw, parse_tensor, serialize_tensor
from tfshim.io.sparse_messages import deserialize_many_sparse, serialize_many_sparse, serialize_sparse
from tfshim.io.tf_record import TFRecordOptions, TFRecordWriter

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "RaggedFeature",
    "SparseFeature",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_and_crop_jpeg",
    "decode_base64",
    "decode_bmp",
    "decode_compressed",
    "decode_csv",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_json_example",
    "decode_png",
    "decode_proto",
    "decode_raw",
    "deserialize_many_sparse",
    "encode_base64",
    "encode_jpeg",
    "encode_png",
    "encode_proto",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "match_filenames_once",
    "matching_files",
    "parse_example",
    "parse_sequence_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "write_file",
    "write_graph",
]
__dir__ = listing(globals())
