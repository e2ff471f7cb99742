"""Layers that add, drop, repeat or reorder rows: cropping, padding, upsampling, `Permute`, `RepeatVector`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, image
from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.backend.arranging import repeated
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import sizes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Margins


_ORDINALS = ("1st", "2nd", "3rd")


def _pairs(value, n, name, forms):
    """`value` as n pairs (before, after); an integer or n of them mean the same on both sides."""
    if isinstance(value, int):
        return ((value, value),) * n
    if not hasattr(value, "__len__"):
        raise ValueError(f"`{name}` should be either an int, {forms}. Received: {value}.")
    if len(value) != n:
        raise ValueError(f"`{name}` should have {('two', 'three')[n - 2]} elements. Received: {value}.")
    return tuple(sizes(v, 2, f"{_ORDINALS[i]} entry of {name}", zero=True) for i, v in enumerate(value))


class _Spatial(Layer):
    """A layer that changes the axes of space and leaves batch and channels alone."""

    rank = 2

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = _arguments.data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    @property
    def _first(self):
        """The first axis of space."""
        return 1 if self.data_format == "channels_last" else 2

    def _resized(self, size, i):
        """What becomes of the known `size` of the i-th axis of space."""
        raise NotImplementedError

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape, first = TensorShape(input_shape).as_list(), self._first
        for i in range(self.rank):
            if shape[first + i] is not None:
                shape[first + i] = self._resized(shape[first + i], i)
        return TensorShape(shape)


class _Cropping(_Spatial):
    def _resized(self, size, i):
        return size - sum(self._crops[i])

    @property
    def _crops(self):
        return self.cropping

    def call(self, inputs: TensorLike) -> AnyTensor:
        shape, index = inputs.shape, [slice(None)] * (self.rank + 2)
        for i, (before, after) in enumerate(self._crops):
            size = shape[self._first + i]
            if size is not None and before + after >= size:
                raise ValueError(
                    "Argument `cropping` must be greater than the input shape. Received: inputs.shape="
                    f"{inputs.shape}, and cropping={self.cropping}"
                )
            # A slice up to -0 would be empty.
            index[self._first + i] = slice(before, -after if after else None)
        return inputs[tuple(index)]

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cropping": self.cropping, "data_format": self.data_format}


class _WithoutFormat:
    """Layers over one axis take channels last only and do not name it."""

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        config.pop("data_format")
        return config


@tf_export("keras.layers.Cropping1D")
class Cropping1D(_WithoutFormat, _Cropping):
    """Cuts steps off at both ends of sequences.

    Mirrors `tf.keras.layers.Cropping1D`. [batch, steps, features] give [batch, steps - before - after, features]. There are no weights; the
    dtype stays.

    Arguments:
        cropping: how many steps, a pair (before, after) or one integer for both; (1, 1) by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        ValueError: negative numbers, inputs that are not of rank 3, or nothing that would be left.

    Example:
        >>> x = tf.constant([[[1.0], [2.0], [3.0], [4.0]]])
        >>> tf.keras.layers.Cropping1D((1, 0))(x).numpy().ravel().tolist()
        [2.0, 3.0, 4.0]
        >>> tf.keras.layers.Cropping1D(1)(x).numpy().ravel().tolist()
        [2.0, 3.0]
    """

    __module__ = "keras.src.layers.reshaping.cropping1d"
    rank = 1

    def __init__(self, cropping: Window = (1, 1), **kwargs: Any) -> None:
        super().__init__("channels_last", **kwargs)
        self.cropping = sizes(cropping, 2, "cropping", zero=True)

    @property
    def _crops(self):
        return (self.cropping,)


@tf_export("keras.layers.Cropping2D")
class Cropping2D(_Cropping):
    """Cuts rows and columns off at the edges of images.

    Mirrors `tf.keras.layers.Cropping2D`. [batch, rows, columns, channels] give [batch, fewer rows, fewer columns, channels]. There are no
    weights; the dtype stays. It is the opposite of `ZeroPadding2D`.

    Arguments:
        cropping: ((top, bottom), (left, right)); two integers: for rows and for columns, on both sides; one: for all; nothing by default.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        ValueError: another form, negative numbers, inputs that are not of rank 4, or nothing that would be left.

    Example:
        >>> x = tf.reshape(tf.range(12.0), [1, 3, 4, 1])
        >>> tf.keras.layers.Cropping2D(((1, 1), (0, 2)))(x).numpy().squeeze().tolist()
        [4.0, 5.0]
        >>> tf.keras.layers.Cropping2D((0, 1))(x).shape
        TensorShape([1, 3, 2, 1])
    """

    __module__ = "keras.src.layers.reshaping.cropping2d"

    def __init__(self, cropping: Margins = ((0, 0), (0, 0)), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.cropping = _pairs(
            cropping,
            2,
            "cropping",
            "a tuple of 2 ints (symmetric_height_crop, symmetric_width_crop), or a tuple of "
            "2 tuples of 2 ints ((top_crop, bottom_crop), (left_crop, right_crop))",
        )


@tf_export("keras.layers.Cropping3D")
class Cropping3D(_Cropping):
    """Cuts voxels off at the faces of volumes.

    Mirrors `tf.keras.layers.Cropping3D`. [batch, d1, d2, d3, channels] give the same with smaller d1, d2 and d3. There are no weights; the
    dtype stays. It is the opposite of `ZeroPadding3D`.

    Arguments:
        cropping: three pairs (before, after); three integers: for each axis, on both sides; one: for all; 1 by default.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        ValueError: another form, negative numbers, inputs that are not of rank 5, or nothing that would be left.

    Example:
        >>> tf.keras.layers.Cropping3D(((1, 1), (0, 2), (1, 0)))(tf.ones([1, 5, 6, 7, 2])).shape
        TensorShape([1, 3, 4, 6, 2])
    """

    __module__ = "keras.src.layers.reshaping.cropping3d"
    rank = 3

    def __init__(self, cropping: Margins = ((1, 1), (1, 1), (1, 1)), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.cropping = _pairs(
            cropping,
            3,
            "cropping",
            "a tuple of 3 ints (symmetric_dim1_crop, symmetric_dim2_crop, "
            "symmetric_dim3_crop), or a tuple of 3 tuples of 2 ints ((left_dim1_crop, right_dim1_crop), "
            "(left_dim2_crop, right_dim2_crop), (left_dim3_crop, right_dim2_crop))",
        )


class _ZeroPadding(_Spatial):
    def _resized(self, size, i):
        return size + sum(self._pads[i])

    @property
    def _pads(self):
        return self.padding

    def call(self, inputs: TensorLike) -> AnyTensor:
        around = [(0, 0)] * (self.rank + 2)
        around[self._first : self._first + self.rank] = self._pads
        return array_ops.pad(inputs, [list(p) for p in around])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "padding": self.padding, "data_format": self.data_format}


@tf_export("keras.layers.ZeroPadding1D")
class ZeroPadding1D(_WithoutFormat, _ZeroPadding):
    """Puts zeros before and after the steps of sequences.

    Mirrors `tf.keras.layers.ZeroPadding1D`. [batch, steps, features] give [batch, before + steps + after, features]. There are no weights;
    the dtype stays.

    Arguments:
        padding: how many steps, a pair (before, after) or one integer for both; 1 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        ValueError: negative numbers, or inputs that are not of rank 3.

    Example:
        >>> x = tf.constant([[[1.0], [2.0]]])
        >>> tf.keras.layers.ZeroPadding1D((2, 1))(x).numpy().ravel().tolist()
        [0.0, 0.0, 1.0, 2.0, 0.0]
    """

    __module__ = "keras.src.layers.reshaping.zero_padding1d"
    rank = 1

    def __init__(self, padding: Window = 1, **kwargs: Any) -> None:
        super().__init__("channels_last", **kwargs)
        self.padding = sizes(padding, 2, "padding", zero=True)

    @property
    def _pads(self):
        return (self.padding,)


@tf_export("keras.layers.ZeroPadding2D")
class ZeroPadding2D(_ZeroPadding):
    """Puts rows and columns of zeros around images.

    Mirrors `tf.keras.layers.ZeroPadding2D`. [batch, rows, columns, channels] give [batch, more rows, more columns, channels]. There are no
    weights; the dtype stays. In front of a convolution with "valid" it says on which side the zeros are, which "same" does not.

    Arguments:
        padding: ((top, bottom), (left, right)); two integers: for rows and for columns, on both sides; one: for all; (1, 1) by default.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        ValueError: another form, negative numbers, or inputs that are not of rank 4.

    Example:
        >>> x = tf.constant([[[[1.0], [2.0]]]])
        >>> tf.keras.layers.ZeroPadding2D(((0, 1), (1, 1)))(x).numpy().squeeze().tolist()
        [[0.0, 1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    """

    __module__ = "keras.src.layers.reshaping.zero_padding2d"

    def __init__(self, padding: Margins = (1, 1), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.padding = _pairs(
            padding,
            2,
            "padding",
            "a tuple of 2 ints (symmetric_height_pad, symmetric_width_pad), or a tuple of 2 "
            "tuples of 2 ints ((top_pad, bottom_pad), (left_pad, right_pad))",
        )


@tf_export("keras.layers.ZeroPadding3D")
class ZeroPadding3D(_ZeroPadding):
    """Puts zeros around volumes.

    Mirrors `tf.keras.layers.ZeroPadding3D`. [batch, d1, d2, d3, channels] give the same with larger d1, d2 and d3. There are no weights;
    the dtype stays. It is the opposite of `Cropping3D`.

    Arguments:
        padding: three pairs (before, after); three integers: for each axis, on both sides; one: for all; (1, 1, 1) by default.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        ValueError: another form, negative numbers, or inputs that are not of rank 5.

    Example:
        >>> tf.keras.layers.ZeroPadding3D(((1, 0), (0, 2), (1, 1)))(tf.ones([1, 5, 6, 7, 2])).shape
        TensorShape([1, 6, 8, 9, 2])
    """

    __module__ = "keras.src.layers.reshaping.zero_padding3d"
    rank = 3

    def __init__(self, padding: Margins = (1, 1, 1), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.padding = _pairs(
            padding,
            3,
            "padding",
            "a tuple of 3 ints (symmetric_dim1_pad, symmetric_dim2_pad, symmetric_dim3_pad), or "
            "a tuple of 3 tuples of 2 ints ((left_dim1_pad, right_dim1_pad), (left_dim2_pad, right_dim2_pad), "
            "(left_dim3_pad, right_dim2_pad))",
        )


class _UpSampling(_Spatial):
    def _resized(self, size, i):
        return size * self._factors[i]

    @property
    def _factors(self):
        return self.size

    def call(self, inputs: TensorLike) -> AnyTensor:
        for i, factor in enumerate(self._factors):
            if factor != 1:
                inputs = repeated(inputs, factor, self._first + i)
        return inputs

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "size": self.size, "data_format": self.data_format}


@tf_export("keras.layers.UpSampling1D")
class UpSampling1D(_WithoutFormat, _UpSampling):
    """Repeats each step of sequences.

    Mirrors `tf.keras.layers.UpSampling1D`. [batch, steps, features] give [batch, size * steps, features]; copies of a step stand beside
    each other. There are no weights; the dtype stays. For a learnt way to make sequences longer see `Conv1DTranspose`.

    Arguments:
        size: how often each step comes, an integer; 2 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        ValueError: inputs that are not of rank 3.

    Example:
        >>> tf.keras.layers.UpSampling1D(3)(tf.constant([[[1.0], [2.0]]])).numpy().ravel().tolist()
        [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
    """

    __module__ = "keras.src.layers.reshaping.up_sampling1d"
    rank = 1

    def __init__(self, size: int = 2, **kwargs: Any) -> None:
        super().__init__("channels_last", **kwargs)
        self.size = int(size)

    @property
    def _factors(self):
        return (self.size,)


@tf_export("keras.layers.UpSampling2D")
class UpSampling2D(_UpSampling):
    """Makes images larger by repeating pixels or by interpolation.

    Mirrors `tf.keras.layers.UpSampling2D`. [batch, rows, columns, channels] give [batch, size[0] * rows, size[1] * columns, channels].
    There are no weights. For a learnt way see `Conv2DTranspose`.

    Arguments:
        size: factors for rows and columns, or one for both; (2, 2) by default.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        interpolation: "nearest" (default; repeats), "bilinear", "bicubic", "area", "gaussian", "lanczos3", "lanczos5" or "mitchellcubic".
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        NotImplementedError: another interpolation. ValueError: sizes that are not positive, inputs that are not of rank 4.

    Example:
        >>> x = tf.constant([[[[0.0], [4.0]]]])
        >>> tf.keras.layers.UpSampling2D((1, 2))(x).numpy().ravel().tolist()
        [0.0, 0.0, 4.0, 4.0]
        >>> tf.keras.layers.UpSampling2D((1, 2), interpolation="bilinear")(x).numpy().ravel().tolist()
        [0.0, 1.0, 3.0, 4.0]
    """

    __module__ = "keras.src.layers.reshaping.up_sampling2d"
    _INTERPOLATIONS = dict.fromkeys(("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"))

    def __init__(self, size: Window = (2, 2), data_format: str | None = None, interpolation: str = "nearest", **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.size = sizes(size, 2, "size")
        self.interpolation = interpolation.lower()
        if self.interpolation not in self._INTERPOLATIONS:
            raise NotImplementedError(
                f"Value not recognized for `interpolation`: {interpolation}. Supported values are: {self._INTERPOLATIONS.keys()}"
            )

    def call(self, inputs: TensorLike) -> AnyTensor:
        return shown_parts.recorded(self._interpolated, inputs)

    def _interpolated(self, inputs):
        if self.interpolation == "nearest" and not one_by_one.wanted():
            return super().call(inputs)
        first = self._first
        if first == 2:
            inputs = array_ops.transpose(inputs, [0, 2, 3, 1])
        shape = inputs.shape.as_list()[1:3]
        if None not in shape and one_by_one.wanted():
            wanted = constant(shape, dtypes.int32) * constant(list(self.size), dtypes.int32)
        elif None in shape:
            known = array_ops.shape(inputs)
            wanted = array_ops.stack([known[1] * self.size[0], known[2] * self.size[1]])
        else:
            wanted = [d * s for d, s in zip(shape, self.size)]
        y = image.resize(inputs, wanted, method=self.interpolation)
        return array_ops.transpose(y, [0, 3, 1, 2]) if first == 2 else y

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "interpolation": self.interpolation}


@tf_export("keras.layers.UpSampling3D")
class UpSampling3D(_UpSampling):
    """Makes volumes larger by repeating voxels.

    Mirrors `tf.keras.layers.UpSampling3D`. [batch, d1, d2, d3, channels] give the same with each of d1, d2 and d3 times its factor. There
    are no weights; the dtype stays. For a learnt way see `Conv3DTranspose`.

    Arguments:
        size: factors for the three axes, or one for all; (2, 2, 2) by default.
        data_format: "channels_last" or "channels_first"; None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        ValueError: sizes that are not positive, inputs that are not of rank 5.

    Example:
        >>> tf.keras.layers.UpSampling3D((1, 2, 3))(tf.ones([1, 2, 3, 4, 5])).shape
        TensorShape([1, 2, 6, 12, 5])
    """

    __module__ = "keras.src.layers.reshaping.up_sampling3d"
    rank = 3

    def __init__(self, size: Window = (2, 2, 2), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.input_spec = None  # Keras asks for no rank here: axes of space suffice, as those of a volume without channels
        self.size = sizes(size, 3, "size")

    def call(self, inputs: TensorLike) -> AnyTensor:
        if inputs.shape.rank is not None:
            inputs.shape.as_list()[self._first + 2]  # noqa: B018 -- which is out of range where there is no such axis
        return super().call(inputs)


@tf_export("keras.layers.Permute")
class Permute(Layer):
    """Puts the axes of each example into another order.

    Mirrors `tf.keras.layers.Permute`. The batch stays in front and is not counted: `Permute((2, 1))` changes [batch, a, b] into [batch, b,
    a], as between a recurrent layer and one that goes along the other axis. There are no weights; the dtype stays.

    Arguments:
        dims: the axes in their new order, counted from 1.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        ValueError: `dims` that are not the numbers from 1 on, each once, or inputs of another rank.

    Example:
        >>> tf.keras.layers.Permute((2, 1))(tf.constant([[[1, 2, 3], [4, 5, 6]]])).numpy().tolist()
        [[[1, 4], [2, 5], [3, 6]]]
    """

    __module__ = "keras.src.layers.reshaping.permute"

    def __init__(self, dims: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError(
                "Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be consecutive and "
                f"start from 1. Received dims={dims}"
            )
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def call(self, inputs: TensorLike) -> AnyTensor:
        return array_ops.transpose(inputs, [0, *self.dims])

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        return TensorShape([shape[0], *(shape[d] for d in self.dims)])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "dims": self.dims}


@tf_export("keras.layers.RepeatVector")
class RepeatVector(Layer):
    """Repeats each example as the steps of a sequence.

    Mirrors `tf.keras.layers.RepeatVector`. [batch, features] give [batch, n, features]. It stands between an encoder, which gives one
    vector for each example, and a recurrent decoder, which wants a sequence. There are no weights; the dtype stays.

    Arguments:
        n: how often, an integer.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        TypeError: `n` that is no integer. ValueError: inputs that are not of rank 2.

    Example:
        >>> tf.keras.layers.RepeatVector(3)(tf.constant([[1.0, 2.0]])).numpy().tolist()
        [[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]]
    """

    __module__ = "keras.src.layers.reshaping.repeat_vector"

    def __init__(self, n: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(n, int):
            raise TypeError(f"Expected an integer value for `n`, got {type(n)}.")
        self.n = n
        self.input_spec = InputSpec(ndim=2)

    def call(self, inputs: TensorLike) -> AnyTensor:
        times, rows = [1, self.n, 1], array_ops.expand_dims(inputs, 1)
        if TS.graph is not None:
            TS.graph.given_inputs["Tile", "multiples"] = TS.graph._constant(convert_to_tensor(times, dtypes.int32), "stack")
        return array_ops.tile(rows, times)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        return TensorShape([shape[0], self.n, shape[1]])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "n": self.n}
