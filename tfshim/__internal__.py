"""`tf.__internal__`: names of TensorFlow's own that Keras and other libraries use. They are declared where they are defined."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from tfshim._listing import exported
from tfshim._tables import NAMES


def _below(package):
    """{name: module} of the namespaces directly below `package`, which are made of nothing but the table."""
    path = package.partition(".")[2] + "."
    children = {place.removeprefix(path).partition(".")[0] for place in NAMES if place.startswith(path)}
    return {child: _made(f"{package}.{child}") for child in sorted(children)}


def _made(name):
    module = ModuleType(name, f"`{name.replace('tfshim', 'tf', 1)}`: see `tf.__internal__`.")
    module.__spec__ = ModuleSpec(name, None, is_package=True)
    module.__path__ = []
    namespace = vars(module)
    namespace.update(_below(name))
    listed = exported(namespace, [child for child, value in namespace.items() if isinstance(value, ModuleType)])
    namespace.update(zip(("__all__", "__getattr__", "__dir__"), listed))
    return sys.modules.setdefault(name, module)


_children = _below(__name__)
__all__, __getattr__, __dir__ = exported(globals(), _children)
globals().update(_children)
