"""How TensorFlow's public functions name the nodes that they make, where that is not by the type of the operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

DEFAULT_NAMES = {
    "AddV2": "Add",
    "BatchMatMulV2": "MatMul",
    "ComplexAbs": "Abs",
    "ConcatV2": "concat",
    "Conv2DBackpropInput": "conv2d_transpose",
    "Conv3DBackpropInputV2": "conv3d_transpose",
    "DepthwiseConv2dNative": "depthwise",
    "DivNoNan": "div_no_nan",
    "FloorDiv": "floordiv",
    "HistogramFixedWidth": "histogram_fixed_width",
    "MaxPool": "MaxPool2d",
    "MulNoNan": "multiply_no_nan",
    "OneHot": "one_hot",
    "OnesLike": "ones_like",
    "Pack": "stack",
    "Range": "range",
    "RealDiv": "truediv",
    "SigmoidCrossEntropyWithLogits": "logistic_loss",
    "SparseMatMul": "MatMul",
    "Split": "split",
    "SplitV": "split",
    "StridedSlice": "strided_slice",
    "Transpose": "transpose",
    "Unpack": "unstack",
    "WeightedCrossEntropyWithLogits": "logistic_loss",
    "WeightedMoments": "weighted_moments",
    "ZerosLike": "zeros_like",
}

# Operations that TensorFlow's public functions make within a scope: (its name, unless one is given, what is last in it).
WITHIN_SCOPES = {
    "BandedTriangularSolve": ("banded_triangular_solve", "BandedTriangularSolve"),
    "BatchNormalization": ("batchnorm", "add_1"),
    "BesselI0": ("bessel_i0", "BesselI0"),
    "BesselI0e": ("bessel_i0e", "BesselI0e"),
    "BesselI1": ("bessel_i1", "BesselI1"),
    "BesselI1e": ("bessel_i1e", "BesselI1e"),
    "BesselJ0": ("bessel_j0", "BesselJ0"),
    "BesselJ1": ("bessel_j1", "BesselJ1"),
    "BesselK0": ("bessel_k0", "BesselK0"),
    "BesselK0e": ("bessel_k0e", "BesselK0e"),
    "BesselK1": ("bessel_k1", "BesselK1"),
    "BesselK1e": ("bessel_k1e", "BesselK1e"),
    "BesselY0": ("bessel_y0", "BesselY0"),
    "BesselY1": ("bessel_y1", "BesselY1"),
    "CombinedNonMaxSuppression": ("combined_non_max_suppression", "CombinedNonMaxSuppression"),
    "Dawsn": ("dawsn", "Dawsn"),
    "DecodeImage": ("decode_image", "DecodeImage"),
    "GlobalNorm": ("global_norm", "global_norm"),
    "Dropout": ("dropout", "SelectV2"),
    "Einsum": ("einsum", "Einsum"),
    "Erfinv": ("erfinv", "Erfinv"),
    "Expint": ("expint", "Expint"),
    "FresnelCos": ("fresnel_cos", "FresnelCos"),
    "FresnelSin": ("fresnel_sin", "FresnelSin"),
    "InTopKV2": ("in_top_k", "InTopKV2"),
    "MatrixTriangularSolve": ("triangular_solve", "MatrixTriangularSolve"),
    "Ndtri": ("ndtri", "Ndtri"),
    "NonMaxSuppressionV3": ("non_max_suppression", "NonMaxSuppressionV3"),
    "NonMaxSuppressionV5": ("non_max_suppression_with_scores", "NonMaxSuppressionV5"),
    "NonMaxSuppressionWithOverlaps": ("non_max_suppression_overlaps", "NonMaxSuppressionWithOverlaps"),
    "ReduceJoin": ("ReduceJoin", "ReduceJoin"),
    "SobolSample": ("sobol", "SobolSample"),
    "SparseTensorDenseMatMul": ("SparseTensorDenseMatMul", "SparseTensorDenseMatMul"),
    "Spence": ("spence", "Spence"),
    "StandardDeviation": ("reduce_std", "Sqrt"),
    "Xdivy": ("xdivy", "Xdivy"),
    "Xlog1py": ("xlog1py", "Xlog1py"),
}


# What is last in a scope where that is called as the scope is, without a number.
GIVEN = "*"


def _last_of_assert(values: Sequence[Any]) -> str | None:
    # TensorFlow guards a check by a condition unless it shows texts and integers only.
    plain = all(x.dtype.name in ("string", "int32") for x in values[1])
    return "Assert" if plain else "AssertGuard/Identity"


def _last_of_sparse_loss(values: Sequence[Any]) -> str | None:
    logits = values[1]
    if logits.dtype.name in ("float16", "bfloat16"):
        return "Cast_1"
    return GIVEN if logits.shape.rank == 2 else "Reshape_2"


def _last_of_sort(values: Sequence[Any]) -> str | None:
    x, axis, direction = values[:3]
    if direction == "ASCENDING":
        return "Neg_1" if x.dtype.is_floating else "sub_1"
    return "TopKV2" if axis in (-1, (x.shape.rank or 0) - 1) else "transpose_1"


def _last_of_argsort(values: Sequence[Any]) -> str | None:
    x, axis = values[:2]
    return "TopKV2" if axis in (-1, (x.shape.rank or 0) - 1) else "transpose_1"


def _last_of_moments(values: Sequence[Any]) -> str | None:
    x, _, keepdims = values[:3]
    low = x.dtype.name in ("float16", "bfloat16")
    return "Cast_1" if low else "mean" if keepdims else "Squeeze"


# The same of composites, by their kernels: {"module below tfshim.kernel": (the name of the scope, what is last in it)}. None is last where
# that has the name of the scope; a function of the arguments says it where it depends on them.
OF_KERNELS: dict[str, tuple[str, str | Callable[[Sequence[Any]], str | None] | None]] = {
    "array_ops.sorting._argsort": ("argsort", _last_of_argsort),
    "array_ops.sorting._sort": ("sort", _last_of_sort),
    "debugging.assertion._assert_op": ("Assert", _last_of_assert),
    "image.resizing._resampled": ("resize", "ScaleAndTranslate"),
    "math.counting.dense_bincount": ("bincount", "DenseBincount"),
    "math.reductions.reduce_logsumexp": ("ReduceLogSumExp", None),
    "math.variances._reduce_variance": ("reduce_variance", "Mean_1"),
    "nn.activations.crelu": ("CRelu", "Relu"),
    "nn.activations.gelu": ("Gelu", lambda values: "mul_3" if values[1] else "mul_1"),
    "nn.convolutions.conv1d": ("conv1d", "Squeeze"),
    "nn.losses._softmax_cross_entropy": (
        "softmax_cross_entropy_with_logits",
        lambda values: "Cast_2" if values[1].dtype.name in ("float16", "bfloat16") else "Reshape_2",
    ),
    "nn.losses.sparse_softmax_cross_entropy_with_logits": ("SparseSoftmaxCrossEntropyWithLogits", _last_of_sparse_loss),
    "nn.morphology.erosion2d": ("erosion2d", "Neg_1"),
    "nn.means_and_variances._moments": ("moments", _last_of_moments),
    "nn.pooling.avg_pool1d": ("AvgPool1D", "Squeeze"),
    "nn.pooling.avg_pool2d": ("AvgPool2D", None),
    "nn.pooling.max_pool1d": ("MaxPool1d", "Squeeze"),
}


def within(operation: Any) -> tuple[str, Any] | None:
    """(the scope in which TensorFlow's public functions make a composite, what is last in it): see `OF_KERNELS`."""
    name = getattr(operation.kernel, "__name__", None)  # what the engine makes itself may have none
    return None if name is None else OF_KERNELS.get(f"{operation.kernel.__module__.removeprefix('tfshim.')}.{name}")


# What constants for inputs are called where that is not by the input: {(type of the operation, input): name}. "../" is the scope
# around the operation; "Const" gets a number where it is taken.
CONSTANT_NAMES = {
    ("CombinedNonMaxSuppression", "iou_threshold"): "../iou_threshold",
    ("CombinedNonMaxSuppression", "max_total_size"): "../Const",
    ("CombinedNonMaxSuppression", "score_threshold"): "../score_threshold",
    ("NonMaxSuppressionV3", "iou_threshold"): "../iou_threshold",
    ("NonMaxSuppressionV3", "score_threshold"): "../score_threshold",
    ("NonMaxSuppressionV5", "iou_threshold"): "../iou_threshold",
    ("NonMaxSuppressionV5", "score_threshold"): "../score_threshold",
    ("NonMaxSuppressionV5", "soft_nms_sigma"): "../soft_nms_sigma",
    ("NonMaxSuppressionWithOverlaps", "overlap_threshold"): "../overlap_threshold",
    ("ReduceJoin", "reduction_indices"): "../Const",
    ("SplitV", "size_splits"): "../Const",
}
# Those of items of a list are counted alone, without the name of the input.
COUNTED_ALONE = frozenset(["Pack"])
# The operands of Python's operators are `x` and `y`.
OPERANDS = {"a": "x", "b": "y"}
