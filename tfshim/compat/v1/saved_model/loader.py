"""`tf.compat.v1.saved_model.loader`: saved models into sessions."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.saved_model import constants
from tfshim.compat.v1.saved_model.files import read_graphs
from tfshim.compat.v1.train.meta_graph_import import import_with_elements
from tfshim.compat.v1.train.saver import Saver
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.files.places import on_disk
from tfshim.saved_model import contains_saved_model
from tfshim.saved_model.asset import asset_defs, asset_file
from tfshim.train import _files

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(
    v1=["saved_model.contains_saved_model", "saved_model.maybe_saved_model_directory", "saved_model.loader.maybe_saved_model_directory"]
)
def maybe_saved_model_directory(export_dir: Path) -> bool:
    """Whether a directory holds a saved model. Mirrors `tf.compat.v1.saved_model.contains_saved_model` and
    `tf.compat.v1.saved_model.maybe_saved_model_directory`.

    It looks for a file of graphs, `saved_model.pb` or `saved_model.pbtxt`, and does not read it. Programs that are given the path of a
    model or of a checkpoint find out so which of the two it is.

    Arguments:
        export_dir: the directory, a str or path.

    Returns:
        A bool; False where there is no such directory.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None])
        ...     tf.compat.v1.saved_model.simple_save(sess, "./model", {"x": x}, {"y": x + 1.0})
        >>> tf.compat.v1.saved_model.contains_saved_model("./model"), tf.compat.v1.saved_model.contains_saved_model("./other")
        (True, False)
    """
    return contains_saved_model(export_dir)


@tf_export(v1=["saved_model.load", "saved_model.loader.load"])
def load(sess: BaseSession, tags: str | Iterable[str], export_dir: Path, import_scope: str | None = None, **saver_kwargs: Any) -> Message:
    """Loads a saved model into the graph of a session. Mirrors `tf.compat.v1.saved_model.load` and `tf.compat.v1.saved_model.loader.load`.

    The graph is added, its variables get their values in the session, and its main operation is run. For new programs there is
    `tf.saved_model.load`, which gives an object.

    Arguments:
        sess: the session.
        tags: the tags of the graph, a list of str; all of them, and no others.
        export_dir: the directory.
        import_scope: a scope that names are put below; None (the default) for none.
        saver_kwargs: further arguments of `tf.compat.v1.train.import_meta_graph`.

    Returns:
        The MetaGraphDef message, whose `signature_def` tells what to feed and to fetch.

    Raises:
        RuntimeError: no graph has these tags.
        OSError: there is no saved model.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None])
        ...     y = x * tf.compat.v1.get_variable("w", initializer=3.0)
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     tf.compat.v1.saved_model.simple_save(sess, "./model", {"x": x}, {"y": y})
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     signature = tf.compat.v1.saved_model.load(sess, ["serve"], "./model").signature_def["serving_default"]
        ...     print(sess.run(signature.outputs["y"].name, {signature.inputs["x"].name: [2.0]}))
        [6.]
    """
    export_dir = on_disk(export_dir)
    graphs, wanted = read_graphs(export_dir), {tags} if isinstance(tags, str) else set(tags)
    meta = next((g for g in graphs if set(g.meta_info_def.tags) == wanted), None)
    if meta is None:
        raise RuntimeError(
            f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in SavedModel, with available tags "
            f"'{[set(g.meta_info_def.tags) for g in graphs]}'. To inspect available tag-sets in the SavedModel, please use the SavedModel "
            "CLI: `saved_model_cli`."
        )
    with sess.graph.as_default():
        names, restored = _saved_names(meta), _restored_by_nodes(meta)
        plain = meta if names is None and not restored else _without_saver(meta, not restored)
        saver, _ = import_with_elements(plain, import_scope=import_scope, **saver_kwargs)
        if names is not None and saver is not None:
            prefix = f"{import_scope}/" if import_scope else ""
            found = {v.op.name.removeprefix(prefix): v for v in sess.graph.get_collection(GraphKeys.GLOBAL_VARIABLES)}
            saver = Saver({name: found[name] for name in names if name in found})
        if restored:
            _run_restore(sess, meta, export_dir, import_scope)
        elif saver is not None:
            saver.restore(sess, os.path.join(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME))
        else:
            logging.info("The specified SavedModel has no variables; no checkpoints were restored.")
        _run_main_op(sess, meta, export_dir, import_scope)
    return meta


_TABLES = frozenset(["LookupTableImport", "LookupTableImportV2"])
# Operations of TensorFlow's savers that write several files, which ours never do.
_SHARDED = frozenset(["MergeV2Checkpoints", "ShardedFilename"])


def _saved_names(meta):
    """The names of what is saved where TensorFlow's nodes would read several files; None where there are no such nodes."""
    if not meta.HasField("saver_def") or not any(n.op in _SHARDED for n in meta.graph_def.node):
        return None
    nodes, names = {n.name: n for n in meta.graph_def.node}, []
    for node in meta.graph_def.node:
        if node.op == "RestoreV2" and node.name.startswith(_saver_scope(meta)):
            names += [n.decode() for n in nodes[node.input[1]].attr["value"].tensor.string_val]
    return names


