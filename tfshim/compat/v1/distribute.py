"""`tf.compat.v1.distribute`: as `tf.distribute`."""

from tfshim.compat.v1._fallback import elsewhere
from tfshim.distribute import ReduceOp

__getattr__ = elsewhere("distribute", target="tfshim.distribute")


def get_loss_reduction():
    """How losses of replicas are put together: they are added up. Mirrors `tf.compat.v1.distribute.get_loss_reduction`."""
    return ReduceOp.SUM
