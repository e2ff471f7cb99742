"""One worker, in a process of its own: `python -m benchmarks.workers.child LIBRARY MODEL WORKERS EPOCHS`.

TF_CONFIG says which worker it is, OMP_NUM_THREADS how many threads it has. It prints as JSON how many examples all workers together
train on in a second, and of tfshim the bytes of the gradients and the buckets that they are sent in.
"""

import json
import os
import statistics
import sys
import time

import numpy as np

from benchmarks.child import open_library
from benchmarks.models.catalog import MODELS, Data
from benchmarks.models.child import built
from benchmarks.models.watch import Watch

_WARM = 2


class Epochs(Watch):
    """Counts epochs instead of seconds: all workers have to end after the same one."""

    def __init__(self, epochs):
        super().__init__(time.perf_counter, 0, epochs, _WARM)

    def lap(self):
        """Say that an epoch has ended; returns whether it was the last one."""
        super().lap()
        return len(self._marks) >= self._warm + self._least


class ForAll:
    """A model of the catalog whose batches are those of all workers together."""

    def __init__(self, model, workers):
        self.family, self.name, self._model, self._workers = model.family, model.name, model, workers

    def prepared(self, tiny=False):
        """The data of one epoch, as many examples for each worker as a process by itself has."""
        data, sizes = self._model.prepared(tiny)
        x, y = (None if a is None else np.concatenate([a] * self._workers) for a in (data.x, data.y))
        return Data(x, y, data.batch * self._workers), sizes


def _keras(model, library, workers, threads):
    tf = open_library(library, threads)
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        return built(ForAll(model, workers), library)


def _torch(model, workers, rank, address, threads):
    torch = open_library("torch", threads)
    host, _, port = address.rpartition(":")
    store = torch.distributed.TCPStore(host, int(port), workers, rank == 0)
    torch.distributed.init_process_group("gloo", store=store, rank=rank, world_size=workers)
    work = built(model, "torch")
    work.net = torch.nn.parallel.DistributedDataParallel(work.net)
    return work


def _buckets(variables):
    from tfshim.distribute.buckets import buckets

    return len(buckets([v.value()._t for v in variables], 0))


def main():
    library, name, workers, epochs = sys.argv[1:]
    model, workers, epochs = MODELS[name], int(workers), int(epochs)
    config = json.loads(os.environ["TF_CONFIG"])
    rank, addresses = config["task"]["index"], config["cluster"]["worker"]
    threads = int(os.environ["OMP_NUM_THREADS"])
    if library == "torch":
        work = _torch(model, workers, rank, addresses[0], threads)
    else:
        work = _keras(model, library, workers, threads)
    watch = Epochs(epochs)
    work.train(watch)
    found = {"examples": workers * model.batch * model.steps / statistics.median(watch.times())}
    if library == "tfshim":
        sizes = [v.shape.num_elements() * v.dtype.size for v in work.model.trainable_variables]
        found |= {"bytes": sum(sizes), "buckets": _buckets(work.model.trainable_variables)}
    print(json.dumps(found))
    sys.stdout.flush()
    # Where a library waits for threads of its own at the end, what was measured is not to wait with it.
    os._exit(0)


if __name__ == "__main__":
    main()
