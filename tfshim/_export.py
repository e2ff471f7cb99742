"""`@tf_export`: under which names TensorFlow offers what a module defines, said beside the definition.

    @tf_export("math.maximum", "maximum", elementwise="binary")
    @op("Maximum", x="T", y="T", T=REAL_NUMBERS)
    def maximum(x, y, name=None):
        ...

    tf_export("newaxis")(newaxis)

`scripts/make_tables.py` reads these declarations from the sources and makes the tables of `tfshim._tables`, by which namespaces
find their names without importing what defines them: names have to be written out as texts. `make tables` runs it.
"""

from collections.abc import Callable
from types import FunctionType
from typing import TypeVar

T = TypeVar("T")


class Export:
    """What is declared of a function."""

    __slots__ = ("names", "elementwise", "keras", "keras_defaults")

    def __init__(self, names, elementwise, keras, keras_defaults):
        self.names, self.elementwise, self.keras, self.keras_defaults = names, elementwise, keras, keras_defaults


def tf_export(
    *names: str, v1: list[str] | None = None, elementwise: str | None = None, keras: str | None = None, keras_defaults: bool = False
) -> Callable[[T], T]:
    """A decorator that returns what it is given: a function, a class or any other value of a module.

    `names`: the dotted names below `tf`; under the first of them Keras' files know a function. `v1`: a list of those below
    `tf.compat.v1` where they are not the same; it takes a name away from what has it by default. `elementwise`: "unary", "binary"
    or "assert" for a function that acts element by element, by which ragged tensors and the types of users are dispatched.
    `keras`: the name in Keras' files where it is not the first. `keras_defaults`: those files also hold arguments that have their
    defaults, because TensorFlow's function is nothing but its operation.
    """

    def declare(value: T) -> T:
        if isinstance(value, FunctionType):
            value._tfshim_export = Export(names, elementwise, keras, keras_defaults)
        return value

    return declare


def tf_private(*names: str) -> Callable[[T], T]:
    """A decorator that returns what it is given. `names`: the dotted names of TensorFlow's private modules that stand for it,
    such as "tensorflow.python.framework.smart_cond.smart_cond", where those are no public ones under another name."""

    def declare(value: T) -> T:
        return value

    return declare


def declared(function):
    """The `Export` of a function, None if it has none."""
    return getattr(function, "_tfshim_export", None)


def named_as_methods(cls: type, *parts: type) -> None:
    """Name the methods of the bases `parts` of a public class as its own: in what Python says of missing arguments."""
    for name, function in _functions(*parts):
        function.__qualname__ = f"{cls.__qualname__}.{name}"


def methods_as_own(cls: type, *parts: type) -> None:
    """Show the methods of a public class as its own, those of the bases `parts` too, which hold some of them in modules of their own.

    Python names the class where a method was defined in what it says of missing arguments, and pickle looks for it there.
    """
    named_as_methods(cls, cls, *parts)
    for _, function in _functions(cls, *parts):
        function.__module__ = cls.__module__


def _functions(*parts):
    """(name, function) of the methods of the classes `parts`."""
    for part in parts:
        for name, value in vars(part).items():
            function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            while isinstance(function, FunctionType):
                yield name, function
                function = getattr(function, "__wrapped__", None)  # Python names the one that it calls in the end
