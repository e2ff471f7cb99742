"""Random changes of images while training: crops, flips, shifts, turns, zooms, sizes, brightness and contrast."""

from __future__ import annotations

import functools
import math as python_math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, image, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
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

    def _seeded(self, stateless, by_legacy_seed, *args):
        """What `stateless` gives for `args` and a seed; what the other gives in graphs of TensorFlow 1, which have none."""
        seed = self._random_generator.make_seed_for_stateless_op()
        return by_legacy_seed(*args, seed=self._random_generator.make_legacy_seed()) if seed is None else stateless(*args, seed=seed)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._own_config(), "seed": self.seed}

    def _own_config(self) -> dict[str, Any]:
        """What a subclass adds, which Keras lists before the seed."""
        return {}


def _range(factor):
    """(lower, upper) of a factor: a number means as much either way."""
    return (factor[0], factor[1]) if isinstance(factor, (tuple, list)) else (-factor, factor)


@tf_export("keras.layers.RandomCrop")
class RandomCrop(_Random, _Sized):
    """Cuts a part from a random place out of images while training, and the middle otherwise.

    Mirrors `tf.keras.layers.RandomCrop`. Inputs are images [rows, columns, channels] or batches of them; all images of a batch are cut at
    the same place, which is drawn for each call. Images that are smaller than the part are resized instead, as in `CenterCrop`. A call
    without `training` is one of training.

    Arguments:
        height, width: the rows and columns of the part.
        seed: an integer from which places are drawn; None (default): others each time.
        **kwargs: those of `Layer`.

    Returns:
        When called, [height, width, channels] or [batch, height, width, channels], of the layer's dtype, float32 by default.

    Example:
        >>> image = tf.reshape(tf.range(16.0), [4, 4, 1])
        >>> layer = tf.keras.layers.RandomCrop(2, 2, seed=1)
        >>> layer(image, training=True).shape
        TensorShape([2, 2, 1])
        >>> layer(image, training=False).numpy().squeeze().tolist()
        [[2.5, 4.5], [10.5, 12.5]]
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

        # Other generators draw numbers of Python's, of which pages of graphs take none.
        again = self._random_generator._rng_type == "stateful"
        return crop_or_resize(inputs, self.height, self.width, self._compute, start, training, again)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return _Sized.compute_output_shape(self, input_shape)


@tf_export("keras.layers.RandomFlip")
class RandomFlip(_Random):
    """Mirrors images at random while training.

    Mirrors `tf.keras.layers.RandomFlip`. Inputs are images [rows, columns, channels] or batches of them; each image is turned or not with
    probability 1/2, for each direction. A call without `training` is one of training; with `training=False`, and in `predict` and
    `evaluate`, images stay as they are.

    Arguments:
        mode: "horizontal" (left and right change), "vertical" (top and bottom), or "horizontal_and_vertical" (default): both.
        seed: an integer from which is drawn; None (default): others each time.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the inputs' shape and the layer's dtype, float32 by default.

    Raises:
        ValueError: another `mode`.

    Example:
        >>> image = tf.constant([[[1.0], [2.0], [3.0]]])
        >>> layer = tf.keras.layers.RandomFlip("horizontal", seed=1)
        >>> seen = {tuple(layer(image, training=True).numpy().ravel().tolist()) for _ in range(20)}
        >>> sorted(seen)
        [(1.0, 2.0, 3.0), (3.0, 2.0, 1.0)]
    """

    __module__ = _MODULE

    def __init__(self, mode: str = "horizontal_and_vertical", seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        if mode not in ("horizontal", "vertical", "horizontal_and_vertical"):
            raise ValueError(f"RandomFlip layer {self.name} received an unknown mode argument {mode}")
        self.mode, self.horizontal, self.vertical = mode, mode.startswith("horizontal"), mode.endswith("vertical")

    def _change(self, images):
        for wanted, flip, by_legacy_seed in (
            (self.horizontal, image.stateless_random_flip_left_right, image.random_flip_left_right),
            (self.vertical, image.stateless_random_flip_up_down, image.random_flip_up_down),
        ):
            if wanted:
                images = self._seeded(flip, by_legacy_seed, images)
        return images

    def _own_config(self) -> dict[str, Any]:
        return {"mode": self.mode}


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
        batch, height, width = shape[0], array_ops.cast(shape[-3], "float32"), array_ops.cast(shape[-2], "float32")
        drawn = self._draw(batch, height, width)
        with name_scope(self._matrix_scope):
            rows = self._transforms(drawn, height, width)
        with name_scope("transform"):
            space = array_ops.shape(images)[1:3]
            if TS.graph is not None:
                fill = TS.graph._constant(convert_to_tensor(self.fill_value, dtypes.float32), "fill_value")
                TS.graph.given_inputs["ImageProjectiveTransformV3", "fill_value"] = fill
            y = image_projective_transform_v3(images, rows, space, self.fill_value, self.interpolation.upper(), self.fill_mode.upper())
        y = array_ops.squeeze(y, [0]) if single else y
        # Only symbolic tensors have to be told their shape.
        if not hasattr(y, "_t"):
            y.set_shape(known)
        return y

    _matrix_scope: str  # the scope in which graphs have the transforms

    def _draw(self, batch, height, width):
        """What is drawn for each of `batch` images."""
        raise NotImplementedError

    def _transforms(self, drawn, height, width):
        """The rows [a, b, c, d, e, f, g, h] of the transforms by what was drawn."""
        raise NotImplementedError

    def _own_config(self) -> dict[str, Any]:
        return {"fill_mode": self.fill_mode, "fill_value": self.fill_value, "interpolation": self.interpolation}


@tf_export("keras.layers.RandomTranslation")
class RandomTranslation(_Projective):
    """Shifts images by random amounts while training.

    Mirrors `tf.keras.layers.RandomTranslation`. Inputs are images [rows, columns, channels] or batches of them, each with amounts of its
    own. A call without `training` is one of training.

    Arguments:
        height_factor, width_factor: the amounts as shares of height and width: a number f for [-f, f], or (lower, upper), within [-1, 1];
            positive ones shift down and to the right.
        fill_mode: what comes in from outside: "reflect" (default), "wrap", "nearest" or "constant".
        interpolation: "bilinear" (default) or "nearest".
        seed: an integer from which is drawn; None (default): others each time.
        fill_value: the number for "constant"; 0.0 by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: factors out of range. NotImplementedError: another `fill_mode` or `interpolation`.

    Example:
        >>> image = tf.constant([[[1.0], [2.0], [3.0], [4.0]]])
        >>> layer = tf.keras.layers.RandomTranslation(0.0, (0.25, 0.25), fill_mode="constant")
        >>> layer(image, training=True).numpy().ravel().tolist()
        [0.0, 1.0, 2.0, 3.0]
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

    _matrix_scope = "translation_matrix"

    def _draw(self, batch, height, width):
        down = self._uniform([batch, 1], self.height_lower, self.height_upper) * height
        right = self._uniform([batch, 1], self.width_lower, self.width_upper) * width
        return array_ops.concat([right, down], 1)

    def _transforms(self, drawn, height, width):
        count = array_ops.shape(drawn)[0]
        one, zero = (lambda n: array_ops.ones([count, n])), (lambda n: array_ops.zeros([count, n]))
        # The transform leads from places of the result to places of the source, hence the signs.
        return array_ops.concat([one(1), zero(1), -drawn[:, 0, None], zero(1), one(1), -drawn[:, 1, None], zero(2)], 1)

    def _own_config(self) -> dict[str, Any]:
        return {"height_factor": self.height_factor, "width_factor": self.width_factor, **super()._own_config()}


