"""Replaces `tensorflow.compiler.xla.xla_data_pb2`: in which messages the operations of XLA are given their dimensions."""

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from tfshim.private.protos.built import built, message

_REPLACES = "tensorflow.compiler.xla.xla_data_pb2"

_MESSAGES = {
    "PaddingConfig": [("dimensions", 1, "*.xla.PaddingConfig.PaddingConfigDimension")],
    "PaddingConfig.PaddingConfigDimension": [
        ("edge_padding_low", 1, "int64"),
        ("edge_padding_high", 2, "int64"),
        ("interior_padding", 3, "int64"),
    ],
    "WindowDimension": [
        ("size", 1, "int64"),
        ("stride", 2, "int64"),
        ("padding_low", 3, "int64"),
        ("padding_high", 4, "int64"),
        ("window_dilation", 5, "int64"),
        ("base_dilation", 6, "int64"),
        ("window_reversal", 7, "bool"),
    ],
    "Window": [("dimensions", 1, "*.xla.WindowDimension")],
    "GatherDimensionNumbers": [
        ("offset_dims", 1, "*int64"),
        ("collapsed_slice_dims", 2, "*int64"),
        ("start_index_map", 3, "*int64"),
        ("index_vector_dim", 4, "int64"),
    ],
    "ScatterDimensionNumbers": [
        ("update_window_dims", 1, "*int64"),
        ("inserted_window_dims", 2, "*int64"),
        ("scatter_dims_to_operand_dims", 3, "*int64"),
        ("index_vector_dim", 4, "int64"),
    ],
    "ConvolutionDimensionNumbers": [
        ("input_batch_dimension", 7, "int64"),
        ("input_feature_dimension", 8, "int64"),
        ("input_spatial_dimensions", 11, "*int64"),
        ("kernel_input_feature_dimension", 3, "int64"),
        ("kernel_output_feature_dimension", 4, "int64"),
        ("kernel_spatial_dimensions", 6, "*int64"),
        ("output_batch_dimension", 9, "int64"),
        ("output_feature_dimension", 10, "int64"),
        ("output_spatial_dimensions", 12, "*int64"),
    ],
    "DotDimensionNumbers": [
        ("lhs_contracting_dimensions", 1, "*int64"),
        ("rhs_contracting_dimensions", 2, "*int64"),
        ("lhs_batch_dimensions", 3, "*int64"),
        ("rhs_batch_dimensions", 4, "*int64"),
    ],
    "TriangularSolveOptions": [
        ("left_side", 1, "bool"),
        ("lower", 2, "bool"),
        ("unit_diagonal", 3, "bool"),
        ("transpose_a", 4, "=.xla.TriangularSolveOptions.Transpose"),
    ],
    "CholeskyOptions": [("lower", 1, "bool")],
    "ReplicaGroup": [("replica_ids", 1, "*int64")],
    "SourceTarget": [("source", 1, "int64"), ("target", 2, "int64")],
    "PrecisionConfig": [("operand_precision", 1, "*=.xla.PrecisionConfig.Precision")],
}
_TYPES = """PRIMITIVE_TYPE_INVALID=0 PRED=1 S4=21 S8=2 S16=3 S32=4 S64=5 U4=22 U8=6 U16=7 U32=8 U64=9 F16=10 F32=11 BF16=16 F64=12 F8E5M2=19
    F8E4M3FN=20 F8E4M3B11FNUZ=23 F8E5M2FNUZ=24 F8E4M3FNUZ=25 C64=15 C128=18 TUPLE=13 OPAQUE_TYPE=14 TOKEN=17"""
_ENUMS = {
    "PrimitiveType": [(name, int(number)) for name, _, number in (entry.partition("=") for entry in _TYPES.split())],
    "PaddingType": [("PADDING_INVALID", 0), ("PADDING_VALID", 1), ("PADDING_SAME", 2)],
    "FftType": [("FFT", 0), ("IFFT", 1), ("RFFT", 2), ("IRFFT", 3)],
    "RandomDistribution": [("RNG_INVALID", 0), ("RNG_UNIFORM", 1), ("RNG_NORMAL", 2)],
    "RandomAlgorithm": [("RNG_DEFAULT", 0), ("RNG_THREE_FRY", 1), ("RNG_PHILOX", 2)],
    "TriangularSolveOptions.Transpose": [("TRANSPOSE_INVALID", 0), ("NO_TRANSPOSE", 1), ("TRANSPOSE", 2), ("ADJOINT", 3)],
    "PrecisionConfig.Precision": [("DEFAULT", 0), ("HIGH", 1), ("HIGHEST", 2), ("PACKED_NIBBLE", 3)],
}

DESCRIPTOR = built("tfshim/xla/xla_data.proto", "xla", _MESSAGES, _ENUMS)
_NAMES = ["DESCRIPTOR", *DESCRIPTOR.message_types_by_name, *DESCRIPTOR.enum_types_by_name]
for _name in DESCRIPTOR.message_types_by_name:
    globals()[_name] = message(DESCRIPTOR, _name)
for _name, _enum in DESCRIPTOR.enum_types_by_name.items():
    globals()[_name] = EnumTypeWrapper(_enum)
    # The values of an enum are names of the file too.
    globals().update({value.name: value.number for value in _enum.values})
    _NAMES += [value.name for value in _enum.values]
__all__ = _NAMES  # noqa: PLE0605 - a list
