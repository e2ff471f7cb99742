"""Random changes of images while training: crops, flips, shifts, turns, zooms, sizes, brightness and contrast."""

from __future__ import annotations

import math as python_math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, image, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.random_layer import BaseRandomLayer
from tfshim.keras.layers.preprocessing.base import TakesLists
from tfshim.keras.layers.preprocessing.images import _Sized, as_images, crop_or_resize, method_of
from tfshim.keras.layers.preprocessing.projective import image_projective_transform_v3

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Factor


_MODULE = "keras.src.layers.preprocessing.image_preprocessing"


class _Random(TakesLists, BaseRandomLayer):
    """A layer with a random generator whose state advances from call to call, active in training only."""

    seed: int | None

    def __init__(self, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed=seed, rng_type="stateful", **kwargs)
        self.__dict__["seed"] = seed

    def call(self, inputs: TensorLike, training: BoolLike | None = True) -> AnyTensor:
        inputs = as_images(inputs, self._compute)
        if isinstance(training, (bool, int)) or training is None:
            return self._change(inputs) if training else inputs
        return cond(training, lambda: self._change(inputs), lambda: array_ops.identity(inputs))

    def _change(self, images):
        raise NotImplementedError

    def _uniform(self, shape, low, high, dtype="float32"):
        return self._random_generator.random_uniform(shape, low, high, dtype)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "seed": self.seed}


def _range(factor):
    """(lower, upper) of a factor: a number means as much either way."""
    return (factor[0], factor[1]) if isinstance(factor, (tuple, list)) else (-factor, factor)


@tf_export("keras.layers.RandomCrop")
class RandomCrop(_Random, _Sized):
    """A part of the images from a random place, the middle otherwise resized; mirrors `tf.keras.layers.RandomCrop`.

    `height`, `width`: of the part; images that are smaller are resized. `seed`: what the places are drawn from.
    """

    __module__ = _MODULE

    def __init__(self, height: int, width: int, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs, autocast=False)
        self.height, self.width = height, width

    def call(self, inputs: TensorLike, training: BoolLike | None = True) -> AnyTensor:
        inputs = as_images(inputs, self._compute)
        if isinstance(training, int) or training is None:
            training = bool(training)

        def start(spare):
            # Drawn over all of int32 and then reduced, as Keras does, so that the numbers are the same.
            drawn = self._uniform([2], 0, dtypes.int32.max, "int32")
            return drawn[0] % (spare[0] + 1), drawn[1] % (spare[1] + 1)

        return crop_or_resize(inputs, self.height, self.width, self._compute, start, training)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return _Sized.compute_output_shape(self, input_shape)


