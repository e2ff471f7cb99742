"""`tf.experimental.tensorrt`: conversion for TensorRT, which is not there."""

import collections

from tfshim._listing import listing

__all__ = ["ConversionParams", "Converter"]
__dir__ = listing(globals())

_FIELDS = {"max_workspace_size_bytes": 1 << 30, "precision_mode": "FP32", "minimum_segment_size": 3, "maximum_cached_engines": 1,
           "use_calibration": True, "allow_build_at_runtime": True}  # fmt: skip


class ConversionParams(collections.namedtuple("ConversionParams", list(_FIELDS))):
    """Parameters of a conversion, a plain record. Mirrors `tf.experimental.tensorrt.ConversionParams`."""

    def __new__(cls, max_workspace_size_bytes=1 << 30, precision_mode="FP32", minimum_segment_size=3, maximum_cached_engines=1,
                use_calibration=True, allow_build_at_runtime=True):
        return super().__new__(cls, max_workspace_size_bytes, precision_mode, minimum_segment_size, maximum_cached_engines,
                               use_calibration, allow_build_at_runtime)


class Converter:
    """Not there: construction raises NotImplementedError. Mirrors `tf.experimental.tensorrt.Converter`."""

    def __init__(self, input_saved_model_dir=None, input_saved_model_tags=None, input_saved_model_signature_key=None,
                 use_dynamic_shape=None, dynamic_shape_profile_strategy=None, max_workspace_size_bytes=1 << 30, precision_mode="FP32",
                 minimum_segment_size=3, maximum_cached_engines=1, use_calibration=True, allow_build_at_runtime=True,
                 conversion_params=None):
        raise NotImplementedError(
            "tf.experimental.tensorrt.Converter is not supported: export the PyTorch module to ONNX, or use torch_tensorrt."
        )

    def build(self, input_fn):
        """Not there."""
        raise NotImplementedError("tf.experimental.tensorrt.Converter.build is not supported.")

    def convert(self, calibration_input_fn=None):
        """Not there."""
        raise NotImplementedError("tf.experimental.tensorrt.Converter.convert is not supported.")

    def save(self, output_saved_model_dir, save_gpu_specific_engines=True, options=None):
        """Not there."""
        raise NotImplementedError("tf.experimental.tensorrt.Converter.save is not supported.")

    def summary(self, line_length=160, detailed=True, print_fn=None):
        """Not there."""
        raise NotImplementedError("tf.experimental.tensorrt.Converter.summary is not supported.")
