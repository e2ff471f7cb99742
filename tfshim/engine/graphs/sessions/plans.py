"""What a session runs for a set of fetches and feeds: the nodes that they need, as one program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tfshim.engine.graphs.devices.session_targets import Shared
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.inner_links import used_variables
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.programs.training_steps import CapturingStep
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops import kernels
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.tensor import wrap


class Plan:
    """A compiled set of fetches and feeds."""

    def __init__(self, graph: Graph, elements: list[Any], feeds: list[Any], shared: Shared | None = None) -> None:
        tensors = [e for e in elements if isinstance(e, SymbolicTensor)]
        targets = [e for e in elements if isinstance(e, Operation)]
        # In TensorFlow 1 an effect happens only where it is fetched or something fetched depends on it.
        nodes = select(graph._operations, tensors, targets, stop=feeds, effects=False)
        # {id: variable} of those whose values come from tasks of other processes, each run anew.
        self.fetched: Mapping[int, Any] = {}
        if shared is not None:
            nodes, self.fetched = shared.server.split(graph, nodes, tensors, feeds, shared.owner)
        kernels.check_nodes(nodes)
        differentiated = any(n.type == "_Gradients" for n in nodes)
        make = CapturingStep if differentiated else Program
        self.program = make(nodes, feeds, tensors, "session", outermost=True)
        self.variables = [v for v in used_variables(nodes).values() if getattr(v, "_in_graph_mode", False)]
        self.kept = elements, feeds  # ids of elements are keys
        places = {id(t): i for i, t in enumerate(tensors)}
        self.results = [(places[id(e)], e.dtype) if isinstance(e, SymbolicTensor) else None for e in elements]
        # What another process has is fetched with the value that its read had.
        self.references = [(places[id(t)], v) for t in tensors if _is_reference(t) and id(v := t.op.arguments[0]) not in self.fetched]


def _is_reference(t: SymbolicTensor) -> bool:
    """Whether `t` is itself a reference variable (of TF 1), which is fetched with what the run makes of it."""
    variable: Any = t.op.arguments[0] if t.op.kind == "ReadVariableOp" else None
    return is_by_reference(variable) and variable._snapshot is t


def fetched(storage: Any, dtype: DType) -> Any:
    """What a fetch of a value gives: an array, a NumPy scalar, or bytes."""
    if type(storage) is np.ndarray and storage.shape == ():
        return storage.item()
    return wrap(storage, dtype).numpy()