@tf_export("keras.layers.RandomFlip")
class RandomFlip(_Random):
    """Mirrors images at random: `mode` "horizontal", "vertical" or "horizontal_and_vertical"; mirrors `tf.keras.layers.RandomFlip`.

    `seed`: what is drawn from. Raises ValueError for another mode.
    """

    __module__ = _MODULE

    def __init__(self, mode: str = "horizontal_and_vertical", seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        if mode not in ("horizontal", "vertical", "horizontal_and_vertical"):
            raise ValueError(f"RandomFlip layer {self.name} received an unknown mode argument {mode}")
        self.mode, self.horizontal, self.vertical = mode, mode.startswith("horizontal"), mode.endswith("vertical")

    def _change(self, images):
        for wanted, flip in (
            (self.horizontal, image.stateless_random_flip_left_right),
            (self.vertical, image.stateless_random_flip_up_down),
        ):
            if wanted:
                images = flip(images, seed=self._random_generator.make_seed_for_stateless_op())
        return images

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mode": self.mode}


class _Projective(_Random):
    """A layer that looks at images through transforms of their own."""

    def __init__(self, fill_mode: str, interpolation: str, seed: int | None, fill_value: float, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        if fill_mode not in ("reflect", "wrap", "constant", "nearest"):
            raise NotImplementedError(f"Unknown `fill_mode` {fill_mode}. Only `reflect`, `wrap`, `constant` and `nearest` are supported.")
        if interpolation not in ("nearest", "bilinear"):
            raise NotImplementedError(f"Unknown `interpolation` {interpolation}. Only `nearest` and `bilinear` are supported.")
        self.fill_mode, self.interpolation, self.fill_value = fill_mode, interpolation, fill_value

    def _change(self, images):
        single, known = images.shape.rank == 3, images.shape
        if single:
            images = array_ops.expand_dims(images, 0)
        shape = array_ops.shape(images)
        height, width = (array_ops.cast(shape[i], "float32") for i in (1, 2))
        space = images.shape.as_list()[1:3]
        y = image_projective_transform_v3(
            images,
            self._transforms(shape[0], height, width),
            space if None not in space else shape[1:3],
            self.fill_value,
            self.interpolation.upper(),
            self.fill_mode.upper(),
        )
        y = array_ops.squeeze(y, [0]) if single else y
        # Only symbolic tensors have to be told their shape.
        if not hasattr(y, "_t"):
            y.set_shape(known)
        return y

    def _transforms(self, batch, height, width):
        """The rows [a, b, c, d, e, f, g, h] of the transforms of `batch` images."""
        raise NotImplementedError

    @staticmethod
    def _rows(*columns):
        """Columns [batch, 1], and numbers for the same in each row, as rows of eight."""
        like = next(c for c in columns if not isinstance(c, (int, float)))
        full = [array_ops.ones_like(like) * float(c) if isinstance(c, (int, float)) else c for c in columns]
        return array_ops.concat([*full, array_ops.zeros_like(like), array_ops.zeros_like(like)], 1)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "fill_mode": self.fill_mode, "fill_value": self.fill_value, "interpolation": self.interpolation}


@tf_export("keras.layers.RandomTranslation")
class RandomTranslation(_Projective):
    """Shifts images by random shares of their height and width; mirrors `tf.keras.layers.RandomTranslation`.

    `height_factor`, `width_factor`: a number f for [-f, f], or (lower, upper), within [-1, 1]; positive ones shift down and to the right.
    `fill_mode`: what is seen outside of the image: "reflect", "wrap", "nearest" or "constant" (`fill_value`);
    `interpolation`: "bilinear" or "nearest"; `seed`: what is drawn from. Raises ValueError or NotImplementedError for other values.
    """

    __module__ = _MODULE

    def __init__(
        self,
        height_factor: Factor,
        width_factor: Factor,
        fill_mode: str = "reflect",
        interpolation: str = "bilinear",
        seed: int | None = None,
        fill_value: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, **kwargs)
        for name, factor in (("height", height_factor), ("width", width_factor)):
            lower, upper = _range(factor)
            if upper < lower:
                raise ValueError(f"`{name}_factor` cannot have upper bound less than lower bound, got {factor}")
            if abs(lower) > 1.0 or abs(upper) > 1.0:
                raise ValueError(f"`{name}_factor` argument must have values between [-1, 1]. Received: {name}_factor={factor}")
            setattr(self, f"{name}_factor", factor)
            setattr(self, f"{name}_lower", lower)
            setattr(self, f"{name}_upper", upper)

    def _transforms(self, batch, height, width):
        shape = array_ops.stack([batch, 1])
        down = self._uniform(shape, self.height_lower, self.height_upper) * height
        right = self._uniform(shape, self.width_lower, self.width_upper) * width
        # The transform leads from places of the result to places of the source, hence the signs.
        return self._rows(1, 0, -right, 0, 1, -down)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "height_factor": self.height_factor, "width_factor": self.width_factor}


