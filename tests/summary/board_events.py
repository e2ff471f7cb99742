"""What the event files below a folder hold, in a form that can be recorded and compared: without times and names of machines."""

import json
import os
import re

import numpy as np
from google.protobuf.json_format import MessageToDict
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
from tensorboard.compat.proto import config_pb2, event_pb2, graph_pb2
from tensorboard.plugins.hparams import plugin_data_pb2
from tensorboard.util import tensor_util

# The functions of loops and branches are numbered by what was traced before.
_NUMBERED = re.compile(r"_\d+$")


def _number(x):
    return float(f"{x:.6g}")


def _numbers(array, plugin):
    if plugin == "histograms":  # of weights after a training: a last digit decides between two buckets
        return [list(array.shape), *map(_number, (array[0, 0], array[-1, 1], float(array[:, 2].sum())))]
    flat = [_number(float(x)) for x in array.reshape(-1)[:60]]
    return [list(array.shape), flat, _number(float(np.sum(array.astype("float64"))))]


def _value(value):
    kind = value.WhichOneof("value")
    if kind == "simple_value":
        return _number(value.simple_value)
    if kind == "histo":
        return [_number(x) for x in (value.histo.min, value.histo.max, value.histo.num, value.histo.sum)]
    if kind in ("image", "audio"):
        return [[f.name, v] for f, v in getattr(value, kind).ListFields() if not isinstance(v, bytes)]
    if kind != "tensor":
        return kind
    array = tensor_util.make_ndarray(value.tensor)
    if array.dtype != object:
        return _numbers(array, value.metadata.plugin_data.plugin_name)
    return [list(array.shape), [_text(x) for x in array.reshape(-1)]]


def _text(data):
    if data.startswith((b"\x89PNG", b"RIFF")):  # encoders differ
        return data[:4].decode("latin-1")
    return data.decode() if len(data) < 200 or data.startswith(b"{") else data.hex()[:200]


def _metadata(metadata):
    plugin = metadata.plugin_data
    content = plugin.content.hex()
    if plugin.plugin_name == "hparams":
        told = MessageToDict(plugin_data_pb2.HParamsPluginData.FromString(plugin.content))
        for part in told.values():
            if isinstance(part, dict):
                part.pop("startTimeSecs", None), part.pop("endTimeSecs", None)
        content = json.dumps(told, sort_keys=True)
    return [plugin.plugin_name, content, metadata.display_name, metadata.summary_description, metadata.data_class]


def _graph(message):
    nodes = [[n.name, n.op, _inputs(n), _shapes(n.attr)] for n in message.node]
    for f in message.library.function:
        nodes += [[f"{_NUMBERED.sub('', f.signature.name)}/{n.name}", n.op, len(n.input)] for n in f.node_def]
    return nodes, len(message.library.function)


def _inputs(node):
    """The inputs of a node, those for control in the order of their names."""
    return [n for n in node.input if not n.startswith("^")] + sorted(n for n in node.input if n.startswith("^"))


def _shapes(attr):
    """What a node says of the shapes of its outputs, and of the loop that it is."""
    shapes = [[d.size for d in s.dim] for s in attr["_output_shapes"].list.shape] if "_output_shapes" in attr else None
    return [shapes, attr["parallel_iterations"].i] if "parallel_iterations" in attr else shapes


def _event(event):
    what = event.WhichOneof("what")
    if what == "graph_def":
        yield ["graph", sorted(_graph(graph_pb2.GraphDef.FromString(event.graph_def))[0])]
    elif what != "summary":
        yield [what, event.step]
    for value in event.summary.value:
        plugin = value.metadata.plugin_data.plugin_name
        if plugin == "graph_run_metadata_graph":
            graphs = config_pb2.RunMetadata.FromString(value.tensor.string_val[0]).function_graphs
            # The last one: before it those of single operations may stand, which the program ran.
            nodes, functions = _graph(graphs[-1].pre_optimization_graph)
            yield [value.tag, plugin, event.step, sorted([n[:2] for n in nodes]), functions]
        else:
            yield [value.tag, event.step, *_metadata(value.metadata), _value(value)]


def told(root):
    """{folder: what the events in it are}; files of one folder in the order in which they were begun."""
    found = {}
    for folder, _, files in os.walk(root):
        for file in sorted(f for f in files if "tfevents" in f and not f.endswith(".profile-empty")):
            events = RawEventFileLoader(os.path.join(folder, file)).Load()
            listed = [e for raw in events for e in _event(event_pb2.Event.FromString(raw))]
            found.setdefault(os.path.relpath(folder, root), []).extend(json.loads(json.dumps(listed)))
    return found
