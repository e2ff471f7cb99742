"""How long workers take to add up tensors of several sizes: `python -m benchmarks.workers.exchange`, by TF_CONFIG as a worker has it.

It prints as JSON a list of (bytes, seconds).
"""

import json
import os
import statistics
import sys
import time

from benchmarks.child import open_library

_SIZES = [2**n for n in (8, 14, 18, 20, 22, 24)]
_TIMES = 15


def main():
    tf = open_library("tfshim", int(os.environ["OMP_NUM_THREADS"]))
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    found = []
    for size in _SIZES:
        x, took = tf.zeros([size // 4]), []
        for _ in range(_TIMES):
            began = time.perf_counter()
            strategy.reduce("SUM", x, None)
            took.append(time.perf_counter() - began)
        found.append((size, statistics.median(took)))
    print(json.dumps(found))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
