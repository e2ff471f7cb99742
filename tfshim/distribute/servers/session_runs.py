"""What a task does of the runs of sessions of other processes (see `session_parts`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.sessions.session import BaseSession
from tfshim.engine.runtime import messages
from tfshim.graph import import_graph_def


class LoadedSession:
    """A part of a run that the task at `port` can do; it has the variables of all sessions of this task, by their names.

    `content`: the bytes of a GraphDef; `names`: those of the tensors that are given, of those that are wanted, and of operations to run.
    """

    def __init__(self, port: str, content: bytes, names: Sequence[Sequence[str]]) -> None:
        feeds, fetches, targets = names
        graph = Graph()
        with graph.as_default():
            import_graph_def(messages.graph.GraphDef.FromString(content), name="")
        self._session = BaseSession(f"grpc://localhost:{port}", graph)
        self._run = self._session._prepared(fetches, feeds, targets)

    def run(self, storages: Sequence[Any]) -> Sequence[Any]:
        """The storages of what is fetched."""
        return self._run(storages)
