"""Trainings over several machines of TensorFlow 1, which are tf.distribute's here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim._export import tf_export
from tfshim.refusals import refused


@tf_export(v1=["train.replica_device_setter"])
def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Sequence[str] | None = None,
    ps_strategy: Any = None,
) -> None:
    """None where there are no parameter servers, as in TensorFlow; otherwise NotImplementedError. Train with `tf.distribute`.

    Mirrors `tf.compat.v1.train.replica_device_setter`.
    """
    if cluster is not None:
        spec = cluster.as_dict() if hasattr(cluster, "as_dict") else dict(cluster)
        ps_tasks = len(spec.get(ps_device.rpartition(":")[2], ()))
    if ps_tasks == 0:
        return None
    raise refused("tf.compat.v1.train.replica_device_setter", "servers")
