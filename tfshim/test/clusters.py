"""`tf.test.create_local_cluster`: a cluster of servers in this process."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

from tfshim._export import tf_export
from tfshim.distribute.server import Server


@tf_export("test.create_local_cluster")
def create_local_cluster(
    num_workers: int, num_ps: int, protocol: str = "grpc", worker_config: Any = None, ps_config: Any = None
) -> tuple[list[Server], list[Server]]:
    """Servers of this process for the jobs "worker" and "ps", which have begun to answer: two lists of `tf.distribute.Server`.

    `worker_config` and `ps_config`: ConfigProtos for them. Mirrors `tf.test.create_local_cluster`.
    """
    counts = {"worker": num_workers, "ps": num_ps}
    cluster = {job: [f"localhost:{port}" for port in _free_ports(count)] for job, count in counts.items()}
    configs = {"worker": worker_config, "ps": ps_config}
    made = {job: [Server(cluster, job, i, protocol, configs[job]) for i in range(count)] for job, count in counts.items()}
    return made["worker"], made["ps"]


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:  # all at once, so that they differ
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for s in sockets:
            s.bind(("localhost", 0))
        return [s.getsockname()[1] for s in sockets]
