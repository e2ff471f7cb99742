"""`tf.graph_util`: messages that describe graphs, read into a graph."""

from tfshim._listing import listing
from tfshim.graph import import_graph_def

__all__ = ["import_graph_def"]
__dir__ = listing(globals())
