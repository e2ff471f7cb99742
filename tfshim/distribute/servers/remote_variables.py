"""Variables that another task of the cluster keeps, as the program sees them that made them."""

from __future__ import annotations

import functools
import uuid
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tfshim._export import tf_private
from tfshim.distribute.servers.connection import CONNECTIONS, Connection
from tfshim.distribute.servers.definitions import Place
from tfshim.distribute.servers.remote_calls import updates_called
from tfshim.engine.functions.arguments import inputs_of
from tfshim.engine.functions.function import function
from tfshim.engine.runtime.state import TS
from tfshim.engine.variables.creator_scope import variable_creator_scope
from tfshim.engine.variables.variable import ResourceVariable

_UPDATES = """assign_add assign_sub count_up_to scatter_sub scatter_add scatter_max scatter_min scatter_mul scatter_div scatter_update
    batch_scatter_update scatter_nd_sub scatter_nd_add scatter_nd_update scatter_nd_max scatter_nd_min""".split()


@tf_private("tensorflow.python.distribute.ps_values.CachingVariable")
class CachingVariable(ResourceVariable):
    """A variable of `strategy`, which the task at the other end of `connection` keeps. Each read asks for its value.

    In functions that another task runs, reads and updates are between that task and the one that keeps the variable.
    """

    __module__ = "tensorflow.python.distribute.ps_values"

    def __init__(self, connection: Connection, strategy: Any, **kwargs: Any) -> None:
        self._connection, self._strategy = connection, strategy
        self._place = Place(connection.name, connection.address, f"variable-{uuid.uuid4().hex}")
        self._made = False
        self._functions: dict[str, Any] = {}
        super().__init__(**kwargs)
        weakref.finalize(self, connection.drop, self._place.key).atexit = False

    @property
    def _t(self) -> Any:
        return self._connection.call("read", {"keys": [self._place.key]})[1][0]

    @_t.setter
    def _t(self, t: Any) -> None:
        if self._made:
            self._connection.call("assign", {"key": self._place.key}, [t])
            return
        shape = self._shape.as_list() if self._shape.rank is not None else None
        about = {"key": self._place.key, "name": self._handle_name, "dtype": self._dt.name, "shape": shape, "trainable": self._trainable}
        self._connection.call("create", about, [t])
        self._made = True

    @staticmethod
    def updates_elsewhere(graph: Any, nodes: list[Any]) -> list[Any]:
        """What this process runs of the `nodes` of `graph`: calls in the place of what changes such variables."""
        return updates_called(graph, nodes, _elsewhere, _connection)

    def beside(self) -> AbstractContextManager[Any]:
        """A context whose variables the same task keeps."""

        def create(next_creator: Callable[..., Any], **kwargs: Any) -> CachingVariable:
            return CachingVariable(self._connection, self._strategy, **kwargs)

        return variable_creator_scope(create)

    @property
    def device(self) -> str:
        """The name of the device that holds the value."""
        return f"{self._place.task}/device:CPU:0"

    def _deferred(self, what: str, args: Any, kwargs: Any) -> Any:
        """Let the task do the update `what`, by a function that is traced once."""
        made = self._functions.get(what)
        if made is None:
            own, method = weakref.ref(self), getattr(ResourceVariable, what)
            count = what == "count_up_to"

            def update(*args: Any, **kwargs: Any) -> Any:
                result = method(own(), *args, **kwargs)
                return result if count else None

            made = self._functions[what] = function(update, autograph=False)
        # Not by a call of the function, which would be counted among the user's.
        result = made.get_concrete_function(*args, **kwargs)._call_flat(inputs_of((args, kwargs)))
        if what == "count_up_to":
            return result
        return self._unread()


def _deferring(what: str) -> Callable[..., Any]:
    base = getattr(ResourceVariable, what)

    @functools.wraps(base)
    def update(self: CachingVariable, *args: Any, read_value: bool = True, **kwargs: Any) -> Any:
        if TS.graph is not None:
            return base(self, *args, **({} if read_value else {"read_value": False}), **kwargs)
        made = self._deferred(what, args, kwargs)
        return made if read_value else None

    return update


for _what in _UPDATES:
    setattr(CachingVariable, _what, _deferring(_what))


def _elsewhere(x: Any) -> Any:
    return x._place if isinstance(x, CachingVariable) else None


def _connection(place: Place) -> Any:
    return CONNECTIONS.to(place.task, place.address)