@tf_export("keras.layers.RandomRotation")
class RandomRotation(_Projective):
    """Turns images by random shares of a full turn: [-factor, factor] or (lower, upper); mirrors `tf.keras.layers.RandomRotation`.

    `fill_mode`, `interpolation`, `seed`, `fill_value` as in `RandomTranslation`.
    """

    __module__ = _MODULE

    def __init__(
        self,
        factor: Factor,
        fill_mode: str = "reflect",
        interpolation: str = "bilinear",
        seed: int | None = None,
        fill_value: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, **kwargs)
        self.factor = factor
        self.lower, self.upper = _range(factor)
        if self.upper < self.lower:
            raise ValueError(f"`factor` argument cannot have a negative value. Received: factor={factor}")

    def _transforms(self, batch, height, width):
        turn = 2.0 * python_math.pi
        angles = self._uniform(array_ops.stack([batch]), self.lower * turn, self.upper * turn)
        sine, cosine = math.sin(angles)[:, None], math.cos(angles)[:, None]
        x = (width - 1 - (cosine * (width - 1) - sine * (height - 1))) / 2.0
        y = (height - 1 - (sine * (width - 1) + cosine * (height - 1))) / 2.0
        return self._rows(cosine, -sine, x, sine, cosine, y)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "factor": self.factor}


@tf_export("keras.layers.RandomZoom")
class RandomZoom(_Projective):
    """Zooms images by random factors, out for positive ones; mirrors `tf.keras.layers.RandomZoom`.

    `height_factor`: a number f for [-f, f], or (lower, upper), within [-1, 1]; `width_factor`: the same for the width, not below -1;
    None: that of the height, so that proportions stay. `fill_mode`, `interpolation`, `seed`, `fill_value` as in
    `RandomTranslation`. Raises ValueError for factors out of range.
    """

    __module__ = _MODULE

    def __init__(
        self,
        height_factor: Factor,
        width_factor: Factor | None = None,
        fill_mode: str = "reflect",
        interpolation: str = "bilinear",
        seed: int | None = None,
        fill_value: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, **kwargs)
        self.height_factor, self.width_factor = height_factor, width_factor
        self.height_lower, self.height_upper = _range(height_factor)
        if abs(self.height_lower) > 1.0 or abs(self.height_upper) > 1.0:
            raise ValueError(f"`height_factor` argument must have values between [-1, 1]. Received: height_factor={height_factor}")
        if width_factor is not None:
            self.width_lower, self.width_upper = _range(width_factor)
            if self.width_lower < -1.0 or self.width_upper < -1.0:
                raise ValueError(f"`width_factor` argument must have values larger than -1. Received: width_factor={width_factor}")

    def _transforms(self, batch, height, width):
        shape = array_ops.stack([batch, 1])
        down = across = self._uniform(shape, 1.0 + self.height_lower, 1.0 + self.height_upper)
        if self.width_factor is not None:
            across = self._uniform(shape, 1.0 + self.width_lower, 1.0 + self.width_upper)
        return self._rows(across, 0, (width - 1.0) / 2.0 * (1.0 - across), 0, down, (height - 1.0) / 2.0 * (1.0 - down))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "height_factor": self.height_factor, "width_factor": self.width_factor}


@tf_export("keras.layers.RandomContrast")
class RandomContrast(_Random):
    """Changes the contrast by a random factor in [1 - lower, 1 + upper]; mirrors `tf.keras.layers.RandomContrast`.

    `factor`: (lower, upper), or one number for both; `seed`: what is drawn from. Raises ValueError for negative ones, or a lower above 1.
    """

    __module__ = _MODULE

    def __init__(self, factor: Factor, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        self.factor = factor
        self.lower, self.upper = (factor[0], factor[1]) if isinstance(factor, (tuple, list)) else (factor, factor)
        if self.lower < 0.0 or self.upper < 0.0 or self.lower > 1.0:
            raise ValueError(f"`factor` argument cannot have negative values or values greater than 1.Received: factor={factor}")

    def _change(self, images):
        seed = self._random_generator.make_seed_for_stateless_op()
        # Keras takes the values for those of images, from 0 to 255, whatever they are.
        return math.clip_by_value(image.stateless_random_contrast(images, 1.0 - self.lower, 1.0 + self.upper, seed=seed), 0, 255)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "factor": self.factor}


