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
from tfshim.engine.values.typespec import TensorSpec
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
        """Print a table of the layers, their output shapes and the number of their weights; mirrors `tf.keras.Model.summary`.

        `line_length`, `positions`: the width and the ends of the columns (as shares of it, or absolute); `print_fn(line)` is called
        instead of printing; `expand_nested`: show layers of models within; `layer_range`: names (regular expressions) of the first
        and last layer. Raises ValueError before the model is built.
        """
        if not self.built:
            raise ValueError(
                "This model has not yet been built. Build the model first by calling `build()` or by calling the model on a batch of data."
            )
        print_summary(self, line_length, positions, print_fn, expand_nested, show_trainable, layer_range)

    # ------------------------------------------------------------------ configurations
    def get_config(self) -> dict[str, Any]:
        """The arguments that the model was made with, where they are plain values; else an empty dictionary, and a warning."""
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
        """Create the weights from what `get_build_config` returned; those of sublayers are not named after the model."""
        shape = config["input_shape"]
        if shape is not None and not self.built:
            self._build_for(shape_from_plain(shape))

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON; `kwargs` go to `json.dumps`. See `tf.keras.models.model_from_json`."""
        return json.dumps(
            {"class_name": type(self).__name__, "config": self.get_config(), "keras_version": "2.15.0", "backend": "tensorflow"},
            default=json_value,
            **kwargs,
        )

    def to_yaml(self, **kwargs: Any) -> NoReturn:
        """Keras has no YAML any more. Raises RuntimeError."""
        raise RuntimeError(
            "Method `model.to_yaml()` has been removed due to security risk of arbitrary code execution. Please use "
            "`model.to_json()` instead."
        )

    def save_spec(self, dynamic_batch: bool = True) -> tuple[Any, dict[str, Any]] | None:
        """The types of the arguments that the model is called with, as (inputs, keywords); None before they are known."""
        inputs = self.__dict__.get("_nested_inputs")
        if inputs is not None:
            found: tuple[list[Any], dict[str, Any]] = [nest.map_structure(type_spec_of, inputs)], {}
        elif self.__dict__.get("_call_specs") is not None:
            found = self.__dict__["_call_specs"]
        else:
            build = self.get_build_config()
            if build is None or not isinstance(build["input_shape"], tuple):
                return None
            found = [TensorSpec(build["input_shape"], self._compute, "input_1")], {}
        return with_any_batch(found) if dynamic_batch else found

    def _set_save_spec(self, inputs, args=None, kwargs=None):
        """Say what the model is called with, as tensors or specs, before it is called; only the first time counts.

        Libraries on Keras call it, so it has Keras' name.
        """
        if self.__dict__.get("_call_specs") is None and inputs is not None:
            found = call_specs(inputs, args or (), kwargs or {})
            known = nest.flatten(found[0][0]) not in ([], [None])
            self.__dict__["_call_specs"] = found if known else None

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
        """The variables by the attributes that lead to them, as "layer.kernel": the shortest way to each."""
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
                below += [((*path, name), child) for name, child in _named_children(obj)]
            level = below
        return found

    # ------------------------------------------------------------------ files
    def save(self, filepath: Path, overwrite: bool = True, save_format: str | None = None, **kwargs: Any) -> None:
        """Write the model to a file or directory; see `tf.keras.models.save_model`."""
        saving.api.save_model(self, filepath, overwrite=overwrite, save_format=save_format, **kwargs)

    def export(self, filepath: Path) -> None:
        """Write a SavedModel with one endpoint, `serve`, which is the model in inference: `tf.saved_model.load(filepath).serve(x)`.

        Raises ValueError before the model is built.
        """
        export_model(self, filepath)

    def save_weights(self, filepath: Path, overwrite: bool = True, save_format: str | None = None, options: Any = None) -> None:
        """Write the weights: into a `.h5` or `.weights.h5` file, or as a checkpoint under any other name.

        `save_format`: "h5" or "tf" says so instead; `options`: of checkpoints. Raises ValueError where weights are not made yet.
        """
        saving.api.save_weights(self, filepath, overwrite, save_format, options)

    def load_weights(self, filepath: Path, skip_mismatch: bool = False, by_name: bool = False, options: Any = None) -> Any:
        """Read weights that `save_weights`, or Keras, wrote. Returns the status of the restoration of a checkpoint, else None.

        `.npz` files of `np.savez(path, *model.get_weights())`, and `.npz` and `.safetensors` files with arrays by the names of the
        variables, are read as well. `by_name`: to layers of the same names, for `.h5`, and to those variables that are found, for arrays;
        `skip_mismatch`: leave layers whose weights differ, with a warning.
        """
        return saving.api.load_weights(self, filepath, skip_mismatch, by_name, options)

    def _assert_weights_created(self):
        if not self.built and "build" in type(self).__dict__:
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


def _named_children(obj):
    if obj.__dict__.get("_is_graph_network") and type(obj).__name__ != "Sequential":
        for layer in obj.layers:
            yield layer.name, layer
    if hasattr(obj, "_trackable_children"):
        children = obj._trackable_children()
        # A layer with weights is known by that number rather than by its place.
        yield from sorted(children.items(), key=lambda item: item[0].startswith("layer-"))
