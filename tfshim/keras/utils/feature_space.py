"""`FeatureSpace`: the columns of a table, each prepared in its own way, as one input of a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.data.dataset import Dataset
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.keras import layers
from tfshim.keras._naming import uid
from tfshim.keras.saving.keras_file import save_archive
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import FloatLike, IntLike, Path, TensorLike


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


def _cardinality(layer):
    """The number of different integers that `layer` gives; None where the layer does not say, "unknown" for other layers."""
    if isinstance(layer, (layers.IntegerLookup, layers.StringLookup)):
        return layer.vocabulary_size()
    if isinstance(layer, layers.CategoryEncoding):
        return layer.num_tokens
    if isinstance(layer, (layers.Discretization, layers.HashedCrossing, layers.Hashing)):
        return layer.num_bins
    return "unknown"


@tf_export("keras.utils.FeatureSpace")
class FeatureSpace(layers.Layer):
    """Prepares the columns of a table: says for each what it is, learns what there is to learn, and makes tensors of rows.

    Mirrors `tf.keras.utils.FeatureSpace`. `adapt(dataset)` learns from a dataset of {name: value}, without labels; then the object is
    called on {name: tensor of shape [], [batch] or [batch, 1]}. `get_inputs()` and `get_encoded_features()` give Keras tensors for models.

    Arguments:
        features: {name: feature}: "float", "float_normalized", "float_rescaled", "float_discretized", "integer_categorical",
            "string_categorical", "integer_hashed" or "string_hashed", or what the methods of these names make, with numbers to set.
        output_mode: "concat" (default): one tensor [batch, all columns]; "dict": one for each.
        crosses: tuples of names, or `FeatureSpace.cross(...)`; None: none.
        crossing_dim, hashing_dim, num_discretization_bins: the sizes where a text is given; 32 each.

    Raises:
        ValueError: unknown words, names that differ, or a call before `adapt`.

    Example:
        >>> rows = tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0], "city": ["Rome", "Oslo"]})
        >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized", "city": "string_categorical"})
        >>> space.adapt(rows)
        >>> space({"age": 30.0, "city": "Oslo"}).shape
        TensorShape([4])
    """

    __module__ = _MODULE

    def __init__(
        self,
        features: TensorLike,
        output_mode: str = "concat",
        crosses: Iterable[Any] | None = None,
        crossing_dim: IntLike = 32,
        hashing_dim: IntLike = 32,
        num_discretization_bins: IntLike = 32,
    ) -> None:
        if not features:
            raise ValueError("The `features` argument cannot be None or empty.")
        super().__init__()
        self.crossing_dim, self.hashing_dim, self.num_discretization_bins = crossing_dim, hashing_dim, num_discretization_bins
        self.features = {name: self._standardized(name, value) for name, value in features.items()}
        self.crosses = [self._standardized_cross(c, features) for c in crosses or ()]
        self.output_mode = _one_of(output_mode, ("dict", "concat"))
        self.inputs = {name: layers.Input(shape=(1,), dtype=f.dtype, name=name) for name, f in self.features.items()}
        self.preprocessors = {name: f.preprocessor for name, f in self.features.items()}
        self.crossers = {c.name: layers.HashedCrossing(c.crossing_dim, name=c.name) for c in self.crosses}
        self.crosses_by_name = {c.name: c for c in self.crosses}
        self.one_hot_encoders = {}
        self.encoded_features = self.concat = None
        self.built = self._is_adapted = False

    # ------------------------------------------------------------------ what features may be
    @classmethod
    def cross(cls, feature_names: Iterable[str], crossing_dim: int, output_mode: str = "one_hot") -> Cross:
        """The features of these names hashed together into `crossing_dim` bins; `output_mode`: "one_hot" or "int"."""
        return Cross(feature_names, crossing_dim, output_mode)

    @classmethod
    def feature(cls, dtype: Any, preprocessor: Any, output_mode: str) -> Feature:
        """A feature of `dtype`, prepared by the layer `preprocessor`; `output_mode`: "float", "int", or "one_hot" of its integers."""
        return Feature(dtype, preprocessor, output_mode)

    @classmethod
    def float(cls, name: str | None = None) -> Feature:
        """Numbers as they are."""
        return Feature("float32", layers.Identity(dtype="float32", name=_layer_name("float", name)), "float")

    @classmethod
    def float_rescaled(cls, scale: FloatLike = 1.0, offset: FloatLike = 0.0, name: str | None = None) -> Feature:
        """Numbers times `scale` plus `offset`."""
        return Feature("float32", layers.Rescaling(scale=scale, offset=offset, name=_layer_name("float_rescaled", name)), "float")

    @classmethod
    def float_normalized(cls, name: str | None = None) -> Feature:
        """Numbers less their mean over their deviation, which `adapt` learns."""
        return Feature("float32", layers.Normalization(axis=-1, name=_layer_name("float_normalized", name)), "float")

    @classmethod
    def float_discretized(
        cls, num_bins: int | None, bin_boundaries: Sequence[FloatLike] | None = None, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """Numbers as the bins they fall into: `num_bins` that `adapt` learns, or (with num_bins=None) those between `bin_boundaries`."""
        layer = layers.Discretization(num_bins=num_bins, bin_boundaries=bin_boundaries, name=_layer_name("float_discretized", name))
        return Feature("float32", layer, output_mode)

    @classmethod
    def integer_categorical(
        cls, max_tokens: int | None = None, num_oov_indices: IntLike = 1, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """Integers by their place in the vocabulary that `adapt` learns, at most `max_tokens`."""
        layer = layers.IntegerLookup(max_tokens=max_tokens, num_oov_indices=num_oov_indices, name=_layer_name("integer_categorical", name))
        return Feature("int64", layer, output_mode)

    @classmethod
    def string_categorical(
        cls, max_tokens: int | None = None, num_oov_indices: IntLike = 1, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """Strings by their place in the vocabulary that `adapt` learns, at most `max_tokens`."""
        layer = layers.StringLookup(max_tokens=max_tokens, num_oov_indices=num_oov_indices, name=_layer_name("string_categorical", name))
        return Feature("string", layer, output_mode)

    @classmethod
    def string_hashed(cls, num_bins: int, output_mode: str = "one_hot", name: str | None = None) -> Feature:
        """Strings by their hash, one of `num_bins`."""
        return Feature("string", layers.Hashing(num_bins=num_bins, name=_layer_name("string_hashed", name)), output_mode)

    @classmethod
    def integer_hashed(cls, num_bins: int, output_mode: str = "one_hot", name: str | None = None) -> Feature:
        """Integers by their hash, one of `num_bins`."""
        return Feature("int64", layers.Hashing(num_bins=num_bins, name=_layer_name("integer_hashed", name)), output_mode)

    def _standardized(self, name, value):
        if isinstance(value, Feature):
            return value
        if isinstance(value, dict):
            return deserialize_keras_object(value)
        by_word = {
            "float": self.float, "float_normalized": self.float_normalized, "float_rescaled": self.float_rescaled,
            "integer_categorical": self.integer_categorical, "string_categorical": self.string_categorical,
        }  # fmt: skip
        sized = {
            "float_discretized": (self.float_discretized, self.num_discretization_bins),
            "integer_hashed": (self.integer_hashed, self.hashing_dim),
            "string_hashed": (self.string_hashed, self.hashing_dim),
        }
        if isinstance(value, str) and value in by_word:
            return by_word[value](name=name)
        if isinstance(value, str) and value in sized:
            make, size = sized[value]
            return make(size, name=name)
        raise ValueError(f"Invalid feature type: {value}")

    def _standardized_cross(self, cross, features):
        if isinstance(cross, dict):
            return deserialize_keras_object(cross)
        if not self.crossing_dim:
            raise ValueError(
                "When specifying `crosses`, the argument `crossing_dim` (dimensionality of the crossing space) should be specified as well."
            )
        names = cross.feature_names if isinstance(cross, Cross) else cross
        if isinstance(names, str) or any(n not in features for n in names):
            raise ValueError(
                "All features referenced in the `crosses` argument should be present in the `features` dict. "
                f"Received unknown features: {names}"
            )
        return cross if isinstance(cross, Cross) else Cross(names, self.crossing_dim)

    # ------------------------------------------------------------------ learning
    def _to_adapt(self):
        """The names of the features whose layers learn."""
        return [
            name
            for name, layer in self.preprocessors.items()
            if hasattr(layer, "adapt") and not (isinstance(layer, layers.Normalization) and layer.input_mean is not None)
        ]

    def adapt(self, dataset: Any) -> None:
        """Learn from a `tf.data.Dataset` of dictionaries, batched or not. Raises ValueError for anything else."""
        if not isinstance(dataset, Dataset):
            raise ValueError(f"`adapt()` can only be called on a tf.data.Dataset. Received instead: {dataset} (of type {type(dataset)})")
        for name in self._to_adapt():
            column = dataset.map(lambda row, name=name: row[name])
            rank = column.element_spec.shape.rank
            if rank is None:
                rank = next(iter(column)).shape.rank
            # The layers learn from batches of columns, so a scalar gets both axes.
            if rank == 0:
                column = column.batch(32)
            if rank < 2:
                column = column.map(lambda x: array_ops.expand_dims(x, -1))
            self.preprocessors[name].adapt(column)
        self._is_adapted = True
        self.get_encoded_features()
        self.built = True

    def _check_adapted(self):
        if not self._is_adapted:
            if self._to_adapt():
                raise ValueError("You need to call `.adapt(dataset)` on the FeatureSpace before you can start using it.")
            self._is_adapted = True

    def _check_built(self):
        if not self.built:
            self.get_encoded_features()
            self.built = True

    # ------------------------------------------------------------------ results
    def get_inputs(self) -> dict[str, Any]:
        """{name: the symbolic input [None, 1]} for a model that prepares raw columns itself."""
        self._check_built()
        return self.inputs

    def get_encoded_features(self) -> Any:
        """The symbolic result, for a model that takes prepared columns: one KerasTensor, or a dictionary of them."""
        self._check_adapted()
        if self.encoded_features is None:
            self.encoded_features = self._encoded(dict(self.inputs))
        return self.encoded_features

    def _encoded(self, columns):
        made = {name: self.preprocessors[name](x) for name, x in columns.items()}
        crossed = {c.name: self.crossers[c.name]([made[n] for n in c.feature_names]) for c in self.crosses}
        encoded = {name: self._column(name, self.features[name], self.preprocessors[name], made[name]) for name in sorted(self.features)}
        encoded.update(
            {name: self._column(name, self.crosses_by_name[name], self.crossers[name], crossed[name]) for name in sorted(crossed)}
        )
        if self.output_mode == "dict":
            return encoded
        if self.concat is None:
            self.concat = layers.Concatenate(axis=-1)
        return self.concat(list(encoded.values()))

    def _column(self, name, spec, layer, value):
        """The prepared column in the output mode of `spec`."""
        if spec.output_mode == "one_hot":
            if name not in self.one_hot_encoders:
                self._make_encoder(name, layer, value.dtype)
            encoder = self.one_hot_encoders[name]
            value = value if encoder is None else encoder(value)
        dtype = as_dtype(value.dtype).name
        if self.output_mode == "concat" and dtype.startswith(("int", "string")):
            raise ValueError(
                f"Cannot concatenate features because feature '{name}' has not been encoded (it has dtype {dtype}). "
                "Consider using `output_mode='dict'`."
            )
        return value

    def _make_encoder(self, name, layer, dtype):
        dtype = as_dtype(dtype).name
        if not dtype.startswith("int"):
            raise ValueError(
                f"Feature '{name}' has `output_mode='one_hot'`. Thus its preprocessor should return an int64 dtype. "
                f"Instead it returns a {dtype} dtype."
            )
        depth = _cardinality(layer)
        if depth == "unknown":
            raise ValueError(
                f"Feature '{name}' has `output_mode='one_hot'`. However it isn't a standard feature and the dimensionality of "
                "its output space is not known, thus it cannot be one-hot encoded. Try using `output_mode='int'`."
            )
        encoder = None if depth is None else layers.CategoryEncoding(num_tokens=depth, output_mode="multi_hot")
        self.one_hot_encoders[name] = encoder

    def __call__(self, data: TensorLike) -> Any:  # type: ignore[override]  # as in Keras
        """The prepared columns of `data`, {name: tensor}; scalars give results without a batch axis."""
        self._check_built()
        if not isinstance(data, dict):
            raise ValueError(f"A FeatureSpace can only be called with a dict. Received: data={data} (of type {type(data)}")
        data = {name: convert_to_tensor(x) for name, x in data.items()}
        scalar = any(x.shape.rank == 0 for x in data.values())
        columns = {
            name: array_ops.reshape(x, [1, 1]) if x.shape.rank == 0 else array_ops.expand_dims(x, -1) if x.shape.rank == 1 else x
            for name, x in data.items()
        }
        encoded = self._encoded(columns)
        if not scalar:
            return encoded
        if self.output_mode == "concat":
            return array_ops.squeeze(encoded, axis=0)
        return {name: array_ops.squeeze(x, axis=0) if x.shape.rank == 2 and x.shape[0] == 1 else x for name, x in encoded.items()}

    # ------------------------------------------------------------------ saving
    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor as plain values."""
        return {
            "features": serialize_keras_object(dict(self.features)),
            "output_mode": self.output_mode,
            "crosses": serialize_keras_object(list(self.crosses)),
            "crossing_dim": self.crossing_dim,
            "hashing_dim": self.hashing_dim,
            "num_discretization_bins": self.num_discretization_bins,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> FeatureSpace:
        """The space that `get_config` described, not adapted."""
        return cls(**config)

    def get_build_config(self) -> dict[str, Any]:
        """{name: what its layer was built with}."""
        return {name: f.preprocessor.get_build_config() for name, f in self.features.items()}

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Build the layers as they were when saved."""
        for name, about in config.items():
            if about is not None:
                self.features[name].preprocessor.build_from_config(about)
        self._is_adapted = True

    def save(self, filepath: Path) -> None:
        """Write it to a `.keras` file, which `tf.keras.models.load_model` reads."""
        save_archive(self, filepath)

    def save_own_variables(self, store: Any) -> None:
        """Nothing: all variables belong to the layers within."""

    def load_own_variables(self, store: Any) -> None:
        """Nothing: all variables belong to the layers within."""
