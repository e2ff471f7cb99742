"""`RandomFourierFeatures`."""

from __future__ import annotations

import math as python_math
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, linalg, math, nn
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import initializers
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import InitializerLike


_KERNELS = ("gaussian", "laplacian")


@tf_export("keras.layers.experimental.RandomFourierFeatures")
class RandomFourierFeatures(Layer):
    """Random features whose products approximate a kernel (Rahimi and Recht, 2007). Mirrors
    `tf.keras.layers.experimental.RandomFourierFeatures`.

    A linear model on top of them is nearly a kernel machine, at the cost of one dense layer: the features are `cos(x @ kernel / scale +
    bias)` with random weights, which are not trained unless asked for.

    Arguments:
        output_dim: how many features; more approximate the kernel better.
        kernel_initializer: "gaussian" (default), "laplacian", or an initializer of one's own.
        scale: the width of the kernel; None (default): the root of half of the inputs' size for "gaussian", 1 for others.
        trainable: whether the scale is trained; False.
        name: of the layer. **kwargs: those of `Layer`.

    Returns:
        When called on a tensor [batch, features]: a tensor [batch, output_dim] of numbers from -1 to 1.

    Raises:
        ValueError: a size or scale that is not positive, an unknown kernel, or inputs that are no matrices of a known width.

    Example:
        >>> layer = tf.keras.layers.experimental.RandomFourierFeatures(8, scale=2.0)
        >>> y = layer(tf.ones([4, 3]))
        >>> y.shape, bool(tf.reduce_all(tf.abs(y) <= 1.0))
        (TensorShape([4, 8]), True)
    """

    __module__ = "keras.src.layers.kernelized"

    def __init__(
        self,
        output_dim: int,
        kernel_initializer: InitializerLike = "gaussian",
        scale: float | None = None,
        trainable: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        if output_dim <= 0:
            raise ValueError(f"`output_dim` should be a positive integer. Received: {output_dim}")
        if isinstance(kernel_initializer, str) and kernel_initializer.lower() not in _KERNELS:
            raise ValueError(f"Unsupported `kernel_initializer`: {kernel_initializer} Expected one of: {list(_KERNELS)}")
        if scale is not None and scale <= 0.0:
            raise ValueError(f"When provided, `scale` should be a positive float. Received: {scale}")
        super().__init__(trainable=trainable, name=name, **kwargs)
        self.output_dim, self.kernel_initializer, self.scale = output_dim, kernel_initializer, scale

    def build(self, input_shape: ShapeLike) -> None:
        shape = TensorShape(input_shape)
        if shape.rank != 2:
            raise ValueError(
                f"The rank of the input tensor should be 2. Received input with rank {shape.rank} instead. Full input shape "
                f"received: {shape}"
            )
        size = self._checked_width(shape)
        self.input_spec = InputSpec(ndim=2, axes={1: size})
        given = self.kernel_initializer
        gaussian = isinstance(given, str) and given.lower() == "gaussian"
        if gaussian:
            given = initializers.RandomNormal(stddev=1.0)
        elif isinstance(given, str):
            drawn = np.random.uniform(low=0.0, high=1.0, size=(size, self.output_dim))
            given = initializers.Constant(np.tan(np.pi * (drawn - 0.5)))
        self.unscaled_kernel = self.add_weight(
            "unscaled_kernel", shape=(size, self.output_dim), dtype="float32", initializer=given, trainable=False
        )
        self.bias = self.add_weight(
            "bias",
            shape=(self.output_dim,),
            dtype="float32",
            trainable=False,
            initializer=initializers.RandomUniform(minval=0.0, maxval=2 * np.pi),
        )
        if self.scale is None:
            self.scale = python_math.sqrt(size / 2.0) if gaussian else 1.0
        self.kernel_scale = self.add_weight(
            "kernel_scale", shape=(1,), dtype="float32", initializer=initializers.Constant(self.scale), trainable=True, constraint="NonNeg"
        )
        super().build(input_shape)

    @staticmethod
    def _checked_width(shape):
        if shape[-1] is None:
            raise ValueError(f"The last dimension of the input tensor should be defined. Found `None`. Full input shape received: {shape}")
        return shape[-1]

    def call(self, inputs: TensorLike) -> AnyTensor:
        kernel = (1.0 / self.kernel_scale) * self.unscaled_kernel
        return math.cos(nn.bias_add(linalg.matmul(array_ops.cast(inputs, "float32"), kernel), self.bias))

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).with_rank(2)
        self._checked_width(shape)
        return TensorShape([shape[0], self.output_dim])

    def get_config(self) -> dict[str, Any]:
        given = self.kernel_initializer
        return {
            **super().get_config(),
            "output_dim": self.output_dim,
            "kernel_initializer": given if isinstance(given, str) else initializers.serialize(given),
            "scale": self.scale,
        }
