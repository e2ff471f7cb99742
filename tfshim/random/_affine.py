"""Bringing standard values to a range or a scale: one multiplication and one addition, each rounded."""


def span(minval, maxval):
    """The width of a range."""
    from tfshim.math import subtract

    return subtract(maxval, minval)


def affine(values, scale, offset, name=None):
    """`values * scale + offset`; without the addition where `offset` is None. `name` is that of the last operation."""
    from tfshim.math import add, multiply

    if offset is None:
        return multiply(values, scale, name=name)
    return add(multiply(values, scale), offset, name=name)
