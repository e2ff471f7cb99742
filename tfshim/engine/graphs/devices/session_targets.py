"""Servers of this process that sessions name: the variables and queues of their tasks stay when a session ends, and are shared by names.

What belongs to a task of another process, that process does: `Server.split` puts calls in the place of such nodes.
"""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tfshim.engine.graphs.operation import everything
from tfshim.refusals import refused

_JOB, _TASK = re.compile(r"/job:([^/]+)"), re.compile(r"/task:(\d+)")

# A run of one session of a server keeps those of the others waiting: it alone has the values of its variables meanwhile.
LOCK = threading.RLock()
VALUES: dict[Any, Any] = {}  # (address, name of a variable) -> its storage
STORES: dict[Any, Any] = {}  # (address, key) -> what operations keep there
_servers: dict[str, Server] = {}  # by the port, which is all that tells servers of a process apart


class Calls(NamedTuple):
    """How tasks of other processes are reached (see `distribute.servers.session_parts`).

    `split(graph, nodes, fetches, feeds, elsewhere, owner)` puts calls of them into the nodes of a run, where `owner` is the name of what
    belongs to the session alone; `read(task, variable)` and
    `write(task, variable, storage)` are for the value of one variable.
    """

    split: Callable[..., Any]
    read: Callable[..., Any]
    write: Callable[..., Any]


class Server:
    """A server of this process at `port`. `cluster`: {(job, number of a task): address}."""

    def __init__(self, port: int, cluster: Mapping[tuple[str, int], str], calls: Calls) -> None:
        self.port, self._cluster, self.calls = str(port), cluster, calls
        _servers[self.port] = self

    def split(
        self, graph: Any, nodes: list[Any], fetches: Sequence[Any], feeds: Sequence[Any], owner: str
    ) -> tuple[list[Any], Mapping[int, Any]]:
        """`nodes` of a run with calls of tasks of other processes, and {id: variable} of those whose values these calls fetch."""
        if all(address.rpartition(":")[2] in _servers for address in self._cluster.values()):
            return nodes, {}
        return self.calls.split(graph, nodes, fetches, feeds, self.elsewhere, owner)

    def elsewhere(self, device: Any) -> tuple[str, str] | None:
        """(name of the task, its address) where `device` names a task of another process; else None."""
        task = self._task(device)
        if task is None or task[1].rpartition(":")[2] in _servers:
            return None
        return task

    def task_of(self, device: Any) -> str:
        """What tells the task that has what is on `device` from the others: the port of one of this process, another one's address."""
        task = self._task(device)
        if task is None:
            return self.port
        port = task[1].rpartition(":")[2]
        return port if port in _servers else task[1]

    def _task(self, device: Any) -> tuple[str, str] | None:
        """(name, address) of the task that `device` names; None where it names none of the cluster."""
        job = _JOB.search(device or "")
        if job is None:
            return None
        task = _TASK.search(device)
        number = int(task[1]) if task else 0
        address = self._cluster.get((job[1], number))
        return None if address is None else (f"/job:{job[1]}/replica:0/task:{number}", address)

    def reset(self) -> None:
        """Forget all that is kept here."""
        for kept in (VALUES, STORES):
            for key in [key for key in kept if key[0] == self.port]:
                del kept[key]

    def end(self) -> None:
        """Be found by no session from here on."""
        self.reset()
        if _servers.get(self.port) is self:
            del _servers[self.port]


def server_at(target: str) -> Server:
    """The server that `target` names. Raises NotImplementedError unless it is one of this process."""
    found = _servers.get(target.rpartition(":")[2]) if target.startswith("grpc://") else None
    if found is None:
        raise refused("tf.compat.v1.Session", "target", value=target)
    return found


class Shared:
    """Keys of what a session of `server` shares with others."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.owner = uuid.uuid4().hex  # before the names of what other tasks keep for this session alone
        self._known: dict[int, tuple[str, str]] = {}  # by ids: the session's graph keeps its variables

    def key(self, variable: Any) -> tuple[str, str]:
        """The key of a variable's value."""
        found = self._known.get(id(variable))
        if found is None:
            found = self._known[id(variable)] = self.server.task_of(variable.device), variable._handle_name
        return found

    def check(self, variables: Iterable[Any]) -> None:
        """Raise NotImplementedError where one of them belongs to the task of another process."""
        for v in variables:
            task, _ = self.key(v)
            if ":" in task:
                raise refused("tf.compat.v1.Session", "device", device=v.device, address=task)

    def check_queues(self, nodes: Iterable[Any]) -> None:
        """Raise NotImplementedError where one of `nodes` uses a queue or accumulator of the task of another process."""
        for node in nodes:
            for x in everything(node.arguments):
                handle = getattr(x, "graph_handle", None)
                place = None if handle is None else self.server.elsewhere(handle.device)
                if place is not None:
                    raise refused("tf.compat.v1.Session", "queues in pieces", node=node.name, task=place[0])

    def store(self, key: Any, device: str) -> tuple[str, Any]:
        """The key of what an operation on `device` keeps."""
        return self.server.task_of(device), key
