"""`tf.distribute`: strategies for devices and machines, one after the other where a CPU is divided."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("cluster_resolver", "coordinator", "experimental"))
