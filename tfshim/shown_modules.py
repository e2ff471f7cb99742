"""Modules such as `keras.src.layers.core.dense`, under which classes of tfshim are shown because they are TensorFlow's.

Pickle and others look for a class in the module that it names. While tfshim is active, these modules can be imported, and hold those
classes. Which there are is read off the sources, where each class names its module.
"""

import functools
import importlib
import re
from pathlib import Path

ROOTS = ("keras.src.", "tensorflow.python.")
_NAMED = re.compile(rb'"((?:keras\.src|tensorflow\.python)\.[\w.]+)"')
_HERE = Path(__file__).parent
_DOORS = ("activation", "private", "private_modules", "shown_modules")  # these speak of such modules, and have no such classes


@functools.cache
def _places():
    """{module under which something is shown: names of the modules of tfshim whose source names it}"""
    places = {}
    for path in sorted(_HERE.rglob("*.py")):
        parts = path.relative_to(_HERE).with_suffix("").parts
        if parts[0] not in _DOORS:
            name = ".".join(["tfshim", *(part for part in parts if part != "__init__")])
            for found in _NAMED.findall(path.read_bytes()):
                places.setdefault(found.decode(), set()).add(name)
    return places


@functools.cache
def classes(name):
    """{name: class} of the classes that are shown under the module `name`. Exceptions are none of them: they are pickled by themselves."""
    found = {}
    for place in sorted(_places().get(name, ())):
        for key, value in list(vars(importlib.import_module(place)).items()):
            if isinstance(value, type) and value.__module__ == name and not issubclass(value, BaseException):
                found.setdefault(value.__qualname__ if "." not in value.__qualname__ else key, value)
    return found


def file(name):
    """The path of the source that defines most of what is shown under the module `name`, None if that is nothing."""
    defined = {}
    for place in _places().get(name, ()) if classes(name) else ():
        source = importlib.import_module(place).__file__
        text = Path(source).read_text()
        defined[source] = sum(bool(re.search(rf"^class {cls.__name__}\b", text, re.M)) for cls in classes(name).values())
    return max(sorted(defined), key=defined.get, default=None)


def exists(name):
    """Whether a class is shown under the module `name` or one below it."""
    return name.startswith(ROOTS) and (any(place.startswith(f"{name}.") for place in _places()) or bool(classes(name)))
