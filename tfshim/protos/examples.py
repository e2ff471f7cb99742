"""The protocol messages of examples and clusters: `tf.train.Example`, `tf.train.ClusterDef` and their parts.

Those in which TensorFlow describes its checkpoints and saved models are here too, in a form of our own: types are numbers there, and parts
that are read later are bytes.
"""

import functools

import numpy as np

from tfshim.engine.runtime import messages
from tfshim.engine.runtime.message_files import described
from tfshim.protos._texts import TEXTS

# message -> (field, number, type), as `described` wants them.
_STORED = {
    "Dim": [("size", 1, "int64"), ("name", 2, "string")],
    "StoredShape": [("dim", 2, "*Dim"), ("unknown_rank", 3, "bool")],
    "Versions": [("producer", 1, "int32"), ("min_consumer", 2, "int32"), ("bad_consumers", 3, "*int32")],
    "BundleHeaderProto": [("num_shards", 1, "int32"), ("endianness", 2, "int32"), ("version", 3, "Versions")],
    "Extent": [("start", 1, "int64"), ("length", 2, "has_length|int64")],
    "Slice": [("extent", 1, "*Extent")],
    "BundleEntryProto": [
        ("dtype", 1, "int32"),
        ("shape", 2, "StoredShape"),
        ("shard_id", 3, "int32"),
        ("offset", 4, "int64"),
        ("size", 5, "int64"),
        ("crc32c", 6, "fixed32"),
        ("slices", 7, "*Slice"),
    ],
    "FingerprintDef": [
        ("saved_model_checksum", 1, "uint64"),
        ("graph_def_program_hash", 2, "uint64"),
        ("signature_def_hash", 3, "uint64"),
        ("saved_object_graph_hash", 4, "uint64"),
        ("checkpoint_hash", 5, "uint64"),
        ("version", 6, "Versions"),
        ("uuid", 7, "string"),
    ],
    # Of checkpoints of TensorFlow 1, before its second form of them.
    "SavedSliceMeta": [("name", 1, "string"), ("shape", 2, "StoredShape"), ("type", 3, "int32"), ("slice", 4, "*Slice")],
    "SavedTensorSliceMeta": [("tensor", 1, "*SavedSliceMeta"), ("versions", 2, "Versions")],
    "SavedSlice": [("name", 1, "string"), ("slice", 2, "Slice"), ("data", 3, "bytes")],
    "SavedTensorSlices": [("meta", 1, "SavedTensorSliceMeta"), ("data", 2, "SavedSlice")],
    "SavedModel": [("saved_model_schema_version", 1, "int64"), ("meta_graphs", 2, "*bytes")],
    "KerasObject": [
        ("node_id", 2, "int32"),
        ("node_path", 3, "string"),
        ("identifier", 4, "string"),
        ("metadata", 5, "string"),
        ("version", 6, "Versions"),
    ],
    "KerasMetadata": [("nodes", 1, "*KerasObject")],
    "QueueRunnerDef": [  # its errors are an enum, which is written as numbers
        ("queue_name", 1, "string"),
        ("enqueue_op_name", 2, "*string"),
        ("close_op_name", 3, "string"),
        ("cancel_op_name", 4, "string"),
        ("queue_closed_exception_types", 5, "*int32"),
    ],
}
_FILES = {name: file for file, names in {"feature": messages.FEATURES, "example": messages.EXAMPLES}.items() for name in names}
_FILES |= {"JobDef": "cluster", "ClusterDef": "cluster", "ServerDef": "tensorflow_server"}
NAMES = tuple(_FILES)


@functools.cache
def _pool(packed=True):
    from google.protobuf import descriptor_pool

    pool = descriptor_pool.DescriptorPool()
    pool.Add(described("tfshim/examples.proto", "tensorflow", {**messages.FEATURES, **messages.EXAMPLES}, packed=packed))
    pool.Add(described("tfshim/stored.proto", "tensorflow", _STORED))
    return pool


@functools.cache
def message(name, packed=True):
    """The message class of that name; `packed`: whether it writes lists of numbers in the compact form."""
    if packed and name in _FILES:
        made = getattr(messages.file(_FILES[name]), name)
    else:
        from google.protobuf import message_factory

        made = message_factory.GetMessageClass(_pool(packed).FindMessageTypeByName(f"tensorflow.{name}"))
    made.__doc__ = TEXTS.get(name)
    if name == "Int64List":
        made.__init__ = _with_booleans(made.__init__)
    return made


def _with_booleans(init):
    """The constructor `init` of a list of integers, which takes booleans as well: new versions of protobuf refuse them."""

    def __init__(self, *args, **kwargs):  # noqa: N807 - it becomes the class's own
        try:
            init(self, *args, **kwargs)
        except TypeError:
            if not any(isinstance(x, (bool, np.bool_)) for x in kwargs.get("value", ())):
                raise
            self.Clear()
            init(self, *args, **{**kwargs, "value": [int(x) if isinstance(x, (bool, np.bool_)) else x for x in kwargs["value"]]})

    return __init__


def __getattr__(name):
    if name not in NAMES:
        raise AttributeError(f"module 'tfshim.protos.examples' has no attribute {name!r}")
    made = message(name)
    globals()[name] = made
    return made
