"""`tf.autodiff`, and the top-level names of automatic differentiation."""

from __future__ import annotations

# ruff: noqa: F401 - names of the top level live here
import enum
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.engine.gradients.forward import ForwardAccumulator
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient, grad_pass_through, recompute_grad
from tfshim.engine.graph_gradients.symbolic_gradients import gradients as symbolic
from tfshim.engine.graph_gradients.symbolic_gradients import hessians as tf_hessians
from tfshim.engine.ops.op import Answer, op
from tfshim.engine.ops.registered_gradients import RegisterGradient, no_gradient
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("UnconnectedGradients")
class UnconnectedGradients(enum.Enum):
    """What stands for the gradient of a source that the target does not depend on. Mirrors `tf.UnconnectedGradients`.

    Attributes:
        NONE: None, the default of `GradientTape.gradient` and `tf.gradients`.
        ZERO: a tensor of zeros of the shape and dtype of the source, so that what goes on with it needs no case for
            None.

    A source is not connected where it was not watched, or used only through what has no gradient, such as rounding,
    integers or NumPy.

    Example:
        >>> x, y = tf.Variable(1.0), tf.Variable([2.0, 3.0])
        >>> with tf.GradientTape() as tape:
        ...     z = 2.0 * x
        >>> tape.gradient(z, y, unconnected_gradients=tf.UnconnectedGradients.ZERO)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 0.], dtype=float32)>
    """

    __module__ = "tensorflow.python.ops.unconnected_gradients"
    NONE = "none"
    ZERO = "zero"


@tf_export("AggregationMethod")
class AggregationMethod:
    """How gradients that meet at a tensor are summed, for `tf.gradients`. Mirrors `tf.AggregationMethod`.

    It is the argument `aggregation_method` of `tf.gradients` and of the optimizers of `tf.compat.v1.train`. A tensor that is used in
    several places gets a gradient from each of them.

    Attributes:
        ADD_N: the default: all of them at once.
        DEFAULT: the same.
        EXPERIMENTAL_TREE: pairs of them.
        EXPERIMENTAL_ACCUMULATE_N: one after the other.

    In TensorFlow they differ in the memory that is used; here all are the same, since torch sums them in place.

    Example:
        >>> tf.AggregationMethod.DEFAULT == tf.AggregationMethod.ADD_N
        True
    """

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


def _stop_in_components(value, *_):
    """For a composite tensor or a value of an extension type, which are made of tensors, the same of constants."""
    if nest.is_composite(value) and not is_variable(value):
        return Answer(nest.map_structure(stop_gradient, value, expand_composites=True))
    return None


@tf_export("stop_gradient")
@op("StopGradient", input="any", grad=None, dtype_agnostic=True, before=_stop_in_components)
def stop_gradient(input: TensorLike, name: str | None = None) -> AnyTensor:  # noqa: A002 - TensorFlow's name
    """A tensor that counts as a constant for gradients. Mirrors `tf.stop_gradient`.

    Arguments:
        input: a tensor of any dtype and shape, what converts to one, or a composite tensor or extension type.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the value of `input`, or a value of the same kind, through which no gradient flows back.

    Targets that are computed by the model itself, as in reinforcement learning, are wrapped by it; so is the rounding
    in `x + tf.stop_gradient(tf.round(x) - x)`, which lets the gradient pass by.

    Example:
        >>> x = tf.Variable(3.0)
        >>> with tf.GradientTape() as tape:
        ...     y = x * tf.stop_gradient(x)
        >>> tape.gradient(y, x)
        <tf.Tensor: shape=(), dtype=float32, numpy=3.0>
    """
    return input.detach()


@tf_export("gradients")
def gradients(
    ys: TensorLike,
    xs: TensorLike,
    grad_ys: Any = None,
    name: str | None = "gradients",
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list[Any]:
    """The gradients of the sum of some tensors with respect to others, in a graph. Mirrors `tf.gradients`.

    Arguments:
        ys: a tensor, or a list of them, to be differentiated.
        xs: a tensor or variable, or a list of them.
        grad_ys: what each of `ys` is weighted by, a tensor or None (for ones) for each; None by default.
        name: a name for the operations, "gradients" by default.
        gate_gradients: a hint; False by default.
        aggregation_method: a hint, one of `tf.AggregationMethod`.
        stop_gradients: tensors through which no gradient flows.
        unconnected_gradients: what stands where nothing connects the two: None (`tf.UnconnectedGradients.NONE`, the
            default) or zeros (`ZERO`).

    Returns:
        A list with a tensor for each of `xs`, or an IndexedSlices where rows were gathered.

    Raises:
        RuntimeError: it is called eagerly; `tf.GradientTape` is for that.
        ValueError: there is another number of `grad_ys`, or an unknown option.

    Example:
        >>> @tf.function
        ... def slope(x):
        ...     return tf.gradients(x * x, x)[0]
        >>> slope(tf.constant(3.0))
        <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """
    return symbolic(ys, xs, grad_ys, name, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients, slices=True)


@tf_export("hessians")
def hessians(
    ys: TensorLike, xs: TensorLike, gate_gradients: bool = False, aggregation_method: int | None = None, name: str | None = "hessians"
) -> list[Any]:
    """The second derivatives of the sum of some tensors with respect to others, in a graph. Mirrors `tf.hessians`.

    Arguments:
        ys: a tensor, or a list of them.
        xs: a tensor or variable, or a list of them.
        gate_gradients: a hint; False by default.
        aggregation_method: a hint, one of `tf.AggregationMethod`.
        name: a name for the operations, "hessians" by default.

    Returns:
        A list with a tensor of shape `x.shape + x.shape` for each of `xs`; None where nothing connects it.

    Raises:
        RuntimeError: it is called eagerly; there, take `tape.jacobian` of a gradient.

    Example:
        >>> @tf.function
        ... def curvature(x):
        ...     return tf.hessians(tf.reduce_sum(x ** 3), x)[0]
        >>> curvature(tf.constant([1.0, 2.0]))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[ 6.,  0.],
               [ 0., 12.]], dtype=float32)>
    """
    return tf_hessians(ys, xs, gate_gradients, aggregation_method, name)


__all__ = ["ForwardAccumulator", "GradientTape"]
__dir__ = listing(globals())
