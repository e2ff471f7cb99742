"""All sizes of one growth in a process of its own: `python -m benchmarks.growth.child LIBRARY NAME` prints seconds as JSON."""

import json
import logging
import sys
import time

from benchmarks.child import open_library
from benchmarks.growth.catalog import GROWTHS

_SECONDS = 0.1
_BLOCKS = 5


def _took(step, count):
    started = time.process_time()
    for _ in range(count):
        step()
    return time.process_time() - started


def seconds(growth, tf, size):
    """CPU seconds of one step at `size`: the least of several blocks, or of two runs where the first step is what counts."""
    step = growth.prepare(tf, size)
    if growth.first:
        return min(_took(step, 1) for _ in range(2))
    step()
    count = max(1, round(_SECONDS / max(_took(step, 2) / 2, 1e-6)))
    return min(_took(step, count) / count for _ in range(_BLOCKS))


def main():
    library, name, *sizes = sys.argv[1:]
    tf, growth = open_library(library, 1), GROWTHS[name]
    tf.get_logger().setLevel(logging.ERROR)  # that a function is traced again and again is what is measured
    # What only a first use loads is no growth.
    growth.prepare(tf, growth.sizes[0])()
    print(json.dumps([seconds(growth, tf, int(size)) for size in sizes or growth.sizes]))


if __name__ == "__main__":
    main()
