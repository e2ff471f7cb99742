"""The functions that a saved model may name: those of TensorFlow's public interface that compute on tensors and do nothing else.

What a file names is looked up among operations, functions composed of operations, and the plain functions listed here; a function
that is none of them is not reached, whatever its name. Functions that read or write files, run Python code or change the state
of the process are only found while loading without safe mode.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import types
from collections.abc import Callable
from typing import Any

from tfshim._listing import names
from tfshim._tables import NAMES
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.tensor import Tensor
from tfshim.keras._safe_mode import in_safe_mode
from tfshim.keras.saving.serialization import function_in
from tfshim.math import arithmetic, division

# Namespaces of operations, and of functions composed of them, that are computations on tensors.
_HOMES = tuple(
    f"tfshim.{name}"
    for name in """array_ops autodiff audio bitwise debugging image linalg logging_ops math nn quantization
    ragged random sets signal sparse strings keras.layers io.csv_records io.encodings io.image_codecs io.json_examples io.parsing
    io.sequence_parsing io.serialization io.sparse_messages""".split()
)

# The namespaces that a name may begin with. No other module is looked into, or imported.
_NAMESPACES = frozenset(
    """audio bitwise debugging dtypes image io linalg math nn quantization ragged random sets signal sparse
    strings""".split()
)

# Functions that call operations and are not marked as composed of them, which TensorFlow's Keras makes layers of as a whole.
_PLAIN = frozenset(
    """broadcast_static_shape debugging.Assert debugging.assert_all_finite debugging.assert_integer
    debugging.assert_proper_iterable debugging.assert_rank debugging.assert_rank_at_least debugging.assert_rank_in
    debugging.assert_same_float_dtype debugging.assert_scalar debugging.assert_shapes debugging.assert_type
    image.generate_bounding_box_proposals io.decode_raw io.deserialize_many_sparse io.parse_tensor io.serialize_many_sparse
    io.serialize_sparse linalg.eig linalg.eigvals linalg.eigh linalg.experimental.conjugate_gradient linalg.global_norm linalg.qr linalg.svd
    nn.compute_average_loss nn.scale_regularization_loss parallel_stack print ragged.boolean_mask ragged.constant ragged.cross
    ragged.cross_hashed ragged.range ragged.row_splits_to_segment_ids ragged.segment_ids_to_row_splits ragged.stack
    ragged.stack_dynamic_partitions random.categorical random.experimental.index_shuffle random.experimental.stateless_shuffle
    random.fixed_unigram_candidate_sampler random.fold_in random.gamma random.learned_unigram_candidate_sampler
    random.log_uniform_candidate_sampler random.normal random.poisson random.shuffle random.split random.stateless_binomial
    random.stateless_categorical random.stateless_gamma random.stateless_normal random.stateless_parameterized_truncated_normal
    random.stateless_poisson random.stateless_truncated_normal random.stateless_uniform random.truncated_normal random.uniform
    random.uniform_candidate_sampler sets.difference sets.intersection sets.size sets.union signal.hamming_window
    signal.hann_window signal.inverse_stft_window_fn signal.kaiser_bessel_derived_window signal.kaiser_window
    signal.linear_to_mel_weight_matrix signal.vorbis_window sparse.reshape tuple convert_to_tensor no_op
    clip_by_global_norm norm tensordot einsum eye stop_gradient random_index_shuffle""".split()
)

# Composed of operations, but of a function among their arguments, which no file can hold.
_WITH_FUNCTIONS = frozenset(["sparse.map_values"])

# Functions of TensorFlow 1 that Keras makes layers of and that version 2 does not have under the same name.
_VERSION_1 = frozenset(
    """Print batch_gather batch_to_space_nd clip_by_average_norm convert_to_tensor decode_raw div
    image.extract_image_patches
    image.resize_area image.resize_bicubic image.resize_bilinear image.resize_image_with_pad image.resize_images
    image.resize_nearest_neighbor losses.absolute_difference losses.compute_weighted_loss losses.cosine_distance losses.hinge_loss
    losses.huber_loss losses.log_loss losses.mean_pairwise_squared_error losses.mean_squared_error losses.sigmoid_cross_entropy
    losses.softmax_cross_entropy losses.sparse_softmax_cross_entropy nn.conv2d_backprop_filter nn.conv2d_backprop_input
    nn.conv3d_backprop_filter nn.ctc_loss_v2 nn.depthwise_conv2d_native nn.fused_batch_norm nn.relu_layer
    nn.softmax_cross_entropy_with_logits_v2 nn.xw_plus_b norm random.multinomial random.stateless_multinomial setdiff1d
    sparse_to_dense string_split substr to_bfloat16 to_complex128 to_complex64 to_double to_float to_int32 to_int64 tuple
    """.split()
)

# Functions of Keras that become layers.
_BACKEND = frozenset(
    """abs all any arange argmax argmin batch_dot batch_flatten batch_normalization bias_add binary_crossentropy
    binary_focal_crossentropy cast cast_to_floatx categorical_crossentropy categorical_focal_crossentropy clip concatenate constant
    conv1d conv2d conv2d_transpose conv3d cos ctc_batch_cost ctc_decode ctc_label_dense_to_sparse cumprod cumsum depthwise_conv2d
    dot dropout elu equal exp expand_dims eye flatten gather greater greater_equal hard_sigmoid in_top_k l2_normalize less
    less_equal local_conv1d local_conv2d log max maximum mean min minimum not_equal one_hot ones ones_like permute_dimensions pool2d
    pool3d pow print_tensor prod random_bernoulli random_binomial random_normal random_uniform relu repeat repeat_elements reshape
    resize_images resize_volumes reverse round separable_conv2d shape sigmoid sign sin softmax softplus softsign
    sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh
    temporal_padding tile to_dense transpose truncated_normal""".split()
)

# Arguments by which a function that computes on tensors would open a file.
_OPENING = ("descriptor_source", "output_stream", "vocab_file")

_TOP = frozenset(names(NAMES[""]))
_WITHOUT_EFFECT = ("use_cudnn_on_gpu", "validate_indices")
_REMEDY = (
    "If you trust the source of the file, pass `safe_mode=False` to the loading function, or call "
    "`tf.keras.config.enable_unsafe_deserialization()` before."
)


def _on_tensors(operator):
    """The function of the operator `__operator__` on tensors, with Keras' names of the operands."""

    def function(x, y, name=None):
        return getattr(x if isinstance(x, Tensor) or nest.is_composite(x) else _tensor(x, y), operator)(y)

    return function


