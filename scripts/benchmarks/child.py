"""One measurement in a process of its own: `python -m benchmarks.child NAME LIBRARY THREADS` prints it as JSON.

With `serve` as a fourth argument it times one short block for every line it reads, and prints the seconds for a step.
With `steps WARM N` it takes WARM steps and N more and ends at once, for a program that counts its instructions.
"""

import gc
import json
import os
import resource
import sys
import time

_BLOCK_SECONDS = 0.15
_BLOCKS = 7
_SHORT_SECONDS = 0.01


def open_library(library, threads):
    """Import the library with the given number of threads, None for its own choice, and return its namespace."""
    if library == "tensorflow":
        import tensorflow as tf

        if threads:
            tf.config.threading.set_intra_op_parallelism_threads(threads)
            tf.config.threading.set_inter_op_parallelism_threads(threads)
        return tf
    import torch

    if threads:
        torch.set_num_threads(threads)
    if library == "torch":
        return torch
    import tfshim

    tfshim.activate()
    import tensorflow as tf

    return tf


def seconds_to_import(library, first_use, first_in_torch):
    """What importing the library and a first use take; for tfshim with activation and beyond torch."""
    if library == "tfshim":
        import torch

        # What torch loads on its own first use is not ours.
        if first_in_torch:
            first_in_torch(torch)
    started = time.perf_counter()
    if library == "tfshim":
        import tfshim

        tfshim.activate()
    import tensorflow

    if first_use:
        first_use(tensorflow)
    return time.perf_counter() - started


def block(step, count):
    """Seconds for `count` steps."""
    started = time.perf_counter()
    for _ in range(count):
        step()
    return time.perf_counter() - started


def size_of_block(step, seconds):
    """How many steps take about that many seconds, and what the last try took."""
    step()
    count = 1
    while True:
        took = block(step, count)
        if took >= seconds / 2 or count > 10**6:
            return max(1, round(count * seconds / took)), took
        count *= 2


def best_block(step):
    """Seconds for one step: the fastest of several blocks, each long enough for the clock."""
    count, took = size_of_block(step, _BLOCK_SECONDS)
    return min(block(step, count) / count for _ in range(_BLOCKS if took < 2 else 2))


def serve(step, threads):
    """Time a short block for every line that is read; all who take turns on one core, since cores differ."""
    if threads == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    block(step, size_of_block(step, _BLOCK_SECONDS)[0])
    count, _ = size_of_block(step, _SHORT_SECONDS)
    print("ready", flush=True)
    for _ in sys.stdin:
        print(block(step, count) / count, flush=True)


def take(step, warm, count):
    """Take `warm` steps, then `count` more, and end the process without the work of ending it.

    The garbage collector runs before them and not again: when it does depends on all that was made before.
    """
    for _ in range(warm):
        step()
    gc.collect()
    gc.disable()
    for _ in range(count):
        step()
    os._exit(0)


def main():
    name, library, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
    from benchmarks import registry

    registry.load()
    benchmark = registry.BENCHMARKS[name]
    if benchmark.kind == "import":
        figure = seconds_to_import(library, benchmark.tf, benchmark.torch)
    else:
        namespace = open_library(library, threads)
        step = (benchmark.torch if library == "torch" else benchmark.tf)(namespace)
        if sys.argv[4:] == ["serve"]:
            serve(step, threads)
            return
        if sys.argv[4:5] == ["steps"]:
            take(step, *map(int, sys.argv[5:7]))
        if benchmark.kind == "time":
            figure = best_block(step) / benchmark.per * 1e6
        else:
            step()
            # Linux counts ru_maxrss in KiB, macOS in bytes.
            figure = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(json.dumps({"figure": float(figure)}))


if __name__ == "__main__":
    main()
