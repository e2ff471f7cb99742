"""Replaces `tensorflow.python.tools.saved_model_utils`: what a saved model holds, as messages."""

from __future__ import annotations

from typing import Any

from tfshim.cli.saved_model_cli import graph_of, graphs_of

_REPLACES = "tensorflow.python.tools.saved_model_utils"


def get_saved_model_tag_sets(saved_model_dir: str) -> list[list[str]]:
    """The tags of each graph of the saved model in `saved_model_dir`."""
    return [list(meta.meta_info_def.tags) for meta in graphs_of(saved_model_dir)]


def get_meta_graph_def(saved_model_dir: str, tag_set: str) -> Any:
    """The MetaGraphDef with the tags `tag_set`, text with commas. RuntimeError where there is none, OSError without a saved model."""
    return graph_of(saved_model_dir, tag_set)
