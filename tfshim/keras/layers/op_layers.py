"""Layers that functions and operators of `tf` become when they are called on Keras tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.engine.runtime.state import TS
from tfshim.keras import _naming
from tfshim.keras.engine.base_layer import MISSING, Layer
from tfshim.keras.engine.failures import explained
from tfshim.keras.engine.keras_tensor import KerasTensor, holds_keras_tensors
from tfshim.keras.engine.symbolic import call_symbolically
from tfshim.keras.layers.function_lookup import function_of
from tfshim.keras.layers.function_names import name_of
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, TensorLike

_CONSTRUCTORS = frozenset(
    """from_row_lengths from_row_limits from_row_splits from_row_starts from_sparse from_tensor from_uniform_row_length
    from_value_rowids""".split()
)


@tf_private("keras.src.layers.core.TFOpLambda")
class TFOpLambda(Layer):
    """A function of `tf` as a layer; Keras tensors make it, models hold it.

    `function`: a public function; `path`: its canonical name, where the function itself does not carry it.
    """

    __module__ = "keras.src.layers.core.tf_op_layer"

    def __init__(self, function: Callable[..., Any], path: str | None = None, **kwargs: Any) -> None:
        self.__dict__["function"] = function
        # None for a function of the program's own, which only takes Keras tensors as those of `tf` do.
        self.__dict__["symbol"] = path or name_of(function)[1]
        if kwargs.get("name") is None:
            called = function.__name__ if self.symbol is None else f"tf.{self.symbol}"
            kwargs["name"] = _naming.unique_name(called, avoid_observed=True)
        # An operation takes its operands in the dtypes that they have.
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        self.__dict__["built"] = True

    def __call__(self, inputs: TensorLike = MISSING, *args: Any, **kwargs: Any) -> Any:
        if inputs is MISSING:
            inputs = self._first_argument(kwargs)
        if holds_keras_tensors((inputs, args, kwargs)):
            return call_symbolically(self, inputs, args, kwargs, self.__call__)
        # There are no weights to build, and no masks or arguments of `training` to pass on.
        try:
            if TS.graph is None:
                return self._run(inputs, *args, **kwargs)
            with self.name_scope:
                return self._run(inputs, *args, **kwargs)
        except Exception as error:
            raise explained(error, self, inputs, args, kwargs) from None

    def call(self, inputs: TensorLike, *args: Any, **kwargs: Any) -> Any:
        """The function itself."""
        return self._run(inputs, *args, **kwargs)

    def _run(self, inputs, *args, **kwargs):
        return self.function(inputs, *args, **kwargs)

    def get_config(self) -> dict[str, Any]:
        if self.symbol is None:
            raise ValueError(
                f"This Keras op layer was generated from {self.function}, a method that is not publicly exposed in the TensorFlow API: "
                "a model that is to be saved takes a function of tf there, or a layer of its own (a subclass of tf.keras.layers.Layer)."
            )
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype, "function": self.symbol}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        path = config.pop("function")
        return cls(function_of(path), path=path, **config)

    def copy(self) -> Self:
        """A layer of the same function. No name is looked up: the function is here."""
        config = self.get_config()
        return type(self)(self.function, path=config.pop("function"), **config)


# The arguments that are indices: those of items of tensors, and of ragged ones.
_INDICES = frozenset(("slice_spec", "key"))


def slices_as_dicts(spec: Any) -> Any:
    """The slices in an index as dictionaries, as configurations hold them."""
    if isinstance(spec, slice):
        return {"start": spec.start, "stop": spec.stop, "step": spec.step}
    return tuple(slices_as_dicts(x) for x in spec) if isinstance(spec, (list, tuple)) else spec


def _slices(spec):
    if isinstance(spec, dict):
        return slice(spec["start"], spec["stop"], spec["step"])
    return tuple(_slices(x) for x in spec) if isinstance(spec, (list, tuple)) else spec


@tf_private("keras.src.layers.core.SlicingOpLambda")
class SlicingOpLambda(TFOpLambda):
    """An index into a Keras tensor, or a choice by a mask, as a layer."""

    __module__ = "keras.src.layers.core.tf_op_layer"

    def __call__(self, inputs: TensorLike = MISSING, *args: Any, **kwargs: Any) -> Any:
        for name in _INDICES & kwargs.keys():
            kwargs[name] = slices_as_dicts(kwargs[name])
        return super().__call__(inputs, *args, **kwargs)

    def _run(self, inputs, *args, **kwargs):
        return self.function(inputs, *args, **{k: _slices(v) if k in _INDICES else v for k, v in kwargs.items()})


@tf_private("keras.src.layers.core.InstanceProperty")
class InstanceProperty(TFOpLambda):
    """An attribute `attr_name` of a ragged, sparse or other structured value as a layer: `x.values` of a Keras tensor makes it."""

    __module__ = "keras.src.layers.core.tf_op_layer"

    def __init__(self, attr_name: str, **kwargs: Any) -> None:
        self.__dict__["attr_name"] = attr_name
        if kwargs.get("name") is None:
            kwargs["name"] = _naming.unique_name(f"input.{attr_name}", avoid_observed=True)
        super().__init__(self._read, path=attr_name, **kwargs)

    def _read(self, value):
        return getattr(value, self.attr_name)

    def get_config(self) -> dict[str, Any]:
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype, "attr_name": self.attr_name}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        return cls(**config)

    def copy(self) -> Self:
        return type(self)(**self.get_config())


class InstanceMethod(InstanceProperty):
    """A method `attr_name` of a ragged, sparse or other structured value as a layer: `x.to_tensor()` of a Keras tensor makes it."""

    __module__ = "keras.src.layers.core.tf_op_layer"

    def _read(self, value, args=(), kwargs=None):
        return getattr(value, self.attr_name)(*args, **kwargs or {})


class ClassMethod(TFOpLambda):
    """A class of TensorFlow's that makes one of its objects of Keras tensors: what `tf.RaggedTensor.from_row_lengths` of them is."""

    __module__ = "keras.src.layers.core.tf_op_layer"
    _preserve_input_structure_in_config = True

    def __init__(self, cls_symbol: str, method_name: str, **kwargs: Any) -> None:
        if cls_symbol != "RaggedTensor" or method_name not in _CONSTRUCTORS:
            raise ValueError(f"`tf.{cls_symbol}.{method_name}` makes no layer: only what makes a `tf.RaggedTensor` does.")
        self.__dict__["method_name"] = method_name
        super().__init__(getattr(RaggedTensor, method_name), path=f"{cls_symbol}.{method_name}", **kwargs)

    def _run(self, args, kwargs=None):
        return self.function(*args, **kwargs or {})

    def get_config(self) -> dict[str, Any]:
        of = {"cls_symbol": "RaggedTensor", "method_name": self.method_name}
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype, **of}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        return cls(**config)

    def copy(self) -> Self:
        return type(self)(**self.get_config())


