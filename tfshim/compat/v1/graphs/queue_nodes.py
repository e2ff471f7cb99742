"""Nodes of graphs that are read for queues, readers of files, and tables: what TensorFlow 1's programs feed themselves by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.compat.v1.graphs import file_readers, readers
from tfshim.engine.graph_import.imported_nodes import add_general, attribute, handles
from tfshim.engine.graph_import.raw_functions import by_raw_function
from tfshim.engine.graph_import.resources import resource_of
from tfshim.engine.graphs.operation import RawOp
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.io.csv_records import decode_csv
from tfshim.io.tf_record import TFRecordOptions
from tfshim.queue import base, kinds, operations
from tfshim.saved_model.reading import tf_functions  # noqa: F401 - the handlers that all graphs may need
from tfshim.saved_model.reading.text_nodes import recorded

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfshim.engine.graphs.operation import Operation

    Importer: TypeAlias = Any  # of engine.graph_import.graph_import


def _text(node: Any, name: str) -> str:
    return attribute(node, name, b"").decode()


def _referring(importer: Importer, name: str, resource: Any) -> Operation:
    """The node `name`, which was added, as one that refers to `resource`."""
    made = importer.graph._by_name[name[:-1]]
    made.outputs[0]._handle = resource
    return made


# ---------------------------------------------------------------------- queues
_KINDS: dict[str, type[base.QueueBase]] = {
    "FIFOQueue": kinds.FIFOQueue,
    "PaddingFIFOQueue": kinds.PaddingFIFOQueue,
    "PriorityQueue": kinds.PriorityQueue,
    "RandomShuffleQueue": kinds.RandomShuffleQueue,
}


@handles(*(kind + version for kind in _KINDS for version in ("", "V2")))
def _queue(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    kind, capacity = node.op.removesuffix("V2"), attribute(node, "capacity", -1)
    types, shapes = list(attribute(node, "component_types", [])), [TensorShape(s) for s in attribute(node, "shapes", [])]
    if kind == "PriorityQueue":  # whose first component, the priority, is not told
        types, shapes = [base.dt.int64, *types], [TensorShape([]), *(shapes or [TensorShape(None)] * len(types))]
    made = _KINDS[kind].__new__(_KINDS[kind])
    base.QueueBase.__init__(made, types, shapes or None, None, None)
    more: tuple[Any, ...] = ()
    if kind == "RandomShuffleQueue":
        more = attribute(node, "min_after_dequeue", 0), (attribute(node, "seed", 0), attribute(node, "seed2", 0))
    with importer.graph.as_default():
        made._keep(name, _text(node, "shared_name") or None, capacity, *more)
    if name[:-1] not in importer.graph._by_name:  # in a function it is there at once
        base._handle(importer.graph, made, f"{kind}V2", name)
    return _referring(importer, name, made)


def _of_queue(function: Any, several: bool = False, count: bool = False) -> Callable[..., Operation]:
    def handler(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
        held = resource_of(inputs[0])
        if not isinstance(held, base.QueueBase):
            return add_general(importer, node, inputs, name)
        if several:
            held._check_static(inputs[1:], function is operations.enqueue_many)
        given = [inputs[1:]] if several else inputs[1:] if count else []
        if function is operations.close:
            given = [attribute(node, "cancel_pending_enqueues", False)]
        return recorded(importer, function, [held, held._which, *given], name)

    return handler


for _name, _function, _arguments in (
    ("QueueEnqueue", operations.enqueue, {"several": True}),
    ("QueueEnqueueMany", operations.enqueue_many, {"several": True}),
    ("QueueDequeue", operations.dequeue, {}),
    ("QueueDequeueMany", operations.dequeue_many, {"count": True}),
    ("QueueDequeueUpTo", operations.dequeue_up_to, {"count": True}),
    ("QueueSize", operations.size, {}),
    ("QueueIsClosed", operations.is_closed, {}),
    ("QueueClose", operations.close, {}),
):
    handles(_name, f"{_name}V2")(_of_queue(_function, **_arguments))


class _Several:
    """Queues of which a tensor chooses one."""

    def __init__(self, queues: list[base.QueueBase]) -> None:
        self.queues = queues


@handles("Pack")
def _pack(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    held = [resource_of(x) for x in inputs]
    if not held or not all(isinstance(x, base.QueueBase) for x in held):
        return add_general(importer, node, inputs, name)
    return _referring_to(importer, node, inputs, name, [len(held)], _Several(held))


@handles("GatherV2")
def _choose(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    held = resource_of(inputs[0])
    if not isinstance(held, _Several):
        return add_general(importer, node, inputs, name)
    return _referring_to(importer, node, inputs, name, inputs[1].shape, base.QueueBase.from_list(inputs[1], held.queues))


def _referring_to(importer: Importer, node: Any, inputs: list[Any], name: str, shape: Any, referred: Any) -> Operation:
    """A node that computes nothing here: what takes its output takes what that refers to."""
    operation = RawOp(node.op, {key: attribute(node, key) for key in node.attr if key[0] != "_"})
    arguments = [list(inputs)] if node.op == "Pack" else list(inputs)
    made = importer.graph._add(operation, arguments, abstract.leaf(dtypes.resource, shape), name)
    made.outputs[0]._handle = referred
    return made


# ---------------------------------------------------------------------- readers
def _lines(node: Any, name: str) -> readers.ReaderBase:
    return file_readers.TextLineReader(attribute(node, "skip_header_lines", 0), name)


def _pieces(node: Any, name: str) -> readers.ReaderBase:
    sizes = [attribute(node, key, 0) for key in ("record_bytes", "header_bytes", "footer_bytes", "hop_bytes")]
    return file_readers.FixedLengthRecordReader(*sizes, name, _text(node, "encoding"))


def _records(node: Any, name: str) -> readers.ReaderBase:
    return file_readers.TFRecordReader(name, TFRecordOptions(_text(node, "compression_type")))


_READERS: dict[str, Callable[[Any, str], readers.ReaderBase]] = {
    "TextLineReader": _lines,
    "FixedLengthRecordReader": _pieces,
    "TFRecordReader": _records,
    "WholeFileReader": lambda node, name: file_readers.WholeFileReader(name),
    "IdentityReader": lambda node, name: file_readers.IdentityReader(name),
}


@handles(*(kind + version for kind in _READERS for version in ("", "V2")))
def _reader(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    with importer.graph.as_default():
        made = _READERS[node.op.removesuffix("V2")](node, name)
    return _referring(importer, name, made)


def _of_reader(function: Any) -> Callable[..., Operation]:
    def handler(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
        reader, given = resource_of(inputs[0]), inputs[1:]
        if function in (readers._read, readers._read_up_to):
            held = resource_of(inputs[1])
            given = [held, held._which, *inputs[2:]]
        return recorded(importer, function, [reader, *given], name)

    return handler


for _name, _function in {
    "ReaderRead": readers._read,
    "ReaderReadUpTo": readers._read_up_to,
    "ReaderNumRecordsProduced": readers._produced,
    "ReaderNumWorkUnitsCompleted": readers._finished,
    "ReaderReset": readers._reset,
    "ReaderSerializeState": readers._serialize,
    "ReaderRestoreState": readers._restore,
}.items():
    handles(_name, f"{_name}V2")(_of_reader(_function))


# ---------------------------------------------------------------------- tables
def _of_table(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    """A node for a table: one of this package, which a function is given, or one that another node of the graph makes."""
    table = resource_of(inputs[0])
    if table is not None and not isinstance(table, Tensor):
        return _KNOWN[node.op](importer, node, [table, *inputs[1:]], name)
    definition: Any = find(node.op)
    names = [declared.name for declared in definition.inputs]
    values = [(declared, value) for declared, value in zip(definition.inputs, inputs, strict=True)]
    made = by_raw_function(importer, node, values, name)
    if made is None:
        raise ValueError(f"Node '{node.name}': {node.op} takes {', '.join(names)}.")
    return made


_TABLES = "Find Insert Size Export Import Remove".split()
_KNOWN: dict[str, Callable[..., Operation]] = {}
for _name in _TABLES:
    for _version in ("", "V2"):
        _type = f"LookupTable{_name}{_version}"
        if find(_type) is not None:
            _KNOWN[_type] = tf_functions.TABLES.get(_type, add_general)
            handles(_type)(_of_table)


@handles("DecodeCSV")
def _decode_csv(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    columns = attribute(node, "select_cols", []) or None
    delimiter, missing = _text(node, "field_delim") or ",", _text(node, "na_value")
    with importer.graph.as_default():
        decode_csv(inputs[0], inputs[1:], delimiter, attribute(node, "use_quote_delim", True), missing, columns, name=name)
    return importer.graph._by_name[name[:-1]]


def _loaded() -> None:
    """The handlers are declared once this module is there."""


higher.install(load_node_handlers=_loaded)
