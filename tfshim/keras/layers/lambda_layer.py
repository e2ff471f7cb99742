"""`Lambda`: a function as a layer."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.autodiff import GradientTape
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.creator_scope import variable_creator_scope
from tfshim.engine.variables.trackable import no_automatic_dependency_tracking
from tfshim.keras._safe_mode import in_safe_mode, own_code_runs
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.output_shapes import as_shapes
from tfshim.keras.layers.function_lookup import function_of
from tfshim.keras.layers.function_names import name_of
from tfshim.keras.saving import serialization
from tfshim.keras.saving.functions_from_graphs import SavedFunction, saved_function
from tfshim.keras.saving.python_functions import dump_function, load_function
from tfshim.keras.utils import registration

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.keras.annotations import Shapes


# What this process has taken configurations of.
_own_callables = {}  # (module, name) -> callable
_LIBRARY = "tensorflow"


def dumped(value, raw=False):
    """(configuration, type, module) of a function, or with `raw` of any value."""
    if isinstance(value, SavedFunction):
        return value.described
    if isinstance(value, types.FunctionType) and (value.__module__ or "").startswith("tfshim."):
        path = name_of(value)[1] or value.__name__  # the code of a function of `tf` is no program's own
        _own_callables[_LIBRARY, path] = value
        return path, "function", _LIBRARY
    if isinstance(value, types.FunctionType):
        return dump_function(value), "lambda", value.__module__
    if callable(value):
        _own_callables[value.__module__, value.__name__] = value
        return value.__name__, "function", value.__module__
    if raw:
        return value, "raw", None
    raise ValueError(f"Invalid input for serialization, type: {type(value)} ")


def loaded(config, custom_objects, name, module_name, type_name):
    """The function that `config` describes under `name`. Raises ValueError for code while loading safely."""
    module, kind = config.pop(module_name, None), config.pop(type_name)
    value = config[name]
    if kind == "raw":
        return value
    if kind == "function":
        return _named(value, module, custom_objects)
    if kind != "lambda":
        raise TypeError(
            f"Unsupported value for `function_type` argument. Received: function_type={kind}. Expected one of ['function', 'lambda', 'raw']"
        )
    # Code from a file comes without globals: functions need at least these.
    names = {"__name__": module, "__builtins__": __builtins__}
    if module in sys.modules:
        names.update(vars(sys.modules[module]))
    names.update(custom_objects or {})
    found = load_function(value, names=names, foreign=in_safe_mode() is False) if own_code_runs() else None
    if found is None:
        found = saved_function(config.get("name"), (value, kind, module))
        if found is not None and name != "function":
            return None  # the shape of results is that of the function's
    if found is None:
        raise ValueError(
            "Requested the deserialization of a Lambda layer with a Python `lambda` inside it. This carries a potential risk "
            "of arbitrary code execution and thus it is disallowed by default. If you trust the source of the saved model, "
            "you can pass `safe_mode=False` to the loading function in order to allow Lambda layer loading. Where it has no "
            "such argument, as `model_from_json`, call `tf.keras.config.enable_unsafe_deserialization()` before."
        )
    return found


def _named(value, module, custom_objects):
    """The function of that name: registered, given in `custom_objects`, or of Keras itself. A file may name no other."""
    if isinstance(value, dict):
        found = serialization.deserialize_keras_object(value, custom_objects)
    elif not isinstance(value, str):
        found = None
    else:
        found = (
            (custom_objects or {}).get(value)
            or registration.get_registered_object(value, program=False)
            or serialization.builtin_function(value)
        )
        if found is None and not in_safe_mode():
            found = _own_callables.get((module, value))
        if found is None and module == _LIBRARY:
            found = function_of(value)
        if found is None and in_safe_mode() is False:
            found = getattr(sys.modules.get(module), value, None)
    if not callable(found):
        raise serialization.unknown(value, "function in a Lambda layer")
    return found


@tf_export("keras.layers.Lambda")
class Lambda(Layer):
    """A function as a layer: `function(inputs, **arguments)`.

    Mirrors `tf.keras.layers.Lambda`. It is for short functions without weights; what has weights should be a subclass of `Layer`. If the
    function has parameters `mask` or `training`, it gets these too. A model with Python lambdas is loaded only with `safe_mode=False`,
    since they are code; named functions are found again by `custom_objects`.

    Arguments:
        function: a function of a tensor, or of a structure of them.
        output_shape: the shape of the result without the batch, or a function of the input's shape; None (default): found by a run on
            shapes alone.
        mask: the mask of the output, or a function `(inputs, mask)`; None (default): no mask comes out.
        arguments: a dictionary of further keywords for the function.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: the function makes variables that the layer does not track. Where it only uses such, a warning is logged.

    Example:
        >>> layer = tf.keras.layers.Lambda(lambda x, power: x**power, arguments={"power": 3})
        >>> layer(tf.constant([1.0, 2.0])).numpy().tolist()
        [1.0, 8.0]
    """

    __module__ = "keras.src.layers.core.lambda_layer"

    # What the function reads is the program's own until somebody makes it an attribute.
    @no_automatic_dependency_tracking
    def __init__(
        self,
        function: Callable[..., Any],
        output_shape: Callable[..., Any] | Shapes | None = None,
        mask: Callable[..., Any] | TensorLike | None = None,
        arguments: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.arguments = dict(arguments or {})
        self.function = function
        if mask is not None:
            self.supports_masking = True
        self.mask, self._output_shape = mask, output_shape
        names = inspect.getfullargspec(function).args if not isinstance(function, np.ufunc) else []
        self.__dict__["_wants_training"], self.__dict__["_wants_mask"] = "training" in names, "mask" in names
        self.__dict__["_warned"] = False

    def call(self, inputs: TensorLike, mask: TensorLike | None = None, training: BoolLike | None = None) -> Any:
        given = dict(self.arguments)
        if self._wants_mask:
            given["mask"] = mask
        if self._wants_training:
            given["training"] = training
        function, made = self.function, []  # AutoGraph does not convert it, as Keras has it

        def noted(next_creator, **kwargs):
            made.append(next_creator(**kwargs))
            return made[-1]

        graph, used = TS.graph, []
        with variable_creator_scope(noted):
            if self._warned:
                result = function(inputs, **given)
            elif graph is not None:
                before = len(graph._operations)
                result = function(inputs, **given)
                read = [n.arguments[0] for n in graph._operations[before:] if n.kind == "ReadVariableOp"]
                used = list({id(v): v for v in read if v.trainable}.values())
            else:
                # The tape notes which variables the function reads: those that the layer does not own would not be trained.
                with GradientTape(persistent=False) as tape:
                    result = function(inputs, **given)
                used = [*tape.watched_variables()]
        self._check_made(made)
        if used:
            self._check(used)
        return result

    def _check_made(self, made):
        """Variables of the function's own would be others in each call: no training could reach them."""
        mine = {id(v) for v in self.weights} if made else set()
        strange = [v for v in made if id(v) not in mine and "StateVar" not in v.name]  # but for the states of generators
        if strange:
            listed = "\n".join(f"  {v}" for v in strange)
            raise ValueError(
                f"\nThe following Variables were created within a Lambda layer ({self.name})\n"
                f"but are not tracked by said layer:\n{listed}\n"
                "The layer cannot safely ensure proper Variable reuse across multiple\n"
                "calls, and consequently this behavior is disallowed for safety. Lambda\n"
                "layers are not well suited to stateful computation; instead, writing a\n"
                "subclassed Layer is the recommend way to define layers with\n"
                "Variables."
            )

    def _check(self, used):
        mine = {id(v) for v in self.weights}
        strange = [v for v in used if id(v) not in mine]
        if strange:
            listed = "\n".join(f"  {v}" for v in strange)
            self._warn(
                f"\nThe following Variables were used a Lambda layer's call ({self.name}), but\n"
                f"are not present in its tracked objects:\n{listed}\n"
                "It is possible that this is intended behavior, but it is more likely\n"
                "an omission. This is a strong indication that this layer should be\n"
                "formulated as a subclassed Layer rather than a Lambda layer."
            )
        self.__dict__["_warned"] = True

    def _warn(self, text):
        get_logger().warning(text)

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> Any:
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        if self._output_shape is None:
            try:
                return super().compute_output_shape(input_shape)
            except NotImplementedError:
                raise NotImplementedError(
                    "We could not automatically infer the shape of the Lambda's output. Please specify `output_shape` for this Lambda."
                ) from None
        if callable(self._output_shape):
            return as_shapes(self._output_shape(input_shape))
        batch = nest.flatten(as_shapes(input_shape))[0][0]
        return nest.map_structure(lambda s: TensorShape([batch, *s.as_list()]), as_shapes(self._output_shape))

    def get_config(self) -> dict[str, Any]:
        function, shape = dumped(self.function), dumped(self._output_shape, raw=True)
        config = {
            "function": function[0],
            "function_type": function[1],
            "module": function[2],
            "output_shape": shape[0],
            "output_shape_type": shape[1],
            "output_shape_module": shape[2],
        }
        if self.mask is not None:
            config["mask"], config["mask_type"], config["mask_module"] = dumped(self.mask)
        return {**super().get_config(), **config, "arguments": dict(self.arguments)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        config["function"] = loaded(config, custom_objects, "function", "module", "function_type")
        config["output_shape"] = loaded(config, custom_objects, "output_shape", "output_shape_module", "output_shape_type")
        config["mask"] = loaded(config, custom_objects, "mask", "mask_module", "mask_type") if "mask" in config else None
        arguments = config.get("arguments") or {}
        config["arguments"] = {k: _argument(v) for k, v in arguments.items()}
        return cls(**config)


def _argument(written):
    """An argument as the function takes it, of its form in a configuration: arrays are marked there in one of two ways."""
    if isinstance(written, dict) and written.get("type") == "ndarray":
        return np.array(written["value"])
    if isinstance(written, dict) and written.get("class_name") == "__numpy__":
        return np.array(written["config"]["value"], written["config"]["dtype"])
    return written
