# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim import __internal__ as __internal__, __operators__ as __operators__, audio as audio, autodiff as autodiff
from tfshim import autograph as autograph, bitwise as bitwise, compat as compat, config as config, data as data, debugging as debugging
from tfshim import distribute as distribute, dtypes as dtypes, errors as errors, estimator as estimator, experimental as experimental
from tfshim import feature_column as feature_column, graph_util as graph_util, image as image, initializers as initializers, io as io
from tfshim import keras as keras, linalg as linalg, lookup as lookup, losses as losses, math as math, metrics as metrics, nest as nest
from tfshim import nn as nn, optimizers as optimizers, profiler as profiler, quantization as quantization, queue as queue, ragged as ragged
from tfshim import random as random, raw_ops as raw_ops, saved_model as saved_model, sets as sets, signal as signal, sparse as sparse
from tfshim import strings as strings, summary as summary, sysconfig as sysconfig, test as test, tpu as tpu, train as train, types as types
from tfshim import version as version, xla as xla
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape as broadcast_dynamic_shape
from tfshim.array_ops.broadcasting import broadcast_static_shape as broadcast_static_shape, broadcast_to as broadcast_to
from tfshim.array_ops.casting import bitcast as bitcast, cast as cast, complex as complex
from tfshim.array_ops.comparing import edit_distance as edit_distance, fingerprint as fingerprint
from tfshim.array_ops.creation import constant as constant, convert_to_tensor as convert_to_tensor, fill as fill, ones as ones
from tfshim.array_ops.creation import ones_like as ones_like, range as range, zeros as zeros, zeros_like as zeros_like
from tfshim.array_ops.gathering import gather as gather, gather_nd as gather_nd
from tfshim.array_ops.identities import guarantee_const as guarantee_const, identity as identity, identity_n as identity_n
from tfshim.array_ops.joining import concat as concat, parallel_stack as parallel_stack, split as split, stack as stack, unstack as unstack
from tfshim.array_ops.masking import boolean_mask as boolean_mask, where as where
from tfshim.array_ops.padding import pad as pad, required_space_to_batch_paddings as required_space_to_batch_paddings
from tfshim.array_ops.repeating import meshgrid as meshgrid, repeat as repeat, tile as tile
from tfshim.array_ops.scattering import dynamic_partition as dynamic_partition, dynamic_stitch as dynamic_stitch, scatter_nd as scatter_nd
from tfshim.array_ops.scattering import tensor_scatter_nd_add as tensor_scatter_nd_add, tensor_scatter_nd_max as tensor_scatter_nd_max
from tfshim.array_ops.scattering import tensor_scatter_nd_min as tensor_scatter_nd_min, tensor_scatter_nd_sub as tensor_scatter_nd_sub
from tfshim.array_ops.scattering import tensor_scatter_nd_update as tensor_scatter_nd_update
from tfshim.array_ops.sequences import linspace as linspace, one_hot as one_hot, unravel_index as unravel_index
from tfshim.array_ops.shapes import ensure_shape as ensure_shape, expand_dims as expand_dims, rank as rank, reshape as reshape
from tfshim.array_ops.shapes import shape as shape, shape_n as shape_n, size as size, squeeze as squeeze
from tfshim.array_ops.slicing import slice as slice, strided_slice as strided_slice
from tfshim.array_ops.sorting import argsort as argsort, searchsorted as searchsorted, sort as sort
from tfshim.array_ops.transposing import reverse as reverse, reverse_sequence as reverse_sequence, roll as roll, transpose as transpose
from tfshim.array_ops.uniques import unique as unique, unique_with_counts as unique_with_counts
from tfshim.autodiff import AggregationMethod as AggregationMethod, UnconnectedGradients as UnconnectedGradients, gradients as gradients
from tfshim.autodiff import hessians as hessians, stop_gradient as stop_gradient
from tfshim.control_flow import case as case, cond as cond, control_dependencies as control_dependencies, group as group, no_op as no_op
from tfshim.control_flow import switch_case as switch_case, tuple as tuple, while_loop as while_loop
from tfshim.critical_section import CriticalSection as CriticalSection
from tfshim.data.optional import OptionalSpec as OptionalSpec
from tfshim.debugging.assertion import Assert as Assert
from tfshim.debugging.comparing import assert_equal as assert_equal, assert_greater as assert_greater, assert_less as assert_less
from tfshim.debugging.ranks import assert_rank as assert_rank
from tfshim.engine.functions.function import function as function, inside_function as inside_function
from tfshim.engine.gradients.tape import GradientTape as GradientTape
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient as custom_gradient, grad_pass_through as grad_pass_through
from tfshim.engine.graph_gradients.custom_gradient import recompute_grad as recompute_grad
from tfshim.engine.graphs.graph import Graph as Graph
from tfshim.engine.graphs.operation import Operation as Operation
from tfshim.engine.ops.indexed_slices import IndexedSlices as IndexedSlices
from tfshim.engine.ops.indexed_slices_spec import IndexedSlicesSpec as IndexedSlicesSpec
from tfshim.engine.ops.registered_gradients import RegisterGradient as RegisterGradient, no_gradient as no_gradient
from tfshim.engine.runtime.context import device as device, executing_eagerly as executing_eagerly
from tfshim.engine.runtime.context import get_current_name_scope as get_current_name_scope, init_scope as init_scope
from tfshim.engine.runtime.context import name_scope as name_scope
from tfshim.engine.runtime.device_names import DeviceSpecV2 as DeviceSpec
from tfshim.engine.runtime.logger import get_logger as get_logger
from tfshim.engine.values.convert import is_tensor as is_tensor, register_tensor_conversion_function as register_tensor_conversion_function
from tfshim.engine.values.dtypes import DType as DType, as_dtype as as_dtype, bfloat16 as bfloat16, bool as bool, complex128 as complex128
from tfshim.engine.values.dtypes import complex64 as complex64, float16 as float16, float16 as half, float32 as float32, float64 as double
from tfshim.engine.values.dtypes import float64 as float64, int16 as int16, int32 as int32, int64 as int64, int8 as int8, qint16 as qint16
from tfshim.engine.values.dtypes import qint32 as qint32, qint8 as qint8, quint16 as quint16, quint8 as quint8, resource as resource
from tfshim.engine.values.dtypes import string as string, uint16 as uint16, uint32 as uint32, uint64 as uint64, uint8 as uint8
from tfshim.engine.values.dtypes import variant as variant
from tfshim.engine.values.shapes import TensorShape as TensorShape
from tfshim.engine.values.tensor import Tensor as Tensor
from tfshim.engine.values.type_spec_base import TypeSpec as TypeSpec
from tfshim.engine.values.typespec import TensorSpec as TensorSpec, type_spec_from_value as type_spec_from_value
from tfshim.engine.variables.creator_scope import variable_creator_scope as variable_creator_scope
from tfshim.engine.variables.synchronization import VariableAggregation as VariableAggregation
from tfshim.engine.variables.synchronization import VariableSynchronization as VariableSynchronization
from tfshim.engine.variables.variable import Variable as Variable
from tfshim.graph import import_graph_def as import_graph_def, is_symbolic_tensor as is_symbolic_tensor, load_library as load_library
from tfshim.graph import load_op_library as load_op_library
from tfshim.initializer_ops import constant_initializer as constant_initializer, ones_initializer as ones_initializer
from tfshim.initializer_ops import random_normal_initializer as random_normal_initializer
from tfshim.initializer_ops import random_uniform_initializer as random_uniform_initializer, zeros_initializer as zeros_initializer
from tfshim.linalg.contractions import einsum as einsum, tensordot as tensordot
from tfshim.linalg.decompositions import eig as eig, eigvals as eigvals
from tfshim.linalg.diagonals import eye as eye
from tfshim.linalg.functions import sqrtm as matrix_square_root
from tfshim.linalg.norms import norm as norm
from tfshim.linalg.products import matmul as matmul
from tfshim.logging_ops import print as print, timestamp as timestamp
from tfshim.looping.folding import foldl as foldl, foldr as foldr, scan as scan
from tfshim.looping.mapping import map_fn as map_fn
from tfshim.looping.vectorized import vectorized_map as vectorized_map
from tfshim.math.arithmetic import add as add, add_n as add_n, multiply as multiply, negative as negative, pow as pow
from tfshim.math.arithmetic import scalar_mul as scalar_mul, square as square, subtract as subtract
from tfshim.math.clipping import clip_by_global_norm as clip_by_global_norm, clip_by_norm as clip_by_norm, clip_by_value as clip_by_value
from tfshim.math.comparison import equal as equal, greater as greater, greater_equal as greater_equal, less as less
from tfshim.math.comparison import less_equal as less_equal, maximum as maximum, minimum as minimum, not_equal as not_equal
from tfshim.math.counting import histogram_fixed_width as histogram_fixed_width, histogram_fixed_width_bins as histogram_fixed_width_bins
from tfshim.math.cumulative import cumsum as cumsum
from tfshim.math.division import divide as divide, realdiv as realdiv, truediv as truediv, truncatediv as truncatediv
from tfshim.math.division import truncatemod as truncatemod
from tfshim.math.elementwise import abs as abs, exp as exp, floor as floor, round as round, sigmoid as sigmoid, sign as sign, sqrt as sqrt
from tfshim.math.logical import logical_and as logical_and, logical_not as logical_not, logical_or as logical_or
from tfshim.math.ranking import argmax as argmax, argmin as argmin
from tfshim.math.reductions import reduce_all as reduce_all, reduce_any as reduce_any, reduce_logsumexp as reduce_logsumexp
from tfshim.math.reductions import reduce_max as reduce_max, reduce_mean as reduce_mean, reduce_min as reduce_min
from tfshim.math.reductions import reduce_prod as reduce_prod, reduce_sum as reduce_sum
from tfshim.math.saturating import saturate_cast as saturate_cast
from tfshim.math.sequences import sequence_mask as sequence_mask
from tfshim.math.trigonometric import acos as acos, acosh as acosh, asin as asin, asinh as asinh, atan as atan, atan2 as atan2
from tfshim.math.trigonometric import atanh as atanh, cos as cos, cosh as cosh, sin as sin, sinh as sinh, tan as tan, tanh as tanh
from tfshim.module import Module as Module
from tfshim.nn.convolution_gradients import conv2d_backprop_filter_v2 as conv2d_backprop_filter_v2
from tfshim.nn.convolution_gradients import conv2d_backprop_input_v2 as conv2d_backprop_input_v2
from tfshim.nn.convolutions import conv as conv
from tfshim.nn.isotonic import approx_top_k as approx_top_k
from tfshim.nn.patches import extract_volume_patches as extract_volume_patches
from tfshim.nn.space import batch_to_space as batch_to_space, space_to_batch as space_to_batch, space_to_batch_nd as space_to_batch_nd
from tfshim.protos.tensors import get_static_value as get_static_value, make_ndarray as make_ndarray, make_tensor_proto as make_tensor_proto
from tfshim.ragged.filling import ragged_fill_empty_rows as ragged_fill_empty_rows
from tfshim.ragged.filling import ragged_fill_empty_rows_grad as ragged_fill_empty_rows_grad
from tfshim.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec as RaggedTensorSpec
from tfshim.random.stateless import random_index_shuffle as random_index_shuffle
from tfshim.script_ops import nondifferentiable_batch_function as nondifferentiable_batch_function, numpy_function as numpy_function
from tfshim.script_ops import py_function as py_function
from tfshim.signal.fourier_nd import fftnd as fftnd, ifftnd as ifftnd, irfftnd as irfftnd, rfftnd as rfftnd
from tfshim.sparse.sparse_tensor import SparseTensor as SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec as SparseTensorSpec
from tfshim.strings.formatting import as_string as as_string
from tfshim.tensor_array import TensorArray as TensorArray
from tfshim.tensor_array.spec import TensorArraySpec as TensorArraySpec
__compiler_version__: str
__cxx11_abi_flag__: int
__cxx_version__: int
__git_version__: str
__monolithic_build__: int
__version__: str
newaxis: None
