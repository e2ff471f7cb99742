"""What kernels on strings share: they see NumPy arrays of bytes objects."""

import torch

from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.text import text_storage


def each(x, function):
    """The array of the strings that `function` gives for the items of the array `x`."""
    return text_storage(list(map(function, x.reshape(-1).tolist())), x.shape)


def numbers(x, function, dtype):
    """The tensor of the numbers that `function` gives for the items of the array `x`."""
    return torch.tensor(list(map(function, x.reshape(-1).tolist())), dtype=dtype).reshape(x.shape)


def same_shape(dtype):
    """A `shape_fn` for results with the shape of the first argument."""
    return lambda x, *others: (dtype, x.shape)


def one_of(argument, value, allowed):
    """Raise InvalidArgumentError unless `value` is one of `allowed`."""
    if value not in allowed:
        listed = ", ".join(f'"{a}"' for a in allowed)
        raise invalid(f"Value for attr '{argument}' of \"{value}\" is not in the list of allowed values: {listed}")
