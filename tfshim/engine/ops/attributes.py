"""The attributes of an operation, as TensorFlow takes them: of the type that it declares, with None for the default.

Which parameters are attributes and of which type is in TensorFlow's declaration of the operation, under the same name. A
parameter of another name is an argument of the public function, which that function looks at itself.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.ops import op_defs

if TYPE_CHECKING:
    Op: TypeAlias = Any  # of ops.op, above this module


# For a value that is not the parameter's default: what has to hold so that it can be passed on as it is.
_FITS = {"bool": "{0} is True or {0} is False", "int": "type({0}) is int", "float": "type({0}) is float", "string": "type({0}) is str"}
# Functions that ask how their `data_format` starts before it becomes an attribute: AttributeError for what is no text.
_ASKED = frozenset({"conv2d", "conv2d_transpose", "max_pool2d"})


def declared(o: Op) -> dict[str, tuple[str, Any]]:
    """{name: (kind, TensorFlow's default)} of the parameters of `o` that are attributes of a plain kind."""
    definition = op_defs.find(o.type)
    if definition is None:
        return {}
    # A padding may be a list in public functions, which write that as another attribute.
    taken = {"padding", *(p.name for p in o.params)}
    found = {}
    for name in o.names:
        attribute = definition.attrs.get(name)
        if attribute is not None and name not in taken and name not in o.own_attributes and attribute.kind in _FITS:
            found[name] = attribute.kind, attribute.default
    return found


def tests(o: Op) -> tuple[str, list[str]]:
    """The condition, as text, under which an attribute of `o` has to be looked at by `checked`; and the names of all of them."""
    attributes = declared(o)
    texts = []
    for name, (kind, _) in attributes.items():
        has_default = inspect.signature(o.kernel).parameters[name].default is not inspect.Parameter.empty
        fits = _FITS[kind].format(name)
        texts.append(f"not ({name} is _d_{name} or {fits})" if has_default else f"not ({fits})")
    return " or ".join(texts), list(attributes)


def checked(o: Op, *values: Any) -> list[Any]:
    """The values of the attributes of `o`, in the order of `declared`, as their kinds. Raises TypeError for another."""
    signature = inspect.signature(o.kernel).parameters
    made = []
    for value, (name, (kind, default)) in zip(values, declared(o).items()):
        if value is signature[name].default:
            made.append(value)
        elif value is None and default is not None:
            made.append(signature[name].default if signature[name].default is not inspect.Parameter.empty else default)
        else:
            if name == "data_format" and o.kernel.__name__ in _ASKED and not isinstance(value, (str, bytes)):
                _ = value.startswith
            made.append(_KINDS[kind](value, name))
    return made


def _wrong(kind: str, name: str, value: Any) -> TypeError:
    return TypeError(f"Expected {kind} for argument '{name}' not {value!r}.")


def _bool(value: Any, name: str) -> Any:
    if value is True or value is False:
        return value
    raise _wrong("bool", name, value)


def _int(value: Any, name: str) -> Any:
    if isinstance(value, (str, bytes)):
        raise _wrong("int", name, value)
    try:
        return int(value)
    except (TypeError, ValueError):  # infinity is an OverflowError of Python's
        raise _wrong("int", name, value) from None


def _float(value: Any, name: str) -> Any:
    if isinstance(value, (int, float, np.floating, np.integer)):
        return float(value)
    raise _wrong("float", name, value)


def _string(value: Any, name: str) -> Any:
    if isinstance(value, (str, bytes)):
        return value
    raise _wrong("string", name, value)


_KINDS = {"bool": _bool, "int": _int, "float": _float, "string": _string}


def attribute(kind: str, value: Any, name: str, default: Any = None) -> Any:
    """`value` as an attribute `name` of that kind ("bool", "int", "float", "string") of an operation. Raises TypeError for another type.

    None is the `default` where there is one. For functions that are no operations of their own here.
    """
    return default if value is None and default is not None else _KINDS[kind](value, name)
