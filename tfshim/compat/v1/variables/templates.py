"""`tf.compat.v1.make_template`: functions that make their variables once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.engine.runtime.state import TS
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Getter


class _Template:
    """A function whose variables are made at its first call and reused afterwards."""

    def __init__(self, name, function, create_now, unique_name, custom_getter):
        self._function, self._name, self._unique_name, self._getter = function, name, unique_name, custom_getter
        self._scope, self._called = None, False
        if create_now:
            self._enter()

    def _enter(self):
        with variable_scope(self._unique_name, self._name, custom_getter=self._getter) as scope:
            self._scope = scope

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._scope is None:
            self._enter()
        # From the second call on, a variable that the first did not make is an error, as in TensorFlow.
        with variable_scope(self._scope, reuse=True if self._called and TS.graph is not None else None):
            result = self._function(*args, **kwargs)
        self._called = True
        return result

    name = property(lambda self: self._name, doc="The name of the template.")
    var_scope = property(lambda self: self._scope, doc="The variable scope of the template.")
    variable_scope = var_scope
    variables = property(lambda self: self._scope.global_variables() if self._scope else [], doc="Its variables.")
    global_variables = variables
    trainable_variables = property(lambda self: self._scope.trainable_variables() if self._scope else [], doc="The trainable ones.")


@tf_export(v1=["make_template"])
def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Getter | None = None,
    **kwargs: Any,
) -> Callable[..., Any]:
    """`func_` as a function that shares its `get_variable` variables between calls; `kwargs` are passed to it.

    Mirrors `tf.compat.v1.make_template`.
    """
    if kwargs:
        func_ = functools.partial(func_, **kwargs)
    if TS.graph is None:
        raise refused("tf.compat.v1.make_template", "eager")
    return _Template(name_, func_, create_scope_now_, unique_name_, custom_getter_)
