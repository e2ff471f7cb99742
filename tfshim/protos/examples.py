"""The protocol messages of examples and clusters: `tf.train.Example`, `tf.train.ClusterDef` and their parts.

Those in which TensorFlow describes its checkpoints and saved models are here too. They are built at run time from a
description of their fields, in a pool of their own, so that they meet no other library's messages of the same names.
"""

import functools

import numpy as np

# message -> (field, number, type); a leading "*" repeats it, "key>message" is a map, "|" puts it in the group `kind`.
_EXAMPLE = {
    "BytesList": [("value", 1, "*bytes")],
    "FloatList": [("value", 1, "*float")],
    "Int64List": [("value", 1, "*int64")],
    "Feature": [("bytes_list", 1, "|BytesList"), ("float_list", 2, "|FloatList"), ("int64_list", 3, "|Int64List")],
    "Features": [("feature", 1, "string>Feature")],
    "FeatureList": [("feature", 1, "*Feature")],
    "FeatureLists": [("feature_list", 1, "string>FeatureList")],
    "Example": [("features", 1, "Features")],
    "SequenceExample": [("context", 1, "Features"), ("feature_lists", 2, "FeatureLists")],
}
_CLUSTER = {
    "JobDef": [("name", 1, "string"), ("tasks", 2, "int32>string")],
    "ClusterDef": [("job", 1, "*JobDef")],
}
_STORED = {
    "Dim": [("size", 1, "int64"), ("name", 2, "string")],
    "StoredShape": [("dim", 2, "*Dim"), ("unknown_rank", 3, "bool")],
    "Versions": [("producer", 1, "int32"), ("min_consumer", 2, "int32"), ("bad_consumers", 3, "*int32")],
    "BundleHeaderProto": [("num_shards", 1, "int32"), ("endianness", 2, "int32"), ("version", 3, "Versions")],
    "Extent": [("start", 1, "int64"), ("length", 2, "|int64")],
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
NAMES = (*_EXAMPLE, *_CLUSTER, "ServerDef")


@functools.cache
def _pool(packed=True):
    from google.protobuf import descriptor_pb2, descriptor_pool

    pool = descriptor_pool.DescriptorPool()
    for filename, messages in (
        ("tensorflow/core/example/example.proto", _EXAMPLE),
        ("tensorflow/core/protobuf/cluster.proto", _CLUSTER),
        ("tfshim/stored.proto", _STORED),
    ):
        file = descriptor_pb2.FileDescriptorProto(name=filename, package="tensorflow", syntax="proto3")
        for name, fields in messages.items():
            message = file.message_type.add(name=name)
            for field in fields:
                _add_field(message, name, *field)
                if not packed and field[2] in ("*float", "*int64"):
                    message.field[-1].options.packed = False
        pool.Add(file)
    return pool


def _type_of(field, kind):
    """Set the type of a field: a plain one by its name, else a message of this package."""
    plain = getattr(type(field), "TYPE_" + kind.upper(), None)
    if plain is not None:
        field.type = plain
    else:
        field.type = type(field).TYPE_MESSAGE
        field.type_name = f".tensorflow.{kind}"


def _add_field(message, owner, name, number, kind):
    field = message.field.add(name=name, number=number, label=1)
    if ">" in kind:
        key, value = kind.split(">")
        entry = message.nested_type.add(name="".join(part.capitalize() for part in name.split("_")) + "Entry")
        entry.options.map_entry = True
        _type_of(entry.field.add(name="key", number=1, label=1), key)
        _type_of(entry.field.add(name="value", number=2, label=1), value)
        field.label, field.type, field.type_name = 3, type(field).TYPE_MESSAGE, f".tensorflow.{owner}.{entry.name}"
        return
    if kind.startswith("*"):
        field.label = 3
    if kind.startswith("|"):
        if not message.oneof_decl:
            message.oneof_decl.add(name="kind")
        field.oneof_index = 0
    _type_of(field, kind.lstrip("*|"))


@functools.cache
def message(name, packed=True):
    """The message class of that name; `packed`: whether it writes lists of numbers in the compact form."""
    if name == "ServerDef":
        return _server_def()
    from google.protobuf import message_factory

    made = message_factory.GetMessageClass(_pool(packed).FindMessageTypeByName(f"tensorflow.{name}"))
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


def _server_def():
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    from tensorboard.compat.proto import cluster_pb2, config_pb2  # noqa: F401 - the messages it refers to

    default = descriptor_pool.Default()
    file = descriptor_pb2.FileDescriptorProto(name="tfshim/server.proto", package="tfshim", syntax="proto3")
    file.dependency.extend([cluster_pb2.DESCRIPTOR.name, config_pb2.DESCRIPTOR.name])
    server = file.message_type.add(name="ServerDef")
    cluster, config = cluster_pb2.ClusterDef.DESCRIPTOR.full_name, config_pb2.ConfigProto.DESCRIPTOR.full_name
    for field, number, kind, type_name in (
        ("cluster", 1, 11, "." + cluster), ("job_name", 2, 9, None), ("task_index", 3, 5, None),
        ("default_session_config", 4, 11, "." + config), ("protocol", 5, 9, None), ("port", 6, 5, None),
    ):  # fmt: skip
        made = server.field.add(name=field, number=number, label=1, type=kind)
        if type_name:
            made.type_name = type_name
    default.Add(file)
    return message_factory.GetMessageClass(default.FindMessageTypeByName("tfshim.ServerDef"))


def __getattr__(name):
    if name not in NAMES:
        raise AttributeError(f"module 'tfshim.protos.examples' has no attribute {name!r}")
    made = message(name)
    globals()[name] = made
    return made
