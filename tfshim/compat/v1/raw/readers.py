"""Readers of files by their handles."""

import torch

from tfshim.compat.v1.graphs import file_readers, readers
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.io.tf_record import TFRecordOptions
from tfshim.queue.base import QueueBase
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import handle, opened, resource


def _text(x):
    return x.decode() if isinstance(x, bytes) else x


def _alone(kind, **attributes):
    """A reader of a class that belongs to no graph, with a place of its own."""
    made = object.__new__(kind)
    made.__dict__.update(attributes, _own_place=readers._Place())
    return made


def _making(kind, make, *, older=True):
    """The two ages of an operation that makes a reader: `make` has the names of the attributes."""
    for op_type, ref in ((kind, True), (f"{kind}V2", False)):
        if ref and not older:
            continue
        raw_op(op_type)(make(op_type, ref))


def _whole(op_type, ref):
    def form(container, shared_name):
        return resource(op_type, lambda: _alone(file_readers.WholeFileReader), container, shared_name, ref=ref)

    return form


def _identity(op_type, ref):
    def form(container, shared_name):
        return resource(op_type, lambda: _alone(file_readers.IdentityReader), container, shared_name, ref=ref)

    return form


def _lines(op_type, ref):
    def form(skip_header_lines, container, shared_name):
        def make():
            return _alone(file_readers.TextLineReader, _skipped=skip_header_lines)

        return resource(op_type, make, container, shared_name, ref=ref, attributes=skip_header_lines)

    return form


def _records(op_type, ref):
    def form(container, shared_name, compression_type):
        kind = _text(compression_type)
        if kind not in ("", "ZLIB", "GZIP"):
            raise invalid(f"Unsupported compression type {kind!r}; use ZLIB, GZIP or an empty string.")

        def make():
            return _alone(file_readers.TFRecordReader, _compression=TFRecordOptions.get_compression_type_string(kind))

        return resource(op_type, make, container, shared_name, ref=ref, attributes=kind)

    return form


def _pieces(op_type, ref):
    def form(header_bytes, record_bytes, footer_bytes, hop_bytes, container, shared_name, encoding=""):
        if record_bytes <= 0:
            raise invalid("record_bytes must be > 0")
        for name, size in (("header_bytes", header_bytes), ("footer_bytes", footer_bytes), ("hop_bytes", hop_bytes)):
            if size < 0:
                raise invalid(f"{name} must be >= 0")
        sizes = record_bytes, header_bytes, footer_bytes, hop_bytes or record_bytes

        def make():
            return _alone(file_readers.FixedLengthRecordReader, _sizes=sizes, _encoding=file_readers.compression_of(_text(encoding)))

        return resource(op_type, make, container, shared_name, ref=ref, attributes=(sizes, encoding))

    return form


_making("WholeFileReader", _whole)
_making("IdentityReader", _identity)
_making("TextLineReader", _lines, older=False)
_making("TFRecordReader", _records, older=False)
_making("FixedLengthRecordReader", _pieces, older=False)


# ---------------------------------------------------------------------- what is done with them
def _reader(storage):
    return opened(storage, readers.ReaderBase, "a reader")


def _queue(storage):
    return opened(storage, QueueBase, "a queue")


@raw_op("ReaderRead", "ReaderReadV2")
def _read(reader_handle, queue_handle):
    def kernel(reader, queue):
        return readers.one_record(_reader(reader), _queue(queue))

    return computed("ReaderReadV2", kernel, [handle(reader_handle), handle(queue_handle)], [(dt.string, [])] * 2, stateful=True)


@raw_op("ReaderReadUpTo", "ReaderReadUpToV2")
def _read_up_to(reader_handle, queue_handle, num_records):
    def kernel(reader, queue, count):
        return readers.some_records(_reader(reader), _queue(queue), int(count))

    given = [handle(reader_handle), handle(queue_handle), num_records]
    return computed("ReaderReadUpToV2", kernel, given, [(dt.string, [None])] * 2, stateful=True)


def _number(kind, attribute):
    def form(reader_handle):
        def kernel(storage):
            with readers._ReaderLock(_reader(storage)) as place:
                return [torch.tensor(getattr(place, attribute), dtype=torch.int64)]

        return computed(kind, kernel, [handle(reader_handle)], [(dt.int64, [])], stateful=True)

    raw_op(kind, f"{kind}V2")(form)


_number("ReaderNumRecordsProduced", "produced")
_number("ReaderNumWorkUnitsCompleted", "finished")


@raw_op("ReaderReset", "ReaderResetV2")
def _reset(reader_handle):
    def kernel(storage):
        with readers._ReaderLock(_reader(storage)) as place:
            place.restart()
        return []

    return computed("ReaderResetV2", kernel, [handle(reader_handle)], [], stateful=True)


@raw_op("ReaderSerializeState", "ReaderSerializeStateV2")
def _serialize(reader_handle):
    return computed(
        "ReaderSerializeStateV2",
        lambda s: [as_object(readers.state_of(_reader(s)))],
        [handle(reader_handle)],
        [(dt.string, [])],
        stateful=True,
    )


@raw_op("ReaderRestoreState", "ReaderRestoreStateV2")
def _restore(reader_handle, state):
    def kernel(storage, state):
        if not readers.restored(_reader(storage), state.item()):
            raise invalid(f"Could not parse state for {type(_reader(storage)).__name__}: {state.item()!r}")
        return []

    return computed("ReaderRestoreStateV2", kernel, [handle(reader_handle), state], [], stateful=True)
