"""Types of users that are made of tensors: `tf.experimental.ExtensionType` and its kin."""

from tfshim.extension_types.batching import BatchableExtensionType, ExtensionTypeBatchEncoder
from tfshim.extension_types.dispatching import (
    dispatch_for_api,
    dispatch_for_binary_elementwise_apis,
    dispatch_for_binary_elementwise_assert_apis,
    dispatch_for_unary_elementwise_apis,
    unregister_dispatch_for,
)
from tfshim.extension_types.extension_type import ExtensionType
from tfshim.extension_types.spec import ExtensionTypeSpec

__all__ = """BatchableExtensionType ExtensionType ExtensionTypeBatchEncoder ExtensionTypeSpec dispatch_for_api
    dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis dispatch_for_unary_elementwise_apis
    unregister_dispatch_for""".split()
