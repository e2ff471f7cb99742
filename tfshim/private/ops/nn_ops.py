"""What `tensorflow.python.ops.nn_ops` has that is no public name: a convolution whose arguments are checked once."""

import tfshim

_REPLACES = "tensorflow.python.ops.nn_ops"
__all__ = ["Convolution"]


class Convolution:
    """A convolution for inputs and filters of known shapes, to be called with both.

    Args:
        input_shape: static shape of the inputs, `[..., *spatial, channels]` or as `data_format` says.
        filter_shape: static shape of the filters, `[*spatial, channels, outputs]`.
        padding: "SAME", "VALID" or "CAUSAL".
        strides, dilation_rate: a number for each spatial dimension, all 1 by default.
        name: the name of the operation.
        data_format: as for `tf.nn.convolution`.
        num_spatial_dims: the number of spatial dimensions, where the shapes do not tell it.

    Raises:
        ValueError: the shapes do not fit together.
    """

    def __init__(
        self, input_shape, filter_shape, padding, strides=None, dilation_rate=None, name=None, data_format=None, num_spatial_dims=None
    ):
        self.input_shape, self.filter_shape = tfshim.TensorShape(input_shape), tfshim.TensorShape(filter_shape)
        if num_spatial_dims is None:
            ranks = [shape.rank for shape in (self.filter_shape, self.input_shape) if shape.rank is not None]
            if not ranks:
                raise ValueError("`num_spatial_dims` must be specified since the ranks of input and filter are not known.")
            num_spatial_dims = ranks[0] - 2
        at = 1 if data_format is not None and data_format.startswith("NC") else -1
        channels = None if self.input_shape.rank is None else self.input_shape[at]
        expected = None if self.filter_shape.rank is None else self.filter_shape[-2]
        if None not in (channels, expected) and channels % expected:
            raise ValueError(
                "The number of input channels is not divisible by the corresponding number of output filters. "
                f"Received: input channels={channels}, filter channels={expected}"
            )
        self.padding, self.name, self.data_format = padding, name, data_format
        self.num_spatial_dims = num_spatial_dims
        self.strides = [1] * num_spatial_dims if strides is None else list(strides)
        self.dilation_rate = [1] * num_spatial_dims if dilation_rate is None else list(dilation_rate)

    def __call__(self, inp, filter):
        """The convolution of `inp` with `filter`."""
        return tfshim.nn.convolution(inp, filter, self.strides, self.padding, self.data_format, self.dilation_rate, self.name)
