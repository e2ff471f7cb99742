"""`tfshim launch`: one program as several workers on this machine, started and watched by torchrun's agent."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import tempfile
from collections.abc import Sequence

from torch.distributed.elastic.multiprocessing import SignalException
from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

from tfshim.cli.worker_output import WorkerOutput
from tfshim.engine.runtime.processor.threads import allowed_processors


def launch(workers: int, program: Sequence[str], version: int | None) -> int:
    """Run `tfshim program` as `workers` processes, each with its TF_CONFIG; returns the exit status.

    Lines that they print begin with the number of the worker. When one fails, the others are ended.
    """
    logging.getLogger("torch.distributed.elastic").setLevel(logging.CRITICAL)  # who failed is said below
    # Of the cores each worker gets its share, unless the user has said how many.
    os.environ.setdefault("OMP_NUM_THREADS", str(threads_of_each(workers)))
    os.environ["TFSHIM_CLUSTER"] = json.dumps({"worker": addresses(workers)})
    how = [] if version is None else ["--tf", f"{version}.x"]
    with tempfile.TemporaryDirectory(prefix="tfshim-launch-") as folder:
        output = WorkerOutput(folder)
        config = LaunchConfig(
            min_nodes=1,
            max_nodes=1,
            nproc_per_node=workers,
            run_id="tfshim",
            role="worker ",
            rdzv_backend="c10d",
            rdzv_endpoint="localhost:0",
            max_restarts=0,
            logs_specs=output,
        )
        try:
            elastic_launch(config, sys.executable)("-m", "tfshim.cli.worker", *how, *program)
        except ChildFailedError as e:
            for rank, failure in sorted(e.failures.items()):
                ended = f"by signal {-failure.exitcode}" if failure.exitcode < 0 else f"with exit status {failure.exitcode}"
                print(f"tfshim launch: worker {rank} ended {ended}.", file=sys.stderr)
            code = e.get_first_failure()[1].exitcode
            return code if code > 0 else 128 - code
        except SignalException as e:
            return 128 + e.sigval
        finally:
            output.finish()
    return 0


def threads_of_each(workers: int) -> int:
    """How many threads each of so many workers on this machine has."""
    return max(1, len(allowed_processors()) // workers)


def addresses(count: int) -> list[str]:
    """Addresses on this machine whose ports nobody uses."""
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    found = [f"127.0.0.1:{s.getsockname()[1]}" for s in sockets]
    for s in sockets:
        s.close()
    return found
