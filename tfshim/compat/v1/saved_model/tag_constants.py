"""`tf.compat.v1.saved_model.tag_constants`: usual tags of graphs."""

from tfshim._listing import listing
from tfshim.saved_model.constants import GPU, SERVING, TPU, TRAINING  # noqa: F401 - names of this namespace

__all__ = ["GPU", "SERVING", "TPU", "TRAINING"]
__dir__ = listing(globals())
