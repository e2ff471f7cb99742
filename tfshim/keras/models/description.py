"""The summary of a model, its configuration, and its files."""

from __future__ import annotations

import copy
import copyreg
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.variables.variable import Variable
from tfshim.keras import saving
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.node import type_spec_of
from tfshim.keras.engine.persistence import shape_from_plain
from tfshim.keras.models.call_specs import call_specs, with_any_batch
from tfshim.keras.models.network_config import json_value
from tfshim.keras.models.summary import print_summary
from tfshim.keras.saving import saved_functions
from tfshim.keras.saving.export import export_model

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.functions.concrete_function import ConcreteFunction
    from tfshim.engine.values.annotations import Path


class DescriptionMixin:
    """Summaries, configurations and files of models."""

    def summary(
        self,
        line_length: int | None = None,
        positions: Sequence[float] | None = None,
        print_fn: Callable[[str], Any] | None = None,
        expand_nested: bool = False,
        show_trainable: bool = False,
        layer_range: Sequence[str] | None = None,
    ) -> None:
        """Prints a table of the layers, the shapes of their outputs and the numbers of their weights, and the totals.

        Mirrors `tf.keras.Model.summary`. None in a shape is a size that is known only with the data. The model must have its weights: call
        it or `build` it before.

        Arguments:
            line_length: the width of the table in characters; by default 65, or 98 for models with branches.
            positions: where the columns end, as shares of the width or absolute; by default 0.45, 0.85 and 1.0 of it.
            print_fn: a function that is called with each line in place of `print`.
            expand_nested: whether the layers of models within are shown too; False by default.
            show_trainable: whether there is a column that says which layers are trained, Y or N; False by default.
            layer_range: two names or regular expressions: of the first and the last layer to show; None: all.

        Raises:
            ValueError: a model without weights yet, or names in `layer_range` that no layer has.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, name="dense")], name="small")
            >>> model.summary(line_length=45, print_fn=lambda line: print(line.rstrip()))
            Model: "small"
            _____________________________________________
             Layer (type)       Output Shape      Param #
            =============================================
             dense (Dense)      (None, 2)         8
            <BLANKLINE>
            =============================================
            Total params: 8 (32.00 Byte)
            Trainable params: 8 (32.00 Byte)
            Non-trainable params: 0 (0.00 Byte)
            _____________________________________________
        """
        if not self.built:
            raise ValueError(
                "This model has not yet been built. Build the model first by calling `build()` or by calling the model on a batch of data."
            )
        print_summary(self, line_length, positions, print_fn, expand_nested, show_trainable, layer_range)

    # ------------------------------------------------------------------ configurations
    def get_config(self) -> dict[str, Any]:
        """A dictionary that describes the model without its weights, for `from_config`.

        Mirrors `tf.keras.Model.get_config`. For a functional model or a Sequential these are the layers and their connections. A subclass
        gives the arguments that it was made with, where they are plain values (numbers, strings, lists and dictionaries of them); else it
        logs a warning and gives an empty dictionary, and should have a `get_config` of its own, to which this gives an empty dictionary.

        Returns:
            A dictionary of values that JSON can hold.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, name="first", input_shape=(3,))], name="small")
            >>> config = model.get_config()
            >>> config["name"], [layer["class_name"] for layer in config["layers"]]
            ('small', ['InputLayer', 'Dense'])
            >>> tf.keras.Sequential.from_config(config).get_layer("first").units
            2
        """
        if not getattr(self.get_config, "_is_default", False):
            return {}  # for one of a subclass's own, which tells everything that its `__init__` takes
        try:
            return Layer.get_config(self)
        except NotImplementedError:
            get_logger().warning(
                "Model's `__init__()` arguments contain non-serializable objects. Please implement a `get_config()` method in the "
                "subclassed Model for proper saving and loading. Defaulting to empty config."
            )
            return {}

    get_config._is_default = True

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Create the weights from what `get_build_config` returned, as where a model is loaded from a `.keras` file.

        Mirrors `tf.keras.Model.build_from_config`. A subclassed model is built with the shape of its input; functional models have
        their weights from the beginning, and are left alone. Values come afterwards, by `load_weights`.

        Arguments:
            config: the dictionary, with `"input_shape"`: sizes with None for the open ones, or a structure of such.

        Returns:
            None.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
            >>> model.build_from_config({"input_shape": (None, 3)})
            >>> [w.shape.as_list() for w in model.weights]
            [[3, 2], [2]]
        """
        shape = config["input_shape"]
        if shape is not None and not self.built:
            self._build_for(shape_from_plain(shape))

    def to_json(self, **kwargs: Any) -> str:
        """The configuration of the model as JSON text, without weights.

        Mirrors `tf.keras.Model.to_json`. `tf.keras.models.model_from_json` makes a new model of it; the weights come with `save_weights`,
        and both together with `save`. The text tells the class, the configuration and the version of Keras, 2.15.0.

        Arguments:
            **kwargs: those of `json.dumps`, as `indent=2`.

        Returns:
            A string.

        Raises:
            NotImplementedError: a subclass that has no configuration. TypeError: values in it that JSON cannot hold.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
            >>> text = model.to_json()
            >>> text[:25]
            '{"class_name": "Sequentia'
            >>> tf.keras.models.model_from_json(text).output_shape
            (None, 2)
        """
        return json.dumps(
            {"class_name": type(self).__name__, "config": self.get_config(), "keras_version": "2.15.0", "backend": "tensorflow"},
            default=json_value,
            **kwargs,
        )

    def to_yaml(self, **kwargs: Any) -> NoReturn:
        """Keras has no YAML any more: this raises RuntimeError.

        Mirrors `tf.keras.Model.to_yaml`, which Keras keeps only to say so: reading YAML could run code. Use `to_json` with
        `tf.keras.models.model_from_json`, or `get_config` with `from_config`; for the whole model with its weights, `save`.

        Arguments:
            **kwargs: whatever earlier versions took.

        Raises:
            RuntimeError: always, with the remedy.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
            >>> model.to_yaml()
            Traceback (most recent call last):
                ...
            RuntimeError: Method `model.to_yaml()` has been removed due to security ...
        """
        raise RuntimeError(
            "Method `model.to_yaml()` has been removed due to security risk of arbitrary code execution. Please use "
            "`model.to_json()` instead."
        )

    def save_spec(self, dynamic_batch: bool = True) -> tuple[Any, dict[str, Any]] | None:
        """What the model was first called with. Mirrors `tf.keras.Model.save_spec`.

        Saving writes functions for these.

        Arguments:
            dynamic_batch: whether the size of the batch is left open, but for models whose inputs say it; True by default.

        Returns:
            A pair of the arguments as `tf.TensorSpec`s and of a dictionary of those by keyword; None where the model was not called
                yet.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> args, kwargs = model.save_spec()
            >>> args[0].shape, args[0].dtype
            (TensorShape([None, 3]), tf.float32)
        """
        found: tuple[list[Any], dict[str, Any]] | None
        inputs = self.__dict__.get("_nested_inputs")
        if inputs is not None:
            found = [nest.map_structure(type_spec_of, inputs)], {}
            # What inputs say of the size of the batch holds, unless they were made for what the model was called with.
            dynamic_batch = dynamic_batch and not getattr(self, "_has_explicit_input_shape", True)
        elif (found := self.__dict__.get("_call_specs")) is None:
            return None
        return with_any_batch(found) if dynamic_batch else found

    def _set_save_spec(self, inputs, args=None, kwargs=None):
        """Say what the model is called with, as tensors or specs, before it is called; only the first time counts.

        Libraries on Keras call it, so it has Keras' name.
        """
        if self.__dict__.get("_call_specs") is None and inputs is not None:
            found = call_specs(inputs, args or (), kwargs or {})
            known = nest.flatten(found[0][0]) not in ([], [None])
            self.__dict__["_call_specs"] = found if known else None

    def _set_inputs(self, inputs, outputs=None, training=None):
        """The same by the older name, under which programs let a model of a subclass be saved that was not called."""
        self._set_save_spec(inputs)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        if save_type == "checkpoint":
            return children
        # Steps of training are not part of the model.
        left_out = {"train_function", "test_function", "predict_function", "train_tf_function"}
        if self.optimizer is None:
            left_out.add("optimizer")
        return {k: v for k, v in children.items() if k not in left_out}

    @property
    def _default_save_signature(self) -> ConcreteFunction | None:
        return saved_functions.serving_of(self)

    def get_weight_paths(self) -> dict[str, Variable]:
        """The variables of the model by the attributes that lead to them. Mirrors `tf.keras.Model.get_weight_paths`.

        Unlike names they do not depend on what else was made in the process, so weights of one model can be given to another of the
        same class.

        Returns:
            A dictionary {path, with points between attributes: `tf.Variable`}.

        Example:
            >>> class Net(tf.keras.Model):
            ...     def __init__(self):
            ...         super().__init__()
            ...         self.out = tf.keras.layers.Dense(1)
            ...     def call(self, x):
            ...         return self.out(x)
            >>> net = Net()
            >>> _ = net(tf.ones([1, 2]))
            >>> sorted(net.get_weight_paths())
            ['out.bias', 'out.kernel']
        """
        level: list[tuple[tuple[str, ...], Any]] = [((), self)]
        found, seen = {}, set()
        while level:
            below = []
            for path, obj in level:
                if id(obj) in seen:
                    continue
                seen.add(id(obj))
                if isinstance(obj, Variable):
                    found[".".join(path)] = obj
                    continue
                below += [((*path, name), child) for name, child in _named_children(obj, not path)]
            level = below
        return found

    # ------------------------------------------------------------------ files
    def save(self, filepath: Path, overwrite: bool = True, save_format: str | None = None, **kwargs: Any) -> None:
        """Writes the whole model to a file or directory: layers, weights, how it was compiled, and the state of the optimizer.

        Mirrors `tf.keras.Model.save`. `tf.keras.models.load_model` reads it again, here and with TensorFlow. It is written beside its place
        and renamed, so that a file is never half written.

        Arguments:
            filepath: the name ends in ".keras" for Keras' own format, the best choice; in ".h5" for HDF5; any other name is a directory
                that becomes a SavedModel.
            overwrite: whether something at that place is replaced; True. False: asks on a terminal, else raises.
            save_format: "keras", "h5" or "tf" in place of what the name says.
            **kwargs: `include_optimizer` (HDF5 and SavedModel), `signatures`, `options`, `save_traces` (SavedModel).

        Raises:
            ValueError: a name and format that contradict each other, keywords that the format does not have, a model without weights yet.
            FileExistsError: the place is taken, `overwrite` is False and there is no terminal to ask on.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
            >>> model.save("model.keras")
            >>> again = tf.keras.models.load_model("model.keras")
            >>> bool((again.get_weights()[0] == model.get_weights()[0]).all())
            True
        """
        saving.api.save_model(self, filepath, overwrite=overwrite, save_format=save_format, **kwargs)

    def export(self, filepath: Path) -> None:
        """Writes the model for serving: a SavedModel with nothing but the forward pass.

        Mirrors `tf.keras.Model.export`. Unlike what `save` writes it has no layers and cannot be trained on; `tf.saved_model.load` gives an
        object whose function `serve` is the model with `training=False`, for batches of any size. TensorFlow Serving and others that read
        SavedModels take it.

        Arguments:
            filepath: the directory.

        Raises:
            ValueError: a model that has not been built, so that the shapes of its inputs are unknown.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
            >>> model.export("served")
            Saved artifact at 'served'...
            >>> served = tf.saved_model.load("served")
            >>> served.serve(tf.constant([[1.0, 2.0]])).numpy().tolist()
            [[3.0]]
        """
        export_model(self, filepath)

    def save_weights(self, filepath: Path, overwrite: bool = True, save_format: str | None = None, options: Any = None) -> None:
        """Writes the weights of the model, without its layers.

        Mirrors `tf.keras.Model.save_weights`. `load_weights` reads them into a model of the same layers.

        Arguments:
            filepath: a name that ends in ".weights.h5" or ".h5" is one HDF5 file; any other is the prefix of a checkpoint, which holds the
                state of the optimizer as well.
            overwrite: whether something at that place is replaced; True. False: asks on a terminal, else raises.
            save_format: "h5" or "tf" in place of what the name says.
            options: a `tf.train.CheckpointOptions`, for checkpoints.

        Raises:
            RuntimeError: within a `tf.function`.
            ValueError: a model without weights yet, or a format that contradicts the name.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
            >>> model.save_weights("model.weights.h5")
            >>> other = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            >>> other.load_weights("model.weights.h5")
            >>> other.get_weights()[0].tolist()
            [[1.0], [1.0]]
        """
        saving.api.save_weights(self, filepath, overwrite, save_format, options)

    def load_weights(self, filepath: Path, skip_mismatch: bool = False, by_name: bool = False, options: Any = None) -> Any:
        """Reads weights that `save_weights` wrote, here or with Keras, into this model.

        Mirrors `tf.keras.Model.load_weights`. Layers must be the same in the same order; names do not matter, unless `by_name`. A model
        that has not been built takes a checkpoint already, whose values are set as weights come into being.

        Arguments:
            filepath: an HDF5 file or the prefix of a checkpoint. Files of arrays are read too: ".npz" of `np.savez(path, *get_weights())`,
                and ".npz" and ".safetensors" with arrays by the names of the variables.
            skip_mismatch: whether layers whose weights have other shapes are left as they are, with a warning; False by default.
            by_name: whether layers get the weights of layers of their name (HDF5), other layers being left alone; False by default.
            options: a `tf.train.CheckpointOptions`, for checkpoints.

        Returns:
            For a checkpoint the status, whose `assert_consumed()` raises if something was left over; else None.

        Raises:
            ValueError: weights that do not fit. FileNotFoundError or OSError: nothing is there. DataLossError: a damaged checkpoint.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
            >>> model.save_weights("weights")
            >>> model.set_weights([np.zeros([2, 1]), np.zeros([1])])
            >>> _ = model.load_weights("weights")
            >>> model.get_weights()[0].tolist()
            [[1.0], [1.0]]
        """
        return saving.api.load_weights(self, filepath, skip_mismatch, by_name, options)

    def _assert_weights_created(self):
        if not self.built and "build" in type(self).__dict__ and not self.dynamic:
            raise ValueError(
                f"Weights for model '{self.name}' have not yet been created. Weights are created when the model is first "
                "called on inputs or `build()` is called with an `input_shape`."
            )

    # ------------------------------------------------------------------ copies
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if not self.built:
            return _copy_attributes(self, memo)
        model = _from_bytes(_to_bytes(self))
        memo[id(self)] = model
        return model

    def __copy__(self) -> Self:
        model = type(self).__new__(type(self))
        model.__dict__.update(self.__dict__)
        return model

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.built:
            return copyreg.__newobj__, (type(self),), self.__dict__
        return _from_bytes, (_to_bytes(self),)


def _copy_attributes(model, memo):
    copied = type(model).__new__(type(model))
    memo[id(model)] = copied
    for name, value in vars(model).items():
        copied.__dict__[name] = copy.deepcopy(value, memo)
    return copied


def _to_bytes(model):
    # Through Keras' own file, which keeps weights and the state of the optimizer, and needs nothing in the model to be picklable.
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.keras")
        saving.keras_file.save_archive(model, path)
        with open(path, "rb") as f:
            return f.read()


def _from_bytes(content):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.keras")
        with open(path, "wb") as f:
            f.write(content)
        # The bytes come from this process or a pickle, which may run code anyway: lambdas in them are allowed.
        return saving.keras_file.load_archive(path, custom_objects=saving.keras_file.own_names(), safe_mode=False)


def _named_children(obj, is_root):
    # Keras knows the layers of the model that is asked by their names, those of models within by numbers.
    if is_root and obj.__dict__.get("_is_graph_network"):
        for layer in obj.layers:
            yield layer.name, layer
    if hasattr(obj, "_trackable_children"):
        children = obj._trackable_children()
        # A layer with weights is known by that number rather than by its place.
        yield from sorted(children.items(), key=lambda item: item[0].startswith("layer-"))
