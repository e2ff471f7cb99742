# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.data.optional import Optional as Optional
from tfshim.engine.values.dtypes import _base as uint4, float8_e4m3fn as float8_e4m3fn, float8_e5m2 as float8_e5m2, int4 as int4
from tfshim.experimental import dlpack as dlpack, dtensor as dtensor, extension_type as extension_type, numpy as numpy, tensorrt as tensorrt
from tfshim.experimental.execution import async_clear_error as async_clear_error, async_scope as async_scope
from tfshim.experimental.execution import enable_strict_mode as enable_strict_mode, function_executor_type as function_executor_type
from tfshim.experimental.execution import register_filesystem_plugin as register_filesystem_plugin
from tfshim.extension_types.batching import BatchableExtensionType as BatchableExtensionType
from tfshim.extension_types.batching import ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder
from tfshim.extension_types.dispatching import dispatch_for_api as dispatch_for_api
from tfshim.extension_types.dispatching import dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis
from tfshim.extension_types.dispatching import dispatch_for_binary_elementwise_assert_apis as dispatch_for_binary_elementwise_assert_apis
from tfshim.extension_types.dispatching import dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis
from tfshim.extension_types.dispatching import unregister_dispatch_for as unregister_dispatch_for
from tfshim.extension_types.extension_type import ExtensionType as ExtensionType
from tfshim.extension_types.spec import ExtensionTypeSpec as ExtensionTypeSpec
from tfshim.ragged.dynamic_ragged_shape import DynamicRaggedShape as DynamicRaggedShape
from tfshim.ragged.row_partition import RowPartition as RowPartition
from tfshim.structured_tensor.structured_tensor import StructuredTensor as StructuredTensor
