"""The arguments that convolutions and pools share, in a canonical form, and the errors for them."""

import numpy as np

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid


def unimplemented(message):
    """The error a kernel raises for what TensorFlow itself does not implement."""
    return errors.UnimplementedError(None, None, message)


def not_in_list(op_type, attribute, value, allowed):
    """The error for a string attribute with a value that the operation does not know."""
    if not isinstance(value, (str, bytes)):
        return TypeError(f"Expected string for argument '{attribute}' not {value!r}.")
    listed = ", ".join(f'"{a}"' for a in allowed)
    return invalid(
        f"Value for attr '{attribute}' of \"{value}\" is not in the list of allowed values: {listed}\n"
        f"\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: "
    )


def as_key(value, name=None):
    """`value` in a form that can be a dictionary key: integers and tuples of them, strings and None as they are.

    `name` is that of the argument, for the error where a number is not finite.
    """
    kind = type(value)
    if kind is int or kind is str or value is None:
        return value
    if kind is list or kind is tuple:
        return tuple([v if type(v) is int else as_key(v, name) for v in value])
    if isinstance(value, str):
        return str(value)
    if hasattr(value, "_tfshim_value") or hasattr(value, "numpy"):
        value = value.numpy()
    if hasattr(value, "tolist"):
        return as_key(value.tolist(), name)
    if isinstance(value, (float, int)):
        try:
            return int(value)
        except ValueError:  # infinity is an OverflowError of Python's
            if name is None:
                raise
            raise TypeError(f"Expected int for argument '{name}' not {value!r}.") from None
    if hasattr(value, "__index__"):
        return value.__index__()
    return as_key(list(value), name)


def not_explicit(padding):
    """Compare a `padding` that is no list as TensorFlow does, which arrays and tensors refuse in their own ways."""
    if isinstance(padding, np.ndarray) and not padding.size:
        return
    if padding == "EXPLICIT":
        raise ValueError(NO_EXPLICIT)


def padding_key(padding, explicit=True):
    """`padding` in a form that can be a dictionary key: a text, or pairs where an `explicit` list is allowed."""
    if type(padding) is str:
        return padding
    if explicit and isinstance(padding, (list, tuple)):
        return as_key(padding)
    if isinstance(padding, str):
        return str(padding)
    if isinstance(padding, bytes):
        return padding.decode()
    if explicit:
        not_explicit(padding)
    raise TypeError(f"Expected string for argument 'padding' not {padding!r}.")


def in_pairs(padding, explicit_paddings):
    """What the kernels take for TensorFlow's `padding`: the amounts in pairs where it is "EXPLICIT", for which they come in one list."""
    if padding != "EXPLICIT":
        return padding
    flat = as_key(explicit_paddings)
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def whole_list(function, name, value):
    """The numbers of `value`, an attribute that TensorFlow takes as a list only, as it was given. Raises TypeError otherwise."""
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"Expected list for '{name}' argument to '{function}' Op, not {value!r}.")
    numbers = as_key(value, name)
    for given, number in zip(value, numbers):
        if type(number) is not int:
            raise TypeError(f"Expected int for argument '{name}' not {given!r}.")
    return numbers


def sequence(value, n, channels_first, name):
    """One number for each of the n + 2 axes, from a number, from one for each spatial axis, or from all of them."""
    given = tuple(value) if isinstance(value, (tuple, str)) else (1,) if value is None else (value,)
    if len(given) == n + 2:
        return given
    if len(given) == 1:
        given = given * n
    elif len(given) != n:
        raise ValueError(f"{name} should be of length 1, {n} or {n + 2}. Received: {name}={list(given)} of length {len(given)}")
    return (1, 1, *given) if channels_first else (1, *given, 1)


def spatial(full, channels_first):
    """The entries of the spatial axes, and those of batch and channels."""
    return (full[2:], full[:2]) if channels_first else (full[1:-1], (full[0], full[-1]))


def check_pairs(padding, n):
    """Raise ValueError unless `padding` is a pair of numbers, (before, after), for each of the n + 2 axes."""
    if len(padding) != n + 2:
        raise ValueError(
            f"When padding is a list, it must be of size {n + 2}. "
            f"Received: padding={[list(p) if isinstance(p, tuple) else p for p in padding]} of size {len(padding)}"
        )
    for i, pair in enumerate(padding):
        if not isinstance(pair, tuple) or len(pair) != 2:
            if not isinstance(pair, tuple):
                raise ValueError(
                    "When `padding` is a list, each element of `padding` must be a list/tuple of size 2. "
                    f"Received: padding={list(padding)} with element at index {i} of type {type(pair)}"
                )
            raise ValueError(
                "When `padding` is a list, each element of `padding` must be a list/tuple of size 2. "
                f"Received: padding={[list(p) for p in padding]} with element at index {i} of size {len(pair)}"
            )


NO_EXPLICIT = "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, `padding` must be a list."
