"""`tf.io`: files, and the formats in which records and tensors are kept in them."""

from tfshim._listing import lazily, names

_MODULES = {
    "csv_records": "decode_csv",
    "encodings": "decode_base64 decode_compressed encode_base64",
    "features": "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature VarLenFeature",
    "file_ops": "match_filenames_once matching_files read_file write_file write_graph",
    "image_codecs": """decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png encode_jpeg encode_png
        extract_jpeg_shape is_jpeg""",
    "json_examples": "decode_json_example decode_proto encode_proto",
    "parsing": "parse_example parse_single_example",
    "sequence_parsing": "parse_sequence_example parse_single_sequence_example",
    "serialization": "decode_raw parse_tensor serialize_tensor",
    "sparse_messages": "deserialize_many_sparse serialize_many_sparse serialize_sparse",
    "tf_record": "TFRecordOptions TFRecordWriter",
}
_SUBMODULES = "gfile".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
