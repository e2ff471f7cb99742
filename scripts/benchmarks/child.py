"""One measurement in a process of its own: `python -m benchmarks.child NAME LIBRARY THREADS` prints it as JSON."""

import json
import resource
import sys
import time

_BLOCK_SECONDS = 0.15
_BLOCKS = 7


def open_library(library, threads):
    """Import the library with the given number of threads and return its namespace."""
    if library == "tensorflow":
        import tensorflow as tf

        tf.config.threading.set_intra_op_parallelism_threads(threads)
        tf.config.threading.set_inter_op_parallelism_threads(threads)
        return tf
    import torch

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


def best_block(step):
    """Seconds for one step: the fastest of several blocks, each long enough for the clock."""
    step()
    count, took = 1, 0.0
    while True:
        started = time.perf_counter()
        for _ in range(count):
            step()
        took = time.perf_counter() - started
        if took >= _BLOCK_SECONDS / 2 or count > 10**6:
            break
        count *= 2
    count = max(1, round(count * _BLOCK_SECONDS / took))
    blocks = []
    for _ in range(_BLOCKS if took < 2 else 2):
        started = time.perf_counter()
        for _ in range(count):
            step()
        blocks.append((time.perf_counter() - started) / count)
    return min(blocks)


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
        if benchmark.kind == "time":
            figure = best_block(step) / benchmark.per * 1e6
        else:
            step()
            # Linux counts ru_maxrss in KiB, macOS in bytes.
            figure = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(json.dumps({"figure": float(figure)}))


if __name__ == "__main__":
    main()
