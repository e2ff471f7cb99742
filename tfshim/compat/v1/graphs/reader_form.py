"""Readers of files in GraphDefs, as TensorFlow declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs.node_form import written_by
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.values import dtypes
from tfshim.queue.graph_form import handle, number

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # GraphWriter of engine.graphs.graph_writer

_KINDS = "WholeFileReader IdentityReader TextLineReader FixedLengthRecordReader TFRecordReader".split()
_OPERATIONS = "Read ReadUpTo NumRecordsProduced NumWorkUnitsCompleted Reset SerializeState RestoreState".split()


@written_by(*(f"{kind}V2" for kind in _KINDS))
def _reader(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    reader = node.arguments[0]
    if writer.in_function:
        return None
    made.attr["container"].s = made.attr["shared_name"].s = b""
    if made.op == "TextLineReaderV2":
        made.attr["skip_header_lines"].i = reader._skipped
    elif made.op == "FixedLengthRecordReaderV2":
        for key, value in zip(("record_bytes", "header_bytes", "footer_bytes", "hop_bytes"), reader._sizes):
            made.attr[key].i = value
        made.attr["encoding"].s = reader._encoding.encode()
    elif made.op == "TFRecordReaderV2":
        made.attr["compression_type"].s = (reader._compression or "").encode()
    return []


@written_by(*(f"Reader{name}V2" for name in _OPERATIONS))
def _of_reader(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    before: list[Any] = []
    given = by_name(node._op_def, node.arguments)
    handles = [handle(writer, given[key], before) for key in ("reader", "queue") if key in given]
    if None in handles:
        return None
    made.input.extend(handles)
    if "count" in given:
        made.input.append(number(writer, node, "count", "num_records", dtypes.int64, before))
    if "state" in given:
        made.input.append(writer.reference(given["state"]))
    return before
