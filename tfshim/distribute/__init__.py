"""`tf.distribute`: strategies for devices and machines, one after the other where a CPU is divided."""

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.refusals import refusing_class as _refusing_class

Server = _refusing_class(
    "tf.distribute.Server",
    parameters="server_or_cluster_def, job_name=None, task_index=None, protocol=None, config=None, start=True",
    members="join server_def start target",
    static="create_local_server",
)
__all__, __getattr__, __dir__ = exported(globals(), ("cluster_resolver", "coordinator", "experimental"))
tf_export("distribute.Server", v1=["distribute.Server", "train.Server"])(Server)
