"""`tf.compat.v1.distribute`: as `tf.distribute`."""

from __future__ import annotations

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.distribute import ReduceOp, Strategy
from tfshim.distribute.reducing import loss_reduction
from tfshim.refusals import refusing_class

__all__, __getattr__, __dir__ = exported(globals(), ("cluster_resolver", "experimental"), target="tfshim.distribute")


@tf_export(v1=["distribute.get_loss_reduction"])
def get_loss_reduction() -> ReduceOp:
    """How losses of replicas are put together: they are added up, but in an estimator, whose losses are means, averaged.

    Mirrors `tf.compat.v1.distribute.get_loss_reduction`.
    """
    return loss_reduction()


ParameterServerStrategy = refusing_class("tf.compat.v1.distribute.experimental.ParameterServerStrategy", Strategy, "cluster_resolver=None")
TPUStrategy = refusing_class(
    "tf.compat.v1.distribute.experimental.TPUStrategy",
    Strategy,
    "tpu_cluster_resolver=None, steps_per_run=None, device_assignment=None",
    "steps_per_run",
)
tf_export(v1=["distribute.experimental.ParameterServerStrategy"])(ParameterServerStrategy)
tf_export(v1=["distribute.experimental.TPUStrategy"])(TPUStrategy)
