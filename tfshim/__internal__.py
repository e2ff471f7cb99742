"""`tf.__internal__`: names of TensorFlow's own that Keras and other libraries use.

They are declared where they are defined. What is only declared under the private module that TensorFlow has it from is found there.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from tfshim import private_names
from tfshim._listing import exported
from tfshim._tables import NAMES


def namespaces_below(package):
    """{name: module} of the namespaces directly below `package`, which are made of nothing but the table."""
    path = package.partition(".")[2] + "."
    children = {place.removeprefix(path).partition(".")[0] for place in NAMES if place.startswith(path)}
    return {child: _made(f"{package}.{child}") for child in sorted(children)}


def _made(name):
    module = ModuleType(name, f"`{name.replace('tfshim', 'tf', 1)}`: see `tf.__internal__`.")
    module.__spec__ = ModuleSpec(name, None, is_package=True)
    module.__path__ = []
    namespace = vars(module)
    namespace.update(namespaces_below(name))
    listed = exported(namespace, [child for child, value in namespace.items() if isinstance(value, ModuleType)])
    namespace.update(zip(("__all__", "__getattr__", "__dir__"), (listed[0], or_private(name, listed[1]), listed[2])))
    return sys.modules.setdefault(name, module)


def or_private(package, declared):
    """`__getattr__` of a namespace: what is `declared`, and then what private modules have."""
    path = package.partition(".")[2]

    def __getattr__(name):
        try:
            return declared(name)
        except AttributeError:
            if name.startswith("__"):
                raise
            if private_names.is_namespace(f"{path}.{name}"):
                return _made(f"{package}.{name}")
            found = private_names.exported_as(f"tf.{path}", name)
            if found is None:
                raise
            return found

    return __getattr__


_children = namespaces_below(__name__)
__all__, _declared, __dir__ = exported(globals(), _children)
__getattr__ = or_private(__name__, _declared)
globals().update(_children)
