"""MetaGraphDefs put into a graph: `tf.compat.v1.train.import_meta_graph`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train import proto_functions
from tfshim.compat.v1.train.meta_graph import NO_GRAPH, OF_VARIABLES, UNBOUND_COLLECTION, read_meta_graph_file
from tfshim.compat.v1.train.queue_runner import QueueRunner
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.saver_nodes import name_under
from tfshim.engine.graphs.graph_variable import variable_from
from tfshim.engine.runtime.state import TS
from tfshim.graph import import_graph_def
from tfshim.protos.examples import message as stored_message

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["train.import_meta_graph"])
def import_meta_graph(
    meta_graph_or_file: Message | Path, clear_devices: bool = False, import_scope: str | None = None, **kwargs: Any
) -> Saver | None:
    """Adds a graph with its collections to the default graph. Mirrors `tf.compat.v1.train.import_meta_graph`.

    Variables are variables again, queue runners are in their collection, and the Saver restores the checkpoint that the file stands beside:
    so a training goes on, or a model predicts, without the program that made it.

    Arguments:
        meta_graph_or_file: a MetaGraphDef message, or the path of a file with one, which ends with ".meta" as a rule.
        clear_devices: True leaves out the devices of nodes; False by default.
        import_scope: a scope that names are put below; None (the default) for none.
        kwargs: further arguments of `tf.compat.v1.import_graph_def`, such as `input_map`, and `return_elements`.

    Returns:
        A `tf.compat.v1.train.Saver` for the variables; None where there are none.

    Raises:
        RuntimeError: eager execution is on.
        OSError: there is no such file, or it holds something else.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     saver = tf.compat.v1.train.import_meta_graph(prefix + ".meta")
        ...     saver.restore(sess, prefix)
        ...     print([(v.name, float(sess.run(v))) for v in tf.compat.v1.global_variables()])
        [('w:0', 3.0)]
    """
    return import_with_elements(meta_graph_or_file, clear_devices, import_scope, **kwargs)[0]


def import_with_elements(
    meta_graph_or_file: Message | Path,
    clear_devices: bool = False,
    import_scope: str | None = None,
    return_elements: Sequence[str] | None = None,
    input_map: Mapping[str, Any] | None = None,
    unbound_inputs_col_name: str = UNBOUND_COLLECTION,
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
) -> tuple[Saver | None, list[Any] | None]:
    """The same; (Saver or None, the elements of the graph that `return_elements` names)."""
    if TS.graph is None:
        raise RuntimeError(NO_GRAPH)
    given = meta_graph_or_file
    meta = given if hasattr(given, "graph_def") else read_meta_graph_file(given)
    graph = get_default_graph()
    unbound = (
        [v.decode() for v in meta.collection_def[unbound_inputs_col_name].bytes_list.value]
        if unbound_inputs_col_name in meta.collection_def
        else []
    )
    missing = [u for u in unbound if u not in (input_map or {})]
    if missing:
        raise ValueError(f"Graph contains unbound inputs: {', '.join(missing)}. Must provide these inputs through input_map.")
    # Clearing devices must not change the message of the caller.
    nodes = type(meta.graph_def)()
    nodes.CopyFrom(meta.graph_def)
    for node in nodes.node if clear_devices else ():
        node.device = ""
    scope = import_scope.rstrip("/") if import_scope else ""
    if scope:
        scope = graph._enter_scope(scope, TS.name_scope).rstrip("/")
    elements = import_graph_def(nodes, input_map=input_map, return_elements=return_elements, name=scope + "/" if scope else "")
    prefix = scope or TS.name_scope.rstrip("/")
    for key, held in meta.collection_def.items():
        if key != unbound_inputs_col_name and restore_collections_predicate(key):
            _restore_collection(graph, key, held, prefix)
    if meta.HasField("saver_def"):
        return Saver(saver_def=meta.saver_def, name=prefix), elements
    if graph.get_collection(GraphKeys.GLOBAL_VARIABLES, prefix or None):
        return Saver(), elements
    logging.info("Saver not created because there are no variables in the graph to restore")
    return None, elements


def _restore_collection(graph, key, held, scope):
    kind = held.WhichOneof("kind")
    if kind is None:
        logging.error("Cannot identify data type for collection %s. Skipping.", key)
        return
    values = getattr(held, kind).value
    try:
        _add_restored(graph, key, kind, values, scope)
    except DecodeError as e:
        raise ValueError(f"The collection {key} is damaged: {e}.") from None


def _add_restored(graph, key, kind, values, scope):
    items = proto_functions.read(key, values, scope) if kind == "bytes_list" else None
    if items is not None:
        for item in items:
            graph.add_to_collection(key, item)
    elif kind == "node_list":
        for value in values:
            graph.add_to_collection(key, graph.as_graph_element(name_under(scope, value)))
    elif kind == "bytes_list" and key in OF_VARIABLES:
        definition = message("VariableDef")
        for value in values:
            graph.add_to_collection(key, variable_from(graph, definition.FromString(value), scope))
    elif kind == "bytes_list" and key == GraphKeys.QUEUE_RUNNERS:
        definition = stored_message("QueueRunnerDef")
        for value in values:
            graph.add_to_collection(key, QueueRunner.from_proto(definition.FromString(value), scope))
    elif kind == "bytes_list" and key == GraphKeys.SAVERS:
        for value in values:
            graph.add_to_collection(key, Saver.from_proto(message("SaverDef").FromString(value), scope))
    elif kind == "bytes_list":
        for value in values:
            graph.add_to_collection(key, name_under(scope, value.decode()) if scope else value)
    else:
        for value in values:
            if kind != "int64_list" and scope:
                logging.warning("Expected binary or unicode string, got %s", value)
            graph.add_to_collection(key, int(value) if kind == "int64_list" else value)


__all__ = ["import_meta_graph", "import_with_elements"]
