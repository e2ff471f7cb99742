# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim import audio as audio, bitwise as bitwise, compat as compat, nest as nest, quantization as quantization, queue as queue
from tfshim import raw_ops as raw_ops, signal as signal, sysconfig as sysconfig, version as version, xla as xla
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape as broadcast_dynamic_shape
from tfshim.array_ops.broadcasting import broadcast_static_shape as broadcast_static_shape, broadcast_to as broadcast_to
from tfshim.array_ops.casting import bitcast as bitcast, cast as cast, complex as complex
from tfshim.array_ops.comparing import edit_distance as edit_distance, fingerprint as fingerprint
from tfshim.array_ops.creation import fill as fill, ones as ones, range as range, zeros as zeros
from tfshim.array_ops.identities import guarantee_const as guarantee_const, identity as identity, identity_n as identity_n
from tfshim.array_ops.joining import concat as concat, parallel_stack as parallel_stack, split as split, unstack as unstack
from tfshim.array_ops.masking import where as where_v2
from tfshim.array_ops.matrices import matrix_transpose as matrix_transpose
from tfshim.array_ops.padding import required_space_to_batch_paddings as required_space_to_batch_paddings
from tfshim.array_ops.repeating import meshgrid as meshgrid, repeat as repeat, tile as tile
from tfshim.array_ops.scattering import dynamic_partition as dynamic_partition, dynamic_stitch as dynamic_stitch, scatter_nd as scatter_nd
from tfshim.array_ops.scattering import tensor_scatter_nd_add as tensor_scatter_add, tensor_scatter_nd_add as tensor_scatter_nd_add
from tfshim.array_ops.scattering import tensor_scatter_nd_max as tensor_scatter_nd_max, tensor_scatter_nd_min as tensor_scatter_nd_min
from tfshim.array_ops.scattering import tensor_scatter_nd_sub as tensor_scatter_nd_sub, tensor_scatter_nd_sub as tensor_scatter_sub
from tfshim.array_ops.scattering import tensor_scatter_nd_update as tensor_scatter_nd_update
from tfshim.array_ops.scattering import tensor_scatter_nd_update as tensor_scatter_update
from tfshim.array_ops.sequences import linspace as lin_space, linspace as linspace, one_hot as one_hot, unravel_index as unravel_index
from tfshim.array_ops.shapes import ensure_shape as ensure_shape, rank as rank, reshape as reshape, shape_n as shape_n
from tfshim.array_ops.slicing import slice as slice, strided_slice as strided_slice
from tfshim.array_ops.sorting import argsort as argsort, searchsorted as searchsorted, sort as sort
from tfshim.array_ops.transposing import reverse as reverse, reverse as reverse_v2, roll as roll
from tfshim.array_ops.uniques import unique as unique, unique_with_counts as unique_with_counts
from tfshim.autodiff import AggregationMethod as AggregationMethod, UnconnectedGradients as UnconnectedGradients
from tfshim.autodiff import stop_gradient as stop_gradient
from tfshim.compat.v1 import app as app, data as data, debugging as debugging, distribute as distribute, distributions as distributions
from tfshim.compat.v1 import dtypes as dtypes, errors as errors, estimator as estimator, feature_column as feature_column, flags as flags
from tfshim.compat.v1 import gfile as gfile, graph_util as graph_util, image as image, initializers as initializers, io as io
from tfshim.compat.v1 import keras as keras, layers as layers, linalg as linalg, logging as logging, losses as losses, manip as manip
from tfshim.compat.v1 import math as math, metrics as metrics, mixed_precision as mixed_precision, nn as nn, profiler as profiler
from tfshim.compat.v1 import python_io as python_io, ragged as ragged, random as random, resource_loader as resource_loader
from tfshim.compat.v1 import saved_model as saved_model, sets as sets, sparse as sparse, spectral as spectral, strings as strings
from tfshim.compat.v1 import summary as summary, test as test, tpu as tpu, train as train, user_ops as user_ops
from tfshim.compat.v1.arrays import arg_max as arg_max, arg_min as arg_min, argmax as argmax, argmin as argmin, batch_gather as batch_gather
from tfshim.compat.v1.arrays import boolean_mask as boolean_mask, expand_dims as expand_dims, gather as gather, gather_nd as gather_nd
from tfshim.compat.v1.arrays import pad as pad, setdiff1d as setdiff1d, shape as shape, size as size, squeeze as squeeze, stack as stack
from tfshim.compat.v1.arrays import transpose as transpose, verify_tensor_all_finite as verify_tensor_all_finite, where as where
from tfshim.compat.v1.blocks import batch_to_space as batch_to_space, depth_to_space as depth_to_space
from tfshim.compat.v1.blocks import extract_image_patches as extract_image_patches, quantize_v2 as quantize_v2
from tfshim.compat.v1.blocks import reverse_sequence as reverse_sequence, space_to_batch as space_to_batch, space_to_depth as space_to_depth
from tfshim.compat.v1.creation import constant as constant, convert_to_tensor as convert_to_tensor
from tfshim.compat.v1.creation import convert_to_tensor_or_indexed_slices as convert_to_tensor_or_indexed_slices
from tfshim.compat.v1.creation import convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor, ones_like as ones_like
from tfshim.compat.v1.creation import zeros_like as zeros_like
from tfshim.compat.v1.debugging import assert_equal as assert_equal, assert_greater as assert_greater
from tfshim.compat.v1.debugging import assert_greater_equal as assert_greater_equal, assert_integer as assert_integer
from tfshim.compat.v1.debugging import assert_less as assert_less, assert_less_equal as assert_less_equal, assert_near as assert_near
from tfshim.compat.v1.debugging import assert_negative as assert_negative, assert_non_negative as assert_non_negative
from tfshim.compat.v1.debugging import assert_non_positive as assert_non_positive, assert_none_equal as assert_none_equal
from tfshim.compat.v1.debugging import assert_positive as assert_positive, assert_rank as assert_rank
from tfshim.compat.v1.debugging import assert_rank_at_least as assert_rank_at_least, assert_rank_in as assert_rank_in
from tfshim.compat.v1.debugging import assert_scalar as assert_scalar, assert_type as assert_type
from tfshim.compat.v1.graphs.accumulators import ConditionalAccumulator as ConditionalAccumulator
from tfshim.compat.v1.graphs.accumulators import ConditionalAccumulatorBase as ConditionalAccumulatorBase
from tfshim.compat.v1.graphs.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from tfshim.compat.v1.graphs.file_readers import FixedLengthRecordReader as FixedLengthRecordReader, IdentityReader as IdentityReader
from tfshim.compat.v1.graphs.file_readers import LMDBReader as LMDBReader, TFRecordReader as TFRecordReader
from tfshim.compat.v1.graphs.file_readers import TextLineReader as TextLineReader, WholeFileReader as WholeFileReader
from tfshim.compat.v1.graphs.flow import Print as Print, add_check_numerics_ops as add_check_numerics_ops, case as case, cond as cond
from tfshim.compat.v1.graphs.flow import foldl as foldl, foldr as foldr, gradients as gradients, hessians as hessians, map_fn as map_fn
from tfshim.compat.v1.graphs.flow import py_func as py_func, scan as scan, tuple as tuple, while_loop as while_loop
from tfshim.compat.v1.graphs.graphs import GraphKeys as GraphKeys, add_to_collection as add_to_collection
from tfshim.compat.v1.graphs.graphs import add_to_collections as add_to_collections, colocate_with as colocate_with, container as container
from tfshim.compat.v1.graphs.graphs import device as device, executing_eagerly_outside_functions as executing_eagerly_outside_functions
from tfshim.compat.v1.graphs.graphs import get_collection as get_collection, get_collection_ref as get_collection_ref
from tfshim.compat.v1.graphs.graphs import get_default_graph as get_default_graph, get_default_session as get_default_session
from tfshim.compat.v1.graphs.graphs import name_scope as name_scope, op_scope as op_scope, reset_default_graph as reset_default_graph
from tfshim.compat.v1.graphs.placeholders import placeholder as placeholder, placeholder_with_default as placeholder_with_default
from tfshim.compat.v1.graphs.placeholders import sparse_placeholder as sparse_placeholder
from tfshim.compat.v1.graphs.readers import ReaderBase as ReaderBase
from tfshim.compat.v1.graphs.session_handles import delete_session_tensor as delete_session_tensor, get_session_handle as get_session_handle
from tfshim.compat.v1.graphs.session_handles import get_session_tensor as get_session_tensor
from tfshim.compat.v1.graphs.wrapping import wrap_function as wrap_function
from tfshim.compat.v1.initializers.drawn import glorot_normal as glorot_normal_initializer, glorot_uniform as glorot_uniform_initializer
from tfshim.compat.v1.initializers.drawn import orthogonal as orthogonal_initializer, random_normal as random_normal_initializer
from tfshim.compat.v1.initializers.drawn import random_uniform as random_uniform_initializer
from tfshim.compat.v1.initializers.drawn import truncated_normal as truncated_normal_initializer
from tfshim.compat.v1.initializers.drawn import uniform_unit_scaling as uniform_unit_scaling_initializer
from tfshim.compat.v1.initializers.drawn import variance_scaling as variance_scaling_initializer
from tfshim.compat.v1.initializers.fixed import constant as constant_initializer, ones as ones_initializer, zeros as zeros_initializer
from tfshim.compat.v1.io import decode_csv as decode_csv, decode_raw as decode_raw, parse_example as parse_example
from tfshim.compat.v1.io import parse_single_example as parse_single_example, serialize_many_sparse as serialize_many_sparse
from tfshim.compat.v1.io import serialize_sparse as serialize_sparse
from tfshim.compat.v1.linalg import norm as norm
from tfshim.compat.v1.math import bincount as bincount, clip_by_average_norm as clip_by_average_norm, confusion_matrix as confusion_matrix
from tfshim.compat.v1.math import count_nonzero as count_nonzero, div as div, floor_div as floor_div, reduce_all as reduce_all
from tfshim.compat.v1.math import reduce_any as reduce_any, reduce_logsumexp as reduce_logsumexp, reduce_max as reduce_max
from tfshim.compat.v1.math import reduce_mean as reduce_mean, reduce_min as reduce_min, reduce_prod as reduce_prod, reduce_sum as reduce_sum
from tfshim.compat.v1.math import scalar_mul as scalar_mul, to_bfloat16 as to_bfloat16, to_complex128 as to_complex128
from tfshim.compat.v1.math import to_complex64 as to_complex64, to_double as to_double, to_float as to_float, to_int32 as to_int32
from tfshim.compat.v1.math import to_int64 as to_int64
from tfshim.compat.v1.random import multinomial as multinomial, poisson as random_poisson, set_random_seed as set_random_seed
from tfshim.compat.v1.sparse import _matmul as sparse_matmul, _to_dense as sparse_to_dense, add as sparse_add, concat as sparse_concat
from tfshim.compat.v1.sparse import merge as sparse_merge, reduce_max as sparse_reduce_max, reduce_max_sparse as sparse_reduce_max_sparse
from tfshim.compat.v1.sparse import reduce_sum as sparse_reduce_sum, reduce_sum_sparse as sparse_reduce_sum_sparse
from tfshim.compat.v1.sparse import segment_mean as sparse_segment_mean, segment_sqrt_n as sparse_segment_sqrt_n
from tfshim.compat.v1.sparse import segment_sum as sparse_segment_sum, split as sparse_split
from tfshim.compat.v1.strings import _string_split as string_split, reduce_join as reduce_join, substr as substr
from tfshim.compat.v1.strings import to_hash_bucket as string_to_hash_bucket, to_number as string_to_number
from tfshim.compat.v1.switches import control_flow_v2_enabled as control_flow_v2_enabled, disable_control_flow_v2 as disable_control_flow_v2
from tfshim.compat.v1.switches import disable_eager_execution as disable_eager_execution
from tfshim.compat.v1.switches import disable_resource_variables as disable_resource_variables
from tfshim.compat.v1.switches import disable_tensor_equality as disable_tensor_equality, disable_v2_behavior as disable_v2_behavior
from tfshim.compat.v1.switches import disable_v2_tensorshape as disable_v2_tensorshape, enable_control_flow_v2 as enable_control_flow_v2
from tfshim.compat.v1.switches import enable_eager_execution as enable_eager_execution
from tfshim.compat.v1.switches import enable_resource_variables as enable_resource_variables
from tfshim.compat.v1.switches import enable_tensor_equality as enable_tensor_equality, enable_v2_behavior as enable_v2_behavior
from tfshim.compat.v1.switches import enable_v2_tensorshape as enable_v2_tensorshape
from tfshim.compat.v1.switches import resource_variables_enabled as resource_variables_enabled
from tfshim.compat.v1.unsupported import load_file_system_library as load_file_system_library
from tfshim.compat.v1.variables.assigning import assign as assign, assign_add as assign_add, assign_sub as assign_sub
from tfshim.compat.v1.variables.assigning import batch_scatter_update as batch_scatter_update, count_up_to as count_up_to
from tfshim.compat.v1.variables.assigning import scatter_add as scatter_add, scatter_div as scatter_div, scatter_max as scatter_max
from tfshim.compat.v1.variables.assigning import scatter_min as scatter_min, scatter_mul as scatter_mul, scatter_nd_add as scatter_nd_add
from tfshim.compat.v1.variables.assigning import scatter_nd_sub as scatter_nd_sub, scatter_nd_update as scatter_nd_update
from tfshim.compat.v1.variables.assigning import scatter_sub as scatter_sub, scatter_update as scatter_update
from tfshim.compat.v1.variables.older_names import all_variables as all_variables, initialize_all_tables as initialize_all_tables
from tfshim.compat.v1.variables.older_names import initialize_all_variables as initialize_all_variables
from tfshim.compat.v1.variables.older_names import initialize_local_variables as initialize_local_variables
from tfshim.compat.v1.variables.older_names import initialize_variables as initialize_variables
from tfshim.compat.v1.variables.partitioners import fixed_size_partitioner as fixed_size_partitioner
from tfshim.compat.v1.variables.partitioners import min_max_variable_partitioner as min_max_variable_partitioner
from tfshim.compat.v1.variables.partitioners import variable_axis_size_partitioner as variable_axis_size_partitioner
from tfshim.compat.v1.variables.scope import VariableScope as VariableScope
from tfshim.compat.v1.variables.scopes import create_partitioned_variables as create_partitioned_variables
from tfshim.compat.v1.variables.scopes import get_local_variable as get_local_variable, get_variable as get_variable
from tfshim.compat.v1.variables.scopes import get_variable_scope as get_variable_scope, no_regularizer as no_regularizer
from tfshim.compat.v1.variables.scopes import variable_op_scope as variable_op_scope, variable_scope as variable_scope
from tfshim.compat.v1.variables.store import AUTO_REUSE as AUTO_REUSE
from tfshim.compat.v1.variables.templates import make_template as make_template
from tfshim.compat.v1.variables.variables import Variable as Variable, assert_variables_initialized as assert_variables_initialized
from tfshim.compat.v1.variables.variables import global_variables as global_variables
from tfshim.compat.v1.variables.variables import global_variables_initializer as global_variables_initializer
from tfshim.compat.v1.variables.variables import is_variable_initialized as is_variable_initialized, local_variables as local_variables
from tfshim.compat.v1.variables.variables import local_variables_initializer as local_variables_initializer
from tfshim.compat.v1.variables.variables import model_variables as model_variables, moving_average_variables as moving_average_variables
from tfshim.compat.v1.variables.variables import report_uninitialized_variables as report_uninitialized_variables
from tfshim.compat.v1.variables.variables import tables_initializer as tables_initializer, trainable_variables as trainable_variables
from tfshim.compat.v1.variables.variables import variable_creator_scope as variable_creator_scope
from tfshim.compat.v1.variables.variables import variables_initializer as variables_initializer
from tfshim.control_flow import control_dependencies as control_dependencies, group as group, no_op as no_op, switch_case as switch_case
from tfshim.critical_section import CriticalSection as CriticalSection
from tfshim.data.optional import OptionalSpec as OptionalSpec
from tfshim.debugging.assertion import Assert as Assert
from tfshim.debugging.numerics import check_numerics as check_numerics
from tfshim.debugging.types import assert_proper_iterable as assert_proper_iterable, assert_same_float_dtype as assert_same_float_dtype
from tfshim.debugging.types import is_numeric_tensor as is_numeric_tensor
from tfshim.engine.functions.function import function as function
from tfshim.engine.gradients.tape import GradientTape as GradientTape
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient as custom_gradient, grad_pass_through as grad_pass_through
from tfshim.engine.graph_gradients.custom_gradient import recompute_grad as recompute_grad
from tfshim.engine.graphs.graph import Graph as Graph
from tfshim.engine.graphs.operation import Operation as Operation
from tfshim.engine.graphs.sessions.session import InteractiveSession as InteractiveSession, Session as Session
from tfshim.engine.graphs.sessions.session import SparseTensorValue as SparseTensorValue
from tfshim.engine.ops.indexed_slices import IndexedSlices as IndexedSlices
from tfshim.engine.ops.indexed_slices_spec import IndexedSlicesSpec as IndexedSlicesSpec
from tfshim.engine.ops.registered_gradients import RegisterGradient as RegisterGradient, no_gradient as NoGradient
from tfshim.engine.ops.registered_gradients import no_gradient as NotDifferentiable, no_gradient as no_gradient
from tfshim.engine.random.seeds import get_seed as get_seed
from tfshim.engine.runtime.context import executing_eagerly as executing_eagerly, init_scope as init_scope
from tfshim.engine.runtime.device_names import DeviceSpecV1 as DeviceSpec
from tfshim.engine.runtime.errors import OpError as OpError
from tfshim.engine.runtime.logger import get_logger as get_logger
from tfshim.engine.values.convert import is_tensor as is_tensor, register_tensor_conversion_function as register_tensor_conversion_function
from tfshim.engine.values.dtypes import DType as DType, QUANTIZED_DTYPES as QUANTIZED_DTYPES, as_dtype as as_dtype, bfloat16 as bfloat16
from tfshim.engine.values.dtypes import bool as bool, complex128 as complex128, complex64 as complex64, float16 as float16, float16 as half
from tfshim.engine.values.dtypes import float32 as float32, float64 as double, float64 as float64, int16 as int16, int32 as int32
from tfshim.engine.values.dtypes import int64 as int64, int8 as int8, qint16 as qint16, qint32 as qint32, qint8 as qint8, quint16 as quint16
from tfshim.engine.values.dtypes import quint8 as quint8, resource as resource, string as string, uint16 as uint16, uint32 as uint32
from tfshim.engine.values.dtypes import uint64 as uint64, uint8 as uint8, variant as variant
from tfshim.engine.values.shape_parts.dimensions import Dimension as Dimension, dimension_value as dimension_value
from tfshim.engine.values.shapes import TensorShape as TensorShape, dimension_at_index as dimension_at_index
from tfshim.engine.values.tensor import Tensor as Tensor
from tfshim.engine.values.type_spec_base import TypeSpec as TypeSpec
from tfshim.engine.values.typespec import TensorSpec as TensorSpec, type_spec_from_value as type_spec_from_value
from tfshim.engine.variables.synchronization import VariableAggregation as VariableAggregation
from tfshim.engine.variables.synchronization import VariableSynchronization as VariableSynchronization
from tfshim.graph import import_graph_def as import_graph_def, is_symbolic_tensor as is_symbolic_tensor, load_library as load_library
from tfshim.graph import load_op_library as load_op_library
from tfshim.image.varying import random_crop as random_crop
from tfshim.io.encodings import decode_base64 as decode_base64, decode_compressed as decode_compressed, encode_base64 as encode_base64
from tfshim.io.features import FixedLenFeature as FixedLenFeature, FixedLenSequenceFeature as FixedLenSequenceFeature
from tfshim.io.features import SparseFeature as SparseFeature, VarLenFeature as VarLenFeature
from tfshim.io.file_ops import matching_files as matching_files, read_file as read_file, write_file as write_file
from tfshim.io.json_examples import decode_json_example as decode_json_example
from tfshim.io.sequence_parsing import parse_single_sequence_example as parse_single_sequence_example
from tfshim.io.serialization import parse_tensor as parse_tensor, serialize_tensor as serialize_tensor
from tfshim.io.sparse_messages import deserialize_many_sparse as deserialize_many_sparse
from tfshim.linalg.contractions import einsum as einsum, tensordot as tensordot
from tfshim.linalg.decompositions import cholesky as cholesky, eigh as self_adjoint_eig, eigvalsh as self_adjoint_eigvals, qr as qr
from tfshim.linalg.decompositions import svd as svd
from tfshim.linalg.diagonals import band_part as matrix_band_part, diag as matrix_diag, diag_part as matrix_diag_part, eye as eye
from tfshim.linalg.diagonals import set_diag as matrix_set_diag, tensor_diag as diag, tensor_diag_part as diag_part, trace as trace
from tfshim.linalg.functions import sqrtm as matrix_square_root
from tfshim.linalg.products import matmul as matmul
from tfshim.linalg.solvers import cholesky_solve as cholesky_solve, cross as cross, det as matrix_determinant, inv as matrix_inverse
from tfshim.linalg.solvers import lstsq as matrix_solve_ls, solve as matrix_solve, triangular_solve as matrix_triangular_solve
from tfshim.logging_ops import print as print, timestamp as timestamp
from tfshim.looping.vectorized import vectorized_map as vectorized_map
from tfshim.math.arithmetic import accumulate_n as accumulate_n, add as add, add_n as add_n, multiply as multiply, negative as negative
from tfshim.math.arithmetic import pow as pow, reciprocal as reciprocal, square as square, squared_difference as squared_difference
from tfshim.math.arithmetic import subtract as subtract
from tfshim.math.clipping import clip_by_global_norm as clip_by_global_norm, clip_by_norm as clip_by_norm, clip_by_value as clip_by_value
from tfshim.math.clipping import global_norm as global_norm
from tfshim.math.comparison import equal as equal, greater as greater, greater_equal as greater_equal, less as less
from tfshim.math.comparison import less_equal as less_equal, maximum as maximum, minimum as minimum, not_equal as not_equal
from tfshim.math.complex_parts import angle as angle, conj as conj, imag as imag, real as real
from tfshim.math.counting import histogram_fixed_width as histogram_fixed_width, histogram_fixed_width_bins as histogram_fixed_width_bins
from tfshim.math.cumulative import cumprod as cumprod, cumsum as cumsum
from tfshim.math.division import divide as divide, divide_no_nan as div_no_nan, floordiv as floordiv, floormod as floormod, floormod as mod
from tfshim.math.division import realdiv as realdiv, truediv as truediv, truncatediv as truncatediv, truncatemod as truncatemod
from tfshim.math.elementwise import abs as abs, ceil as ceil, exp as exp, expm1 as expm1, floor as floor, is_finite as is_finite
from tfshim.math.elementwise import is_inf as is_inf, is_nan as is_nan, log as log, log1p as log1p, rint as rint, round as round
from tfshim.math.elementwise import rsqrt as rsqrt, sigmoid as sigmoid, sign as sign, sqrt as sqrt
from tfshim.math.error_functions import erf as erf, erfc as erfc
from tfshim.math.gamma import betainc as betainc, digamma as digamma, igamma as igamma, igammac as igammac, lbeta as lbeta, lgamma as lgamma
from tfshim.math.gamma import polygamma as polygamma, zeta as zeta
from tfshim.math.logical import logical_and as logical_and, logical_not as logical_not, logical_or as logical_or, logical_xor as logical_xor
from tfshim.math.saturating import saturate_cast as saturate_cast
from tfshim.math.segments import segment_max as segment_max, segment_mean as segment_mean, segment_min as segment_min
from tfshim.math.segments import segment_prod as segment_prod, segment_sum as segment_sum, unsorted_segment_max as unsorted_segment_max
from tfshim.math.segments import unsorted_segment_mean as unsorted_segment_mean, unsorted_segment_min as unsorted_segment_min
from tfshim.math.segments import unsorted_segment_prod as unsorted_segment_prod, unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from tfshim.math.segments import unsorted_segment_sum as unsorted_segment_sum
from tfshim.math.sequences import invert_permutation as invert_permutation, is_non_decreasing as is_non_decreasing
from tfshim.math.sequences import is_strictly_increasing as is_strictly_increasing, sequence_mask as sequence_mask
from tfshim.math.trigonometric import acos as acos, acosh as acosh, asin as asin, asinh as asinh, atan as atan, atan2 as atan2
from tfshim.math.trigonometric import atanh as atanh, cos as cos, cosh as cosh, sin as sin, sinh as sinh, tan as tan, tanh as tanh
from tfshim.module import Module as Module
from tfshim.nn.activations import log_sigmoid as log_sigmoid
from tfshim.nn.convolution_gradients import conv2d_backprop_filter_v2 as conv2d_backprop_filter_v2
from tfshim.nn.convolution_gradients import conv2d_backprop_input_v2 as conv2d_backprop_input_v2
from tfshim.nn.convolutions import conv as conv
from tfshim.nn.isotonic import approx_top_k as approx_top_k
from tfshim.nn.patches import extract_volume_patches as extract_volume_patches
from tfshim.nn.space import batch_to_space as batch_to_space_nd, space_to_batch_nd as space_to_batch_nd
from tfshim.protos.tensors import get_static_value as get_static_value, make_ndarray as make_ndarray, make_tensor_proto as make_tensor_proto
from tfshim.quantization.fake_quantization import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from tfshim.quantization.fake_quantization import fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient
from tfshim.quantization.fake_quantization import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from tfshim.quantization.fake_quantization import fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient
from tfshim.quantization.fake_quantization import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel
from tfshim.quantization.fake_quantization import fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient
from tfshim.quantization.quantized_types import dequantize as dequantize, quantize as quantize, quantized_concat as quantized_concat
from tfshim.queue.base import QueueBase as QueueBase
from tfshim.queue.kinds import FIFOQueue as FIFOQueue, PaddingFIFOQueue as PaddingFIFOQueue, PriorityQueue as PriorityQueue
from tfshim.queue.kinds import RandomShuffleQueue as RandomShuffleQueue
from tfshim.ragged.filling import ragged_fill_empty_rows as ragged_fill_empty_rows
from tfshim.ragged.filling import ragged_fill_empty_rows_grad as ragged_fill_empty_rows_grad
from tfshim.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec as RaggedTensorSpec
from tfshim.random.stateful import gamma as random_gamma, normal as random_normal, shuffle as random_shuffle
from tfshim.random.stateful import truncated_normal as truncated_normal, uniform as random_uniform
from tfshim.random.stateless import random_index_shuffle as random_index_shuffle
from tfshim.script_ops import nondifferentiable_batch_function as nondifferentiable_batch_function, numpy_function as numpy_function
from tfshim.script_ops import py_function as py_function
from tfshim.signal.fourier import fft as fft, fft2d as fft2d, fft3d as fft3d, ifft as ifft, ifft2d as ifft2d, ifft3d as ifft3d
from tfshim.signal.fourier_nd import fftnd as fftnd, ifftnd as ifftnd, irfftnd as irfftnd, rfftnd as rfftnd
from tfshim.sparse.arithmetic import maximum as sparse_maximum, minimum as sparse_minimum, softmax as sparse_softmax
from tfshim.sparse.arithmetic import sparse_dense_matmul as sparse_tensor_dense_matmul
from tfshim.sparse.conversion import to_dense as sparse_tensor_to_dense, to_indicator as sparse_to_indicator
from tfshim.sparse.joining import slice as sparse_slice
from tfshim.sparse.masking import mask as sparse_mask
from tfshim.sparse.rearranging import fill_empty_rows as sparse_fill_empty_rows, reorder as sparse_reorder
from tfshim.sparse.rearranging import reset_shape as sparse_reset_shape, reshape as sparse_reshape, retain as sparse_retain
from tfshim.sparse.rearranging import transpose as sparse_transpose
from tfshim.sparse.sparse_tensor import SparseTensor as SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec as SparseTensorSpec
from tfshim.strings.formatting import as_string as as_string
from tfshim.strings.hashing import to_hash_bucket_fast as string_to_hash_bucket_fast, to_hash_bucket_strong as string_to_hash_bucket_strong
from tfshim.strings.plain import join as string_join, strip as string_strip
from tfshim.strings.regex import regex_replace as regex_replace
from tfshim.tensor_array import TensorArray as TensorArray
from tfshim.tensor_array.spec import TensorArraySpec as TensorArraySpec
AttrValue: type[Any]
COMPILER_VERSION: str
CXX11_ABI_FLAG: int
CXX_VERSION: int
ConfigProto: type[Any]
Event: type[Any]
GIT_VERSION: str
GPUOptions: type[Any]
GRAPH_DEF_VERSION: int
GRAPH_DEF_VERSION_MIN_CONSUMER: int
GRAPH_DEF_VERSION_MIN_PRODUCER: int
GraphDef: type[Any]
GraphOptions: type[Any]
HistogramProto: type[Any]
LogMessage: type[Any]
MONOLITHIC_BUILD: int
MetaGraphDef: type[Any]
NameAttrList: type[Any]
NodeDef: type[Any]
OptimizerOptions: type[Any]
RunMetadata: type[Any]
RunOptions: type[Any]
SessionLog: type[Any]
Summary: type[Any]
SummaryMetadata: type[Any]
TensorInfo: type[Any]
VERSION: str
__version__: str
autograph: Any
config: Any
experimental: Any
lookup: Any
newaxis: None
types: Any
