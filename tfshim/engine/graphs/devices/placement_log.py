"""Where the nodes of a session's graph run, told on standard output: `log_device_placement` of a ConfigProto."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.engine.runtime.device_names import DeviceSpecV2
from tfshim.engine.runtime.errors import LOCAL_TASK

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.operation import Operation


class PlacementLog:
    """Tells of all nodes of a graph, and of all of them again when the graph has grown, as TensorFlow does."""

    def __init__(self, graph: Graph) -> None:
        self._graph, self._told = graph, 0

    def tell(self) -> None:
        """Print a line for each node, unless the graph is the one that was told of."""
        nodes = self._graph.get_operations()
        if len(nodes) == self._told:
            return
        # What has no inputs is placed where its consumers are, and so after them; what has a state stays where it was placed.
        later = [i for i, node in enumerate(nodes) if not node.inputs and not (node.op_def.is_stateful and i < self._told)]
        put_off = set(later)
        for i in [*(i for i in range(len(nodes)) if i not in put_off), *later]:
            print(f"{nodes[i].name}: ({nodes[i].type}): {_device(nodes[i])}", flush=True)
        self._told = len(nodes)


def _device(node: Operation) -> str:
    spec = DeviceSpecV2.from_string(node.device)
    return f"{LOCAL_TASK}{spec.device_type or 'CPU'}:{spec.device_index or 0}"
