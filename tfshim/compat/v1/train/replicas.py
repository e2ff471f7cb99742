"""Where the variables of several machines' trainings of TensorFlow 1 go: by turns to its parameter servers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.engine.runtime.device_names import DeviceSpecV2
from tfshim.protos.clusters import ClusterSpec

_KEPT = """Variable VariableV2 AutoReloadVariable MutableHashTable MutableHashTableV2 MutableHashTableOfTensors MutableHashTableOfTensorsV2
    MutableDenseHashTable MutableDenseHashTableV2 VarHandleOp BoostedTreesEnsembleResourceHandleOp
    BoostedTreesQuantileStreamResourceHandleOp ResourceConditionalAccumulator DecisionTreeResource""".split()


class _Chooser:
    """The device of each operation; called with one."""

    def __init__(self, servers: str, worker: str, merge: bool, kept: Sequence[str], task_of: Callable[[Any], int]) -> None:
        self._servers, self._worker = DeviceSpecV2.from_string(servers or ""), DeviceSpecV2.from_string(worker or "")
        self._merge, self._kept, self._task_of, self._any_server = merge, kept, task_of, bool(servers)

    def __call__(self, op: Any) -> str:
        if not self._merge and op.device:
            return op.device
        present = DeviceSpecV2.from_string(op.device or "")
        if self._any_server and op.type in self._kept:
            chosen = self._servers
            if chosen.job and present.job in (None, chosen.job):
                chosen = chosen.replace(task=self._task_of(op))
            return chosen.make_merged_spec(present).to_string()
        return self._worker.make_merged_spec(present).to_string()


@tf_export(v1=["train.replica_device_setter"])
def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Sequence[str] | None = None,
    ps_strategy: Callable[[Any], int] | None = None,
) -> Callable[[Any], str] | None:
    """A function for `tf.device` that puts variables on the parameter servers by turns, and all else on the worker.

    Mirrors `tf.compat.v1.train.replica_device_setter`.

    Arguments:
        ps_tasks: how many parameter servers there are; where `cluster` is given, it says so.
        ps_device: the device of what they keep, whose task is chosen here.
        worker_device: the device of all other operations.
        merge_devices: whether what a device scope says is completed, or else taken as it is.
        cluster: a `tf.train.ClusterSpec`, or what makes one.
        ps_ops: the types of the operations whose state is kept there; those of variables and tables by default.
        ps_strategy: gives the number of the task for an operation; by turns by default.

    Returns:
        The function, or None where there are no parameter servers.

    Raises:
        TypeError: `ps_strategy` is no function, or `cluster` no cluster.

    Example:
        >>> place = tf.compat.v1.train.replica_device_setter(cluster={"ps": ["a:1", "b:1"], "worker": ["c:1"]})
        >>> with tf.Graph().as_default(), tf.compat.v1.device(place):
        ...     variables = [tf.compat.v1.get_variable(name, [2]) for name in "uvw"]
        >>> [v.device for v in variables]
        ['/job:ps/task:0', '/job:ps/task:1', '/job:ps/task:0']
    """
    if cluster is not None:
        tasks = ClusterSpec(cluster).as_dict().get(DeviceSpecV2.from_string(ps_device).job)
        ps_tasks = len(tasks or ())
    if ps_tasks == 0:
        return None
    if not merge_devices:
        logging.warning("DEPRECATION: It is recommended to set merge_devices=true in replica_device_setter")
    if ps_strategy is None:
        ps_strategy = _by_turns(ps_tasks)
    if not callable(ps_strategy):
        raise TypeError("ps_strategy must be callable")
    return _Chooser(ps_device, worker_device, merge_devices, _KEPT if ps_ops is None else ps_ops, ps_strategy)


def _by_turns(count: int) -> Callable[[Any], int]:
    last = -1

    def task_of(_: Any) -> int:
        nonlocal last
        last = (last + 1) % count
        return last

    return task_of
