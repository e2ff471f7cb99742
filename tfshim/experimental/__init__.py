"""`tf.experimental`: extension types, dispatch, ragged shapes, NumPy's interface and the like."""

import importlib

from tfshim._listing import listing

# module -> names
_WHERE = {
    "tfshim.extension_types": """BatchableExtensionType ExtensionType ExtensionTypeBatchEncoder ExtensionTypeSpec dispatch_for_api
        dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis dispatch_for_unary_elementwise_apis
        unregister_dispatch_for""",
    "tfshim.data.optional": "Optional",
    "tfshim.structured_tensor": "StructuredTensor",
    "tfshim.ragged.row_partition": "RowPartition",
    "tfshim.ragged.dynamic_ragged_shape": "DynamicRaggedShape",
    "tfshim.engine.values.dtypes": "float8_e4m3fn float8_e5m2 int4 uint4",
    "tfshim.experimental.execution": """async_clear_error async_scope enable_strict_mode function_executor_type
        register_filesystem_plugin""",
}
_MODULES = {name: module for module, names in _WHERE.items() for name in names.split()}
_SUBMODULES = frozenset("dtensor numpy extension_type dlpack tensorrt".split())
__all__ = [*_MODULES, *_SUBMODULES]
__dir__ = listing(globals())


def __getattr__(name):
    if name in _SUBMODULES:
        try:
            return importlib.import_module(f"tfshim.experimental.{name}")
        except ModuleNotFoundError as e:
            if e.name != f"tfshim.experimental.{name}":
                raise
    if name not in _MODULES:
        raise AttributeError(f"tf.experimental.{name} is not part of tfshim (it may be part of TensorFlow 2.15: see README.md).")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value
