"""`tf.graph_util`."""

from tfshim.graph import import_graph_def

__all__ = ["import_graph_def"]
