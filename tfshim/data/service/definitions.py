"""Datasets as plain values: the classes of their transformations, with arguments and the graphs of their functions.

This is what a dataset is in a graph that is written, and what is sent to the workers of the tf.data service. Reading it makes datasets
of the classes in `transformations`, and of no others; functions are graphs, so that no code comes over the network. What has no such
form - Python functions, variables, tables - is there by number (`in_process`), and found by who reads it in the same process.
"""

from __future__ import annotations

import collections
import enum
import functools
import json
import struct
from typing import Any

import numpy as np

from tfshim._listing import LateBound
from tfshim.data import options as options_module
from tfshim.data import transformations
from tfshim.data.element_functions import ElementFunction
from tfshim.data.elements import put_tensor, spec_from_json, spec_to_json, take_tensor
from tfshim.data.options import Options, OptionsBase
from tfshim.data.service import in_process
from tfshim.data.specs import DatasetSpec
from tfshim.data.structures import box
from tfshim.data.transformations.base import DatasetOp
from tfshim.engine.graph_export.functions import function_def, function_defs, resources
from tfshim.engine.graph_import.graph_import import Library
from tfshim.engine.graphs.declarations.adapted_arguments import OF_PYTHON
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.graph_writer import Functions, NotWritten
from tfshim.engine.graphs.own_nodes import ATTRIBUTE
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import DType, as_dtype, variant
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.type_spec_base import TypeSpec

_MALFORMED = (ValueError, TypeError, LookupError, AttributeError, RecursionError, struct.error, OverflowError)
_above = LateBound("tfshim.data", {"saving": "LoadDataset SnapshotDataset"})
_PLAIN = (type(None), bool, int, float, str, bytes)


class _NotSent(Exception):
    """Something has no form here; the text says what."""


@functools.cache
def _classes() -> dict[str, type]:
    made = {name: getattr(transformations, name) for name in dir(transformations)}
    made = {name: c for name, c in made.items() if isinstance(c, type) and issubclass(c, DatasetOp)}
    return {**made, "LoadDataset": _above.LoadDataset, "SnapshotDataset": _above.SnapshotDataset}


@functools.cache
def _names() -> dict[type, str]:
    return {c: name for name, c in _classes().items()}


# ---------------------------------------------------------------------- as plain values
class Describer:
    """Turns datasets into plain values. `leaves`: the tensors of the graph they are in that they depend on."""

    def __init__(self, leaves: tuple[Any, ...] = ()) -> None:
        self._leaves = {id(t): i for i, t in enumerate(leaves)}
        self._known: dict[int, int] = {}

    def dataset(self, x: Any) -> tuple[Any, ...]:
        """The plain value of a dataset."""
        if id(x) in self._known:
            return "again", self._known[id(x)]
        name = _names().get(type(x))
        try:
            if name is None:
                raise _NotSent(f"{x!r}")
            own = x._own_options if name != "OptionsDataset" else None
            made = name, [self.put(a) for a in x._args], self.put(own)
        except _NotSent as e:
            return self._here(x, e, [x])
        number = self._known[id(x)] = len(self._known)
        return ("dataset", number, *made)

    def _here(self, x: Any, reason: Exception, datasets: list[Any]) -> tuple[Any, ...]:
        if self._leaves and any(_mentions(d, self._leaves) for d in datasets):
            raise reason  # it depends on a tensor of the graph, and so is not whole without it
        return "here", in_process.process(), in_process.number_of(x), str(reason)

    def put(self, x: Any) -> Any:
        """The plain value of an argument. Raises _NotSent."""
        if type(x) in _PLAIN or isinstance(x, (DType, TensorShape)):
            return x
        if isinstance(x, np.integer):
            return int(x)
        if isinstance(x, SymbolicTensor):
            if id(x) not in self._leaves:
                raise _NotSent("a tensor of a graph")
            return "leaf", self._leaves[id(x)]
        if type(x) is EagerTensor:
            return self._tensor(x)
        if isinstance(x, DatasetOp):
            return self.dataset(x)
        if isinstance(x, ElementFunction):
            return self._program(x)
        if isinstance(x, TypeSpec):
            return self._spec(x)
        if isinstance(x, OptionsBase):
            return "options", type(x).__name__, [(k, self.put(v)) for k, v in vars(x)["_values"].items()]
        if isinstance(x, enum.Enum):
            return "enum", type(x).__name__, x.name
        if nest.is_composite(x):
            return "composite", self._spec(x._type_spec), [self.put(c) for c in nest.flatten(x, expand_composites=True)]
        if isinstance(x, tuple):
            return "tuple", type(x).__name__, list(getattr(x, "_fields", ())), [self.put(v) for v in x]
        if type(x) is list:
            return "list", [self.put(v) for v in x]
        if nest.is_mapping(x):
            return "dict", [(k, self.put(v)) for k, v in x.items()]
        raise _NotSent(f"the Python object {x!r}" if not callable(x) else f"the Python function {getattr(x, '__name__', x)}")

    def _tensor(self, x: Any) -> tuple[Any, ...]:
        if x._dt is variant:
            if not all(isinstance(held, DatasetOp) for held in x._t.flat):
                raise _NotSent("a variant tensor that holds no dataset")
            return (
                ("variant", *map(self.dataset, x._t.flat))
                if x._t.ndim == 0
                else ("variants", x._t.shape, list(map(self.dataset, x._t.flat)))
            )
        if x._dt.name == "resource":
            raise _NotSent("the handle of a resource")
        parts: list[bytes] = []
        put_tensor(x._t, x._dt, parts)
        return "tensor", x._dt.name, b"".join(parts)

    def _spec(self, spec: Any) -> tuple[Any, ...]:
        if isinstance(spec, DatasetSpec):
            return "dataset spec", self.put(spec.element_spec), spec._dataset_shape
        try:
            return "spec", json.dumps(spec_to_json(spec))
        except errors.UnimplementedError:
            raise _NotSent(f"the spec {spec}") from None

    def _program(self, x: ElementFunction) -> tuple[Any, ...]:
        try:
            reason = _unwritten(x.graph)
            if reason is not None:
                raise _NotSent(reason)
            return "program", x.graph, self.put(x.specs), self.put(x.element_spec), [self.put(c) for c in x.captures]
        except _NotSent as e:
            if any(isinstance(c, SymbolicTensor) for c in x.captures):
                raise
            return self._here(x, e, [])