@tf_private("keras.src.layers.core._delegate_property", "keras.src.layers.core.tf_op_layer._delegate_property")
def delegate_property(keras_tensor_cls: type[KerasTensor], property_name: str) -> None:
    """Let Keras tensors of a class have a property of their values, which a layer asks for."""
    setattr(keras_tensor_cls, property_name, property(lambda self: InstanceProperty(property_name)(self)))


@tf_private("keras.src.layers.core._delegate_method", "keras.src.layers.core.tf_op_layer._delegate_method")
def delegate_method(keras_tensor_cls: type[KerasTensor], method_name: str) -> None:
    """Let Keras tensors of a class have a method of their values, which a layer calls."""

    def delegate(self: KerasTensor, *args: Any, **kwargs: Any) -> Any:
        return InstanceMethod(method_name)(self, args=list(args), kwargs=kwargs)

    setattr(keras_tensor_cls, method_name, delegate)


class AddLoss(Layer):
    """Gives its input on and adds it to the losses; what `Model.add_loss` of a Keras tensor makes."""

    __module__ = "keras.src.engine.base_layer"

    def __init__(self, unconditional: bool = True, **kwargs: Any) -> None:
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        self.unconditional = unconditional

    def call(self, inputs: TensorLike) -> AnyTensor:
        self.add_loss(inputs)
        return inputs

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "unconditional": self.unconditional}


class AddMetric(Layer):
    """Gives its input on and adds it to the metrics; what `Model.add_metric` of a Keras tensor makes."""

    __module__ = "keras.src.engine.base_layer"

    def __init__(self, aggregation: str | None = None, metric_name: str | None = None, **kwargs: Any) -> None:
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        self.aggregation, self.metric_name = aggregation, metric_name

    def call(self, inputs: TensorLike) -> AnyTensor:
        self.add_metric(inputs, aggregation=self.aggregation, name=self.metric_name)
        return inputs

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "aggregation": self.aggregation, "metric_name": self.metric_name}