@tf_export("keras.layers.RandomRotation")
class RandomRotation(_Projective):
    """Turns images by random angles while training.

    Mirrors `tf.keras.layers.RandomRotation`. Inputs are images [rows, columns, channels] or batches of them, each with an angle of its own,
    around its middle. A call without `training` is one of training.

    Arguments:
        factor: the angles as shares of a full turn: a number f for [-f, f], or (lower, upper); positive ones turn counter-clockwise.
        fill_mode: what comes in from outside: "reflect" (default), "wrap", "nearest" or "constant".
        interpolation: "bilinear" (default) or "nearest".
        seed: an integer from which is drawn; None (default): others each time.
        fill_value: the number for "constant"; 0.0 by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: an upper bound below the lower. NotImplementedError: another `fill_mode` or `interpolation`.

    Example:
        >>> image = tf.constant([[[1.0], [2.0]], [[3.0], [4.0]]])
        >>> layer = tf.keras.layers.RandomRotation((0.25, 0.25), interpolation="nearest")
        >>> layer(image, training=True).numpy().squeeze().tolist()
        [[2.0, 4.0], [1.0, 3.0]]
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

    _matrix_scope = "rotation_matrix"

    def _draw(self, batch, height, width):
        turn = 2.0 * python_math.pi
        return self._uniform([batch], self.lower * turn, self.upper * turn)

    def _transforms(self, drawn, height, width):
        sine, cosine = functools.partial(math.sin, drawn), functools.partial(math.cos, drawn)  # one for each use, as in graphs of Keras
        x = ((width - 1) - (cosine() * (width - 1) - sine() * (height - 1))) / 2.0
        y = ((height - 1) - (sine() * (width - 1) + cosine() * (height - 1))) / 2.0
        count = array_ops.shape(drawn)[0]
        columns = [cosine()[:, None], -sine()[:, None], x[:, None], sine()[:, None], cosine()[:, None], y[:, None]]
        return array_ops.concat([*columns, array_ops.zeros([count, 2])], 1)

    def _own_config(self) -> dict[str, Any]:
        return {"factor": self.factor, **super()._own_config()}


@tf_export("keras.layers.RandomZoom")
class RandomZoom(_Projective):
    """Zooms into images or out of them by random factors while training.

    Mirrors `tf.keras.layers.RandomZoom`. Inputs are images [rows, columns, channels] or batches of them, each with factors of its own,
    around its middle. Sizes stay. A call without `training` is one of training.

    Arguments:
        height_factor: a number f for [-f, f], or (lower, upper), within [-1, 1]; positive ones zoom out, negative ones in.
        width_factor: the same for the width, not below -1; None (default): that of the height, so that proportions stay.
        fill_mode: what comes in from outside: "reflect" (default), "wrap", "nearest" or "constant".
        interpolation: "bilinear" (default) or "nearest".
        seed: an integer from which is drawn; None (default): others each time.
        fill_value: the number for "constant"; 0.0 by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: factors out of range. NotImplementedError: another `fill_mode` or `interpolation`.

    Example:
        >>> image = tf.ones([4, 4, 1])
        >>> layer = tf.keras.layers.RandomZoom((1.0, 1.0), fill_mode="constant", interpolation="nearest")
        >>> float(tf.reduce_sum(layer(image, training=True)))
        4.0
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

    _matrix_scope = "zoom_matrix"

    def _draw(self, batch, height, width):
        down = across = self._uniform([batch, 1], 1.0 + self.height_lower, 1.0 + self.height_upper)
        if self.width_factor is not None:
            across = self._uniform([batch, 1], 1.0 + self.width_lower, 1.0 + self.width_upper)
        return array_ops.concat([across, down], 1)

    def _transforms(self, drawn, height, width):
        count = array_ops.shape(drawn)[0]
        x = ((width - 1.0) / 2.0) * (1.0 - drawn[:, 0, None])
        y = ((height - 1.0) / 2.0) * (1.0 - drawn[:, 1, None])
        zero = lambda n: array_ops.zeros([count, n])  # noqa: E731 - one for each place
        return array_ops.concat([drawn[:, 0, None], zero(1), x, zero(1), drawn[:, 1, None], y, zero(2)], 1)

    def _own_config(self) -> dict[str, Any]:
        return {"height_factor": self.height_factor, "width_factor": self.width_factor, **super()._own_config()}


