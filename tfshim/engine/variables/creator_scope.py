"""`tf.variable_creator_scope`: functions of users that make variables."""

from collections.abc import Callable
from typing import Any, Literal

from tfshim._export import tf_export
from tfshim.engine.runtime.state import TS


class _CreatorScope:
    def __init__(self, creator: Callable[..., Any]) -> None:
        self._creator = creator
        self._restore = []

    def __enter__(self) -> None:
        self._restore.append(TS.creators)
        TS.creators = (*TS.creators, self._creator)

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        TS.creators = self._restore.pop()
        return False


@tf_export("variable_creator_scope")
def variable_creator_scope(variable_creator: Callable[..., Any]) -> _CreatorScope:
    """A scope in which a function of one's own makes the variables. Mirrors `tf.variable_creator_scope`.

    Arguments:
        variable_creator: a function `f(next_creator, **kwargs)`. `kwargs` are the arguments of `tf.Variable`; it may
            change them, call `next_creator(**kwargs)`, or return something else.

    Returns:
        A context manager. Scopes that are nested call each other, the innermost first.

    Layers that are built within it are met as well: dtypes, devices and names can be changed without touching their
    code.

    Example:
        >>> def frozen(next_creator, **kwargs):
        ...     return next_creator(**{**kwargs, "trainable": False})
        >>> with tf.variable_creator_scope(frozen):
        ...     v = tf.Variable(1.0)
        >>> v.trainable
        False
    """
    return _CreatorScope(variable_creator)