_add = _on_tensors("__add__")


def _sum(x, y, name=None):
    if type(x) is SymbolicTensor and isinstance(y, Tensor) and x.dtype is not string:
        return arithmetic.add(x, y, name=name or "AddV2")  # which is no operator's, and not `tf.add` either
    return _add(x, y, name)


def _tensor(x, like):
    return convert_to_tensor(x, dtype=like.dtype.base_dtype if hasattr(like, "dtype") else None)


def _item(tensor, slice_spec, var=None):
    return tensor[slice_spec]


def _rows(rt_input, key):
    return rt_input[key]


# Canonical names that no public function has, and the functions they refer to.
OPERATORS = {
    "__operators__.add": _sum,
    "__operators__.eq": _on_tensors("__eq__"),
    "__operators__.ne": _on_tensors("__ne__"),
    "__operators__.getitem": _item,
    "__operators__.ragged_getitem": _rows,
    "compat.v1.floor_div": division.floordiv,
}


def function_of(path: str) -> Callable[..., Any]:
    """The function of that canonical name, as "math.add". Raises ValueError where there is none, or none that a file may name."""
    if path in OPERATORS:
        return OPERATORS[path]
    found = _allowed(path) if isinstance(path, str) else None
    if found is None and in_safe_mode() is False:
        found = _public(path)
    if found is not None:
        return found
    raise ValueError(
        f"The function tf.{path}, which a saved model calls, is not a computation on tensors of TensorFlow's public interface that is "
        f"known here. A file may name no other, such as functions that touch files or run code. {_REMEDY}"
    )


def _allowed(path):
    parts = path.split(".")
    if not all(p.isidentifier() and not p.startswith("_") for p in parts):
        return None
    if parts[0] == "raw_ops":
        operation = REGISTRY.get(parts[1]) if len(parts) == 2 else None
        return _without_files(operation.public) if operation is not None and _computes(operation.public) else None
    if parts[0] == "keras":
        return _of_keras(*parts[1:]) if len(parts) == 3 else None
    plain = path.removeprefix("compat.v1.")
    found = _found(plain)
    if found is not None:
        return _without_files(found if plain == path else _of_version_1(found, plain))
    if plain != path and plain in _VERSION_1:
        found = _attribute("tfshim.compat.v1", plain)
        return None if found is None else _without_files(found)
    return None


