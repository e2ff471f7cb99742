"""`tf.keras.activations`: functions from tensor to tensor, known by name."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tfshim import math, nn
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.array_ops import constant
from tfshim.array_ops.casting import cast
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.keras._serialization import Kind, PublicNames
from tfshim.keras.backend.crossentropy import with_logits
from tfshim.keras.backend.settings import floatx

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike
    from tfshim.keras.annotations import Identifier

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.activations.linear")
def linear(x: TensorLike) -> AnyTensor:
    """The identity: gives back `x` itself. As a name: "linear".

    Mirrors `tf.keras.activations.linear`. It is what `activation=None` stands for: a layer without an activation, as at the end of a model
    of regression, or before a loss with `from_logits=True`. Nothing is converted and no operation is added to a graph.

    Arguments:
        x: anything; usually a tensor of any shape and dtype.

    Returns:
        `x`, the same object.

    Where a configuration has to name an activation, it is "linear": `get_config` of a layer without one says so.

    Example:
        >>> x = tf.constant([-1.0, 2.0])
        >>> tf.keras.activations.linear(x) is x
        True
        >>> tf.keras.activations.get(None) is tf.keras.activations.linear
        True
    """
    return x


@tf_export("keras.activations.relu")
def relu(x: TensorLike, alpha: FloatLike = 0.0, max_value: FloatLike | None = None, threshold: FloatLike = 0.0) -> AnyTensor:
    """`max(x, 0)`, on request with a slope below, a bound above and another threshold.

    Mirrors `tf.keras.activations.relu`. Element by element: `max_value` where `x >= max_value`, `x` where `threshold <= x < max_value`, and
    `alpha * (x - threshold)` below. `tf.nn.relu` is the plain one.

    Arguments:
        x: a tensor of any shape; lists and arrays are converted.
        alpha: the slope below the threshold; 0.0 by default.
        max_value: the bound above; None (default): none.
        threshold: where the identity begins; 0.0 by default.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> x = tf.constant([-2.0, 0.5, 3.0, 9.0])
        >>> tf.keras.activations.relu(x).numpy().tolist()
        [0.0, 0.5, 3.0, 9.0]
        >>> tf.keras.activations.relu(x, alpha=0.5, max_value=6.0).numpy().tolist()
        [-1.0, 0.5, 3.0, 6.0]
    """
    if alpha != 0.0:
        if max_value is None and threshold == 0.0:
            return nn.leaky_relu(x, alpha=alpha)
        below = nn.relu(-x + threshold if threshold != 0.0 else -x)
    if threshold == 0.0 and max_value == 6:
        above = nn.relu6(x)
    else:
        above = x * _indicator(x, threshold) if threshold != 0.0 else nn.relu(x)
        if max_value is not None:
            most, least = _number(max_value, above), _number(0, above)
            above = math.clip_by_value(above, least, most)  # type: ignore[attr-defined]
    return above - _number(alpha, above) * below if alpha != 0.0 else above


def _number(value, like):
    """`value` as Keras gives numbers to operations on `like`: in graphs a constant beside the operation."""
    return constant(value, like.dtype) if isinstance(like, SymbolicTensor) else value


def _indicator(x, threshold):
    return cast(math.greater(x, threshold), getattr(x, "dtype", floatx()))


@tf_export("keras.activations.sigmoid")
def sigmoid(x: TensorLike) -> AnyTensor:
    """`1 / (1 + exp(-x))`: any numbers to numbers between 0 and 1.

    Mirrors `tf.keras.activations.sigmoid`. It gives the probability of yes at the end of a model with two classes. Losses that follow it in
    a model go back to `x`, so that they are exact for large numbers as well. For very negative and very large `x` it tends to 0 and 1.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.activations.sigmoid(tf.constant([-20.0, -1.0, 0.0, 1.0, 20.0])).numpy().round(3)
        array([0.   , 0.269, 0.5  , 0.731, 1.   ], dtype=float32)
    """
    return with_logits(nn.sigmoid(x), x)


@tf_export("keras.activations.tanh")
def tanh(x: TensorLike) -> AnyTensor:
    """The hyperbolic tangent: any numbers to numbers between -1 and 1.

    Mirrors `tf.keras.activations.tanh`. `(exp(x) - exp(-x)) / (exp(x) + exp(-x))`; it is about `x` near 0, and what recurrent layers use by
    default.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Its gradient is `1 - y ** 2`, at most 1 and hardly anything beyond 3, where inputs are best kept small by normalization.

    Example:
        >>> tf.keras.activations.tanh(tf.constant([-3.0, -1.0, 0.0, 1.0, 3.0])).numpy().round(3)
        array([-0.995, -0.762,  0.   ,  0.762,  0.995], dtype=float32)
    """
    return nn.tanh(x)


@tf_export("keras.activations.softmax")
def softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Numbers to probabilities: their exponentials along an axis, over the sum of these.

    Mirrors `tf.keras.activations.softmax`. Results lie between 0 and 1 and sum to 1 along the axis; the same number added to all inputs
    changes nothing. Losses that follow it in a model go back to `x`, so that they are exact for large numbers as well.

    Arguments:
        x: a floating-point tensor of rank 2 at least.
        axis: an axis, -1 (the last) by default, or several.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        ValueError: a vector; `tf.nn.softmax` takes one.

    Example:
        >>> tf.keras.activations.softmax(tf.constant([[0.0, 0.0], [0.0, 100.0]])).numpy().round(3)
        array([[0.5, 0.5],
               [0. , 1. ]], dtype=float32)
    """
    rank = x.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    if not isinstance(axis, int):
        # Several axes, which share one sum, or an axis of a type that `tf.nn.softmax` does not take.
        powers = math.exp(x - math.reduce_max(x, axis=axis, keepdims=True))
        return with_logits(powers / math.reduce_sum(powers, axis=axis, keepdims=True), x)
    return with_logits(nn.softmax(x, axis=axis), x)


