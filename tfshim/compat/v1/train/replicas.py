"""Trainings over several machines of TensorFlow 1, which are tf.distribute's here."""

from tfshim.refusals import refused


class SyncReplicasOptimizer:
    """Not supported: raises NotImplementedError. Train with `tf.distribute`."""

    def __init__(
        self,
        opt,
        replicas_to_aggregate,
        total_num_replicas=None,
        variable_averages=None,
        variables_to_average=None,
        use_locking=False,
        name="sync_replicas",
    ):
        raise refused("tf.compat.v1.train.SyncReplicasOptimizer")


def replica_device_setter(
    ps_tasks=0, ps_device="/job:ps", worker_device="/job:worker", merge_devices=True, cluster=None, ps_ops=None, ps_strategy=None
):
    """None where there are no parameter servers, as in TensorFlow; otherwise NotImplementedError. Train with `tf.distribute`.

    Mirrors `tf.compat.v1.train.replica_device_setter`.
    """
    if cluster is not None:
        spec = cluster.as_dict() if hasattr(cluster, "as_dict") else dict(cluster)
        ps_tasks = len(spec.get(ps_device.rpartition(":")[2], ()))
    if ps_tasks == 0:
        return None
    raise refused("tf.compat.v1.train.replica_device_setter", "servers")
