"""Types of users that are made of tensors: `tf.experimental.ExtensionType` and its kin."""

from tfshim._listing import lazily, names

_MODULES = {
    "batching": "BatchableExtensionType ExtensionTypeBatchEncoder",
    "dispatching": """dispatch_for_api dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis
        dispatch_for_unary_elementwise_apis unregister_dispatch_for""",
    "extension_type": "ExtensionType",
    "spec": "ExtensionTypeSpec",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
