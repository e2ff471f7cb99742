"""Pools over windows of one, two and three axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import nn
from tfshim._export import tf_export
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
        return getattr(nn, f"{self._function}{self.rank}d")(
            inputs,
            list(self.pool_size),
            list(self.strides),
            self.padding.upper(),
            data_format=_arguments.format_name(self.rank, self.data_format),
            name=None if TS.graph is None or self.rank == 1 else self._in_graphs + ("3D" if self.rank == 3 else ""),
        )

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        first = 1 if self.data_format == "channels_last" else 2
        for i in range(self.rank):
            shape[first + i] = output_size(shape[first + i], self.pool_size[i], self.padding, self.strides[i])
        return TensorShape(shape)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "pool_size": self.pool_size,
            "padding": self.padding,
            "strides": self.strides,
            "data_format": self.data_format,
        }


class _Pooling1D(_Pooling):
    rank = 1

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
    """The greatest value of each window of steps, inputs [batch, steps, channels]; mirrors `tf.keras.layers.MaxPooling1D`.

    Arguments and errors as in `MaxPooling2D`, with one size for one axis.
    """

    __module__ = "keras.src.layers.pooling.max_pooling1d"
    _function, _in_graphs = "max_pool", "MaxPool"


@tf_export("keras.layers.MaxPooling2D", "keras.layers.MaxPool2D")
class MaxPooling2D(_Pooling2D):
    """The greatest value of each window of an image, inputs [batch, rows, columns, channels]; mirrors `tf.keras.layers.MaxPooling2D`.

    `pool_size`, `strides`: the rows and columns of the window and its steps, an integer for both (`strides` None: those of the window);
    `padding`: "valid" (windows within the image) or "same" (windows may reach beyond it); `data_format`: "channels_last" (default) or
    "channels_first". Raises ValueError for other values.
    """

    __module__ = "keras.src.layers.pooling.max_pooling2d"
    _function, _in_graphs = "max_pool", "MaxPool"


@tf_export("keras.layers.MaxPooling3D", "keras.layers.MaxPool3D")
class MaxPooling3D(_Pooling3D):
    """The greatest value of each window of a volume, inputs [batch, d1, d2, d3, channels]; mirrors `tf.keras.layers.MaxPooling3D`.

    Arguments and errors as in `MaxPooling2D`, with three sizes for the three axes.
    """

    __module__ = "keras.src.layers.pooling.max_pooling3d"
    _function, _in_graphs = "max_pool", "MaxPool"


@tf_export("keras.layers.AveragePooling1D", "keras.layers.AvgPool1D")
class AveragePooling1D(_Pooling1D):
    """The mean of each window of steps, inputs [batch, steps, channels]; mirrors `tf.keras.layers.AveragePooling1D`.

    Arguments and errors as in `AveragePooling2D`, with one size for one axis.
    """

    __module__ = "keras.src.layers.pooling.average_pooling1d"
    _function, _in_graphs = "avg_pool", "AvgPool"


@tf_export("keras.layers.AveragePooling2D", "keras.layers.AvgPool2D")
class AveragePooling2D(_Pooling2D):
    """The mean of each window of an image, inputs [batch, rows, columns, channels]; mirrors `tf.keras.layers.AveragePooling2D`.

    `pool_size`, `strides`: the rows and columns of the window and its steps, an integer for both (`strides` None: those of the window);
    `padding`: "valid" (windows within the image) or "same" (windows may reach beyond it); `data_format`: "channels_last" (default) or
    "channels_first". Raises ValueError for other values.
    """

    __module__ = "keras.src.layers.pooling.average_pooling2d"
    _function, _in_graphs = "avg_pool", "AvgPool"


@tf_export("keras.layers.AveragePooling3D", "keras.layers.AvgPool3D")
class AveragePooling3D(_Pooling3D):
    """The mean of each window of a volume, inputs [batch, d1, d2, d3, channels]; mirrors `tf.keras.layers.AveragePooling3D`.

    Arguments and errors as in `AveragePooling2D`, with three sizes for the three axes.
    """

    __module__ = "keras.src.layers.pooling.average_pooling3d"
    _function, _in_graphs = "avg_pool", "AvgPool"