def _saver_scope(meta):
    return meta.saver_def.restore_op_name.rpartition("/")[0] + "/"


def _restored_by_nodes(meta):
    """Whether nodes restore more than a Saver does: by a call of a function, as in what TensorFlow 2 saves, or tables too."""
    name = meta.saver_def.restore_op_name if meta.HasField("saver_def") else ""
    return any(
        n.name == name and n.op.endswith("PartitionedCall") or name and n.op in _TABLES and n.name.startswith(_saver_scope(meta))
        for n in meta.graph_def.node
    )


def _run_restore(session, meta, export_dir, scope):
    """Run the node that restores the values."""
    prefix = f"{scope}/" if scope else ""
    operation = session.graph.get_operation_by_name(prefix + meta.saver_def.restore_op_name)
    _check_start(operation, export_dir)
    path = os.path.join(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    if _files.exists(path):
        session.run(operation, {prefix + meta.saver_def.filename_tensor_name: path})


def _without_saver(meta, nodes=True):
    """A copy of `meta` without its saver, and without the nodes that belong to it."""
    made = type(meta)()
    made.CopyFrom(meta)
    made.ClearField("saver_def")
    if not nodes:
        return made
    kept = [n for n in meta.graph_def.node if not n.name.startswith(_saver_scope(meta))]
    del made.graph_def.node[:]
    made.graph_def.node.extend(kept)
    return made


def _run_main_op(session, meta, export_dir, scope):
    """Run the operation that a graph has for its start, with the files that belong to it."""
    prefix = f"{scope}/" if scope else ""
    # Names in the graph are below the import's scope, and what runs is fed by name.
    files = {prefix + a.tensor_info.name: asset_file(export_dir, a.filename) for a in asset_defs(meta)}
    # Models older than MAIN_OP_KEY name the operation under the second key.
    for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
        if key in meta.collection_def:
            name = meta.collection_def[key].node_list.value
            if name:
                operation = session.graph.get_operation_by_name(prefix + name[0])
                _check_start(operation, export_dir)
                session.run(operation, feed_dict=files)
                return


def _check_start(operation, export_dir):
    """Raise PermissionDeniedError where the operation would do more than make variables and tables ready."""
    waiting, seen = [operation], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        reached = getattr(node._op_def, "outside", None) or getattr(REGISTRY.get(node.type), "outside", None)
        if reached and node.type != "RestoreV2":
            raise errors.PermissionDeniedError(
                None,
                None,
                f"Loading {export_dir} would run its operation '{operation.name}', and with it '{node.name}' ({node.type}), "
                f"which reaches {reached}. Loading a model only makes its variables and tables ready. If you trust it, add its graph with "
                "tf.compat.v1.train.import_meta_graph and run the operation yourself.",
            )
        waiting += [t.op for t in node.inputs] + list(node.control_inputs)
        for inner in nest.flatten(node.arguments):
            waiting += getattr(inner, "_operations", ())
