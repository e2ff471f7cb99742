"""What the columns of a `FeatureSpace` may be: numbers, categories, hashes, several that are crossed, or what a layer makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.keras import layers
from tfshim.keras._naming import uid
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import FloatLike, IntLike


_FORMS = ("int", "one_hot", "float")
_MODULE = "keras.src.utils.feature_space"


def _one_of(value, allowed):
    if value not in allowed:
        words = ", ".join(repr(a) for a in allowed)
        raise ValueError(f"Invalid value for argument `output_mode`. Expected one of {{{words}}}. Received: output_mode={value}")
    return value


class Cross:
    """Several features that are hashed together into `crossing_dim` bins; `FeatureSpace.cross` makes it."""

    __module__ = _MODULE

    def __init__(self, feature_names: Iterable[str], crossing_dim: int, output_mode: str = "one_hot") -> None:
        self.feature_names, self.crossing_dim = tuple(feature_names), crossing_dim
        self.output_mode = _one_of(output_mode, ("int", "one_hot"))

    @property
    def name(self) -> str:
        """The names of the features with `_X_` between them."""
        return "_X_".join(self.feature_names)

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {"feature_names": self.feature_names, "crossing_dim": self.crossing_dim, "output_mode": self.output_mode}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """The cross that `get_config` described."""
        return cls(**config)


class Feature:
    """One column: its dtype, the layer that prepares it, and the form it is given out in; `FeatureSpace.feature` makes it."""

    __module__ = _MODULE

    def __init__(self, dtype: str, preprocessor: Any, output_mode: str) -> None:
        self.output_mode = _one_of(output_mode, _FORMS)
        self.dtype = dtype
        self.preprocessor = deserialize_keras_object(preprocessor) if isinstance(preprocessor, dict) else preprocessor

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, the layer as a configuration."""
        return {"dtype": self.dtype, "preprocessor": serialize_keras_object(self.preprocessor), "output_mode": self.output_mode}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """The feature that `get_config` described."""
        return cls(**config)


def _layer_name(kind, name):
    return f"{name or f'{kind}_{uid(kind)}'}_preprocessor"


