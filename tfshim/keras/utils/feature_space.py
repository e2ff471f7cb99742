"""`FeatureSpace`: the columns of a table, each prepared in its own way, as one input of a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.data.dataset import Dataset
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.keras import layers
from tfshim.keras.saving.keras_file import save_archive
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.utils.feature_kinds import _MODULE, Cross, Feature, FeatureKinds, _one_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path, TensorLike


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
class FeatureSpace(FeatureKinds, layers.Layer):
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
        """Learn what the features need from rows: vocabularies, means, borders. Mirrors `tf.keras.utils.FeatureSpace.adapt`.

        Arguments:
            dataset: a `tf.data.Dataset` of dictionaries with a tensor for each feature, of shape `[]`, or `[batch]` or `[batch, 1]` in
                batches, without labels.

        Returns:
            None. The space can be called from now on.

        Raises:
            ValueError: no `tf.data.Dataset`.
            KeyError: a feature that the rows do not have.

        The dataset is gone through once for each feature that learns; it has to end.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized"})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0]}))
            >>> space({"age": 40.0}).numpy()
            array([1.], dtype=float32)
        """
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
        """Give the Keras inputs for raw columns, of which a model is made that prepares them itself. Mirrors
        `tf.keras.utils.FeatureSpace.get_inputs`.

        Returns:
            A dictionary with a symbolic tensor `[None, 1]` of the feature's dtype for each name.

        Raises:
            ValueError: before `adapt`, unless no feature learns.

        The model `tf.keras.Model(space.get_inputs(), outputs)` then takes dictionaries of raw columns, as a service gets them. For
        training, `dataset.map` with the space itself prepares them beside the model, which is quicker.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_rescaled"})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0]}))
            >>> outputs = tf.keras.layers.Dense(1)(space.get_encoded_features())
            >>> model = tf.keras.Model(space.get_inputs(), outputs)
            >>> model({"age": tf.constant([[20.0], [30.0]])}).shape
            TensorShape([2, 1])
        """
        self._check_built()
        return self.inputs

    def get_encoded_features(self) -> Any:
        """Give the prepared columns as Keras tensors, which the layers of a model take. Mirrors
        `tf.keras.utils.FeatureSpace.get_encoded_features`.

        Returns:
            A symbolic tensor `[None, columns]`; with `output_mode="dict"` a dictionary of them, one for each feature and cross.

        Raises:
            ValueError: before `adapt`, unless no feature learns; or a feature of integers or texts that cannot be joined with others.

        A model from them alone, `tf.keras.Model(encoded, outputs)`, is trained on `dataset.map(lambda x, y: (space(x), y))`; with
        `get_inputs()` the same layers make the model that takes raw columns.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float", "city": "string_categorical"})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0], "city": ["Rome", "Oslo"]}))
            >>> space.get_encoded_features().shape  # the age, Rome, Oslo and what is not known
            TensorShape([None, 4])
        """
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
        """Tell what makes a space like this. Mirrors `tf.keras.utils.FeatureSpace.get_config`.

        Returns:
            A dictionary of plain values: `features` and `crosses` with the configurations of their layers, `output_mode`,
            `crossing_dim`, `hashing_dim` and `num_discretization_bins`. What `adapt` learnt is not in it.

        `tf.keras.utils.FeatureSpace.from_config` makes the space, which has to be adapted; `save` writes a file that has what was learnt
        as well.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized"}, output_mode="dict")
            >>> config = space.get_config()
            >>> sorted(config)
            ['crosses', 'crossing_dim', 'features', 'hashing_dim', 'num_discretization_bins', 'output_mode']
            >>> config["output_mode"], config["hashing_dim"]
            ('dict', 32)
        """
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
        """Make the space that a configuration describes. Mirrors `tf.keras.utils.FeatureSpace.from_config`.

        Arguments:
            config: what `get_config` gave, also read from JSON.

        Returns:
            A new `tf.keras.utils.FeatureSpace`, which has learnt nothing: call `adapt`.

        Raises:
            TypeError: a key that is no argument.
            ValueError: layers that are not known; those of one's own have to be registered.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized"})
            >>> again = tf.keras.utils.FeatureSpace.from_config(space.get_config())
            >>> again.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0]}))
            >>> again({"age": 20.0}).numpy()
            array([-1.], dtype=float32)
        """
        return cls(**config)

    def get_build_config(self) -> dict[str, Any]:
        """Tell what the layers of the features were built with. Mirrors `tf.keras.utils.FeatureSpace.get_build_config`.

        Returns:
            A dictionary with the `get_build_config()` of each feature's layer by its name: `{"input_shape": ...}`, or None for a layer
            that was not built.

        `save` writes it beside the configuration, since layers have to have their variables before what was learnt is read into
        them; `build_from_config` is the way back. A program that saves and loads by `save` and `tf.keras.models.load_model` does not
        need it.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized"})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0]}))
            >>> space.get_build_config()
            {'age': {'input_shape': (None, 1)}}
        """
        return {name: f.preprocessor.get_build_config() for name, f in self.features.items()}

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Build the layers of the features as those of another space were. Mirrors `tf.keras.utils.FeatureSpace.build_from_config`.

        Arguments:
            config: what `get_build_config` gave.

        Returns:
            None. The space counts as adapted: what it has learnt is expected to be read next.

        `tf.keras.models.load_model` calls it between `from_config` and reading the variables. A program that saves and loads by `save`
        does not need it.

        Raises:
            KeyError: a feature that the space does not have.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized"})
            >>> space.build_from_config({"age": {"input_shape": (None, 1)}})
            >>> space.get_inputs()["age"].shape
            TensorShape([None, 1])
        """
        for name, about in config.items():
            if about is not None:
                self.features[name].preprocessor.build_from_config(about)
        self._is_adapted = True

    def save(self, filepath: Path) -> None:
        """Write the space with what it has learnt to a file. Mirrors `tf.keras.utils.FeatureSpace.save`.

        Arguments:
            filepath: the path of the file, which ends in `.keras`.

        Returns:
            None. `tf.keras.models.load_model(filepath)` reads the space, ready to be called.

        Raises:
            OSError: the file cannot be written.

        Layers of one's own in it have to be registered by `tf.keras.saving.register_keras_serializable`, as for models. A model made of
        `get_inputs()` has the space within and is saved with it.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float_normalized"})
            >>> space.adapt(tf.data.Dataset.from_tensor_slices({"age": [20.0, 40.0]}))
            >>> space.save("space.keras")
            >>> tf.keras.models.load_model("space.keras")({"age": 40.0}).numpy()
            array([1.], dtype=float32)
        """
        save_archive(self, filepath)

    def save_own_variables(self, store: Any) -> None:
        """Write the variables of the space itself, of which there are none. Mirrors `tf.keras.utils.FeatureSpace.save_own_variables`.

        Arguments:
            store: a dictionary of arrays, into which `save` has each object of a `.keras` file put its own.

        Returns:
            None; `store` stays as it is: what was learnt are variables of the features' layers, which write theirs themselves.

        `save` calls it. A class derived from this one that has variables of its own writes them here, and reads them in
        `load_own_variables`.

        Example:
            >>> store = {}
            >>> tf.keras.utils.FeatureSpace({"age": "float"}).save_own_variables(store)
            >>> store
            {}
        """

    def load_own_variables(self, store: Any) -> None:
        """Read the variables of the space itself, of which there are none. Mirrors `tf.keras.utils.FeatureSpace.load_own_variables`.

        Arguments:
            store: the arrays that `save_own_variables` wrote, a dictionary.

        Returns:
            None; nothing is read: what was learnt are variables of the features' layers, which read theirs themselves.

        `tf.keras.models.load_model` calls it for each object of a `.keras` file. A class derived from this one that has variables of its
        own reads here what its `save_own_variables` wrote.

        Example:
            >>> space = tf.keras.utils.FeatureSpace({"age": "float"})
            >>> space.load_own_variables({})
        """
