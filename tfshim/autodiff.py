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
from tfshim.engine.ops.op import op
from tfshim.engine.ops.registered_gradients import RegisterGradient, no_gradient

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("UnconnectedGradients")
class UnconnectedGradients(enum.Enum):
    """What stands for the gradient of a source that does not reach the target; mirrors `tf.UnconnectedGradients`."""

    __module__ = "tensorflow.python.ops.unconnected_gradients"
    NONE = "none"
    ZERO = "zero"


@tf_export("AggregationMethod")
class AggregationMethod:
    """How the gradients that meet at a tensor are summed; mirrors `tf.AggregationMethod`. All are the same here."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


@tf_export("stop_gradient")
@op("StopGradient", input="any", grad=None, dtype_agnostic=True)
def stop_gradient(input: TensorLike, name: str | None = None) -> AnyTensor:  # noqa: A002 - TensorFlow's name
    """`input`, a tensor of any dtype and shape, as a constant for gradients. Mirrors `tf.stop_gradient`."""
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
    """The gradients of the sum of `ys` with respect to each of `xs`, in a graph. Mirrors `tf.gradients`.

    `ys`, `xs`: tensors or variables, one or a structure of them. `grad_ys`: the output gradients, a tensor or None for each of
    `ys`. Gradients do not flow through the tensors `stop_gradients`. The result is a list with a tensor for each of `xs`, with
    IndexedSlices where `ys` depend on it by gathered rows alone, or with None where nothing connects it, zeros with
    `unconnected_gradients=tf.UnconnectedGradients.ZERO`. `aggregation_method` (one of `tf.AggregationMethod`) and
    `gate_gradients` are hints.

    Raises RuntimeError when executing eagerly (use `tf.GradientTape`), and ValueError for another number of `grad_ys` and for
    unknown options.
    """
    return symbolic(ys, xs, grad_ys, name, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients, slices=True)


@tf_export("hessians")
def hessians(
    ys: TensorLike, xs: TensorLike, gate_gradients: bool = False, aggregation_method: int | None = None, name: str | None = "hessians"
) -> list[Any]:
    """The second derivatives of the sum of `ys` with respect to each of `xs`, in a graph. Mirrors `tf.hessians`.

    The result is a list with a tensor of shape `x.shape + x.shape` for each `x`, or None where nothing connects it.
    `aggregation_method` and `gate_gradients` are hints. Raises RuntimeError when executing eagerly.
    """
    return tf_hessians(ys, xs, gate_gradients, aggregation_method, name)


__all__ = ["ForwardAccumulator", "GradientTape"]
__dir__ = listing(globals())
