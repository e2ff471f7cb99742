"""What a program does with datasets outside of functions, told to who looks at it: making them, and taking elements of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.data.dataset import Dataset
from tfshim.data.iterators import OwnedIterator
from tfshim.data.structures import box
from tfshim.data.transformations.base import DatasetOp
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.graph_writer import Functions, GraphWriter
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.tensor import EagerTensor, wrap


def _handle(x: Any) -> EagerTensor:
    """The tensor that stands for a dataset or an iterator: the same one each time."""
    made: EagerTensor | None = x.__dict__.get("_debugged_handle")
    if made is None:
        made = x.__dict__["_debugged_handle"] = wrap(box(x), dtypes.variant)
    return made


class DatasetUses:
    """See `higher.dataset_uses`."""

    def __init__(self, recorder: Any) -> None:
        self._recorder = recorder
        self._around = {
            Around(DatasetOp, "__init__"): self._made,
            Around(OwnedIterator, "__init__"): self._begun,
            Around(OwnedIterator, "__next__"): self._next,
            Around(next(c for c in Dataset.__mro__ if "reduce" in vars(c)), "reduce"): self._reduced,
        }

    def begin(self) -> None:
        """Start."""
        for method, function in self._around.items():
            method.add(function)

    def end(self) -> None:
        """Stop."""
        for method, function in self._around.items():
            method.remove(function)

    def _applies(self) -> bool:
        return TS.graph is None and bool(self._recorder.looks_on())

    def _made(self, go_on: Callable[..., Any], dataset: Any, *args: Any) -> None:
        go_on(dataset, *args)
        if not self._applies():
            return
        found = self._recorder.looking(_operation_of, dataset)
        if found is not None:
            op_type, count = found
            sources = [_handle(d) for d in dataset._inputs]
            others = [wrap(box(None), dtypes.variant) for _ in range(count - len(sources))]
            self._recorder.execution(op_type, "", [*sources, *others][:count], [_handle(dataset)])

    def _begun(self, go_on: Callable[..., Any], iterator: Any, dataset: Any = None, *args: Any, **kwargs: Any) -> None:
        go_on(iterator, dataset, *args, **kwargs)
        if dataset is not None and self._applies():
            self._recorder.execution("AnonymousIteratorV3", "", (), [_handle(iterator)])
            self._recorder.execution("MakeIterator", "", [_handle(dataset), _handle(iterator)], ())

    def _next(self, go_on: Callable[..., Any], iterator: Any) -> Any:
        if not self._applies():
            return go_on(iterator)
        element = go_on(iterator)
        parts = [t for t in nest.flatten(element, expand_composites=True) if type(t) is EagerTensor]
        self._recorder.execution("IteratorGetNext", "", [_handle(iterator)], parts)
        return element

    def _reduced(self, go_on: Callable[..., Any], dataset: Any, initial_state: Any, *args: Any, **kwargs: Any) -> Any:
        if not self._applies():
            return go_on(dataset, initial_state, *args, **kwargs)
        made = go_on(dataset, initial_state, *args, **kwargs)
        states = [wrap(box(None), dtypes.variant) for _ in nest.flatten(initial_state)]
        parts = [t for t in nest.flatten(made, expand_composites=True) if type(t) is EagerTensor]
        self._recorder.execution("ReduceDataset", "", [_handle(dataset), *states], parts)
        return made


def _operation_of(dataset: Any) -> tuple[str, int] | None:
    """The type of the operation that makes a dataset, and how many inputs it has; None where it has no form of TensorFlow's."""
    graph = FuncGraph("dataset")
    with building(graph):
        node = graph._as_node(wrap(box(dataset), dtypes.variant)).op
    writer = GraphWriter(graph, Functions(derivatives=True))
    writer.names_results = False
    for message in reversed(writer.messages(node)):
        if "Dataset" in message.op:
            return message.op, sum(not name.startswith("^") for name in message.input)
    return None


higher.install(dataset_uses=DatasetUses)
