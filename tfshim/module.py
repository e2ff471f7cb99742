"""`tf.Module`: an object that finds the variables it holds."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.variable import Variable

_IDENTIFIER = re.compile(r"^[A-Za-z_]\w*$")


def camel_to_snake(name):
    """`MyModule` as `my_module`."""
    return re.sub(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))", r"_\1", name).lower()


class _KeptScope(name_scope):
    """A scope that is entered again and again, by several threads at once too: each leaves what it entered last."""

    def __init__(self, name):
        super().__init__(name)
        self._entered = {}  # thread -> scopes

    def __enter__(self):
        entered = name_scope(self._name)
        self._entered.setdefault(threading.get_ident(), []).append(entered)
        return entered.__enter__()

    def __exit__(self, kind, value, traceback):
        thread = threading.get_ident()
        entered = self._entered[thread].pop()
        if not self._entered[thread]:
            del self._entered[thread]
        return entered.__exit__(kind, value, traceback)


@tf_export("Module")
class Module(AutoTrackable):
    """A base for objects with variables: it finds those in its attributes, and in the modules, lists and dictionaries
    there. Mirrors `tf.Module`.

    Arguments:
        name: a name, which must be a Python identifier; None (the default) is the name of the class in snake case.

    Raises:
        ValueError: the name is no identifier.

    `variables`, `trainable_variables` and `submodules` list what is found, sorted by attribute names; `name_scope` is a
    scope of the module's name, which methods decorated by `tf.Module.with_name_scope` enter. `tf.train.Checkpoint` and
    `tf.saved_model.save` take modules. Keras' layers and models are modules too.

    Example:
        >>> class Line(tf.Module):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.slope, self.offset = tf.Variable(2.0), tf.Variable(1.0)
        ...     def __call__(self, x):
        ...         return self.slope * x + self.offset
        >>> line = Line()
        >>> float(line(3.0)), len(line.trainable_variables), line.name
        (7.0, 2, 'line')
    """

    __module__ = "tensorflow.python.module.module"
    _TF_MODULE_IGNORED_PROPERTIES = frozenset(("_self_edges", "_self_deferred"))

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = camel_to_snake(type(self).__name__)
        elif not _IDENTIFIER.match(name):
            raise ValueError(
                f"'{name}' is not a valid module name. Module names must be valid Python identifiers (e.g. a valid class name)."
            )
        self._name = name
        with name_scope(name) as scope:
            self._scope_name = scope

    @property
    def name(self) -> str:
        """The name, as it was given or made from the class name."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """The scope of names for the variables of this module, always the same object: it is left by asking for it once more."""
        own = self.__dict__
        return own.get("_kept_scope") or own.setdefault("_kept_scope", _KeptScope(self._scope_name))

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables of this module and its submodules, as a tuple."""
        return tuple(self._flatten(predicate=_is_variable, expand_composites=True))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The trainable ones."""
        return tuple(self._flatten(predicate=lambda x: _is_variable(x) and x.trainable, expand_composites=True))

    @property
    def non_trainable_variables(self) -> tuple[Any, ...]:
        """Those that are not trainable."""
        return tuple(self._flatten(predicate=lambda x: _is_variable(x) and not x.trainable, expand_composites=True))

    @property
    def submodules(self) -> tuple[Module, ...]:
        """All modules within this one, as a tuple."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Module)))

    def _flatten(self, recursive=True, predicate=None, attribute_traversal_key=None, with_path=False, expand_composites=False):
        """Yield the attributes, and what containers among them hold, for which `predicate` holds."""
        predicate = predicate or (lambda _: True)
        walk = _Walk(recursive, predicate, with_path, attribute_traversal_key, expand_composites)
        yield from walk.module(self, {id(self): self}, ())

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a method so that it runs within the module's name scope.

        Mirrors `tf.Module.with_name_scope`. Variables and operations that the method makes have names that begin with the name of the
        module, and in
        modules within modules with the names of all of them, one inside the other. Layers of Keras do this for `call` and `build` by
        themselves.

        Arguments:
            method: a method of a subclass of `tf.Module`.

        Returns:
            A method that enters `self.name_scope` and calls it.

        Example:
            >>> class Scaled(tf.Module):
            ...     @tf.Module.with_name_scope
            ...     def __call__(self, x):
            ...         if not hasattr(self, "factor"):
            ...             self.factor = tf.Variable(2.0, name="factor")
            ...         return x * self.factor
            >>> module = Scaled(name="scaled")
            >>> float(module(3.0)), module.factor.name
            (6.0, 'scaled/factor:0')
        """

        @functools.wraps(method)
        def scoped(self, *args, **kwargs):
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped


def _is_variable(x):
    return isinstance(x, Variable)


@dataclass(frozen=True)
class _Walk:
    """What of a module and of those within it is wanted, and how."""

    recursive: bool
    predicate: Callable[[Any], Any]
    with_path: bool
    key: Callable[[str], Any] | None
    expand_composites: bool

    def module(self, module, seen, prefix):
        """The attributes of `module`, then those of the modules found in them: TensorFlow's order of variables.

        `seen` holds by id what was met before, or with paths, by which all is met, the modules around this one. In it what a
        composite was expanded into stays alive, and its id its own.
        """
        attributes, ignored, later = vars(module), module._TF_MODULE_IGNORED_PROPERTIES, []
        for name in sorted(attributes, key=self.key or (lambda n: n)):
            value = attributes[name]
            if name in ignored or isinstance(value, (int, float, str, bytes, bool, type(None))):
                continue
            try:
                whole = isinstance(value, (Tensor, Variable, Module)) and not (self.expand_composites and nest.is_composite(value))
                leaves = [((), value)] if whole else nest.flatten_with_tuple_paths(value, self.expand_composites)
            except Exception as error:
                raise ValueError(f"Error processing property {name!r} of {value!r}") from error
            for path, leaf in leaves:
                if id(leaf) in seen or isinstance(leaf, (int, float, str)):
                    continue
                if not self.with_path:
                    seen[id(leaf)] = leaf
                full = (*prefix, name, *path)
                if self.predicate(leaf):
                    yield (full, leaf) if self.with_path else leaf
                if self.recursive and isinstance(leaf, Module):
                    later.append((full, leaf))
        for full, leaf in later:
            yield from self.module(leaf, {**seen, id(leaf): leaf} if self.with_path else seen, full)
