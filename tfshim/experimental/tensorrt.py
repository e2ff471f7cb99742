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
    """Parameters of a conversion, a plain record. Mirrors `tf.experimental.tensorrt.ConversionParams`."""

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
