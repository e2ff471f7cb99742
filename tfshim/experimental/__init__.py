"""`tf.experimental`: extension types, dispatch, ragged shapes, NumPy's interface and the like."""

from tfshim._listing import lazily, names

_MODULES = {
    "tfshim.extension_types": """BatchableExtensionType ExtensionType ExtensionTypeBatchEncoder ExtensionTypeSpec dispatch_for_api
        dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis dispatch_for_unary_elementwise_apis
        unregister_dispatch_for""",
    "tfshim.data.optional": "Optional",
    "tfshim.structured_tensor": "StructuredTensor",
    "tfshim.ragged.row_partition": "RowPartition",
    "tfshim.ragged.dynamic_ragged_shape": "DynamicRaggedShape",
    "tfshim.engine.values.dtypes": "float8_e4m3fn float8_e5m2 int4 uint4",
    "execution": """async_clear_error async_scope enable_strict_mode function_executor_type
        register_filesystem_plugin""",
}
_SUBMODULES = "dtensor numpy extension_type dlpack tensorrt".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(
    globals(), _MODULES, _SUBMODULES, "tf.experimental.{name} is not part of tfshim (it may be part of TensorFlow 2.15: see README.md)."
)
