"""How a call of a trace gives its tensors: by the parameters of the Python function or, where that fails, one for each input."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.functions.call_keys import PLAIN
from tfshim.engine.functions.signatures import Names, parameters_and_types, pretty_signature, type_text
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.errors import dtype_mismatch
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec

if TYPE_CHECKING:
    ConcreteFunction: TypeAlias = Any  # of functions.concrete_function, above this module


def tensors_of(concrete: ConcreteFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The tensors of a call of `concrete`, one for each of its inputs.

    Raises TypeError for arguments that are neither those of the Python function, with the Python values of its trace, nor tensors for the
    inputs by place or by name; InvalidArgumentError for a tensor of another dtype.
    """
    try:
        return _Structured.of(concrete).tensors(args, kwargs)
    except (TypeError, ValueError, AttributeError) as e:
        reason = str(e)
    try:
        return _flat(concrete, args, kwargs)
    except TypeError as e:
        raise TypeError(
            f"Binding inputs to tf.function failed due to `{reason}`. Received args: {args} and kwargs: {kwargs} for signature: "
            f"{pretty_signature(concrete, False)}.\nFallback to flat signature also failed due to: {e}"
        ) from None


class _Structured:
    """The parameters of a trace and what each was traced with."""

    def __init__(self, concrete: ConcreteFunction) -> None:
        if concrete._spec is None or concrete._arguments is None:
            raise TypeError("the function has no parameters")
        found = parameters_and_types(concrete)
        self.signature = inspect.Signature([p.replace(default=p.empty) for p, _, _ in found])
        # The inputs are in the order of `nest`: those that only go by name come last, sorted.
        order = sorted(found, key=lambda f: (True, f[0].name) if f[0].kind is f[0].KEYWORD_ONLY else (False, ""))
        self.traced = [(p.name, nest.map_structure(weakly, value)) for p, value, _ in order]
        self.names = Names.of(concrete)

    @classmethod
    def of(cls, concrete: ConcreteFunction) -> _Structured:
        """That of `concrete`, which is made once."""
        made = concrete._structured
        if made is None:
            made = concrete._structured = cls(concrete)
        return made

    def tensors(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """The tensors among the arguments, in the order of the inputs. Raises TypeError where one is not as traced."""
        given = self.signature.bind(*args, **kwargs).arguments
        made: list[Any] = []
        for name, traced in self.traced:
            self._cast(given[name], traced, made)
        return made

    def _cast(self, value: Any, traced: Any, made: list[Any]) -> None:
        """Add the tensors of `value` to `made`, which has to be what `traced` is."""
        if isinstance(traced, TensorSpec):
            made.append(self._tensor(value, traced))
        elif isinstance(traced, TypeSpec):
            self._components(value, traced, made)
        elif is_variable(traced):
            if not is_variable(value):
                raise TypeError(f"Can not cast {value!r} to {type_text(traced)}")
        elif isinstance(traced, Mapping):
            if not isinstance(value, Mapping):
                raise TypeError(f"Can not cast {value!r} to a Dict type.")
            if set(value) != set(traced):
                raise TypeError(f"{value!r} has different keys with the TraceType {type_text(traced, self.names)}.")
            for key in sorted(traced, key=str):
                self._cast(value[key], traced[key], made)
        elif isinstance(traced, (list, tuple)):
            self._sequence(value, traced, made)
        elif nest.is_nested(traced):
            nest.assert_same_structure(traced, value)
            for part, wanted in zip(nest.flatten(value), nest.flatten(traced)):
                self._cast(part, wanted, made)
        elif not _same(value, traced):
            raise TypeError(f"Can not cast {value!r} to {type_text(traced)}")

    def _sequence(self, value: Any, traced: Any, made: list[Any]) -> None:
        if hasattr(traced, "_fields"):
            if getattr(value, "_fields", None) != traced._fields or type(value).__name__ != type(traced).__name__:
                raise TypeError(f"Cannot cast {value!r} to type {type(traced)}.")
        elif not isinstance(value, list if isinstance(traced, list) else tuple):
            raise TypeError(f"Can not cast {value!r} to {'list' if isinstance(traced, list) else 'tuple'} type.")
        if len(value) != len(traced):
            raise TypeError(f"Expected {value} to have length of {len(traced)}")
        for part, wanted in zip(value, traced):
            self._cast(part, wanted, made)

    def _components(self, value: Any, traced: TypeSpec, made: list[Any]) -> None:
        specs, parts = (nest.flatten(x, expand_composites=True) for x in (traced, value))
        if not nest.is_composite(value) or len(specs) != len(parts):
            raise TypeError(f"Can not cast {value!r} to {type_text(traced)}: the two don't have the same nested structure.")
        for part, spec in zip(parts, specs):
            made.append(self._tensor(part, spec) if isinstance(spec, TensorSpec) else part)

    def _tensor(self, value: Any, spec: TensorSpec) -> Any:
        tensor = value if isinstance(value, Tensor) else convert_to_tensor(value, spec.dtype)
        if tensor.dtype != spec.dtype or not spec.shape.is_compatible_with(tensor.shape):
            raise TypeError(f"Can not cast {TensorSpec(tensor.shape, tensor.dtype)!r} to {type_text(spec, self.names)}")
        if isinstance(tensor, SymbolicTensor) and not tensor.shape.is_fully_defined():
            tensor.set_shape(spec.shape)  # which then holds for the caller as well, as in TensorFlow
        return tensor


def _flat(concrete: ConcreteFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The tensors of a call by the names of the inputs. Raises TypeError where that is not how it is called."""
    names, inputs = concrete._arg_keywords, concrete._graph.inputs
    shown = f"{getattr(getattr(concrete._spec, '_function', None), '__name__', concrete._name)}({', '.join(names)})"
    if len(args) > len(names):
        raise TypeError(f"{shown} takes {len(names)} positional arguments, got {len(args)}.")
    missing = sorted({*names[len(args) :]} - {*kwargs})
    if missing:
        raise TypeError(f"{shown} missing required arguments: {', '.join(missing)}.")
    for name in kwargs:
        if name in names[: len(args)]:
            raise TypeError(f"{shown} got two values for {name!r}.")
    unknown = sorted({*kwargs} - {*names})
    if unknown:
        raise TypeError(f"{shown} got unexpected keyword arguments: {', '.join(unknown)}.")
    tensors = [*args, *(kwargs[name] for name in names[len(args) :])]
    for i, (x, p) in enumerate(zip(tensors, inputs)):
        if not isinstance(x, Tensor):
            raise TypeError(f"{shown}: expected argument #{i}(zero-based) to be a Tensor; got {type(x).__name__} ({x}).")
        if x.dtype != p.dtype:
            raise dtype_mismatch(concrete._name, i, p.dtype, x.dtype, name=None)
        if TS.graph is not None and not p.shape.is_compatible_with(x.shape):
            raise TypeError(
                f"Tensor {x} is not compatible with the shape this function was traced with. Expected shape {p.shape}, but got shape "
                f"{x.shape}.\n\nIf you called get_concrete_function, you may need to pass a tf.TensorSpec(..., shape=...) with a less "
                "specific shape, having None on axes which can vary."
            )
    return tensors


def weakly(x: Any) -> Any:
    """An argument of which only its identity matters, without keeping it alive; others as they are."""
    if isinstance(x, (TypeSpec, Tensor, *PLAIN)) or is_variable(x):
        return x
    try:
        return weakref.ref(x)
    except TypeError:
        return x


def _same(value: Any, traced: Any) -> bool:
    """Whether `value` is the Python value that was traced."""
    if type(traced) is weakref.ref:
        traced = traced()
    try:
        return bool(value is traced or value == traced or (value != value and traced != traced))
    except (TypeError, ValueError):
        return False
