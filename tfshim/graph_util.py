"""`tf.graph_util`."""

from tfshim._listing import listing
from tfshim.graph import import_graph_def

__all__ = ["import_graph_def"]
__dir__ = listing(globals())
