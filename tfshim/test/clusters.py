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
    """Servers in this process for the jobs "worker" and "ps", as tests of distribution need. Mirrors `tf.test.create_local_cluster`.

    Arguments:
        num_workers: how many servers the job "worker" has, an int.
        num_ps: how many the job "ps" has, an int.
        protocol: "grpc" (default).
        worker_config, ps_config: a `tf.compat.v1.ConfigProto` for the servers of each job, or None.

    Returns:
        two lists of `tf.distribute.Server`, which answer already at free ports of this machine: workers, and parameter servers.

    Example:
        >>> workers, servers = tf.test.create_local_cluster(num_workers=2, num_ps=1)
        >>> len(workers), len(servers)
        (2, 1)
        >>> workers[0].target.startswith("grpc://localhost:")
        True
    """
    counts = {"worker": num_workers, "ps": num_ps}
    cluster = {job: [f"localhost:{port}" for port in free_ports(count)] for job, count in counts.items()}
    configs = {"worker": worker_config, "ps": ps_config}
    made = {job: [Server(cluster, job, i, protocol, configs[job]) for i in range(count)] for job, count in counts.items()}
    return made["worker"], made["ps"]


def free_ports(count: int) -> list[int]:
    """So many ports of this machine that are free now."""
    with contextlib.ExitStack() as stack:  # all at once, so that they differ
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for s in sockets:
            s.bind(("localhost", 0))
        return [s.getsockname()[1] for s in sockets]
