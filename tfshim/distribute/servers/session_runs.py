"""What a task does of the runs of sessions of other processes (see `session_parts`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.session import BaseSession
from tfshim.engine.runtime import messages
from tfshim.graph import import_graph_def

if TYPE_CHECKING:
    from tfshim.distribute.servers.task import Task


class LoadedSession:
    """A part of a run that this task can do; it has the variables and queues of all sessions of this task, by their names."""

    def __init__(self, task: Task, content: bytes, about: dict[str, Any]) -> None:
        feeds, fetches, targets = about["session"]
        graph = Graph()
        with graph.as_default():
            import_graph_def(messages.graph.GraphDef.FromString(content), name="")
        self._session = BaseSession(f"grpc://localhost:{task.port}", graph)
        self._run = self._session.prepared(fetches, feeds, targets)

    def run(self, storages: Sequence[Any]) -> Sequence[Any]:
        """The storages of what is fetched."""
        return self._run(storages)
