"""The functions that are called, a module for each group; every module has a `table`."""

import importlib
import pkgutil


def groups():
    """The names of all groups."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def load(group):
    """The table of one group."""
    return importlib.import_module(f"{__name__}.{group}").table