@tf_export("keras.layers.RandomBrightness")
class RandomBrightness(_Random):
    """Adds to each image a random share of `value_range`, within it; mirrors `tf.keras.layers.RandomBrightness`.

    `factor`: a number f for shares in [-f, f], or (lower, upper), within [-1, 1]; `value_range`: the least and the greatest value of
    images; `seed`: what is drawn from. Raises ValueError for other values.
    """

    __module__ = _MODULE

    def __init__(self, factor: Factor, value_range: Sequence[float] = (0, 255), seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        wrong = "The `factor` argument should be a number (or a list of two numbers) in the range [-1.0, 1.0]. "
        if isinstance(factor, (tuple, list)) and len(factor) == 2:
            factor = sorted(factor)
        elif isinstance(factor, (int, float)):
            factor = [-abs(factor), abs(factor)]
        else:
            raise ValueError(f"{wrong}Got {factor}")
        for number in factor:
            if not -1.0 <= number <= 1.0:
                raise ValueError(f"{wrong}Got {number}")
        if not isinstance(value_range, (tuple, list)) or len(value_range) != 2:
            raise ValueError(f"The `value_range` argument should be a list of two numbers. Got {value_range}")
        self.__dict__["_factor"], self.__dict__["_value_range"] = factor, sorted(value_range)

    def _change(self, images):
        rank = images.shape.rank
        if rank not in (3, 4):
            raise ValueError(f"Expected the input image to be rank 3 or 4. Got inputs.shape = {images.shape}")
        shape = (1, 1, 1) if rank == 3 else array_ops.stack([array_ops.shape(images)[0], 1, 1, 1])
        low, high = self._value_range
        delta = self._random_generator.random_uniform(shape, self._factor[0], self._factor[1]) * (high - low)
        return math.clip_by_value(images + array_ops.cast(delta, images.dtype), low, high)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "factor": list(self._factor), "value_range": list(self._value_range)}


class _RandomSize(_Random):
    """A random height or width, by `factor` of what it was."""

    _axis, _word = -3, "height"

    def __init__(self, factor: Factor, interpolation: str = "bilinear", seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        self.factor, self.interpolation = factor, interpolation
        lower, upper = _range(factor)
        if upper < lower:
            raise ValueError(f"`factor` argument cannot have an upper bound lesser than the lower bound. Received: factor={factor}")
        if lower < -1.0 or upper < -1.0:
            raise ValueError(f"`factor` argument must have values larger than -1. Received: factor={factor}")
        setattr(self, f"{self._word}_lower", lower)
        setattr(self, f"{self._word}_upper", upper)
        self.__dict__["_bounds"] = lower, upper
        self.__dict__["_method"] = method_of(interpolation)

    def call(self, inputs: TensorLike, training: BoolLike | None = True) -> AnyTensor:
        if isinstance(training, (bool, int)) or training is None:
            return self._change(as_images(inputs)) if training else as_images(inputs)
        return super().call(inputs, training)

    def _change(self, images):
        shape = array_ops.shape(images)
        factor = self._random_generator.random_uniform([], 1.0 + self._bounds[0], 1.0 + self._bounds[1])
        new = array_ops.cast(factor * array_ops.cast(shape[self._axis], "float32"), "int32")
        size = array_ops.stack([new, shape[-2]] if self._axis == -3 else [shape[-3], new])
        y = array_ops.cast(image.resize(images, size, method=self._method), self._compute)
        if not hasattr(y, "_t"):
            y.set_shape(self.compute_output_shape(images.shape))
        return y

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        shape[self._axis] = None
        return TensorShape(shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "factor": self.factor, "interpolation": self.interpolation}


@tf_export("keras.layers.RandomHeight")
class RandomHeight(_RandomSize):
    """Images in a random height; mirrors `tf.keras.layers.RandomHeight`. `factor`: [-factor, factor] or (lower, upper)."""

    __module__ = _MODULE


@tf_export("keras.layers.RandomWidth")
class RandomWidth(_RandomSize):
    """Images in a random width; mirrors `tf.keras.layers.RandomWidth`. `factor`: [-factor, factor] or (lower, upper)."""

    __module__ = _MODULE
    _axis, _word = -2, "width"
