"""Modules such as `keras.src.layers.core.dense`, under which classes of tfshim are shown because they are TensorFlow's.

Pickle and others look for a class in the module that it names. While tfshim is active, these modules can be imported, and hold those
classes. Which there are stands in a table that is made of the sources, where each class names its module.
"""

import functools
import importlib
import re
from pathlib import Path

from tfshim._tables.private import SHOWN

ROOTS = ("keras.src.", "tensorflow.python.")


@functools.cache
def classes(name):
    """{name: class} of the classes that are shown under the module `name`. Exceptions are none of them: they are pickled by themselves."""
    found = {}
    for place in _places(name):
        for key, value in list(vars(importlib.import_module(place)).items()):
            if isinstance(value, type) and value.__module__ == name and not issubclass(value, BaseException):
                found.setdefault(value.__qualname__ if "." not in value.__qualname__ else key, value)
    return found


@functools.cache
def file(name):
    """The path of the source that defines most of what is shown under the module `name`, None if that is nothing.

    Nothing is imported for it: who asks every module for its file, as `inspect` does, may be in the middle of an import.
    """
    defined = {}
    for place in SHOWN.get(name, "").split():
        path = Path(__file__).parent.joinpath(*place.split("."))
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        defined[str(source)] = len(re.findall(rf"""__module__ = ["']{re.escape(name)}["']""", source.read_text(encoding="utf-8")))
    return max(sorted(defined), key=lambda source: defined[source], default=None)


def _places(name):
    """The names of the modules of tfshim whose sources name the module `name`."""
    return [f"tfshim.{place}" for place in SHOWN.get(name, "").split()]


def exists(name):
    """Whether a class is shown under the module `name` or one below it."""
    return name.startswith(ROOTS) and (any(place.startswith(f"{name}.") for place in SHOWN) or bool(classes(name)))