@tf_export("keras.activations.elu")
def elu(x: TensorLike, alpha: FloatLike = 1.0) -> AnyTensor:
    """The exponential linear unit: `x` where positive, else `alpha * (exp(x) - 1)`.

    Mirrors `tf.keras.activations.elu`. It tends to `-alpha` for very negative numbers, which keeps the mean of outputs near 0, and has a
    gradient everywhere. As a layer: `tf.keras.layers.ELU`.

    Arguments:
        x: a floating-point tensor of any shape.
        alpha: what it tends to, with the opposite sign; 1.0 by default.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.activations.elu(tf.constant([-100.0, -1.0, 0.0, 3.0]), alpha=2.0).numpy().round(3)
        array([-2.   , -1.264,  0.   ,  3.   ], dtype=float32)
    """
    y = nn.elu(x)
    # At 0 relu has no gradient, and minimum has all of it: that is `alpha` there.
    return y if alpha == 1 else nn.relu(y) + alpha * math.minimum(y, 0.0)


@tf_export("keras.activations.selu")
def selu(x: TensorLike) -> AnyTensor:
    """The self-normalizing exponential unit: 1.0507 times `x` where positive, else 1.7581 times `exp(x) - 1`.

    Mirrors `tf.keras.activations.selu`. The constants are such that mean 0 and variance 1 are kept from layer to layer (Klambauer et al.,
    2017), with `kernel_initializer="lecun_normal"` and `tf.keras.layers.AlphaDropout` in place of `Dropout`.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.activations.selu(tf.constant([-100.0, -1.0, 0.0, 1.0])).numpy().round(3)
        array([-1.758, -1.111,  0.   ,  1.051], dtype=float32)
    """
    return nn.selu(x)


@tf_export("keras.activations.softplus")
def softplus(x: TensorLike) -> AnyTensor:
    """`log(exp(x) + 1)`: a smooth form of `relu`, always positive.

    Mirrors `tf.keras.activations.softplus`. It is for outputs that must be positive, as rates and deviations. About 0 for very negative
    `x`, and about `x` for large ones, without overflow.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Its gradient is `sigmoid(x)`, which is nowhere 0, so that a unit cannot cease to learn.

    Example:
        >>> tf.keras.activations.softplus(tf.constant([-20.0, 0.0, 1.0, 1000.0])).numpy().round(3)
        array([0.000e+00, 6.930e-01, 1.313e+00, 1.000e+03], dtype=float32)
    """
    return nn.softplus(x)


@tf_export("keras.activations.softsign")
def softsign(x: TensorLike) -> AnyTensor:
    """`x / (abs(x) + 1)`: any numbers to numbers between -1 and 1.

    Mirrors `tf.keras.activations.softsign`. It approaches -1 and 1 more slowly than `tanh`, so that gradients do not vanish as soon.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Its gradient, `1 / (1 + abs(x)) ** 2`, is 1 at 0 and still 0.01 at 9, where that of `tanh` is below 1e-7. As a name in layers:
    `activation="softsign"`.

    Example:
        >>> tf.keras.activations.softsign(tf.constant([-3.0, -1.0, 0.0, 1.0, 3.0])).numpy().tolist()
        [-0.75, -0.5, 0.0, 0.5, 0.75]
        >>> float(tf.keras.activations.softsign(tf.constant(9.0)))
        0.8999999761581421
    """
    return nn.softsign(x)


