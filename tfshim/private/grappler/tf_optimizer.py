"""Replaces `tensorflow.python.grappler.tf_optimizer`: graphs in messages, made smaller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.compat.v1.graph_util import extract_sub_graph
from tfshim.compat.v1.graphs.inlining import inlined, without_unused_functions
from tfshim.engine.graph_import.graph_import import split_name
from tfshim.engine.ops.op_defs import op_def_message
from tfshim.engine.values.protocol import is_message
from tfshim.private.grappler.constant_folding import fold_constants

_REPLACES = "tensorflow.python.grappler.tf_optimizer"
__all__ = ["OptimizeGraph"]

# What is done here, in TensorFlow's order, and how each is switched in RewriterConfig. The others of TensorFlow's optimizers rearrange a
# graph for its own kernels: the graph stays as it is, which computes the same.
_SWITCHES = {
    "pruning": "disable_model_pruning",
    "function": "function_optimization",
    "constfold": "constant_folding",
    "dependency": "dependency_optimization",
}
_LEAST_NODES = 4  # in a graph that is worth it
_OFF, _AGGRESSIVE = 2, 3  # of RewriterConfig.Toggle


def OptimizeGraph(
    config_proto: Any,
    metagraph: Any,
    verbose: bool = True,
    graph_id: bytes | str = b"graph_to_optimize",
    cluster: Any = None,
    strip_default_attributes: bool = False,
) -> Any:
    """The GraphDef of `metagraph`, rewritten by those optimizers that `config_proto.graph_options.rewrite_options` names or leaves on.

    What the collection "train_op" of `metagraph` lists is computed as before, under the same names. Calls of functions are replaced by
    what they compute, operations on constants by constants, and what nothing needs is left out. `strip_default_attributes` leaves out
    attributes that have their defaults. Graphs of fewer nodes than `min_graph_nodes` stay as they are. `cluster`, `graph_id` and
    `verbose` say for which devices costs are modelled and how that is reported; no costs are modelled. Raises TypeError for a
    `config_proto` that is no ConfigProto.
    """
    if not is_message(config_proto, "ConfigProto"):
        raise TypeError(f"Argument `config_proto` should be a tf.ConfigProto, received type: {type(config_proto).__name__}")
    rewriting = config_proto.graph_options.rewrite_options
    fetches = [split_name(name)[0] for name in metagraph.collection_def["train_op"].node_list.value]
    made = type(metagraph.graph_def)()
    made.CopyFrom(metagraph.graph_def)
    least = rewriting.min_graph_nodes or _LEAST_NODES
    if rewriting.disable_meta_optimizer or len(made.node) < least:
        return made
    for name in _chosen(rewriting):
        made = _PASSES[name](made, fetches, rewriting) if name in _PASSES else made
    made = without_unused_functions(made)
    if strip_default_attributes:
        _strip(made)
    return made


def _chosen(rewriting: Any) -> list[str]:
    if rewriting.optimizers:
        return list(rewriting.optimizers)
    return [n for n, switch in _SWITCHES.items() if (not rewriting.disable_model_pruning if n == "pruning" else _on(rewriting, switch))]


def _on(rewriting: Any, switch: str) -> bool:
    return getattr(rewriting, switch) != _OFF


def _prune(graph_def: Any, fetches: list[str], rewriting: Any) -> Any:
    return extract_sub_graph(graph_def, fetches) if fetches else graph_def


def _fold(graph_def: Any, fetches: list[str], rewriting: Any) -> Any:
    return fold_constants(graph_def, keep_emulation=rewriting.experimental_disable_folding_quantization_emulation)


def _inline(graph_def: Any, fetches: list[str], rewriting: Any) -> Any:
    return inlined(graph_def, set(fetches), aggressive=rewriting.function_optimization == _AGGRESSIVE)


def _loosen(graph_def: Any, fetches: list[str], rewriting: Any) -> Any:
    """No node waits for a constant, and what waits for a NoOp waits for what that waits for."""
    nodes = {n.name: n for n in graph_def.node}

    def awaited(name: str) -> list[str]:
        node = nodes.get(name)
        if node is None or node.op not in ("Const", "NoOp"):
            return [name]
        return [n for text in node.input for n in awaited(text.lstrip("^"))]

    for node in graph_def.node:
        controls = [text[1:] for text in node.input if text.startswith("^")]
        if controls:
            data = [text for text in node.input if not text.startswith("^")]
            node.input[:] = data + [f"^{n}" for n in dict.fromkeys(n for name in controls for n in awaited(name))]
    return graph_def


_PASSES: dict[str, Callable[[Any, list[str], Any], Any]] = {
    "pruning": _prune,
    "function": _inline,
    "constfold": _fold,
    "dependency": _loosen,
}


def _strip(graph_def: Any) -> None:
    for node in (*graph_def.node, *(n for f in graph_def.library.function for n in f.node_def)):
        for attribute in op_def_message(node.op).attr:
            if attribute.HasField("default_value") and node.attr.get(attribute.name) == attribute.default_value:
                del node.attr[attribute.name]