def _mentions(dataset: Any, leaves: dict[int, int]) -> bool:
    return any(id(a) in leaves for a in nest.flatten(list(getattr(dataset, "_args", ()))) if isinstance(a, SymbolicTensor)) or any(
        _mentions(d, leaves) for d in dataset._inputs
    )


def _unwritten(graph: Any) -> str | None:
    """What of a graph only this process has, or None."""
    functions = Functions(derivatives=True)
    used = resources(graph, functions)
    if used:
        return f"{getattr(used[0], 'name', None) or type(used[0]).__name__}, a variable or table"
    try:
        definitions = [function_def("function", higher.own_function(graph), functions), *function_defs(functions)]
    except NotWritten as e:
        return f"a gradient ({e})"
    for made in definitions:
        for node in made.node_def:
            if node.op in OF_PYTHON:
                return f"the operation {node.op}, a Python function"
            text = node.attr[ATTRIBUTE].s if ATTRIBUTE in node.attr else b""
            about = json.loads(text) if text.startswith(b'{"refused"') else None
            if about is not None:
                return f"the operation {about['kind']} ({about['refused']})"
    return None


# ---------------------------------------------------------------------- and back
class _Maker:
    """Makes datasets of plain values; `leaves` are the tensors that take the place of those of the graph."""

    def __init__(self, leaves: list[Any] | None = None) -> None:
        self._leaves = leaves or []
        self._known: dict[int, Any] = {}

    def take(self, x: Any) -> Any:
        """The argument that `x` stands for. Raises ValueError, LookupError or TypeError for what no Describer made."""
        if type(x) is not tuple:
            if type(x) in _PLAIN or isinstance(x, (DType, TensorShape)):
                return x
            raise ValueError(f"unknown value {x!r}")
        return getattr(self, "_" + x[0].replace(" ", "_"))(*x[1:])

    def _dataset(self, number: int, name: str, args: list[Any], own: Any) -> Any:
        made = _classes()[name](*map(self.take, args))
        own = self.take(own)
        if own is not None:
            made._own_options = own
        self._known[number] = made
        return made

    def _again(self, number: int) -> Any:
        return self._known[number]

    def _here(self, owner: str, number: int, reason: str) -> Any:
        return in_process.found(owner, number, reason)

    def _leaf(self, i: int) -> Any:
        return self._leaves[i]

    def _program(self, graph: Any, specs: Any, element_spec: Any, captures: list[Any]) -> ElementFunction:
        return ElementFunction.of_graph(graph, self.take(specs), self.take(element_spec), [self.take(c) for c in captures])

    def _tensor(self, dtype: str, data: bytes) -> Any:
        kind = as_dtype(dtype)
        return wrap(take_tensor(data, 0, kind)[0], kind)

    def _variant(self, dataset: Any) -> Any:
        return wrap(box(self.take(dataset)), variant)

    def _variants(self, shape: tuple[int, ...], datasets: list[Any]) -> Any:
        made = np.empty(len(datasets), object)
        made[:] = [self.take(d) for d in datasets]
        return wrap(made.reshape(shape), variant)

    def _spec(self, text: str) -> Any:
        return spec_from_json(json.loads(text))

    def _dataset_spec(self, element_spec: Any, shape: Any = ()) -> Any:
        return DatasetSpec(self.take(element_spec), shape)

    def _composite(self, spec: Any, parts: list[Any]) -> Any:
        return nest.pack_sequence_as(self.take(spec), [self.take(p) for p in parts], expand_composites=True)

    def _options(self, name: str, values: list[Any]) -> Any:
        cls = getattr(options_module, name)
        if not issubclass(cls, OptionsBase):
            raise ValueError(name)
        made = cls() if cls is not Options else Options()
        for key, value in values:
            if key not in cls._names():
                raise ValueError(key)
            made._values[key] = self.take(value)
        return made

    def _enum(self, name: str, member: str) -> Any:
        cls = getattr(options_module, name)
        if not issubclass(cls, enum.Enum):
            raise ValueError(name)
        return cls[member]

    def _tuple(self, name: str, fields: list[str], items: list[Any]) -> Any:
        made = [self.take(i) for i in items]
        return collections.namedtuple(name, fields)(*made) if fields else tuple(made)

    def _list(self, items: list[Any]) -> Any:
        return [self.take(i) for i in items]

    def _dict(self, items: list[Any]) -> Any:
        return {k: self.take(v) for k, v in items}


