"""What `dir()` of a public module shows: the names that are part of it, none of those that its code happens to use."""

from types import ModuleType


def listing(namespace):
    """A `__dir__` for the module whose `globals()` are `namespace`: what it declares in `__all__`, and what Python itself put there."""

    def __dir__():
        return with_standard(namespace["__all__"], namespace)

    return __dir__


def with_standard(names, namespace):
    """The sorted list of `names` and those that Python gives a module, such as `__name__`; the hooks of a lazy module are neither."""
    return sorted({*names, *(n for n in namespace if n.startswith("__") and n.endswith("__"))} - {"__dir__", "__getattr__"})


def gathered(namespace):
    """The public names that an `__init__.py` with the `globals()` `namespace` has imported so far, but for modules: a list of str."""
    return sorted(n for n, v in namespace.items() if not n.startswith("_") and not isinstance(v, ModuleType) and v not in _HELPERS)


_HELPERS = (listing, gathered)
