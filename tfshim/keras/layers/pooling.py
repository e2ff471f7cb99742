"""Pools over windows of one, two and three axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import output_size, sizes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike


class _Pooling(Layer):
    """One value for each window; `_function` names the operation."""

    rank = 2
    _configured: tuple[str, ...] = ("pool_size", "padding", "strides", "data_format")  # in the order of Keras
    _function: str | None = None
    _in_graphs: str | None = None  # what it is called in graphs

    def __init__(
        self, pool_size: Window, strides: Window | None = None, padding: str = "valid", data_format: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.pool_size = sizes(pool_size, self.rank, "pool_size")
        self.strides = sizes(pool_size if strides is None else strides, self.rank, "strides", zero=True)
        self.padding = _arguments.padding(padding)
        if self.padding == "causal":
            raise ValueError(f'The `padding` argument of {type(self).__name__} must be "valid" or "same". Received: {padding}')
        self.data_format = _arguments.data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: TensorLike) -> AnyTensor:
        if self.rank == 1 and TS.graph is not None and self.data_format == "channels_last":
            return shown_parts.recorded(self._pooled_steps, inputs)
        return self._pooled(inputs, self.rank, list(self.pool_size), list(self.strides))

    def _pooled_steps(self, inputs):
        if not one_by_one.wanted():
            return self._pooled(inputs, 1, list(self.pool_size), list(self.strides))
        images = array_ops.expand_dims(inputs, 2)  # as Keras has it
        made = self._pooled(images, 2, [*self.pool_size, 1], [*self.strides, 1])
        if TS.graph is not None:
            made.op.names_scope = True
        return array_ops.squeeze(made, 2)

    def _pooled(self, inputs, rank, size, strides):
        function = f"{self._function}{rank}d"
        if TS.graph is not None and function == "avg_pool2d":  # which Keras calls by this name, and others in a scope
            function = "avg_pool"
        return getattr(nn, function)(
            inputs,
            size,
            strides,
            self.padding.upper(),
            data_format=_arguments.format_name(rank, self.data_format),
            name=None if TS.graph is None or rank == 1 else self._in_graphs + ("3D" if rank == 3 else ""),
        )

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        first = 1 if self.data_format == "channels_last" else 2
        for i in range(self.rank):
            shape[first + i] = output_size(shape[first + i], self.pool_size[i], self.padding, self.strides[i])
        return TensorShape(shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **{name: getattr(self, name) for name in self._configured}}


class _Pooling1D(_Pooling):
    rank = 1
    _configured = ("strides", "pool_size", "padding", "data_format")

    def __init__(
        self,
        pool_size: Window = 2,
        strides: Window | None = None,
        padding: str = "valid",
        data_format: str | None = "channels_last",
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class _Pooling2D(_Pooling):
    rank = 2

    def __init__(
        self,
        pool_size: Window = (2, 2),
        strides: Window | None = None,
        padding: str = "valid",
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class _Pooling3D(_Pooling):
    rank = 3

    def __init__(
        self,
        pool_size: Window = (2, 2, 2),
        strides: Window | None = None,
        padding: str = "valid",
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


@tf_export("keras.layers.MaxPooling1D", "keras.layers.MaxPool1D")
class MaxPooling1D(_Pooling1D):
    """The greatest number of each window of steps, channel by channel.

    Mirrors `tf.keras.layers.MaxPooling1D`, also under the name `MaxPool1D`. [batch, steps, channels] give [batch, new steps, channels];
    with "valid" there are `(steps - pool_size) // strides + 1` new steps, with "same" `steps / strides`, rounded up. No weights.

    Arguments:
        pool_size: the steps of a window; 2 by default.
        strides: by how much a window moves on; None (default): `pool_size`, so that windows do not overlap.
        padding: "valid" (default): windows within the steps; "same": they may reach beyond the ends, where nothing counts.
        data_format: "channels_last" (default) or "channels_first": [batch, channels, steps].
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, another padding, inputs that are not of rank 3.

    Example:
        >>> x = tf.constant([[[1.0], [4.0], [2.0], [3.0], [9.0]]])
        >>> tf.keras.layers.MaxPooling1D(2)(x).numpy().ravel().tolist()
        [4.0, 3.0]
        >>> tf.keras.layers.MaxPooling1D(3, strides=1, padding="same")(x).numpy().ravel().tolist()
        [4.0, 4.0, 4.0, 9.0, 9.0]
    """

    __module__ = "keras.src.layers.pooling.max_pooling1d"
    _function, _in_graphs = "max_pool", "MaxPool"


@tf_export("keras.layers.MaxPooling2D", "keras.layers.MaxPool2D")
class MaxPooling2D(_Pooling2D):
    """The greatest number of each window of an image, channel by channel.

    Mirrors `tf.keras.layers.MaxPooling2D`, also under the name `MaxPool2D`. [batch, rows, columns, channels] give [batch, new rows, new
    columns, channels]; with "valid" there are `(rows - pool_size) // strides + 1` new rows, with "same" `rows / strides`, rounded up.

    Arguments:
        pool_size: rows and columns of a window, two integers or one for both; (2, 2) by default.
        strides: by how much windows move on; None (default): `pool_size`, so that they do not overlap.
        padding: "valid" (default): windows within the image; "same": they may reach beyond it, where nothing counts.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, another padding, inputs that are not of rank 4.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.keras.layers.MaxPooling2D()(x).numpy().squeeze().tolist()
        [[5.0, 7.0], [13.0, 15.0]]
        >>> tf.keras.layers.MaxPooling2D(3, strides=2, padding="same")(x).shape
        TensorShape([1, 2, 2, 1])
    """

    __module__ = "keras.src.layers.pooling.max_pooling2d"
    _function, _in_graphs = "max_pool", "MaxPool"


@tf_export("keras.layers.MaxPooling3D", "keras.layers.MaxPool3D")
class MaxPooling3D(_Pooling3D):
    """The greatest number of each window of a volume, channel by channel.

    Mirrors `tf.keras.layers.MaxPooling3D`, also under the name `MaxPool3D`. [batch, d1, d2, d3, channels] give [batch, new d1, new d2, new
    d3, channels]. With "valid" what does not fill a window at the end is left out. There are no weights.

    Arguments:
        pool_size: the sizes of a window, three integers or one for all; (2, 2, 2) by default.
        strides: by how much windows move on; None (default): `pool_size`, so that they do not overlap.
        padding: "valid" (default): windows within the volume; "same": they may reach beyond it, where nothing counts.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, another padding, inputs that are not of rank 5.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])
        >>> tf.keras.layers.MaxPooling3D()(x).numpy().ravel().tolist()
        [7.0]
    """

    __module__ = "keras.src.layers.pooling.max_pooling3d"
    _function, _in_graphs = "max_pool", "MaxPool"


@tf_export("keras.layers.AveragePooling1D", "keras.layers.AvgPool1D")
class AveragePooling1D(_Pooling1D):
    """The mean of each window of steps, channel by channel.

    Mirrors `tf.keras.layers.AveragePooling1D`, also under the name `AvgPool1D`. [batch, steps, channels] give [batch, new steps, channels];
    with "valid" there are `(steps - pool_size) // strides + 1` new steps, with "same" `steps / strides`, rounded up. No weights.

    Arguments:
        pool_size: the steps of a window; 2 by default.
        strides: by how much a window moves on; None (default): `pool_size`, so that windows do not overlap.
        padding: "valid" (default): windows within the steps; "same": they may reach beyond the ends, and the mean is of the steps within.
        data_format: "channels_last" (default) or "channels_first": [batch, channels, steps].
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, another padding, inputs that are not of rank 3.

    Example:
        >>> x = tf.constant([[[1.0], [3.0], [2.0], [4.0], [9.0]]])
        >>> tf.keras.layers.AveragePooling1D(2)(x).numpy().ravel().tolist()
        [2.0, 3.0]
        >>> tf.keras.layers.AveragePooling1D(2, padding="same")(x).numpy().ravel().tolist()
        [2.0, 3.0, 9.0]
    """

    __module__ = "keras.src.layers.pooling.average_pooling1d"
    _function, _in_graphs = "avg_pool", "AvgPool"


@tf_export("keras.layers.AveragePooling2D", "keras.layers.AvgPool2D")
class AveragePooling2D(_Pooling2D):
    """The mean of each window of an image, channel by channel.

    Mirrors `tf.keras.layers.AveragePooling2D`, also under the name `AvgPool2D`. [batch, rows, columns, channels] give [batch, new rows, new
    columns, channels]; with "valid" there are `(rows - pool_size) // strides + 1` new rows, with "same" `rows / strides`, rounded up.

    Arguments:
        pool_size: rows and columns of a window, two integers or one for both; (2, 2) by default.
        strides: by how much windows move on; None (default): `pool_size`, so that they do not overlap.
        padding: "valid" (default): windows within the image; "same": they may reach beyond it, and the mean is of the pixels within.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, another padding, inputs that are not of rank 4.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.keras.layers.AveragePooling2D()(x).numpy().squeeze().tolist()
        [[2.5, 4.5], [10.5, 12.5]]
    """

    __module__ = "keras.src.layers.pooling.average_pooling2d"
    _function, _in_graphs = "avg_pool", "AvgPool"


@tf_export("keras.layers.AveragePooling3D", "keras.layers.AvgPool3D")
class AveragePooling3D(_Pooling3D):
    """The mean of each window of a volume, channel by channel.

    Mirrors `tf.keras.layers.AveragePooling3D`, also under the name `AvgPool3D`. [batch, d1, d2, d3, channels] give [batch, new d1, new d2,
    new d3, channels]. With "valid" what does not fill a window at the end is left out. There are no weights.

    Arguments:
        pool_size: the sizes of a window, three integers or one for all; (2, 2, 2) by default.
        strides: by how much windows move on; None (default): `pool_size`, so that they do not overlap.
        padding: "valid" (default): windows within the volume; "same": they may reach beyond it, and the mean is of the voxels within.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, another padding, inputs that are not of rank 5.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])
        >>> tf.keras.layers.AveragePooling3D()(x).numpy().ravel().tolist()
        [3.5]
    """

    __module__ = "keras.src.layers.pooling.average_pooling3d"
    _function, _in_graphs = "avg_pool", "AvgPool"
