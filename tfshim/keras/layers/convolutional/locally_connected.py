"""Convolutions with weights of their own at each place."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops, linalg, math, sparse
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations, backend
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import output_size, sizes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


@op("LocalConv", register=False, x="T", w="T", T=dtypes.FLOATS)
def _local_conv(x, w, window, strides, first, name=None):
    """`x` [batch, *space, channels] (or channels second) with weights [places, window * channels, filters]."""
    n = len(window)
    for i, (k, s) in enumerate(zip(window, strides)):
        x = x.unfold(i + (2 if first else 1), k, s)
    places = x.shape[2 : 2 + n] if first else x.shape[1 : 1 + n]
    if first:  # [batch, channels, *places, *window]: features run channels first
        x = x.permute(0, *range(2, 2 + n), 1, *range(2 + n, 2 + 2 * n))
    else:  # [batch, *places, channels, *window]
        x = x.permute(0, *range(1, 1 + n), *range(2 + n, 2 + 2 * n), 1 + n)
    y = torch.einsum("bpf,pfc->bpc", x.reshape(x.shape[0], w.shape[0], w.shape[1]), w)
    y = y.reshape(y.shape[0], *places, y.shape[-1])
    return y.movedim(-1, 1) if first else y


@op("PlaceWeights", register=False, kernel="T", T=dtypes.FLOATS)
def _place(kernel, index, shape, name=None):
    """A matrix of `shape` that is zero but for `kernel` at the flat places `index`."""
    where = torch.as_tensor(index, device=kernel.device)
    return kernel.new_zeros(shape[0] * shape[1]).index_put((where,), kernel).reshape(shape)


def _links(space, places, window, strides, padding):
    """A boolean array [*space, *places]: which inputs each place of the result sees."""
    mask = np.zeros((*space, *places), bool)
    for place in itertools.product(*map(range, places)):
        seen = []
        for size, k, p, s in zip(space, window, place, strides):
            centre = p * s + (k // 2 if padding == "valid" else 0)
            seen.append(slice(max(0, centre - k // 2), min(size, centre + k - k // 2)))
        mask[(*seen, *place)] = True
    return mask


class _LocallyConnected(Layer):
    rank = 1

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        data_format: str | None = None,
        activation: ActivationLike = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.filters = filters
        self.kernel_size, self.strides = sizes(kernel_size, self.rank, "kernel_size"), sizes(strides, self.rank, "strides", zero=True)
        self.padding = _arguments.padding(padding)
        if self.padding != "valid" and implementation == 1:
            raise ValueError(f'Invalid border mode for {type(self).__name__} (only "valid" is supported if implementation is 1): {padding}')
        if implementation not in (1, 2, 3):
            raise ValueError(f"Unrecognized implementation mode: {implementation}.")
        self.data_format = _arguments.data_format(data_format)
        self.activation, self.use_bias, self.implementation = activations.get(activation), use_bias, implementation
        _arguments.take(self, locals(), "kernel", "bias")
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _split(self, shape):
        """(axes of space, channels) of a shape with batch."""
        return (shape[2:], shape[1]) if self.data_format == "channels_first" else (shape[1:-1], shape[-1])

    def _places(self, space):
        return tuple(output_size(d, k, self.padding, s) for d, k, s in zip(space, self.kernel_size, self.strides))

    _called_as_input_spec = False  # its weights are of a size of the input

    def build(self, input_shape: ShapeLike) -> None:
        shape, first = TensorShape(input_shape).as_list(), self.data_format == "channels_first"
        space, channels = self._split(shape)
        if None in space or channels is None:
            raise ValueError(
                f"The sizes of the inputs of a {type(self).__name__} layer, the batch apart, must be known. Found shape: {tuple(shape)}"
            )
        places = self.__dict__["_built_places"] = self._places(space)
        if min(places) <= 0:
            raise ValueError(
                f"One of the dimensions in the output is <= 0 due to downsampling in {self.name}. Consider increasing the "
                f"input size. Received input shape {tuple(shape)} which would produce output shape with a zero or negative "
                "value in a dimension."
            )
        if self.implementation == 1:
            kernel = (int(np.prod(places)), int(np.prod(self.kernel_size)) * channels, self.filters)
        else:
            links = _links(space, places, self.kernel_size, self.strides, self.padding)
            n, ends = self.rank, (channels, self.filters)
            whole = (channels, *space, self.filters, *places) if first else (*space, channels, *places, self.filters)
            links = np.expand_dims(links, (0, n + 1) if first else (n, 2 * n + 1))
            self.__dict__["_mask"] = links
            self.__dict__["_matrix"] = (int(np.prod(space)) * ends[0], int(np.prod(places)) * ends[1])
            kernel = whole
            if self.implementation == 3:
                # Keras lists these weights by output, and for each by input.
                outputs_first = np.broadcast_to(links, whole).reshape(self._matrix).T
                self.__dict__["_index"] = np.flatnonzero(outputs_first)
                kernel = (len(self._index),)
        self.kernel = _arguments.make(self, "kernel", kernel)
        self.bias = _arguments.make(self, "bias", (*places, self.filters)) if self.use_bias else None
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={1 if first else -1: channels})
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        return self.activation(shown_parts.recorded(self._connected, inputs))

    def _connected(self, inputs):
        """The result without activation."""
        if one_by_one.wanted():
            return self._by_operations(inputs)
        first = self.data_format == "channels_first"
        if self.implementation == 1:
            y = _local_conv(inputs, self.kernel, self.kernel_size, self.strides, first)
            if y.shape.rank is None:  # the sizes are those that it was built for
                y.set_shape([None, *self._output_sizes])
        else:
            flat = array_ops.reshape(inputs, [-1, self._matrix[0]])
            if self.implementation == 2:
                kernel = self.kernel * array_ops.constant(self._mask, dtype=inputs.dtype)
                y = linalg.matmul(flat, array_ops.reshape(kernel, self._matrix))
            else:
                y = linalg.matmul(flat, _place(self.kernel, self._index, self._matrix[::-1]), transpose_b=True)
            y = array_ops.reshape(y, [-1, *self._output_sizes])
        if self.bias is not None:
            shape = self.bias.shape.as_list()
            y = y + (array_ops.reshape(self.bias, [1, shape[-1], *shape[:-1]]) if first else self.bias)
        return y

    @property
    def _output_sizes(self):
        return [self.filters, *self._built_places] if self.data_format == "channels_first" else [*self._built_places, self.filters]

    def _by_operations(self, inputs):
        """The same by the operations that Keras asks for, of which pages of graphs show each."""
        if self.implementation == 1:
            convolve = backend.local_conv1d if self.rank == 1 else backend.local_conv2d
            sizes = [] if self.rank == 1 else [self._built_places]
            y = convolve(inputs, self.kernel, self.kernel_size, self.strides, *sizes, data_format=self.data_format)
        else:
            flat = array_ops.reshape(inputs, [array_ops.shape(inputs)[0], -1])
            if self.implementation == 2:
                kernel = self._mask.astype(inputs.dtype.as_numpy_dtype) * self.kernel
                shape = array_ops.shape(kernel)
                ends = shape[: self.rank + 1], shape[self.rank + 1 :]
                sizes = [math.reduce_prod(part) for part in ends]
                y = linalg.matmul(flat, array_ops.reshape(kernel, sizes), b_is_sparse=True)
            else:
                matrix = self._matrix[::-1]
                links = sparse.SparseTensor(np.stack(np.unravel_index(self._index, matrix), 1), self.kernel, matrix)
                y = array_ops.transpose(sparse.sparse_dense_matmul(links, flat, adjoint_b=True))
            y = array_ops.reshape(y, [array_ops.shape(y)[0], *self._output_sizes])
        return y if self.bias is None else backend.bias_add(y, self.bias, self.data_format)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        places = self._places(self._split(shape)[0])
        return TensorShape([shape[0], self.filters, *places] if self.data_format == "channels_first" else [shape[0], *places, self.filters])

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "filters": self.filters,
            "kernel_size": self.kernel_size,
            "strides": self.strides,
            "padding": self.padding,
            "data_format": self.data_format,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            **_arguments.weight_config(self),
            "implementation": self.implementation,
        }


@tf_export("keras.layers.LocallyConnected1D")
class LocallyConnected1D(_LocallyConnected):
    """A convolution along sequences that does not share weights: the filters are others at each step.

    Mirrors `tf.keras.layers.LocallyConnected1D`. [batch, steps, channels] give [batch, new steps, filters]. The sizes of the inputs must be
    known, and there are as many weights as windows times filters.

    Arguments:
        filters: how many channels the result has.
        kernel_size: the steps of a window. strides: by how much it moves on; 1 by default.
        padding: "valid" (default), or "same" with `implementation` 2 or 3.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        activation, use_bias: as in `Conv1D`.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        implementation: 1 (default): window by window; 2: a dense matrix under a mask; 3: a sparse matrix. The results are the same.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes of the inputs that are unknown or smaller than a window, padding "same" with `implementation` 1.

    Example:
        >>> layer = tf.keras.layers.LocallyConnected1D(4, 3)
        >>> layer(tf.ones([2, 10, 5])).shape
        TensorShape([2, 8, 4])
        >>> layer.kernel.shape
        TensorShape([8, 15, 4])
    """

    __module__ = "keras.src.layers.locally_connected.locally_connected1d"


@tf_export("keras.layers.LocallyConnected2D")
class LocallyConnected2D(_LocallyConnected):
    """A convolution over images that does not share weights: the filters are others at each pixel.

    Mirrors `tf.keras.layers.LocallyConnected2D`. [batch, rows, columns, channels] give [batch, new rows, new columns, filters]. The sizes
    of the inputs must be known, and there are as many weights as windows times filters.

    Arguments:
        filters: how many channels the result has.
        kernel_size: rows and columns of a window, two integers or one for both.
        strides: by how much windows move on; (1, 1) by default.
        padding: "valid" (default), or "same" with `implementation` 2 or 3.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        activation, use_bias: as in `Conv2D`.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        implementation: 1 (default): window by window; 2: a dense matrix under a mask; 3: a sparse matrix. The results are the same.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes of the inputs that are unknown or smaller than a window, padding "same" with `implementation` 1.

    Example:
        >>> layer = tf.keras.layers.LocallyConnected2D(2, 3)
        >>> layer(tf.ones([1, 5, 5, 1])).shape
        TensorShape([1, 3, 3, 2])
        >>> layer.kernel.shape
        TensorShape([9, 9, 2])
    """

    __module__ = "keras.src.layers.locally_connected.locally_connected2d"
    rank = 2

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        activation: ActivationLike = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            implementation,
            **kwargs,
        )
