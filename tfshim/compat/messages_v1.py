"""The protocol messages of `tf.compat.v1`."""

from __future__ import annotations

from typing import Any

from tfshim.compat._message_texts import TEXTS
from tfshim.engine.runtime import messages

_MESSAGES = {
    "event": "Event LogMessage SessionLog TaggedRunMetadata",
    "summary": "Summary SummaryDescription SummaryMetadata",
    "histogram": "HistogramProto",
    "graph": "GraphDef",
    "node_def": "NodeDef",
    "attr_value": "AttrValue NameAttrList",
    "tensor": "TensorProto",
    "meta_graph": "MetaGraphDef TensorInfo",
    "config": "ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions",
    "saver": "SaverDef",
    "variable": "VariableDef SaveSliceInfoDef",
    "op_def": "OpDef OpList",
    "cluster": "ClusterDef",
}
_WHERE = {name: module for module, names in _MESSAGES.items() for name in names.split()}
NAMES = frozenset(_WHERE)
# TensorFlow 1 has these in its namespaces, or nowhere, but not at the top.
BELOW = frozenset("ClusterDef OpDef OpList SaveSliceInfoDef SaverDef SummaryDescription TaggedRunMetadata TensorProto VariableDef".split())


def message(name: str) -> type[Any]:
    """The class of the message `name`. Raises KeyError for what is no message."""
    made = getattr(messages.file(_WHERE[name]), name)
    if name in TEXTS:
        made.__doc__ = TEXTS[name]
    return made