def _found(path):
    """The function of TensorFlow 2 of that name below the root, under which TensorFlow may have it elsewhere; or None."""
    if path in _WITH_FUNCTIONS:
        return None
    namespace, _, name = path.rpartition(".")
    candidates = [path]
    if namespace == "debugging" or namespace in ("dtypes", "linalg", "math", "strings"):
        candidates.append(name)
    for candidate in candidates:
        top, dot, _ = candidate.partition(".")
        if dot:
            found = _attribute("tfshim", candidate) if top in _NAMESPACES else None
        else:
            found = _attribute("tfshim", name) if name in _TOP else _attribute("tfshim.array_ops", name)
        if found is not None and (candidate in _PLAIN or path in _PLAIN or _computes(found)):
            return found
    return None


def _attribute(home, path):
    """The function `path` in the module `home` and those below it, or None."""
    module, _, name = path.rpartition(".")
    try:
        owner = importlib.import_module(f"{home}.{module}" if module else home)
    except ImportError:
        return None
    found = getattr(owner, name, None)
    return found if isinstance(found, types.FunctionType) and found.__module__.startswith("tfshim.") else None


def _computes(function):
    """Whether it is an operation, or composed of operations, and accesses nothing but its tensors."""
    home = function.__module__
    if not any(home == h or home.startswith(f"{h}.") for h in _HOMES):
        return False
    operation = getattr(function, "_tfshim_op", None)
    if operation is not None:
        return not operation.outside
    return hasattr(function, "_tfshim_dispatchers") or operation_behind(function) is not None


def operation_behind(function: Callable[..., Any]) -> Any:
    """The operation that `function` presents to users, or None."""
    return next((o for o in REGISTRY.values() if o.api is function), None)


def _of_keras(module, name):
    """The function of `tf.keras` of that name, if it computes on tensors."""
    if module == "backend":
        return _attribute("tfshim.keras.backend", name) if name in _BACKEND else None
    if module not in ("activations", "losses", "metrics"):
        return None
    return function_in(f"keras.{module}", name)


def _public(path):
    """Any public function, for who trusts the file."""
    namespace = importlib.import_module("tfshim")
    for part in path.split("."):
        # What the package has beside TensorFlow's interface.
        if part.startswith("_") or part in ("activation", "cli", "engine", "private"):
            return None
        namespace = getattr(namespace, part, None)
    return namespace if callable(namespace) and not isinstance(namespace, type) else None


def _without_files(function):
    """`function`, which refuses the arguments by which it would open a file."""
    signature = inspect.signature(function)
    parameters = signature.parameters
    rest = next((n for n, p in parameters.items() if p.kind is p.VAR_KEYWORD), None)
    opening = [n for n in _OPENING if rest is not None or n in parameters]
    if not opening or in_safe_mode() is False:
        return function

    @functools.wraps(function)
    def checked(*args, **kwargs):
        given = signature.bind(*args, **kwargs).arguments
        given = {**given, **given.get(rest, {})}
        for name in opening:
            if name in given and (name not in parameters or given[name] != parameters[name].default):
                raise ValueError(
                    f"A saved model calls tf.{function.__name__} with {name}={given[name]!r}, and no file may name another "
                    f"file to be opened. {_REMEDY}"
                )
        return function(*args, **kwargs)

    return checked


def _of_version_1(function, path):
    """`function` with the arguments that TensorFlow 1's had: other names, and some that have no effect or are only its own."""
    known = set(inspect.signature(function).parameters)
    others = {"filter": "filters", "keep_dims": "keepdims", "dim": "axis"}

    @functools.wraps(function)
    def adapted(first, *args, **kwargs):
        given = {k if k in known else others.get(k, k): v for k, v in kwargs.items() if k in known or k not in _WITHOUT_EFFECT}
        given = {k: v for k, v in given.items() if k in known or v is not None}
        older = _attribute("tfshim.compat.v1", path) if set(given) - known else None
        return function(first, *args, **given) if older is None else older(first, *args, **kwargs)

    return adapted