def _from_plain(value: Any) -> Any:
    """The variant tensor of a dataset that depends on no tensor of a graph: it is made outside of the one that is being read."""
    graph, TS.graph = TS.graph, None
    try:
        return wrap(box(_Maker().take(value)), variant)
    finally:
        TS.graph = graph


def described_in_graph(dataset: Any, leaves: Any) -> tuple[Any, ...]:
    """A dataset of a graph, which depends on the tensors `leaves` of it, as plain values."""
    return [(t.dtype, t.shape) for t in leaves], Describer(tuple(leaves)).dataset(dataset)


def made_in_graph(value: Any) -> tuple[Any, list[Any]]:
    """(the dataset that `described_in_graph` had, the tensors that stand for those it depends on)."""
    leaves, dataset = value
    scratch = FuncGraph("dataset")
    with building(scratch):
        stand_ins = [scratch.placeholder(dtype, shape) for dtype, shape in leaves]
        return _Maker(stand_ins).take(dataset), stand_ins


# ---------------------------------------------------------------------- as bytes
def encoded(dataset: Any) -> bytes:
    """The bytes of a dataset: a library of functions, the first of which gives it."""
    graph = FuncGraph("dataset")
    with building(graph):
        graph.outputs = [graph._as_node(wrap(box(dataset), variant))]
    functions = Functions(derivatives=True)
    main = function_def("dataset", higher.own_function(graph), functions)
    return messages.function.FunctionDefLibrary(function=[main, *function_defs(functions)]).SerializeToString()


def decoded(data: bytes) -> Any:
    """A new dataset of the bytes that `encoded` gave. Raises DataLossError for other bytes, NotImplementedError for what is not here."""
    from google.protobuf.message import DecodeError  # with the messages, which most programs do not need

    try:
        library = messages.function.FunctionDefLibrary.FromString(data)
        graph = Library(library.function).graph("dataset", {})
        return static_value_of(graph.outputs[0])
    except (DecodeError, errors.InvalidArgumentError, *_MALFORMED) as e:
        raise errors.DataLossError(None, None, f"The definition of a dataset is damaged: {e!r}") from e


def static_value_of(t: Any) -> Any:
    """The dataset in a constant of a graph."""
    return t.op.arguments[0]._t[()]


higher.install(dataset_as_plain=lambda dataset: Describer().dataset(dataset), dataset_from_plain=_from_plain)
