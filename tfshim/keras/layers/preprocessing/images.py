"""`Rescaling`, `Resizing` and `CenterCrop` of images."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, image, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.graph_export.splicing import only_shown, raw_node
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.keras.layers.preprocessing.base import TakesLists, ensure_tensor
from tfshim.looping.mapping import map_fn
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


METHODS = {
    "bilinear": "bilinear",
    "nearest": "nearest",
    "bicubic": "bicubic",
    "area": "area",
    "lanczos3": "lanczos3",
    "lanczos5": "lanczos5",
    "gaussian": "gaussian",
    "mitchellcubic": "mitchellcubic",
}


def method_of(interpolation: str) -> str:
    """The method of `tf.image.resize` for a name in any case. Raises NotImplementedError for others."""
    found = METHODS.get(interpolation.lower())
    if found is None:
        raise NotImplementedError(
            f"Value not recognized for `interpolation`: {interpolation.lower()}. Supported values are: {METHODS.keys()}"
        )
    return found


def as_images(inputs: TensorLike, dtype: DTypeLike | None = None) -> AnyTensor:
    """`inputs` as a tensor of `dtype`. Raises ValueError for a dictionary."""
    if isinstance(inputs, dict):
        raise ValueError(
            "This layer can only process a tensor representing an image or a batch of images. Received: type(inputs)="
            f"{type(inputs)}. Call it on the images of the dictionary."
        )
    return ensure_tensor(inputs, None if dtype is None else dtypes.as_dtype(dtype))


def resize_and_crop(x: TensorLike, size: Sequence[int], method: str = "bilinear") -> AnyTensor:
    """The largest part of `x` around its centre with the proportions of `size`, resized to it."""
    if x.shape.rank is None:  # one image, as Keras has it
        x = array_ops.ensure_shape(x, [None] * 3)
    rank = x.shape.rank
    if rank not in (3, 4):
        raise ValueError(
            "Expected an image array with shape `(height, width, channels)`, or `(batch_size, height, width, channels)`, but "
            f"got input with incorrect rank, of shape {x.shape}."
        )
    return _part_resized(x, size, method) if TS.graph is None else higher.recorded(lambda x: _part_resized(x, size, method), x)


def _part_resized(x: Any, size: Sequence[int], method: str) -> Any:
    known, rank = x.shape.as_list(), x.shape.rank
    height, width = size
    if only_shown():
        return _shown_part_resized(x, size, method)
    if None not in known[-3:-1]:
        rows, columns = known[-3:-1]
        keep = min(rows, _cut(columns * height, width)), min(columns, _cut(rows * width, height))
        start = (rows - keep[0]) // 2, (columns - keep[1]) // 2
    else:
        shape = array_ops.shape(x)
        rows, columns = shape[-3], shape[-2]

        def part(a, b, c):
            return array_ops.cast(array_ops.cast(a * b, "float32") / c, "int32")

        keep = math.minimum(rows, part(columns, height, width)), math.minimum(columns, part(rows, width, height))
        start = (rows - keep[0]) // 2, (columns - keep[1]) // 2
    ahead = [slice(None)] * (rank - 3)
    x = x[(*ahead, slice(start[0], start[0] + keep[0]), slice(start[1], start[1] + keep[1]))]
    return image.resize(x, list(size), method=method)


def _shown_part_resized(x: Any, size: Sequence[int], method: str) -> Any:
    """The same as TensorFlow has it, whatever is known of the sizes."""
    height, width = size
    shape = array_ops.shape(x)
    rows, columns = shape[-3], shape[-2]

    def quotient(a: Any, b: int) -> Any:
        return array_ops.cast(array_ops.cast(a, "float32") / b, "int32")

    keep = [quotient(columns * height, width), quotient(rows * width, height)]
    keep = [math.minimum(n, part) for n, part in zip((rows, columns), keep)]
    start = [quotient(n - part, 2) for n, part in zip((rows, columns), keep)]
    single = x.shape.rank == 3
    begin, sizes = ([*start, 0], [*keep, -1]) if single else ([0, *start, 0], [-1, *keep, -1])
    return image.resize(array_ops.slice(x, array_ops.stack(begin), array_ops.stack(sizes)), list(size), method=method)


def _cut(a, b):
    # In float32, as Keras computes it in graphs, so that it is cut off alike.
    return int(np.float32(a) / np.float32(b))


class _Sized(TakesLists):
    """A layer whose results have one height and width."""

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        shape[-3], shape[-2] = self.height, self.width
        return TensorShape(shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "height": self.height, "width": self.width}


@tf_export("keras.layers.Rescaling")
class Rescaling(TakesLists):
    """Multiplies the inputs by a number and adds another: `inputs * scale + offset`.

    Mirrors `tf.keras.layers.Rescaling`. As the first layer of a model it brings pixels from [0, 255] into the range that the model wants,
    so that programs that use the model need not. Integers become floats. Training and other calls are the same; there are no weights.

    Arguments:
        scale: the factor: a number, or a list of them that broadcasts to the inputs, as one for each channel.
        offset: what is added; 0.0 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape and the layer's dtype, float32 by default.

    Raises:
        ValueError: a dictionary as input.

    Example:
        >>> pixels = tf.constant([[0, 51, 255]], tf.uint8)
        >>> tf.keras.layers.Rescaling(1 / 127.5, offset=-1)(pixels).numpy().round(3)
        array([[-1. , -0.6,  1. ]], dtype=float32)
    """

    __module__ = "keras.src.layers.preprocessing.image_preprocessing"

    def __init__(self, scale: TensorLike, offset: TensorLike = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset

    def call(self, inputs: TensorLike) -> AnyTensor:
        dtype = self._compute
        return as_images(inputs, dtype) * array_ops.cast(self.scale, dtype) + array_ops.cast(self.offset, dtype)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "scale": self.scale, "offset": self.offset}


@tf_export("keras.layers.Resizing")
class Resizing(_Sized):
    """Brings images to a height and width.

    Mirrors `tf.keras.layers.Resizing`. Inputs are images [rows, columns, channels] or batches of them [batch, rows, columns, channels];
    ragged batches, whose images differ in size, become dense. Training and other calls are the same; there are no weights.

    Arguments:
        height, width: the rows and columns of the result.
        interpolation: "bilinear" (default), "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian" or "mitchellcubic".
        crop_to_aspect_ratio: whether the edges are cut off, so that nothing is distorted; False by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the layer's dtype, float32 by default.

    Raises:
        NotImplementedError: another interpolation. ValueError: inputs of another rank.

    Example:
        >>> image = tf.constant([[[1.0], [2.0], [3.0], [4.0]]])
        >>> tf.keras.layers.Resizing(1, 2)(image).numpy().ravel().tolist()
        [1.5, 3.5]
        >>> tf.keras.layers.Resizing(32, 32)(tf.ones([5, 40, 60, 3])).shape
        TensorShape([5, 32, 32, 3])
    """

    __module__ = "keras.src.layers.preprocessing.image_preprocessing"

    def __init__(self, height: int, width: int, interpolation: str = "bilinear", crop_to_aspect_ratio: bool = False, **kwargs: Any) -> None:
        self.__dict__["_method"] = method_of(interpolation)
        super().__init__(**kwargs)
        self.height, self.width, self.interpolation, self.crop_to_aspect_ratio = height, width, interpolation, crop_to_aspect_ratio

    def call(self, inputs: TensorLike) -> AnyTensor:
        # Only an interpolation that computes needs floats.
        kind = self._compute if self.interpolation == "nearest" else dtypes.float32
        inputs, size = as_images(inputs, kind), [self.height, self.width]
        if self.crop_to_aspect_ratio:
            if isinstance(inputs, RaggedTensor):
                spec = TensorSpec([*size, inputs.shape[-1]], kind)
                y = map_fn(
                    lambda x: resize_and_crop(x.to_tensor() if isinstance(x, RaggedTensor) else x, size, self._method),
                    inputs,
                    fn_output_signature=spec,
                )
            else:
                y = resize_and_crop(inputs, size, self._method)
        else:
            y = image.resize(inputs, size, method=self._method)
        return array_ops.cast(y, self._compute)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "interpolation": self.interpolation, "crop_to_aspect_ratio": self.crop_to_aspect_ratio}


@tf_export("keras.layers.CenterCrop")
class CenterCrop(_Sized):
    """Cuts the middle out of images.

    Mirrors `tf.keras.layers.CenterCrop`. Inputs are images [rows, columns, channels] or batches of them. Where they are smaller than the
    part asked for, the largest part around the middle with its proportions is resized to it. Training and other calls are the same.

    Arguments:
        height, width: the rows and columns of the result.
        **kwargs: those of `Layer`.

    Returns:
        When called, [height, width, channels] or [batch, height, width, channels], of the layer's dtype, float32 by default.

    Raises:
        ValueError: inputs of another rank.

    Example:
        >>> image = tf.reshape(tf.range(16.0), [4, 4, 1])
        >>> tf.keras.layers.CenterCrop(2, 2)(image).numpy().squeeze().tolist()
        [[5.0, 6.0], [9.0, 10.0]]
        >>> tf.keras.layers.CenterCrop(8, 8)(tf.ones([5, 4, 6, 3])).shape
        TensorShape([5, 8, 8, 3])
    """

    __module__ = "keras.src.layers.preprocessing.image_preprocessing"

    def __init__(self, height: int, width: int, **kwargs: Any) -> None:
        super().__init__(**kwargs, autocast=False)
        self.height, self.width = height, width

    def call(self, inputs: TensorLike) -> AnyTensor:
        inputs = as_images(inputs, self._compute)
        return crop_or_resize(
            inputs,
            self.height,
            self.width,
            self._compute,
            lambda spare: [array_ops.cast(s / 2, "int32") if not isinstance(s, int) else s // 2 for s in spare],
        )


def crop_or_resize(
    inputs: TensorLike,
    height: int,
    width: int,
    dtype: DTypeLike,
    start_of: Callable[[Any], Any],
    allowed: BoolLike | None = None,
    again: bool = True,
) -> AnyTensor:
    """`inputs` cut to a height and width from where `start_of(spare rows and columns)` says, or resized where they are smaller.

    `again`: whether `start_of` may be called once more for pages of graphs, which show the choice also where it is known.
    """

    def both(inputs: Any, allowed: Any) -> Any:
        shown = _shown_crop_or_resize if only_shown() else _cropped_or_resized
        return shown(inputs, height, width, dtype, start_of, allowed)

    if TS.graph is None or not again or inputs.shape.rank is None:
        return _cropped_or_resized(inputs, height, width, dtype, start_of, allowed)
    return higher.recorded(both, inputs, allowed)


def _every(*values: Any) -> Any:
    """Whether all of these are true, in the operations that TensorFlow has for a tuple of them, which it makes a tensor of twice."""

    def packed(name: str) -> Any:
        made = [v if isinstance(v, Tensor) else TS.graph._constant(convert_to_tensor(v), f"{name}/{i}") for i, v in enumerate(values)]
        return raw_node("Pack", [made], [(dtypes.bool, [len(values)])], name=name).outputs[0]

    packed("Rank/packed")
    axes = array_ops.range(0, TS.graph._constant(convert_to_tensor(1), "Rank"), 1)
    return raw_node("All", [packed("All/input"), axes], [(dtypes.bool, [])], name="All").outputs[0]


def _shown_crop_or_resize(inputs: Any, height: int, width: int, dtype: Any, start_of: Callable[[Any], Any], allowed: Any) -> Any:
    shape = array_ops.shape(inputs)
    spare = shape[-3] - height, shape[-2] - width

    def cut() -> Any:
        top, left = start_of(spare)
        return image.crop_to_bounding_box(inputs, top, left, height, width)

    def resized() -> Any:
        return array_ops.cast(resize_and_crop(inputs, [height, width]), dtype)

    fits = [n >= 0 for n in spare]
    y = cond(_every(*fits) if allowed is None else _every(allowed, *fits), cut, resized)
    known = inputs.shape.as_list()
    y.set_shape([*known[:-3], height, width, known[-1]])
    return y


def _cropped_or_resized(inputs: Any, height: int, width: int, dtype: Any, start_of: Callable[[Any], Any], allowed: Any) -> Any:
    allowed = True if allowed is None else allowed
    known = [None] * 3 if inputs.shape.rank is None else inputs.shape.as_list()  # one image where that is not known, as in Keras
    shape = array_ops.shape(inputs) if len(known) < 3 or None in known[-3:-1] or not isinstance(allowed, bool) else None
    rows, columns = known[-3:-1] if shape is None else (shape[-3], shape[-2])
    spare = rows - height, columns - width

    def cut():
        top, left = start_of(spare)
        return image.crop_to_bounding_box(inputs, top, left, height, width)

    def resized():
        return array_ops.cast(resize_and_crop(inputs, [height, width]), dtype)

    if shape is None:
        return cut() if allowed and min(spare) >= 0 else resized()
    fits = math.logical_and(spare[0] >= 0, spare[1] >= 0)
    y = cond(math.logical_and(fits, array_ops.cast(allowed, "bool")), cut, resized)
    y.set_shape([*known[:-3], height, width, known[-1]])
    return y
