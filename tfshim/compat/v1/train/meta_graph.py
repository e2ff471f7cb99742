"""Graphs with their collections as MetaGraphDef messages: what the `.meta` file beside a checkpoint holds."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train import proto_functions
from tfshim.engine.graph_export.debug_info import debug_info
from tfshim.engine.ops.attr_values import value_of
from tfshim.engine.ops.op_defs import find, op_def_message
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.state import TS
from tfshim.files.places import on_disk
from tfshim.files.replacing import write_beside
from tfshim.io._oserrors import raising_for

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.annotations import Path

_UNBOUND = "$unbound_inputs_"
UNBOUND_COLLECTION = "unbound_inputs"
# The collections whose items are variables in a file.
OF_VARIABLES = frozenset(
    (
        GraphKeys.GLOBAL_VARIABLES,
        GraphKeys.TRAINABLE_VARIABLES,
        GraphKeys.MOVING_AVERAGE_VARIABLES,
        GraphKeys.LOCAL_VARIABLES,
        GraphKeys.MODEL_VARIABLES,
        GraphKeys.METRIC_VARIABLES,
        GraphKeys.GLOBAL_STEP,
        GraphKeys.CONCATENATED_VARIABLES,
    )
)
NO_GRAPH = (
    "Exporting/importing meta graphs is not supported when eager execution is enabled. No graph exists when eager execution is enabled."
)


# ---------------------------------------------------------------------- writing
@tf_export(v1=["train.export_meta_graph"])
def export_meta_graph(
    filename: Path | None = None,
    meta_info_def: Message | None = None,
    graph_def: Message | None = None,
    saver_def: Message | None = None,
    collection_list: Iterable[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    **kwargs: Any,
) -> Message:
    """A graph with its collections as a message, and as a file. Mirrors `tf.compat.v1.train.export_meta_graph`.

    `tf.compat.v1.train.import_meta_graph` reads it. `tf.compat.v1.train.Saver.save` writes one beside each checkpoint.

    Arguments:
        filename: a file that it is written to; None (the default) for none.
        meta_info_def: a MetaInfoDef message with a version and tags; None by default.
        graph_def: a GraphDef in place of the graph's nodes; None by default.
        saver_def: a SaverDef message, the nodes of a Saver; None by default.
        collection_list: the collections that are written; None (the default) for all that can be.
        as_text: True writes a text; False by default.
        graph: the graph; None (the default) for the default one.
        export_scope: a scope, of which alone is written, with names without it; None for all.
        clear_devices: True leaves out the devices of nodes; False by default.
        clear_extraneous_savers: True leaves out the nodes of Savers other than that of `saver_def`; False by default.
        strip_default_attrs: True leaves out attributes that have their default; False by default.
        save_debug_info: True writes a file ".debug" beside it that says where nodes were made; False by default.

    Returns:
        A MetaGraphDef message.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [2])
        ...     made = tf.compat.v1.train.export_meta_graph("graph.meta", collection_list=["variables"])
        ...     print(sorted(made.collection_def), tf.compat.v1.gfile.Exists("graph.meta"))
        ['variables'] True
    """
    if kwargs:
        raise TypeError(f"export_meta_graph() got an unexpected keyword argument {next(iter(kwargs))!r}")
    if TS.graph is None and graph is None:
        raise RuntimeError(NO_GRAPH)
    graph = graph or get_default_graph()
    made = message("MetaGraphDef")()
    if meta_info_def is not None:
        made.meta_info_def.CopyFrom(meta_info_def)
    made.graph_def.CopyFrom(graph.as_graph_def(add_shapes=True) if graph_def is None else graph_def)
    if clear_extraneous_savers:
        _drop_savers(made.graph_def, saver_def, graph)
    if export_scope:
        unbound = _only(made.graph_def, export_scope.rstrip("/"))
        if unbound:
            made.collection_def[UNBOUND_COLLECTION].bytes_list.value.extend(u.encode() for u in unbound)
    for node in made.graph_def.node if clear_devices else ():
        node.device = ""
    if strip_default_attrs:
        for node in made.graph_def.node:
            _strip(node)
        made.meta_info_def.stripped_default_attrs = True
    made.meta_info_def.tensorflow_version = "2.15.1"
    _list_operations(made)
    kept = {n.name for n in made.graph_def.node}
    for key in graph.get_all_collection_keys() if collection_list is None else collection_list:
        _add_collection(made, key, graph.get_collection(key), export_scope, kept)
    if saver_def is not None and saver_def.save_tensor_name:  # a Saver of nothing has no nodes
        made.saver_def.CopyFrom(saver_def)
    if filename:
        path = on_disk(filename)
        with raising_for(path):
            write_beside(path, str(made).encode() if as_text else made.SerializeToString())
        if save_debug_info:
            scope = f"{export_scope.rstrip('/')}/" if export_scope else ""
            about = debug_info(
                ("", graph.get_operation_by_name(scope + n.name)) for n in made.graph_def.node if _is_there(graph, scope + n.name)
            )
            beside = os.path.splitext(on_disk(filename))[0] + ".debug"
            write_beside(beside, str(about).encode() if as_text else about.SerializeToString(deterministic=True))
    return made


def _is_there(graph, name):
    """Whether a node is an operation of the graph, and none that another is written with."""
    return name in graph._by_name


def _within(name, scope):
    return name == scope or name.startswith(scope + "/")


def _stripped(name, scope):
    return name[len(scope) + 1 :] if scope and name.startswith(scope + "/") else name


def _only(graph_def, scope):
    """Leave only what is in the scope in a GraphDef, named without it; the names of inputs from outside."""
    unbound = []
    nodes = [n for n in graph_def.node if _within(n.name, scope)]
    made = []
    for node in nodes:
        copy = type(node)()
        copy.CopyFrom(node)
        copy.name = _stripped(node.name, scope)
        del copy.input[:]
        for text in node.input:
            mark, name = ("^", text[1:]) if text.startswith("^") else ("", text)
            if _within(name.split(":")[0], scope):
                copy.input.append(mark + _stripped(name, scope))
            elif not mark:
                copy.input.append(_UNBOUND + name)
                if _UNBOUND + name not in unbound:
                    unbound.append(_UNBOUND + name)
        if "shared_name" in copy.attr and copy.attr["shared_name"].s:
            copy.attr["shared_name"].s = _stripped(copy.attr["shared_name"].s.decode(), scope).encode()
        made.append(copy)
    del graph_def.node[:]
    graph_def.node.extend(made)
    return unbound


def _drop_savers(graph_def, kept, graph):
    """Take the nodes of Savers out of a GraphDef, except those that `kept` names."""
    scopes = {n.name.rpartition("/")[0] for n in graph_def.node if n.op in ("SaveV2", "RestoreV2")}
    if kept is not None:
        scopes.discard(kept.restore_op_name.rpartition("/")[0])
    nodes = [n for n in graph_def.node if not any(n.name.startswith(s + "/") for s in scopes)]
    del graph_def.node[:]
    graph_def.node.extend(nodes)


def _strip(node):
    definition = find(node.op)
    for name in list(node.attr) if definition is not None else ():
        a = definition.attrs.get(name)
        if a is not None and a.has_default:
            value = value_of(node.attr[name])
            value = value.decode("latin-1") if isinstance(value, bytes) else value
            if value == a.default:
                del node.attr[name]


_CALLS = ("PartitionedCall", "StatefulPartitionedCall")


def ops_used_by_graph_def(graph_def: Message) -> list[str]:
    """The sorted types of the operations of a GraphDef and of the functions that it calls; as in TensorFlow not of branches and loops."""
    functions = {f.signature.name: f.node_def for f in graph_def.library.function}
    found: set[str] = set()
    waiting = [*graph_def.node]
    while waiting:
        node = waiting.pop()
        name = node.attr["f"].func.name if node.op in _CALLS else node.op
        waiting += functions.get(name, ()) if name not in found else ()
        found |= {node.op, name}
    return sorted(found - functions.keys())


def _list_operations(made):
    used = {n.op for n in made.graph_def.node}
    used.update(n.op for f in made.graph_def.library.function for n in f.node_def)
    for name in sorted(used):
        if find(name) is not None:
            made.meta_info_def.stripped_op_list.op.add().CopyFrom(op_def_message(name))


def _in_kept(name, scope, kept):
    name = name.decode() if isinstance(name, bytes) else name
    return isinstance(name, str) and _within(name.split(":")[0], scope) and _stripped(name.split(":")[0], scope) in kept


def _add_collection(made, key, values, scope, kept):
    scope = scope.rstrip("/") if scope else scope
    if scope and key not in proto_functions.registered:  # whose functions know what is below a scope
        values = [v for v in values if isinstance(v, (int, float, bytes)) or _in_kept(getattr(v, "name", v), scope, kept)]
    if not values or not isinstance(key, str) or key.startswith("__"):
        return
    # Filled apart: a collection that cannot be written whole is left out, not half.
    collection = type(made)().collection_def[key]
    first = values[0]
    try:
        messages_of_items = proto_functions.written(key, values, scope)
        if messages_of_items is not None:
            collection.bytes_list.value.extend(messages_of_items)
        elif key in OF_VARIABLES or key == GraphKeys.QUEUE_RUNNERS:
            collection.bytes_list.value.extend(v.to_proto(export_scope=scope).SerializeToString() for v in values)
        elif isinstance(first, (str, bytes)):
            collection.bytes_list.value.extend(v.encode() if isinstance(v, str) else v for v in values)
        elif isinstance(first, int):
            collection.int64_list.value.extend(values)
        elif isinstance(first, float):
            collection.float_list.value.extend(values)
        elif key == GraphKeys.SAVERS:
            collection.bytes_list.value.extend(v.to_proto(export_scope=scope).SerializeToString() for v in values)
        else:
            collection.node_list.value.extend(_stripped(v.name, scope) for v in values)
    except (AttributeError, TypeError, NotImplementedError) as e:
        logging.warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the items don't match field type in "
            "CollectionDef. Note this is a warning and probably safe to ignore.\n%s",
            key,
            e,
        )
        return
    made.collection_def[key].CopyFrom(collection)


# ---------------------------------------------------------------------- reading
def read_meta_graph_file(filename: Path) -> Message:
    """The MetaGraphDef of a file, binary or text. Raises OSError for a file that is not there or is none."""
    path = on_disk(filename)
    if not os.path.exists(path):
        raise OSError(f"File does not exist. Received: {path}.")
    with raising_for(path), open(path, "rb") as f:
        data = f.read()
    made = message("MetaGraphDef")()
    try:
        made.ParseFromString(data)
        return made
    except DecodeError:
        # What was parsed before the error would mix with the text.
        made.Clear()
    text_format = messages.text_format()
    try:
        text_format.Merge(data.decode(), made)
    except (text_format.ParseError, UnicodeDecodeError) as e:
        raise OSError(f"Cannot parse file {path}: {e}.") from None
    return made


__all__ = ["export_meta_graph", "read_meta_graph_file"]
