"""TensorFlow's names for operations of other ages and for the arguments of operations, beside ours.

Where what `tf.raw_ops` has for an operation is not simply the registered one, that is declared beside the function:

    @raw_op("ClipByValue")
    def clip_by_value(t, clip_value_min, clip_value_max, name=None): ...

Its parameters have the names that TensorFlow gives to the inputs and attributes. `tfshim.raw_ops` fills in the defaults of attributes
from TensorFlow's declaration of the operation, and refuses those that the function has no parameter for.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

FORMS: dict[str, Callable[..., Any]] = {}  # operation type -> function

Form = TypeVar("Form", bound=Callable[..., Any])

# Operations that only differ in age from one that is there.
OLDER = {
    "Add": "AddV2", "Concat": "ConcatV2", "Div": "RealDiv", "BatchMatMul": "BatchMatMulV2", "Gather": "GatherV2",
    "TopK": "TopKV2", "NonMaxSuppression": "NonMaxSuppressionV3",
    "DrawBoundingBoxes": "DrawBoundingBoxesV2", "ExtractGlimpse": "ExtractGlimpseV2",
    "BiasAddV1": "BiasAdd", "MatrixDiag": "MatrixDiagV3",
    "MatrixDiagPart": "MatrixDiagPartV3", "MatrixSetDiag": "MatrixSetDiagV3",
}  # fmt: skip

# TensorFlow's argument -> ours, where they differ for an operation or for any.
_NAMES = {
    "Split": {"num_split": "num"}, "SplitV": {"size_splits": "sizes"}, "SelectV2": {"t": "x", "e": "y"}, "Select": {"t": "x", "e": "y"},
    "ReverseSequence": {"seq_dim": "seq_axis", "batch_dim": "batch_axis"}, "Concat": {"concat_dim": "axis"},
    "CropAndResize": {"box_ind": "box_indices"}, "ExtractImagePatches": {"ksizes": "sizes"},
    "BandedTriangularSolve": {"matrix": "bands"}, "StringNGrams": {
        "data_splits": "splits", "ngram_widths": "widths", "left_pad": "left", "right_pad": "right"},
    "UnicodeEncode": {"input_values": "input", "input_splits": "splits"}, "WriteSummary": {"summary_metadata": "metadata"},
    "RaggedRange": {"Tsplits": "splits_type"}, "AvgPool": {"value": "input"}, "LookupTableFindV2": {"default_value": "default"},
    "Conv2DBackpropInput": {"input_sizes": "output_shape", "out_backprop": "input"}, "MaxPoolWithArgmax": {"Targmax": "output_dtype"},
    "Conv3DBackpropInputV2": {"input_sizes": "output_shape", "out_backprop": "input"}, "Dilation2D": {"rates": "dilations"},
    "DenseToDenseSetOperation": {"set1": "a", "set2": "b"},
    "SetSize": {"set_indices": "indices", "set_values": "values", "set_shape": "shape"},
    "SparseToSparseSetOperation": {
        "set1_indices": "a_indices", "set1_values": "a", "set1_shape": "a_shape", "set2_indices": "b_indices", "set2_values": "b",
        "set2_shape": "b_shape"},
    "DenseToSparseSetOperation": {"set1": "a", "set2_indices": "indices", "set2_values": "b", "set2_shape": "shape"},
}  # fmt: skip
_ANY_NAME = {
    "dim": "axis", "split_dim": "axis", "squeeze_dims": "axis", "filter": "filters", "table_handle": "table",
    "set_operation": "operation",
    "keep_dims": "keepdims", "dimension": "axis", "reduction_indices": "axis", "DstT": "dtype", "type": "dtype", "Tout": "dtype",
    "features": "logits", "sorted_inputs": "sorted_sequence", "string_tensor": "input", "ref": "resource", "bytes": "input_bytes",
    "params": "params",
}  # fmt: skip
# What may be said and changes nothing, with the values that do not.
HINTS = {"incompatible_shape_error": (True,), "use_locking": (True, False), "validate_shape": (True, False), "Truncate": (False,),
          "sparse_gradient": (False,)}  # fmt: skip


# What TensorFlow's Python functions call differently from the declarations of operations.
_CALLED = {"split_dim": "axis", "dim": "axis", "dimension": "axis", "reduction_indices": "axis", "squeeze_dims": "axis"}


def as_called(names: Sequence[str]) -> dict[str, str]:
    """What TensorFlow's function of an operation is given -> which of the declared `names` that is, where they differ."""
    return {_CALLED[n]: n for n in names if n in _CALLED}


def renamed(op_type: str, operation: Any, key: str) -> str | None:
    """Our name for TensorFlow's argument `key`, or None."""
    names = operation.names
    if key in names:
        return key
    for table in (_NAMES.get(op_type, {}), _NAMES.get(operation.type, {}), _ANY_NAME):
        if table.get(key) in names:
            return table[key]
    first = operation.params[0].name if operation.params else None
    return first if key in ("input", "tensor", "x", "values") and first not in (None, "values") and first == names[0] else None


def raw_op(*op_types: str) -> Callable[[Form], Form]:
    """A decorator: `tf.raw_ops` has the function for these operation types, which may be several ages of one.

    Where the function gives more results than an older type declares, the first ones are those of the older type.
    """

    def decorate(function: Form) -> Form:
        for op_type in op_types:
            if op_type in FORMS:
                raise ValueError(f"two functions for the raw operation {op_type}")
            FORMS[op_type] = function
        return function

    return decorate
