"""The specs of linear operators: which of their arguments are tensors, and how operators are made of other tensors.

An operator is a composite tensor: functions take it as an argument, conditions and loops return it.
"""

from __future__ import annotations

import inspect
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import type_spec_from_value

_HINTS = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")


class LinearOperatorSpec(TypeSpec):
    """The spec of the operators of one class, which has a subclass of this.

    param_specs: {argument that holds tensors: its structure of specs}. other: {argument that holds none: its value}.
    prefer_static: arguments that are tensors only where their values are not known.
    """

    __slots__ = ("_other", "_param_specs", "_prefer_static")
    __module__ = "tensorflow.python.ops.linalg.linear_operator"
    _operator_class: Any = None

    def __init__(self, param_specs: dict[str, Any], other: dict[str, Any], prefer_static: tuple[str, ...] = ()) -> None:
        self._param_specs, self._other, self._prefer_static = param_specs, other, tuple(prefer_static)

    @classmethod
    def from_operator(cls, operator: Any) -> LinearOperatorSpec:
        """The spec of an operator."""
        values = _tensors_of(operator)
        parameters = operator.parameters
        other = {name: value for name, value in parameters.items() if name not in values and name not in ("name", "graph_parents")}
        other |= {hint: getattr(operator, hint) for hint in _HINTS if hint in parameters}
        specs = {name: nest.map_structure(type_spec_from_value, value) for name, value in values.items()}
        return cls(specs, other, operator._composite_tensor_prefer_static_fields)

    @property
    def value_type(self) -> Any:
        """The class of the operators."""
        return self._operator_class

    @property
    def _component_specs(self) -> Any:
        return self._param_specs

    def _to_components(self, value: Any) -> Any:
        return _tensors_of(value)

    def _from_components(self, components: Any) -> Any:
        return self._operator_class(**components, **self._other)

    def _serialize(self) -> tuple[Any, ...]:
        return self._param_specs, self._other, self._prefer_static


@tf_private("tensorflow.python.ops.linalg.linear_operator.make_composite_tensor")
def make_composite_tensor(cls: Any, module_name: str = "tf.linalg") -> Any:
    """A class decorator: operators of `cls` are composite tensors, of the tensors that `_composite_tensor_fields` names.

    `module_name` and the name of the class are the name under which the spec is registered.
    """
    spec: Any = type(f"{cls.__name__}Spec", (LinearOperatorSpec,), {"__slots__": (), "_operator_class": cls, "__module__": cls.__module__})
    register(f"{module_name}.{spec.__name__}")(spec)
    cls._type_spec = property(spec.from_operator)
    cls._nest_leaf = False
    return cls


def _tensors_of(operator: Any) -> dict[str, Any]:
    """{argument: its tensors, variables and operators, in the structure in which they were given}."""
    found = {}
    for name in operator._composite_tensor_fields:
        value = getattr(operator, name, None) if hasattr(operator, name) else getattr(operator, f"_{name}", None)
        if name in operator._composite_tensor_prefer_static_fields and not is_tensor(operator.parameters.get(name)):
            continue
        if callable(value) and not is_variable(value):
            value = operator.parameters[name]
        if value is not None:
            found[name] = nest.map_structure(lambda v: v if _stays(v) else convert_to_tensor(v, dtype_hint=operator.dtype), value)
    return found


def _stays(value: Any) -> bool:
    return is_tensor(value) or is_variable(value) or nest.is_composite(value)


def arguments(operator: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments with which `operator` was made, by name, with those that were left out."""
    bound = inspect.signature(type(operator).__init__).bind(operator, *args, **kwargs)
    bound.apply_defaults()
    return dict(list(bound.arguments.items())[1:])
