"""What a task of a cluster does for others: it keeps variables, and runs graphs that it is sent."""

from __future__ import annotations

import contextlib
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from tfshim.data.iterators import Cursor
from tfshim.data.service.definitions import decoded
from tfshim.data.structures import box
from tfshim.distribute.servers.connection import CONNECTIONS, error_text
from tfshim.distribute.servers.definitions import Place, graph_from
from tfshim.distribute.servers.remote_calls import call_remotely
from tfshim.distribute.servers.session_runs import LoadedSession
from tfshim.engine.graphs.devices import session_targets
from tfshim.engine.random.seeds import Frame
from tfshim.engine.runtime import errors
from tfshim.engine.values.dtypes import as_dtype, variant
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import wrap
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.variable import ResourceVariable


class _Current(threading.local):
    """The task for which this thread runs a graph."""

    def __init__(self) -> None:
        self.task: Task | None = None


CURRENT = _Current()


class StandIn(ResourceVariable):
    """A variable of another task in a graph that this one runs; it has the value that was fetched last."""

    def __init__(self, place: Place, name: str, dtype: Any, shape: Any, trainable: bool) -> None:
        self._place, self._handle_name, self._dt, self._shape, self._trainable = place, name, dtype, shape, trainable
        self._constraint = self._alias = self._t = None
        self._synchronization, self._aggregation = VariableSynchronization.AUTO, VariableAggregation.NONE


class _Loaded:
    """A definition that this task can run."""

    def __init__(self, task: Task, content: bytes, about: dict[str, Any]) -> None:
        self._stand_ins: dict[str, StandIn] = {}
        self._task, self.together = task, about["together"]
        graph = graph_from(content, about["bound"], self._resource)
        self._calls = call_remotely(graph, _elsewhere, _connection)
        self._graph, self._frame = graph, Frame()
        self._program = graph.program()
        # What was fetched belongs to one run; what happens together, with nothing of other calls in between, to the task.
        self._lock = task.lock if self.together else threading.RLock() if self._calls else None

    def _resource(self, about: dict[str, Any]) -> Any:
        if "held" in about:
            return wrap(self._task.resource(about["held"]), variant)
        if about["address"] == self._task.address:
            return self._task.resource(about["key"])
        found = self._stand_ins.get(about["key"])
        if found is None:
            place = Place(about["task"], about["address"], about["key"])
            shape = TensorShape(about["shape"])
            found = self._stand_ins[about["key"]] = StandIn(place, about["name"], as_dtype(about["dtype"]), shape, about["trainable"])
        return found

    def run(self, storages: Sequence[Any]) -> Sequence[Any]:
        before, CURRENT.task = CURRENT.task, self._task
        try:
            with self._lock or contextlib.nullcontext():
                return self._frame.run(self._program, *storages)
        finally:
            CURRENT.task = before


def _elsewhere(x: Any) -> Any:
    return x._place if type(x) is StandIn else None


def _connection(place: Place) -> Any:
    return CONNECTIONS.to(place.task, place.address)


class Task:
    """One task: `name` as in devices, `address` as others call it."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self.instance = uuid.uuid4().hex
        self.lock = threading.RLock()
        self._resources: dict[str, Any] = {}
        self._loaded: dict[str, _Loaded | LoadedSession] = {}

    @property
    def port(self) -> str:
        """The port at which others call it, which tells the tasks of this process apart."""
        return self.address.rpartition(":")[2]

    def answer(self, method: str, header: dict[str, Any], storages: list[Any]) -> tuple[dict[str, Any], Sequence[Any]]:
        """The reply to a call: a header and storages. Errors are part of it."""
        try:
            return _METHODS[method](self, header, storages)
        except Exception as e:
            return {"error": error_text(e)}, ()

    def resource(self, key: str) -> Any:
        """What is kept under `key`. Raises UnavailableError where there is nothing: the task that had it is gone."""
        found = self._resources.get(key)
        if found is None:
            text = f"{key} is not there: the task was started anew.\nAdditional GRPC error information from remote target {self.name}"
            raise errors.UnavailableError(None, None, text)
        return found

    # ------------------------------------------------------------------ methods
    def _hello(self, header: dict[str, Any], storages: list[Any]) -> Any:
        return {"name": self.name, "instance": self.instance}, ()

    def _create(self, header: dict[str, Any], storages: list[Any]) -> Any:
        """Keep a new variable."""
        shape = TensorShape(header["shape"])
        value = wrap(storages[0], as_dtype(header["dtype"]))
        self._resources[header["key"]] = ResourceVariable(value, name=header["name"], trainable=header["trainable"], shape=shape)
        return {}, ()

    def _drop(self, header: dict[str, Any], storages: list[Any]) -> Any:
        for key in header["keys"]:
            self._resources.pop(key, None)
        return {}, ()

    def _read(self, header: dict[str, Any], storages: list[Any]) -> Any:
        return {}, [self.resource(key)._t for key in header["keys"]]

    def _assign(self, header: dict[str, Any], storages: list[Any]) -> Any:
        variable = self.resource(header["key"])
        with self.lock:
            variable.assign(wrap(storages[0], variable.dtype))
        return {}, ()

    def _read_named(self, header: dict[str, Any], storages: list[Any]) -> Any:
        """The value that sessions have for a variable of a graph; nothing where it has none."""
        with session_targets.LOCK:  # a run takes the values of its variables from there
            found = session_targets.VALUES.get((self.port, header["name"]))
        return {}, [] if found is None else [found]

    def _assign_named(self, header: dict[str, Any], storages: list[Any]) -> Any:
        with session_targets.LOCK:
            session_targets.VALUES[self.port, header["name"]] = storages[0]
        return {}, ()

    def _dataset(self, header: dict[str, Any], storages: list[Any]) -> Any:
        """Keep a dataset."""
        self._resources[header["key"]] = box(decoded(storages[0][()]))
        return {}, ()

    def _iterate(self, header: dict[str, Any], storages: list[Any]) -> Any:
        """Keep an iterator over a dataset that is kept."""
        self._resources[header["key"]] = box(Cursor(self.resource(header["dataset"])[()]))
        return {}, ()

    def _define(self, header: dict[str, Any], storages: list[Any]) -> Any:
        content, about = storages[0][()], header["about"]
        names = about.get("session")
        self._loaded[header["key"]] = _Loaded(self, content, about) if names is None else LoadedSession(self.port, content, names)
        return {}, ()

    def _run(self, header: dict[str, Any], storages: list[Any]) -> Any:
        loaded = self._loaded.get(header["key"])
        if loaded is None:
            return {"lacking": True}, ()
        held = header.get("held")
        if held:  # {place: key} of the arguments that are kept here
            given = iter(storages)
            count = len(storages) + len(held)
            storages = [self.resource(held[str(i)]) if str(i) in held else next(given) for i in range(count)]
        return {}, loaded.run(storages)


_METHODS: dict[str, Callable[..., Any]] = {
    "hello": Task._hello,
    "create": Task._create,
    "drop": Task._drop,
    "read": Task._read,
    "assign": Task._assign,
    "define": Task._define,
    "dataset": Task._dataset,
    "iterate": Task._iterate,
    "run": Task._run,
    "read_named": Task._read_named,
    "assign_named": Task._assign_named,
}
