"""Replaces `tensorflow.python.tools.freeze_graph`: a graph with the values of a checkpoint in the place of its variables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from google.protobuf import text_format

import tfshim as tf

_REPLACES = "tensorflow.python.tools.freeze_graph"

v1 = tf.compat.v1


def freeze_graph_with_def_protos(
    input_graph_def: Any,
    input_saver_def: Any,
    input_checkpoint: str | None,
    output_node_names: str,
    restore_op_name: str | None,
    filename_tensor_name: str | None,
    output_graph: str,
    clear_devices: bool,
    initializer_nodes: str,
    variable_names_whitelist: str = "",
    variable_names_denylist: str = "",
    input_meta_graph_def: Any = None,
    input_saved_model_dir: str | None = None,
    saved_model_tags: Sequence[str] | None = None,
    checkpoint_version: int = 2,
) -> Any:
    """As `freeze_graph`, with the messages in place of their files."""
    if not input_saved_model_dir and not v1.train.checkpoint_exists(input_checkpoint):
        raise ValueError(f"Input checkpoint '{input_checkpoint}' doesn't exist!")
    if not output_node_names:
        raise ValueError("You need to supply the name of a node to --output_node_names.")
    listed = [names.replace(" ", "").split(",") if names else None for names in (variable_names_whitelist, variable_names_denylist)]
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        if input_saved_model_dir:
            v1.saved_model.loader.load(session, saved_model_tags or ["serve"], input_saved_model_dir)
        elif input_meta_graph_def is not None:
            v1.train.import_meta_graph(input_meta_graph_def, clear_devices=True).restore(session, input_checkpoint)
        else:
            if clear_devices:
                for node in input_graph_def.node:
                    node.device = ""
            tf.import_graph_def(input_graph_def, name="")
            if input_saver_def is not None:
                v1.train.Saver(saver_def=input_saver_def, write_version=checkpoint_version).restore(session, input_checkpoint)
            else:
                _restore(session, input_checkpoint)
        if initializer_nodes:
            session.run(initializer_nodes.replace(" ", "").split(","))
        frozen = v1.graph_util.convert_variables_to_constants(
            session, graph.as_graph_def(), output_node_names.replace(" ", "").split(","), *listed
        )
    if output_graph:
        v1.train.write_graph(frozen, os.path.dirname(output_graph), os.path.basename(output_graph), as_text=False)
    return frozen


def _restore(session, checkpoint):
    """Set the variables of the session's graph, which is a plain GraphDef, to the values under their names."""
    reader, steps, values = tf.train.load_checkpoint(checkpoint), {}, {}
    for node in session.graph.get_operations():
        # Their initializers, with the values of the checkpoint in place of the initial ones.
        if node.type in ("Assign", "AssignVariableOp") and len(node.inputs) > 1:
            name = node.inputs[0].op.name
            if name not in steps and reader.has_tensor(name):
                steps[name], values[node.inputs[1]] = node, reader.get_tensor(name)
    session.run(list(steps.values()), values)


def freeze_graph(
    input_graph: str | None,
    input_saver: str,
    input_binary: bool,
    input_checkpoint: str | None,
    output_node_names: str,
    restore_op_name: str | None,
    filename_tensor_name: str | None,
    output_graph: str,
    clear_devices: bool,
    initializer_nodes: str,
    variable_names_whitelist: str = "",
    variable_names_denylist: str = "",
    input_meta_graph: str | bool | None = None,
    input_saved_model_dir: str | None = None,
    saved_model_tags: str = "serve",
    checkpoint_version: int = 2,
) -> Any:
    """Write a GraphDef in which constants stand for variables.

    Arguments:
        input_graph: the file of a GraphDef, binary or, unless `input_binary`, text; or one of the next two.
        input_meta_graph, input_saved_model_dir: the file of a MetaGraphDef, or the directory of a model with `saved_model_tags`.
        input_saver: the file of a SaverDef, by which the checkpoint is read; "" to set variables by their names.
        input_checkpoint: the prefix of the checkpoint.
        output_node_names: what the graph is cut down to, separated by commas.
        restore_op_name, filename_tensor_name: taken as TensorFlow takes them, which reads the checkpoint without them.
        output_graph: where the result is written, "" for nowhere.
        clear_devices: whether nodes lose their devices.
        initializer_nodes: what is run before, separated by commas.
        variable_names_whitelist, variable_names_denylist: the variables that become constants, or do not; "" for all.
        checkpoint_version: the version that is given to the saver.

    Returns:
        The GraphDef.

    Raises:
        ValueError: the checkpoint is missing, or no names are given. NotFoundError: a file of a graph is missing.
    """
    graph_def = _read(input_graph, v1.GraphDef, input_binary) if input_graph else None
    meta = _read(str(input_meta_graph), v1.MetaGraphDef, input_binary) if input_meta_graph else None
    if meta is not None:
        print(f"Loaded meta graph file '{input_meta_graph}")
    saver = _read(input_saver, v1.train.SaverDef, input_binary) if input_saver else None
    return freeze_graph_with_def_protos(
        graph_def, saver, input_checkpoint, output_node_names, restore_op_name, filename_tensor_name, output_graph, clear_devices,
        initializer_nodes, variable_names_whitelist, variable_names_denylist, meta, input_saved_model_dir, saved_model_tags.split(","),
        checkpoint_version,
    )  # fmt: skip


def _read(path, kind, binary):
    message = kind()
    with tf.io.gfile.GFile(path, "rb" if binary else "r") as file:
        if binary:
            message.ParseFromString(file.read())
        else:
            text_format.Merge(file.read(), message)
    return message
