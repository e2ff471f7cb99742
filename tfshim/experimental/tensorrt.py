"""`tf.experimental.tensorrt`: conversion for TensorRT, which is not there."""

from __future__ import annotations

import collections

from tfshim._listing import listing
from tfshim.refusals import refusing_class

__all__ = ["ConversionParams", "Converter"]
__dir__ = listing(globals())

_FIELDS = {"max_workspace_size_bytes": 1 << 30, "precision_mode": "FP32", "minimum_segment_size": 3, "maximum_cached_engines": 1,
           "use_calibration": True, "allow_build_at_runtime": True}  # fmt: skip


class ConversionParams(collections.namedtuple("ConversionParams", list(_FIELDS))):
    """Parameters of a conversion for TensorRT, a plain record. Mirrors `tf.experimental.tensorrt.ConversionParams`.

    It can be made and handed around; `tf.experimental.tensorrt.Converter`, which would use it, is not supported.
    `tf.function(jit_compile=True)` is what compiles functions here.

    Arguments:
        max_workspace_size_bytes: the memory that TensorRT may use, in bytes; 1 GiB by default.
        precision_mode: "FP32" (the default), "FP16" or "INT8".
        minimum_segment_size: the least number of nodes that are replaced together, 3.
        maximum_cached_engines: how many engines are kept, 1.
        use_calibration: whether "INT8" is calibrated, True.
        allow_build_at_runtime: whether engines may be built as they are needed, True.

    Example:
        >>> params = tf.experimental.tensorrt.ConversionParams(precision_mode="FP16")
        >>> params.precision_mode, params.minimum_segment_size
        ('FP16', 3)
        >>> params._replace(minimum_segment_size=5).minimum_segment_size
        5
    """

    def __new__(
        cls,
        max_workspace_size_bytes: int = 1 << 30,
        precision_mode: str = "FP32",
        minimum_segment_size: int = 3,
        maximum_cached_engines: int = 1,
        use_calibration: bool = True,
        allow_build_at_runtime: bool = True,
    ) -> ConversionParams:
        return super().__new__(
            cls,
            max_workspace_size_bytes,
            precision_mode,
            minimum_segment_size,
            maximum_cached_engines,
            use_calibration,
            allow_build_at_runtime,
        )


Converter = refusing_class(
    "tf.experimental.tensorrt.Converter",
    object,
    "input_saved_model_dir=None, input_saved_model_tags=None, input_saved_model_signature_key=None, use_dynamic_shape=None, "
    "dynamic_shape_profile_strategy=None, max_workspace_size_bytes=1 << 30, precision_mode='FP32', minimum_segment_size=3, "
    "maximum_cached_engines=1, use_calibration=True, allow_build_at_runtime=True, conversion_params=None",
    "build convert save summary",
)
