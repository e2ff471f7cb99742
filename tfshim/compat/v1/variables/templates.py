"""`tf.compat.v1.make_template`: functions that make their variables once."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.variables.scopes import keeping_in, variable_scope
from tfshim.compat.v1.variables.store import AUTO_REUSE
from tfshim.engine.runtime.state import TS, ScopedValue
from tfshim.engine.variables.creator_scope import variable_creator_scope
from tfshim.engine.variables.trackable import Trackable

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Getter


def _refuse_late(variables: list[Any]) -> None:
    if variables:
        raise ValueError(
            "Trainable variable created when calling a template after the first time, perhaps you used tf.Variable when you meant "
            f"tf.get_variable: {variables}"
        )


# The template whose function is running, and None outside of all.
_running = ScopedValue(None)


class _Tracked(Trackable):
    """What both kinds of templates are for checkpoints, where their variables and the templates within are children by name."""

    __module__ = "tensorflow.python.ops.template"

    def __init__(self, name, function, getter):
        self._name, self._function, self._getter = name, function, getter
        self._scope, self._variables_created = None, False
        self._defined_at = traceback.format_stack()[:-3]

    name = property(lambda self: self._name, doc="The name of the template.")
    func = property(lambda self: self._function, doc="The function.")
    variable_scope = property(lambda self: self._scope, doc="The variable scope of the template, None before its first call.")
    var_scope = variable_scope
    variable_scope_name = property(lambda self: _with_slash(self._scope), doc="Its name, with a slash.")
    weights = property(lambda self: self.variables, doc="Its variables.")
    trainable_weights = property(lambda self: self.trainable_variables, doc="The trainable ones.")
    non_trainable_weights = property(lambda self: self.non_trainable_variables, doc="Those that are not trained.")

    def _result(self, args: Any, kwargs: Any) -> Any:
        """What the function gives; what it raises tells where the template was made."""
        around = _running.value

        def tracking(next_creator, **arguments):
            made = next_creator(**arguments)
            if _running.value is self and made.name.startswith(self._scope.name):
                self._track_trackable(made, self._within(made.name.partition(":")[0]), overwrite=True)
                if around is not None and self._scope.name.startswith(around._scope.name):
                    around._track_trackable(self, around._within(self._scope.name), overwrite=True)
            return made

        try:
            with _running.set_to(self), variable_creator_scope(tracking):
                return self._function(*args, **kwargs)
        except Exception as error:
            told = error.args[0] if error.args else ""
            defined = "".join(_apart(self._defined_at, traceback.format_stack()))
            error.args = (f"{told}\n\noriginally defined at:\n{defined}", *error.args[1:])
            raise

    def _within(self, name):
        return name[len(self._scope.name) + 1 :]


def _apart(lines, others):
    """The lines of a stack from the first on which another one does not have."""
    for i, (line, other) in enumerate(zip(lines, others)):
        if line != other:
            return lines[i:]
    return lines[-1:]


class Template(_Tracked):
    """A function whose variables are made at its first call and reused afterwards."""

    __module__ = "tensorflow.python.ops.template"

    def __init__(self, name, function, create_now, unique_name, custom_getter):
        super().__init__(name, function, custom_getter)
        self._unique_name = unique_name
        if create_now:
            with variable_scope(self._unique_name, self._name, custom_getter=self._getter, auxiliary_name_scope=False) as self._scope:
                pass

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._scope is None:
            with variable_scope(self._unique_name, self._name, custom_getter=self._getter) as self._scope:
                return self._run(args, kwargs)
        # From the second call on, a variable that the first did not make is an error, as in TensorFlow.
        with variable_scope(self._scope, reuse=True if self._variables_created and TS.graph is not None else None):
            return self._run(args, kwargs)

    def _run(self, args: Any, kwargs: Any) -> Any:
        before = {id(v) for v in get_collection(GraphKeys.TRAINABLE_VARIABLES)} if self._variables_created else None
        result = self._result(args, kwargs)
        if before is not None:
            _refuse_late([v for v in get_collection(GraphKeys.TRAINABLE_VARIABLES) if id(v) not in before])
        self._variables_created = True
        return result

    def _kept(self, key: str) -> list[Any]:
        return [] if self._scope is None else get_collection(key, self.variable_scope_name)

    def _not_trained(self) -> list[Any]:
        trained = {id(v) for v in self.trainable_variables}
        return [v for v in self.global_variables if id(v) not in trained]

    variables = property(lambda self: self.global_variables + self.local_variables, doc="Its variables, the local ones last.")
    weights = variables
    global_variables = property(lambda self: self._kept(GraphKeys.GLOBAL_VARIABLES), doc="The global ones.")
    local_variables = property(lambda self: self._kept(GraphKeys.LOCAL_VARIABLES), doc="The local ones.")
    trainable_variables = property(lambda self: self._kept(GraphKeys.TRAINABLE_VARIABLES), doc="The trainable ones.")
    trainable_weights = trainable_variables
    non_trainable_variables = property(_not_trained, doc="The global ones that are not trained.")
    non_trainable_weights = non_trainable_variables


def _with_slash(scope: Any) -> str | None:
    return None if scope is None else scope.name if scope.name.endswith("/") or not scope.name else f"{scope.name}/"


class EagerTemplate(_Tracked):
    """A function outside of graphs whose variables are made at its first call and reused afterwards."""

    __module__ = "tensorflow.python.ops.template"

    def __init__(self, name, function, create_now, getter):
        super().__init__(name, function, getter)
        self._store = None
        if create_now:
            self._enter()

    def _enter(self):
        with variable_scope(None, self._name, custom_getter=self._getter) as self._scope:  # a name of its own among templates
            pass
        # What a template calls first has its variables among those of that one.
        with keeping_in(None) as self._store:
            pass

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._scope is None:
            self._enter()
        with keeping_in(self._store), variable_scope(self._scope, reuse=AUTO_REUSE):
            before = set(self._store._vars)
            result = self._result(args, kwargs)
        late = [v for name, v in self._store._vars.items() if name not in before and v.trainable]
        if self._variables_created:
            _refuse_late(late)
        self._variables_created = True
        return result

    def _kept(self, wanted):
        made = {} if self._store is None else self._store._vars
        return [made[name] for name in sorted(made) if name.startswith(self.variable_scope_name) and wanted(made[name])]

    variables = property(lambda self: self._kept(lambda v: True), doc="Its variables, by name.")
    weights = global_variables = variables
    trainable_variables = property(lambda self: self._kept(lambda v: v.trainable), doc="The trainable ones.")
    trainable_weights = trainable_variables
    non_trainable_variables = property(lambda self: self._kept(lambda v: not v.trainable), doc="Those that are not.")
    non_trainable_weights = non_trainable_variables
    local_variables = property(lambda self: [], doc="None: there are no local variables outside of graphs.")


@tf_export(v1=["make_template"])
def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Getter | None = None,
    **kwargs: Any,
) -> Callable[..., Any]:
    """A function that makes its variables when it is called first, and uses the same ones afterwards. Mirrors `tf.compat.v1.make_template`.

    The variables that it gets by `tf.compat.v1.get_variable` are shared between all calls, so that a part of a model can be applied several
    times without a word about reuse.

    Arguments:
        name_: the name of its variable scope, made unique.
        func_: the function.
        create_scope_now_: True opens the scope, and fixes its name, here; False (the default) at the first call.
        unique_name_: the very name of the scope, which may be there already; None by default. Not while executing eagerly.
        custom_getter_: a function that variables are asked for through, as for `tf.compat.v1.get_variable`; None by default.
        kwargs: keyword arguments that are passed to `func_` in each call.

    Returns:
        A callable with `func_`'s other arguments and results, which knows its `variables`.

    Raises:
        ValueError: there is no name, or later calls make variables that the first one did not.

    Example:
        >>> def scaled(x, factor):
        ...     return x * tf.compat.v1.get_variable("w", initializer=2.0) * factor
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     scale = tf.compat.v1.make_template("scale", scaled, factor=10.0)
        ...     once, twice = scale(1.0), scale(scale(1.0))
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     print([v.name for v in tf.compat.v1.global_variables()], sess.run([once, twice]))
        ['scale/w:0'] [20.0, 400.0]
    """
    if name_ is None:
        raise ValueError("name cannot be None.")
    if kwargs:
        func_ = functools.partial(func_, **kwargs)
    if TS.graph is None:
        if unique_name_ is not None:
            raise ValueError("unique_name_ cannot be used when eager execution is enabled.")
        return EagerTemplate(name_, func_, create_scope_now_, custom_getter_)
    return Template(name_, func_, create_scope_now_, unique_name_, custom_getter_)