@tf_export("keras.activations.swish")
def swish(x: TensorLike) -> AnyTensor:
    """`x * sigmoid(x)`, a smooth form of `relu` that dips below 0 (Ramachandran et al., 2017); also called SiLU.

    Mirrors `tf.keras.activations.swish`. About 0 for very negative `x` and about `x` for large ones; the least value is about -0.278, at
    -1.278. The same as `tf.nn.silu`.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    As a name in layers: `activation="swish"` or "silu". EfficientNet and its kin are made with it.

    Example:
        >>> tf.keras.activations.swish(tf.constant([-20.0, -1.0, 0.0, 1.0, 20.0])).numpy().round(3)
        array([-0.   , -0.269,  0.   ,  0.731, 20.   ], dtype=float32)
    """
    return nn.silu(x)


silu = swish


@tf_export("keras.activations.gelu")
def gelu(x: TensorLike, approximate: bool = False) -> AnyTensor:
    """`x` times the probability that a standard normal number is below `x` (Hendrycks and Gimpel, 2016).

    Mirrors `tf.keras.activations.gelu`; the activation of most transformers. About 0 for very negative `x` and about `x` for large ones.

    Arguments:
        x: a floating-point tensor of any shape.
        approximate: whether it is computed by a `tanh`, as BERT does: `0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))`; False
            by default: by the error function.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        ValueError: a tensor of integers.

    Example:
        >>> x = tf.constant([-3.0, -1.0, 0.0, 1.0, 3.0])
        >>> tf.keras.activations.gelu(x).numpy().round(3)
        array([-0.004, -0.159,  0.   ,  0.841,  2.996], dtype=float32)
        >>> tf.keras.activations.gelu(x, approximate=True).numpy().round(3)
        array([-0.004, -0.159,  0.   ,  0.841,  2.996], dtype=float32)
    """
    return nn.gelu(x, approximate)


@tf_export("keras.activations.exponential")
def exponential(x: TensorLike) -> AnyTensor:
    """`exp(x)`, element by element.

    Mirrors `tf.keras.activations.exponential`. It is for outputs that must be positive and range over orders of magnitude, as expected
    counts with the loss "poisson". float32 overflows to infinity from about 88.7 on, and is 0 below about -103.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    As a name in layers: `activation="exponential"`. The gradient is the result itself, and so explodes with it.

    Example:
        >>> tf.keras.activations.exponential(tf.constant([-1.0, 0.0, 1.0, 100.0])).numpy().round(3)
        array([0.368, 1.   , 2.718,   inf], dtype=float32)
    """
    return math.exp(x)


