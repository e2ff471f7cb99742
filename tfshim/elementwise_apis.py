"""Which public functions act element by element: what ragged tensors and the types of users are dispatched by."""

import sys

from tfshim._export import declared


def find(name):
    """The public function with the dotted `name`, or None where its namespace is not loaded or has no such function."""
    package, *path = name.split(".")
    found = sys.modules.get("tfshim." + package)
    for part in path:
        found = getattr(found, part, None)
    return found


def key(function):
    """A key that two public functions share if they are the same operation."""
    return getattr(getattr(function, "_tfshim_op", None), "api", function)


def kind_of(function):
    """ "unary", "binary" or "assert" for a function that is declared to act element by element, else None."""
    known = declared(key(function))
    return None if known is None else known.elementwise