class FeatureKinds:
    """The class methods of `tf.keras.utils.FeatureSpace` that say what a column is."""

    @classmethod
    def cross(cls, feature_names: Iterable[str], crossing_dim: int, output_mode: str = "one_hot") -> Cross:
        """Say that features are hashed together, so that a model sees which values come together. Mirrors
        `tf.keras.utils.FeatureSpace.cross`.

        Arguments:
            feature_names: the names of the features, a list or tuple; integers or strings, not floats.
            crossing_dim: how many bins their combinations are hashed into, an int. Different combinations may share a bin.
            output_mode: "one_hot", a vector of `crossing_dim` for each row, or "int", the number of the bin; "one_hot".

        Returns:
            What the argument `crosses` takes, in a list. A tuple of names does the same with the `crossing_dim` of the space.

        Raises:
            ValueError: another `output_mode`.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> crosses = [F.cross(("day", "hour"), crossing_dim=8)]
            >>> space = F({"day": F.integer_hashed(4), "hour": F.integer_hashed(4)}, crosses=crosses)
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"day": [1, 2], "hour": [7, 8]}))
            >>> space({"day": 1, "hour": 8}).shape
            TensorShape([16])
        """
        return Cross(feature_names, crossing_dim, output_mode)

    @classmethod
    def feature(cls, dtype: Any, preprocessor: Any, output_mode: str) -> Feature:
        """Say that a layer prepares a feature. Mirrors `tf.keras.utils.FeatureSpace.feature`.

        Arguments:
            dtype: the dtype of the column, a name such as "float32", "int64" or "string".
            preprocessor: a Keras layer, or any object with a `__call__` of a tensor `[batch, 1]`; where it has `adapt`, it learns from
                the column.
            output_mode: "float" or "int", what the layer gives as it is; "one_hot" of its integers, for layers that say how many there
                are.

        Returns:
            What the argument `features` takes as a value.

        Raises:
            ValueError: another `output_mode`.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"age": F.feature("float32", tf.keras.layers.Rescaling(0.01), output_mode="float")})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [25.0]}))
            >>> space({"age": 50.0}).numpy()
            array([0.5], dtype=float32)
        """
        return Feature(dtype, preprocessor, output_mode)

    @classmethod
    def float(cls, name: str | None = None) -> Feature:
        """Say that a feature is a number that is taken as it is. Mirrors `tf.keras.utils.FeatureSpace.float`.

        Arguments:
            name: a name for the layer; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "float" there does the same. The column becomes one of dtype float32.

        Nothing is learnt for it. For numbers of very different size, most models train better on `float_normalized` or
        `float_rescaled`; for those whose effect is not in proportion to them, on `float_discretized`.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": tf.keras.utils.FeatureSpace.float()})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [25.0]}))
            >>> space({"age": [25.0, 50.0]}).numpy().tolist()
            [[25.0], [50.0]]
        """
        return Feature("float32", layers.Identity(dtype="float32", name=_layer_name("float", name)), "float")

    @classmethod
    def float_rescaled(cls, scale: FloatLike = 1.0, offset: FloatLike = 0.0, name: str | None = None) -> Feature:
        """Say that a feature is a number that is multiplied and moved: `x * scale + offset`. Mirrors
        `tf.keras.utils.FeatureSpace.float_rescaled`.

        Arguments:
            scale: the factor, a number; 1.
            offset: what is added afterwards, a number; 0.
            name: a name for the layer, a `tf.keras.layers.Rescaling`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "float_rescaled" there changes nothing. The column becomes one of
            dtype float32.

        It is for numbers whose range is known, as 0 to 255 of pixels; `float_normalized` learns the range.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"pixel": F.float_rescaled(scale=1 / 255)})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"pixel": [0.0]}))
            >>> space({"pixel": [0.0, 255.0]}).numpy().tolist()
            [[0.0], [1.0]]
        """
        return Feature("float32", layers.Rescaling(scale=scale, offset=offset, name=_layer_name("float_rescaled", name)), "float")

    @classmethod
    def float_normalized(cls, name: str | None = None) -> Feature:
        """Say that a feature is a number, of which the mean is taken away and which is divided by the deviation. Mirrors
        `tf.keras.utils.FeatureSpace.float_normalized`.

        Arguments:
            name: a name for the layer, a `tf.keras.layers.Normalization`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "float_normalized" there does the same. The column becomes one of
            dtype float32.

        `adapt` learns mean and deviation from the rows it is given. It is the first choice for numbers.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": tf.keras.utils.FeatureSpace.float_normalized()})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0]}))
            >>> space({"age": [20.0, 30.0, 40.0]}).numpy().tolist()
            [[-1.0], [0.0], [1.0]]
        """
        return Feature("float32", layers.Normalization(axis=-1, name=_layer_name("float_normalized", name)), "float")

    @classmethod
    def float_discretized(
        cls, num_bins: int | None, bin_boundaries: Sequence[FloatLike] | None = None, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """Say that a feature is a number, of which the range it falls into is taken. Mirrors
        `tf.keras.utils.FeatureSpace.float_discretized`.

        Arguments:
            num_bins: how many ranges `adapt` makes, such that about as many rows fall into each.
            bin_boundaries: the borders between ranges, a list, with `num_bins=None`. `adapt` refuses a layer that has them.
            output_mode: "one_hot", a vector of `num_bins` for each row, or "int", the number of the range; "one_hot".
            name: a name for the layer, a `tf.keras.layers.Discretization`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "float_discretized" there makes `num_discretization_bins` ranges.

        Raises:
            ValueError: another `output_mode`.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"age": F.float_discretized(num_bins=2)})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 30.0, 40.0]}))
            >>> space({"age": [20.0, 40.0]}).numpy().tolist()
            [[1.0, 0.0], [0.0, 1.0]]
        """
        layer = layers.Discretization(num_bins=num_bins, bin_boundaries=bin_boundaries, name=_layer_name("float_discretized", name))
        return Feature("float32", layer, output_mode)

    @classmethod
    def integer_categorical(
        cls, max_tokens: int | None = None, num_oov_indices: IntLike = 1, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """Say that a feature is an integer that names a category. Mirrors `tf.keras.utils.FeatureSpace.integer_categorical`.

        Arguments:
            max_tokens: the most categories that `adapt` learns, the most frequent ones; None: all.
            num_oov_indices: how many places there are, in front, for integers that were not learnt; 1.
            output_mode: "one_hot", a vector for each row, or "int", the place of the category; "one_hot".
            name: a name for the layer, a `tf.keras.layers.IntegerLookup`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "integer_categorical" there does the same.

        Raises:
            ValueError: another `output_mode`.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"rooms": F.integer_categorical()})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"rooms": [3, 3, 5]}))
            >>> space({"rooms": [3, 5, 9]}).numpy().tolist()  # 9 is not known
            [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
        """
        layer = layers.IntegerLookup(max_tokens=max_tokens, num_oov_indices=num_oov_indices, name=_layer_name("integer_categorical", name))
        return Feature("int64", layer, output_mode)

    @classmethod
    def string_categorical(
        cls, max_tokens: int | None = None, num_oov_indices: IntLike = 1, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """Say that a feature is a text that names a category. Mirrors `tf.keras.utils.FeatureSpace.string_categorical`.

        Arguments:
            max_tokens: the most categories that `adapt` learns, the most frequent ones; None: all.
            num_oov_indices: how many places there are, in front, for texts that were not learnt; 1.
            output_mode: "one_hot", a vector for each row, or "int", the place of the category; "one_hot".
            name: a name for the layer, a `tf.keras.layers.StringLookup`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "string_categorical" there does the same.

        Raises:
            ValueError: another `output_mode`.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"city": F.string_categorical()})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"city": ["Rome", "Rome", "Oslo"]}))
            >>> space({"city": ["Rome", "Lima"]}).numpy().tolist()  # Lima is not known
            [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
        """
        layer = layers.StringLookup(max_tokens=max_tokens, num_oov_indices=num_oov_indices, name=_layer_name("string_categorical", name))
        return Feature("string", layer, output_mode)

    @classmethod
    def string_hashed(cls, num_bins: int, output_mode: str = "one_hot", name: str | None = None) -> Feature:
        """Say that a feature is a text, which is hashed. Mirrors `tf.keras.utils.FeatureSpace.string_hashed`.

        Arguments:
            num_bins: how many bins texts are hashed into, an int. Different texts may share a bin.
            output_mode: "one_hot", a vector of `num_bins` for each row, or "int", the number of the bin; "one_hot".
            name: a name for the layer, a `tf.keras.layers.Hashing`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "string_hashed" there makes `hashing_dim` bins.

        Raises:
            ValueError: another `output_mode`.

        Nothing is learnt for it: it is for names of which there are too many to list. With few, use `string_categorical`.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"city": F.string_hashed(num_bins=4)})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"city": ["Rome"]}))
            >>> space({"city": ["Rome", "Oslo"]}).numpy().tolist()
            [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
        """
        return Feature("string", layers.Hashing(num_bins=num_bins, name=_layer_name("string_hashed", name)), output_mode)

    @classmethod
    def integer_hashed(cls, num_bins: int, output_mode: str = "one_hot", name: str | None = None) -> Feature:
        """Say that a feature is an integer, which is hashed. Mirrors `tf.keras.utils.FeatureSpace.integer_hashed`.

        Arguments:
            num_bins: how many bins integers are hashed into, an int. Different integers may share a bin.
            output_mode: "one_hot", a vector of `num_bins` for each row, or "int", the number of the bin; "one_hot".
            name: a name for the layer, a `tf.keras.layers.Hashing`; None: one is found.

        Returns:
            What the argument `features` takes as a value; the text "integer_hashed" there makes `hashing_dim` bins.

        Raises:
            ValueError: another `output_mode`.

        Nothing is learnt for it: it is for numbers of customers and the like, of which there are too many to list.

        Example:
            >>> F = tf.keras.utils.FeatureSpace
            >>> space = F({"customer": F.integer_hashed(num_bins=4)})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"customer": [1]}))
            >>> space({"customer": [1, 2]}).numpy().tolist()
            [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
        """
        return Feature("int64", layers.Hashing(num_bins=num_bins, name=_layer_name("integer_hashed", name)), output_mode)