@tf_export("keras.activations.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> AnyTensor:
    """`0.2 * x + 0.5`, cut to [0, 1]: a sigmoid of straight lines.

    Mirrors `tf.keras.activations.hard_sigmoid`. 0 below -2.5 and 1 above 2.5. It is quicker than `sigmoid`; gates of `ConvLSTM2D` use it by
    default. Other libraries have another slope under this name.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Its gradient is 0.2 between the two ends and 0 beyond, where a unit learns nothing.

    Example:
        >>> tf.keras.activations.hard_sigmoid(tf.constant([-3.0, -1.0, 0.0, 1.0, 3.0])).numpy().round(3)
        array([0. , 0.3, 0.5, 0.7, 1. ], dtype=float32)
    """
    kind = x.dtype.base_dtype
    fifth, half = constant(0.2, kind), constant(0.5, kind)
    return math.clip_by_value(math.add(math.multiply(x, fifth), half), 0.0, 1.0)  # type: ignore[attr-defined]


@tf_export("keras.activations.mish")
def mish(x: TensorLike) -> AnyTensor:
    """`x * tanh(softplus(x))`, a smooth form of `relu` that dips below 0 (Misra, 2019).

    Mirrors `tf.keras.activations.mish`. About 0 for very negative `x` and about `x` for large ones; the least value is about -0.309. YOLO
    models from version 4 on use it.

    Arguments:
        x: a floating-point tensor of any shape.

    Returns:
        A tensor of the shape and dtype of `x`.

    Unlike `relu` it has a gradient for negative numbers, and no corner at 0. As a name in layers: `activation="mish"`.

    Example:
        >>> tf.keras.activations.mish(tf.constant([-3.0, -1.0, 0.0, 1.0])).numpy().round(3)
        array([-0.146, -0.303,  0.   ,  0.865], dtype=float32)
    """
    return x * math.tanh(nn.softplus(x))


def log_softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The logarithm of `softmax(x, axis)`: known by its name alone."""
    return nn.log_softmax(x, axis=axis)


# What Keras finds by name beside the functions of this namespace: some of `tf.nn`, and layers that serve as activations.
_ALSO = {
    "silu": "swish",
    "leaky_relu": nn.leaky_relu,
    "log_softmax": log_softmax,
    "relu6": nn.relu6,
    **{name: f"keras.layers.{name}" for name in ("ELU", "LeakyReLU", "PReLU", "ReLU", "Softmax", "ThresholdedReLU")},
}


class _Activations(Kind):
    """Activation functions are known by their names alone, and an unknown name is never given back."""

    def _stands_for(self, known, function):
        return type(known) is type(function) is FunctionType  # as `tf.nn.softmax` for that of this module

    def _instead_of(self, name, config):
        if isinstance(name, str):
            raise ValueError(f"Unknown activation function '{config}' cannot be deserialized.")
        return name


_KIND = _Activations("activation function", "keras.activations", PublicNames("keras.activations", also=_ALSO))


@tf_export("keras.activations.deserialize")
def deserialize(name: str | dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The activation function that has a name, or the layer that a configuration describes.

    Mirrors `tf.keras.activations.deserialize`. Names are looked up among those of `tf.keras.activations` and those that were registered or
    are given. Both formats of configurations are recognized by their keys.

    Arguments:
        name: the name or the configuration.
        custom_objects: functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A function of a tensor.

    Raises:
        ValueError: an unknown name.

    Example:
        >>> tf.keras.activations.deserialize("tanh") is tf.keras.activations.tanh
        True
        >>> tf.keras.activations.deserialize("twice", custom_objects={"twice": lambda x: 2 * x})(tf.constant(3.0)).numpy().tolist()
        6.0
    """
    return _KIND.deserialize(name, custom_objects, use_legacy_format)


@tf_export("keras.activations.serialize")
def serialize(activation: Callable[..., Any], use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The name of an activation function, or the configuration of a layer that serves as one.

    Mirrors `tf.keras.activations.serialize`; configurations of layers hold it. `deserialize` and `get` find the function again.

    Arguments:
        activation: a function of `tf.keras.activations`, or one of one's own, which has to be registered or given to be found again; a
            layer.
        use_legacy_format: whether a layer's configuration has only "class_name" and "config"; False by default.

    Returns:
        A name, or a dictionary.

    Raises:
        ValueError: a function without a name.

    Example:
        >>> tf.keras.activations.serialize(tf.keras.activations.tanh)
        'tanh'
    """
    found = _KIND.serialize(activation, use_legacy_format)
    if not (callable(activation) or use_legacy_format) and "config" not in found:  # TypeError of what has no names in it
        raise ValueError(
            f"Unknown activation function '{activation}' cannot be serialized due to invalid function name. Make sure to use an "
            "activation name that matches the references defined in activations.py or use "
            f"`@keras.saving.register_keras_serializable()` to register any custom activations. config={found}"
        )
    return found


@tf_export("keras.activations.get")
def get(identifier: Identifier) -> Callable[..., Any]:
    """An activation function from what stands for one: a name, a configuration, a function, or None.

    Mirrors `tf.keras.activations.get`; layers use it for their `activation`.

    Arguments:
        identifier: a name as "relu", also of a function that was registered; a configuration; a function or layer, which is given back;
            None: `linear`.

    Returns:
        A function of a tensor.

    Raises:
        ValueError: an unknown name. TypeError: another kind of object.

    Example:
        >>> tf.keras.activations.get("relu") is tf.keras.activations.relu
        True
        >>> tf.keras.activations.get(None) is tf.keras.activations.linear
        True
        >>> tf.keras.activations.get(abs) is abs
        True
    """
    if identifier is None:
        return linear
    if isinstance(identifier, (str, dict)):
        found = deserialize(identifier, use_legacy_format=isinstance(identifier, dict) and "module" not in identifier)
        return found() if isinstance(found, type) else found
    if callable(identifier):
        return identifier
    raise TypeError(f"Could not interpret activation function identifier: {identifier}")
