"""`tf.keras.activations`: functions from tensor to tensor, known by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import math, nn
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.array_ops import constant
from tfshim.array_ops.casting import cast
from tfshim.keras._serialization import Kind, PublicNames
from tfshim.keras.backend.crossentropy import with_logits
from tfshim.keras.backend.settings import floatx

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike
    from tfshim.keras.annotations import Identifier

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.activations.linear")
def linear(x: TensorLike) -> AnyTensor:
    """`x` itself."""
    return x


@tf_export("keras.activations.relu")
def relu(x: TensorLike, alpha: FloatLike = 0.0, max_value: FloatLike | None = None, threshold: FloatLike = 0.0) -> AnyTensor:
    """`x` above `threshold`, at most `max_value`; below it `alpha * (x - threshold)`."""
    if alpha != 0.0:
        if max_value is None and threshold == 0.0:
            return nn.leaky_relu(x, alpha=alpha)
        below = nn.relu(-x + threshold if threshold != 0.0 else -x)
    if threshold == 0.0 and max_value == 6:
        above = nn.relu6(x)
    else:
        above = x * _indicator(x, threshold) if threshold != 0.0 else nn.relu(x)
        if max_value is not None:
            above = math.clip_by_value(above, 0, max_value)  # type: ignore[attr-defined]
    return above - alpha * below if alpha != 0.0 else above


def _indicator(x, threshold):
    return cast(math.greater(x, threshold), getattr(x, "dtype", floatx()))


@tf_export("keras.activations.sigmoid")
def sigmoid(x: TensorLike) -> AnyTensor:
    """1 / (1 + exp(-x))."""
    return with_logits(nn.sigmoid(x), x)


@tf_export("keras.activations.tanh")
def tanh(x: TensorLike) -> AnyTensor:
    """The hyperbolic tangent."""
    return nn.tanh(x)


@tf_export("keras.activations.softmax")
def softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Exponentials along `axis`, over their sum. Raises ValueError for vectors."""
    rank = x.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    return with_logits(nn.softmax(x, axis=axis), x)


@tf_export("keras.activations.elu")
def elu(x: TensorLike, alpha: FloatLike = 1.0) -> AnyTensor:
    """`x` where positive, else `alpha * (exp(x) - 1)`."""
    y = nn.elu(x)
    return y if alpha == 1 else math.maximum(y, 0.0) + alpha * math.minimum(y, 0.0)


@tf_export("keras.activations.selu")
def selu(x: TensorLike) -> AnyTensor:
    """The self-normalizing exponential unit."""
    return nn.selu(x)


@tf_export("keras.activations.softplus")
def softplus(x: TensorLike) -> AnyTensor:
    """log(exp(x) + 1)."""
    return nn.softplus(x)


@tf_export("keras.activations.softsign")
def softsign(x: TensorLike) -> AnyTensor:
    """x / (|x| + 1)."""
    return nn.softsign(x)


@tf_export("keras.activations.swish")
def swish(x: TensorLike) -> AnyTensor:
    """x * sigmoid(x)."""
    return nn.silu(x)


silu = swish


@tf_export("keras.activations.gelu")
def gelu(x: TensorLike, approximate: bool = False) -> AnyTensor:
    """x times the normal distribution function at x."""
    return nn.gelu(x, approximate)


@tf_export("keras.activations.exponential")
def exponential(x: TensorLike) -> AnyTensor:
    """exp(x)."""
    return math.exp(x)


@tf_export("keras.activations.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> AnyTensor:
    """0.2 x + 0.5, cut to [0, 1]."""
    kind = x.dtype.base_dtype
    return math.clip_by_value(math.add(math.multiply(x, constant(0.2, kind)), constant(0.5, kind)), 0.0, 1.0)  # type: ignore[attr-defined]


@tf_export("keras.activations.mish")
def mish(x: TensorLike) -> AnyTensor:
    """x * tanh(softplus(x))."""
    return x * math.tanh(nn.softplus(x))


_KIND = Kind("activation function", "keras.activations", PublicNames("keras.activations", also={"silu": "swish"}))


@tf_export("keras.activations.deserialize")
def deserialize(name: str | dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The function of a name, or the layer of a configuration. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(name, custom_objects)


@tf_export("keras.activations.serialize")
def serialize(activation: Callable[..., Any], use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The name of `activation`, or the configuration of a layer that serves as one."""
    return _KIND.serialize(activation, use_legacy_format)


@tf_export("keras.activations.get")
def get(identifier: Identifier) -> Callable[..., Any]:
    """A function from its name, None (`linear`), a configuration or a callable. Raises ValueError or TypeError otherwise."""
    if identifier is None:
        return linear
    if isinstance(identifier, (str, dict)):
        found = deserialize(identifier)
        return found() if isinstance(found, type) else found
    if callable(identifier):
        return identifier
    raise TypeError(f"Could not interpret activation function identifier: {identifier}")
