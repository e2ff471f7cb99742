# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.train.input import match_filenames_once as match_filenames_once
from tfshim.io import gfile as gfile
from tfshim.io.csv_records import decode_csv as decode_csv
from tfshim.io.encodings import decode_base64 as decode_base64, decode_compressed as decode_compressed, encode_base64 as encode_base64
from tfshim.io.features import FixedLenFeature as FixedLenFeature, FixedLenSequenceFeature as FixedLenSequenceFeature
from tfshim.io.features import RaggedFeature as RaggedFeature, SparseFeature as SparseFeature, VarLenFeature as VarLenFeature
from tfshim.io.file_ops import matching_files as matching_files, read_file as read_file, write_file as write_file
from tfshim.io.file_ops import write_graph as write_graph
from tfshim.io.image_codecs import decode_and_crop_jpeg as decode_and_crop_jpeg, decode_bmp as decode_bmp, decode_gif as decode_gif
from tfshim.io.image_codecs import decode_image as decode_image, decode_jpeg as decode_jpeg, decode_png as decode_png
from tfshim.io.image_codecs import encode_jpeg as encode_jpeg, encode_png as encode_png, extract_jpeg_shape as extract_jpeg_shape
from tfshim.io.image_codecs import is_jpeg as is_jpeg
from tfshim.io.json_examples import decode_json_example as decode_json_example, decode_proto as decode_proto, encode_proto as encode_proto
from tfshim.io.parsing import parse_example as parse_example, parse_single_example as parse_single_example
from tfshim.io.sequence_parsing import parse_sequence_example as parse_sequence_example
from tfshim.io.sequence_parsing import parse_single_sequence_example as parse_single_sequence_example
from tfshim.io.serialization import decode_raw as decode_raw, parse_tensor as parse_tensor, serialize_tensor as serialize_tensor
from tfshim.io.sparse_messages import deserialize_many_sparse as deserialize_many_sparse, serialize_many_sparse as serialize_many_sparse
from tfshim.io.sparse_messages import serialize_sparse as serialize_sparse
from tfshim.io.tf_record import TFRecordOptions as TFRecordOptions, TFRecordWriter as TFRecordWriter
