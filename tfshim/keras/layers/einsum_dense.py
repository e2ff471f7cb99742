"""`EinsumDense`: a product with learnt weights along axes that an equation names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import linalg
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.layers import _arguments

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


def analyse(
    equation: str, bias_axes: str | None, input_shape: Sequence[int | None], output_shape: int | Sequence[int | None]
) -> tuple[list[Any], list[Any] | None, list[Any]]:
    """The shapes of kernel, bias (or None) and whole output. Raises ValueError for an equation that does not fit."""
    plain = equation.replace("...", "0")
    found = re.match("([a-zA-Z]+),([a-zA-Z]+)->([a-zA-Z]+)", plain)
    left = False
    if not found:
        found = re.match("0([a-zA-Z]+),([a-zA-Z]+)->0([a-zA-Z]+)", plain)
        left = bool(found)
    if not found:
        found = re.match("([a-zA-Z]{2,})0,([a-zA-Z]+)->([a-zA-Z]+)0", plain)
    if not found:
        raise ValueError(
            f"Invalid einsum equation '{equation}'. Equations must be in the form [X],[Y]->[Z], ...[X],[Y]->...[Z], or [X]...,[Y]->[Z]...."
        )
    inputs, weights, outputs = found.groups()
    hidden = len(input_shape) - len(inputs)  # axes behind the dots
    whole = [input_shape[0], *([output_shape] if isinstance(output_shape, int) else output_shape)]
    if hidden > 0:
        if left:
            # Keras inserts them one by one behind the batch, which reverses their order.
            whole[1:1] = list(input_shape[1:hidden])[::-1]
        else:
            whole += input_shape[len(input_shape) - hidden :]
    shift = hidden if left else 0
    sizes = {d: input_shape[i + shift] for i, d in enumerate(inputs)}
    output_sizes = {d: whole[i + shift] for i, d in enumerate(outputs)}
    for d in inputs:
        if d in output_sizes and output_sizes[d] is not None and output_sizes[d] != sizes[d]:
            raise ValueError(
                f"Input shape and output shape do not match at shared dimension '{d}'. Input shape is {sizes[d]}, and output "
                f"shape is {output_sizes[d]}."
            )
    for d in outputs:
        if d not in inputs and d not in weights:
            raise ValueError(
                f"Dimension '{d}' was specified in the output '{outputs}' but has no corresponding dim in the input spec "
                f"'{inputs}' or weight spec '{outputs}'"
            )
    for d in weights:
        if d not in sizes and d not in output_sizes:
            raise ValueError(
                f"Weight dimension '{d}' did not have a match in either the input spec '{inputs}' or the output spec "
                f"'{outputs}'. For this layer, the weight must be fully specified."
            )
    kernel = [sizes[d] if d in sizes else output_sizes[d] for d in weights]
    if bias_axes is None:
        return kernel, None, whole
    for d in bias_axes:
        if d not in outputs:
            raise ValueError(f"Bias dimension '{d}' was requested, but is not part of the output spec '{outputs}'")
    bias = [output_sizes[d] if d in bias_axes else 1 for d in outputs[min(outputs.find(d) for d in bias_axes) :]]
    return kernel, bias + ([] if left else [1] * hidden), whole


@tf_export("keras.layers.EinsumDense", "keras.layers.experimental.EinsumDense")
class EinsumDense(Layer):
    """`activation(einsum(equation, inputs, kernel) + bias)`: a dense layer over the axes that an equation names.

    Mirrors `tf.keras.layers.EinsumDense`. The equation has the form "inputs,kernel->output", as "abc,cd->abd"; "..." stands for any axes,
    in front or at the end of inputs and output. Letters that inputs and kernel share but the output lacks are summed over.

    Arguments:
        equation: the equation, a string.
        output_shape: the sizes of the output without the batch, None where one is the input's; an integer for a single one.
        activation: a name or function; None (default): none.
        bias_axes: the letters of the output's axes that have a bias, as "d"; None (default): no bias.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: an equation of another form, or one that leaves a size of the kernel open or contradicts the shapes.

    Example:
        >>> layer = tf.keras.layers.EinsumDense("abc,cd->abd", output_shape=(None, 8), bias_axes="d")
        >>> layer(tf.ones([2, 5, 3])).shape
        TensorShape([2, 5, 8])
        >>> [w.shape for w in layer.weights]
        [TensorShape([3, 8]), TensorShape([8])]
    """

    __module__ = "keras.src.layers.core.einsum_dense"

    def __init__(
        self,
        equation: str,
        output_shape: int | Sequence[int | None],
        activation: ActivationLike = None,
        bias_axes: str | None = None,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.equation = equation
        self.partial_output_shape = [output_shape] if isinstance(output_shape, int) else list(output_shape)
        self.bias_axes = bias_axes
        self.activation = activations.get(activation)
        _arguments.take(self, locals(), "kernel", "bias")

    def build(self, input_shape: ShapeLike) -> None:
        shape = TensorShape(input_shape).as_list()
        kernel, bias, self.full_output_shape = analyse(self.equation, self.bias_axes, shape, list(self.partial_output_shape))
        self.kernel = _arguments.make(self, "kernel", kernel)
        self.bias = None if bias is None else _arguments.make(self, "bias", bias)
        super().build(input_shape)

    def call(self, inputs: TensorLike) -> AnyTensor:
        y = linalg.einsum(self.equation, inputs, self.kernel)
        if self.bias is not None:
            y = y + self.bias
        return y if self.activation is None else self.activation(y)

    def compute_output_shape(self, _: ShapeLike) -> TensorShape:
        return TensorShape(list(self.full_output_shape))

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "output_shape": list(self.partial_output_shape),
            "equation": self.equation,
            "activation": activations.serialize(self.activation),
            "bias_axes": self.bias_axes,
            **_arguments.weight_config(self),
        }
