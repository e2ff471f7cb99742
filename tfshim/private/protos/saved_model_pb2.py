"""Replaces `tensorflow.core.protobuf.saved_model_pb2`: the message that is the file `saved_model.pb`."""

from google.protobuf import descriptor_pool
from tensorboard.compat.proto import meta_graph_pb2

from tfshim.private.protos.built import built, message

_REPLACES = "tensorflow.core.protobuf.saved_model_pb2"
__all__ = ["DESCRIPTOR", "SavedModel"]

DESCRIPTOR = built(
    "tfshim/core/saved_model.proto",
    "tfshim.core",
    {
        "SavedModel": [
            ("saved_model_schema_version", 1, "int64"),
            ("meta_graphs", 2, f"*.{meta_graph_pb2.MetaGraphDef.DESCRIPTOR.full_name}"),
        ]
    },
    pool=descriptor_pool.Default(),
    needs=[meta_graph_pb2.DESCRIPTOR.name],
)
SavedModel = message(DESCRIPTOR, "SavedModel")
