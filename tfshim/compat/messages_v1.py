"""What of `tf.compat.v1` needs no TensorFlow 1 mode: protocol messages, files of records, errors.

It stands for `tf.compat.v1` as long as there is no such package.
"""

import importlib
from types import SimpleNamespace

from tfshim import errors
from tfshim.io import TFRecordOptions, TFRecordWriter, gfile
from tfshim.io.tf_record import RecordReader, TFRecordCompressionType, tf_record_iterator
from tfshim.tensor_protos import make_tensor_proto

__all__ = ["errors", "gfile", "io", "make_tensor_proto", "python_io", "train"]

# TensorBoard has these messages, under the same names and field by field the same.
_MESSAGES = {
    "event": "Event LogMessage SessionLog TaggedRunMetadata",
    "summary": "HistogramProto Summary SummaryDescription SummaryMetadata",
    "graph": "GraphDef",
    "node_def": "NodeDef",
    "attr_value": "AttrValue NameAttrList",
    "tensor": "TensorProto",
    "meta_graph": "MetaGraphDef TensorInfo",
    "config": "ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions",
}
_WHERE = {name: module for module, names in _MESSAGES.items() for name in names.split()}

io = python_io = SimpleNamespace(
    TFRecordCompressionType=TFRecordCompressionType,
    TFRecordOptions=TFRecordOptions,
    TFRecordWriter=TFRecordWriter,
    gfile=gfile,
    tf_record_iterator=tf_record_iterator,
)


def _summary_iterator(path):
    """Yields the Event messages of the event file `path`; mirrors `tf.compat.v1.train.summary_iterator`."""
    event = _message("Event")
    for record in RecordReader(path):
        yield event.FromString(record)


train = SimpleNamespace(summary_iterator=_summary_iterator)


def _message(name):
    return getattr(importlib.import_module(f"tensorboard.compat.proto.{_WHERE[name]}_pb2"), name)


def __getattr__(name):
    if name not in _WHERE:
        raise AttributeError(
            f"tf.compat.v1.{name} is not part of tfshim yet: TensorFlow 1's graphs and sessions are still to come."
        )
    globals()[name] = _message(name)
    return globals()[name]
