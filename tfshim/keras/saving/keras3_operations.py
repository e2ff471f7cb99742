"""Operations of `keras.ops` in models of Keras 3, as the layers that functions of `tf` are in those of Keras 2."""

from __future__ import annotations

from typing import Any

from tfshim.keras.saving import serialization
from tfshim.keras.utils import registration
from tfshim.refusals import refused

# Class in Keras 3, function of `tf`, names of its arguments; "a=b" renames the argument a of Keras 3 to b.
_TEXT = """
    Absolute math.abs x | Add math.add x y | Subtract math.subtract x y | Multiply math.multiply x y | Divide math.truediv x y
    TrueDivide math.truediv x y | FloorDivide math.floordiv x y | Mod math.floormod x y | Power math.pow x y
    Maximum math.maximum x y | Minimum math.minimum x y | Negative math.negative x | Exp math.exp x | Expm1 math.expm1 x
    Log math.log x | Log1p math.log1p x | Sqrt math.sqrt x | Rsqrt math.rsqrt x | Square math.square x | Sign math.sign x
    Sin math.sin x | Cos math.cos x | Tan math.tan x | Sinh math.sinh x | Cosh math.cosh x | Tanh math.tanh x
    Arcsin math.asin x | Arccos math.acos x | Arctan math.atan x | Arctan2 math.atan2 y x | Arcsinh math.asinh x
    Arccosh math.acosh x | Arctanh math.atanh x | Floor math.floor x | Ceil math.ceil x | Reciprocal math.reciprocal x
    Erf math.erf x | Erfinv math.erfinv x | Isfinite math.is_finite x | Isinf math.is_inf x | Isnan math.is_nan x
    Equal math.equal x y | NotEqual math.not_equal x y | Greater math.greater x y | GreaterEqual math.greater_equal x y
    Less math.less x y | LessEqual math.less_equal x y | LogicalAnd math.logical_and x y | LogicalOr math.logical_or x y
    LogicalNot math.logical_not x | LogicalXor math.logical_xor x y | Matmul linalg.matmul a b
    Mean math.reduce_mean input_tensor axis keepdims | Sum math.reduce_sum input_tensor axis keepdims
    Max math.reduce_max input_tensor axis keepdims | Min math.reduce_min input_tensor axis keepdims
    Amax math.reduce_max input_tensor axis keepdims | Amin math.reduce_min input_tensor axis keepdims
    Prod math.reduce_prod input_tensor axis keepdims | All math.reduce_all input_tensor axis keepdims
    Any math.reduce_any input_tensor axis keepdims | Var math.reduce_variance input_tensor axis keepdims
    Std math.reduce_std input_tensor axis keepdims | Logsumexp math.reduce_logsumexp input_tensor axis keepdims
    Cumsum math.cumsum x axis | Cumprod math.cumprod x axis | Argmax math.argmax input axis | Argmin math.argmin input axis
    Reshape reshape tensor newshape=shape | Transpose transpose a axes=perm | ExpandDims expand_dims input axis
    Squeeze squeeze input axis | Concatenate concat values axis | Stack stack values axis | GetItem __operators__.getitem tensor slice_spec
    Where where condition x y | Clip clip_by_value t x_min=clip_value_min x_max=clip_value_max | Tile tile input repeats=multiples
    Repeat repeat input repeats axis | Take gather params indices axis | Flip reverse tensor axis | OnesLike ones_like input
    ZerosLike zeros_like input | StopGradient stop_gradient input | Cast cast x dtype | BroadcastTo broadcast_to input shape
    Relu nn.relu features | Relu6 nn.relu6 features | Sigmoid math.sigmoid x | Softplus math.softplus features
    Softsign nn.softsign features | Silu nn.silu features | LogSigmoid math.log_sigmoid x
    LeakyRelu nn.leaky_relu features negative_slope=alpha | Selu nn.selu features | Gelu nn.gelu features approximate
    Softmax nn.softmax logits axis | LogSoftmax nn.log_softmax logits axis | OneHot one_hot indices num_classes=depth axis dtype
"""