@tf_export("keras.layers.RandomContrast")
class RandomContrast(_Random):
    """Changes the contrast of images by a random factor while training.

    Mirrors `tf.keras.layers.RandomContrast`. Each number x becomes `(x - mean) * f + mean`, with the mean over rows and columns of its
    channel and one f in [1 - lower, 1 + upper] for each call; results are kept within [0, 255]. Inputs are images [rows, columns, channels]
    or batches of them. A call without `training` is one of training.

    Arguments:
        factor: (lower, upper), or one number for both, not negative, the lower at most 1.
        seed: an integer from which is drawn; None (default): others each time.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the inputs' shape.

    Raises:
        ValueError: factors out of range.

    Example:
        >>> image = tf.constant([[[10.0], [20.0]]])
        >>> layer = tf.keras.layers.RandomContrast((0.5, 0.0), seed=1)
        >>> low, high = layer(image, training=True).numpy().ravel().tolist()
        >>> low + high, 5.0 <= high - low <= 10.0
        (30.0, True)
    """

    __module__ = _MODULE

    def __init__(self, factor: Factor, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        self.factor = factor
        self.lower, self.upper = (factor[0], factor[1]) if isinstance(factor, (tuple, list)) else (factor, factor)
        if self.lower < 0.0 or self.upper < 0.0 or self.lower > 1.0:
            raise ValueError(f"`factor` argument cannot have negative values or values greater than 1.Received: factor={factor}")

    def _change(self, images):
        # Keras takes the values for those of images, from 0 to 255, whatever they are.
        made = self._seeded(image.stateless_random_contrast, image.random_contrast, images, 1.0 - self.lower, 1.0 + self.upper)
        return math.clip_by_value(made, 0, 255)

    def _own_config(self) -> dict[str, Any]:
        return {"factor": self.factor}


@tf_export("keras.layers.RandomBrightness")
class RandomBrightness(_Random):
    """Makes images brighter or darker by a random amount while training.

    Mirrors `tf.keras.layers.RandomBrightness`. A share of the range of values is added to all pixels of an image, each image with a share
    of its own; results are kept within the range. Inputs are images [rows, columns, channels] or batches of them. A call without `training`
    is one of training.

    Arguments:
        factor: a number f for shares in [-f, f], or (lower, upper), within [-1, 1].
        value_range: the least and the greatest value of pixels; (0, 255) by default. Say (0, 1) for images in that range.
        seed: an integer from which is drawn; None (default): others each time.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: factors out of range, or a `value_range` that is no pair.

    Example:
        >>> image = tf.constant([[[0.25], [0.75]]])
        >>> layer = tf.keras.layers.RandomBrightness((0.5, 0.5), value_range=(0, 1))
        >>> layer(image, training=True).numpy().ravel().tolist()
        [0.75, 1.0]
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
        shape = (1, 1, 1) if rank == 3 else [array_ops.shape(images)[0], 1, 1, 1]
        low, high = self._value_range
        delta = self._random_generator.random_uniform(shape, self._factor[0], self._factor[1]) * (high - low)
        return math.clip_by_value(images + array_ops.cast(delta, images.dtype), low, high)

    def _own_config(self) -> dict[str, Any]:
        return {"factor": list(self._factor), "value_range": list(self._value_range)}


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

    def _own_config(self) -> dict[str, Any]:
        return {"factor": self.factor, "interpolation": self.interpolation}


@tf_export("keras.layers.RandomHeight")
class RandomHeight(_RandomSize):
    """Resizes images to a random height while training.

    Mirrors `tf.keras.layers.RandomHeight`. Inputs are images [rows, columns, channels] or batches of them; a batch gets one height, which
    is drawn for each call, so that the number of rows is unknown in models. Columns stay. A call without `training` is one of training.

    Arguments:
        factor: by what share the height changes: a number f for [-f, f], or (lower, upper), not below -1; positive ones make it larger.
        interpolation: as in `Resizing`; "bilinear" by default.
        seed: an integer from which is drawn; None (default): others each time.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: factors out of range. NotImplementedError: another interpolation.

    Example:
        >>> layer = tf.keras.layers.RandomHeight((0.5, 0.5))
        >>> layer(tf.ones([4, 10, 3]), training=True).shape
        TensorShape([6, 10, 3])
        >>> layer(tf.ones([4, 10, 3]), training=False).shape
        TensorShape([4, 10, 3])
    """

    __module__ = _MODULE


@tf_export("keras.layers.RandomWidth")
class RandomWidth(_RandomSize):
    """Resizes images to a random width while training.

    Mirrors `tf.keras.layers.RandomWidth`. Inputs are images [rows, columns, channels] or batches of them; a batch gets one width, which is
    drawn for each call, so that the number of columns is unknown in models. Rows stay. A call without `training` is one of training.

    Arguments:
        factor: by what share the width changes: a number f for [-f, f], or (lower, upper), not below -1; positive ones make it larger.
        interpolation: as in `Resizing`; "bilinear" by default.
        seed: an integer from which is drawn; None (default): others each time.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: factors out of range. NotImplementedError: another interpolation.

    Example:
        >>> layer = tf.keras.layers.RandomWidth((0.5, 0.5))
        >>> layer(tf.ones([4, 10, 3]), training=True).shape
        TensorShape([4, 15, 3])
    """

    __module__ = _MODULE
    _axis, _word = -2, "width"
