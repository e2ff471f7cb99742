"""Servers of this process that sessions name: the variables and queues of their tasks stay when a session ends, and are shared by names."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from typing import Any

from tfshim.refusals import refused

_JOB, _TASK = re.compile(r"/job:([^/]+)"), re.compile(r"/task:(\d+)")

# A run of one session of a server keeps those of the others waiting: it alone has the values of its variables meanwhile.
LOCK = threading.RLock()
VALUES: dict[Any, Any] = {}  # (address, name of a variable) -> its storage
STORES: dict[Any, Any] = {}  # (address, key) -> what operations keep there
_servers: dict[str, Server] = {}  # by the port, which is all that tells servers of a process apart


class Server:
    """A server of this process at `port`. `cluster`: {(job, number of a task): address}."""

    def __init__(self, port: int, cluster: Mapping[tuple[str, int], str]) -> None:
        self.port, self._cluster = str(port), cluster
        _servers[self.port] = self

    def task_of(self, device: Any) -> str:
        """The port of the task that has what is on `device`: this one where no other one is named.

        Raises NotImplementedError for the task of another process.
        """
        job = _JOB.search(device or "")
        if job is None:
            return self.port
        task = _TASK.search(device)
        address = self._cluster.get((job[1], int(task[1]) if task else 0))
        if address is None:
            return self.port
        port = address.rpartition(":")[2]
        if port != self.port and port not in _servers:
            raise refused("tf.compat.v1.Session", "device", device=device, address=address)
        return port

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
        self._known: dict[int, tuple[str, str]] = {}  # by ids: the session's graph keeps its variables

    def key(self, variable: Any) -> tuple[str, str]:
        """The key of a variable's value."""
        found = self._known.get(id(variable))
        if found is None:
            found = self._known[id(variable)] = self.server.task_of(variable.device), variable._handle_name
        return found

    def store(self, key: Any, device: str) -> tuple[str, Any]:
        """The key of what an operation on `device` keeps."""
        return self.server.task_of(device), key