def _table():
    found = {}
    for row in _TEXT.replace("\n", "|").split("|"):
        if row.split():
            name, function, *arguments = row.split()
            found[name] = function, [(a.partition("=")[0], a.partition("=")[2] or a) for a in arguments]
    return found


_TABLE = _table()
# What operations of Keras 3 are told beside the arguments of the functions here, and the value that says what these do anyway.
_NEUTRAL = {"mode": None, "initial": None, "sparse": False, "dtype": None, "order": "C"}


def is_operation(entry: dict[str, Any]) -> bool:
    """Whether the entry of a layer in an HDF5 file, which does not say where its class is from, is of an operation."""
    name = entry["class_name"]
    if name not in _TABLE or registration.get_registered_object(name) is not None:
        return False
    # Layers of the same names merge the tensors of one list.
    return serialization.builtin_class(name) is None or any(len(node["args"]) > 1 for node in entry.get("inbound_nodes") or ())


def operation_layer(entry: dict[str, Any], calls: list[Any]) -> dict[str, Any]:
    """The entry of a model's configuration for an operation; `calls` have its `args` and `kwargs`, references as tuples.

    Raises NotImplementedError for an operation that no function of `tf` is.
    """
    name, config = entry["class_name"], dict(entry["config"])
    if name not in _TABLE:
        raise refused("tf.keras.models.load_model", "operation of Keras 3", kind=name)
    function, arguments = _TABLE[name]
    own = config.pop("name", None) or entry["name"]
    nodes = [_node(name, arguments, {**config, **call.kwargs}, call.args) for call in calls]
    kind = "SlicingOpLambda" if name == "GetItem" else "TFOpLambda"
    layer = {"name": own, "trainable": True, "dtype": "float32", "function": function}
    return {"module": "keras.layers", "class_name": kind, "config": layer, "registered_name": kind, "name": own, "inbound_nodes": nodes}


def _node(name, arguments, given, args):
    renamed = dict(arguments)
    kwargs = {target: value for (_, target), value in zip(arguments[1:], args[1:])}
    for key, value in given.items():
        if key in renamed:
            kwargs[renamed[key]] = value
        elif key not in _NEUTRAL or value != _NEUTRAL[key]:
            raise refused("tf.keras.models.load_model", "argument of Keras 3", kind=name, argument=key, value=value)
    if name in ("Argmax", "Argmin"):
        kwargs["output_type"] = "int32"
    if name == "Flip" and not isinstance(kwargs.get("axis"), list):
        kwargs["axis"] = [kwargs["axis"]]
    return node_data(_beside(args[0], kwargs.values()), kwargs)


class Reference(tuple[Any, ...]):
    """Where a tensor of a model comes from, as (layer, node, number), and its `dtype`, the name or None."""

    dtype: str | None = None


def _beside(first, others):
    """A number before tensors, as a float where one of them is of floats: Keras 3 makes it so, TensorFlow's graphs don't."""
    floats = any("float" in (getattr(other, "dtype", None) or "") for other in others)
    return float(first) if type(first) is int and floats else first


def node_data(first: Any, kwargs: dict[str, Any]) -> Any:
    """The arguments of a call as Keras 2 writes them: keywords beside every reference; references here are tuples."""
    if isinstance(first, tuple):
        return [*first, _as_lists(kwargs)]
    if isinstance(first, list):
        return [node_data(x, kwargs) for x in first]
    if isinstance(first, dict):
        return {k: node_data(v, kwargs) for k, v in first.items()}
    return ["_CONSTANT_VALUE", -1, first, _as_lists(kwargs)]


def _as_lists(value):
    if isinstance(value, dict):
        return {k: _as_lists(v) for k, v in value.items()}
    return [_as_lists(v) for v in value] if isinstance(value, (list, tuple)) else value
