"""`tf.compat.v1.manip`: functions that move elements."""

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.compat.v1.arrays import gather_nd  # noqa: F401 - a name of this namespace

__all__ = """
    batch_to_space_nd gather_nd reshape reverse roll scatter_nd space_to_batch_nd tile
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere("manip", "batch_to_space_nd=batch_to_space reshape reverse roll scatter_nd space_to_batch_nd tile")
