"""Bringing standard values to a range or a scale: one multiplication and one addition, each rounded."""

from tfshim.math.arithmetic import add, multiply, subtract


def span(minval, maxval):
    """The width of a range."""
    return subtract(maxval, minval)


def affine(values, scale, offset, name=None):
    """`values * scale + offset`; without the addition where `offset` is None. `name` is that of the last operation."""
    if offset is None:
        return multiply(values, scale, name=name)
    return add(multiply(values, scale), offset, name=name)
