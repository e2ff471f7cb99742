"""The expressions of the catalog in one process: `python -m benchmarks.kernels.child LIBRARY SIZES` prints seconds as JSON.

SIZES is "large", or "small" for a test that everything runs, which takes no time. The names of the expressions come by standard input.
"""

import json
import sys
import time

from benchmarks.child import open_library
from benchmarks.kernels import inputs
from benchmarks.kernels.catalog import KERNELS

_SECONDS, _LEAST_BLOCKS, _MOST_BLOCKS = 0.15, 3, 15


def _took(step):
    started = time.process_time()
    step()
    return time.process_time() - started


def seconds(step):
    """CPU seconds of one step: the least of several."""
    step()
    taken = []
    while len(taken) < _LEAST_BLOCKS or len(taken) < _MOST_BLOCKS and sum(taken) < _SECONDS:
        taken.append(_took(step))
    return min(taken)


def measured(kernel, tensors, timed=True):
    """What `seconds` gives, or the text of what went wrong."""
    try:
        step = kernel.prepare(tensors)
        if not timed:
            step()
        return seconds(step) if timed else 0.0
    except Exception as error:  # noqa: BLE001 - one expression that fails is told of, and the others are measured
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def main():
    library, sizes = sys.argv[1:]
    tensors = inputs.Inputs(open_library(library, 1), getattr(inputs, sizes.upper()))
    print(json.dumps({name: measured(KERNELS[name], tensors, sizes == "large") for name in json.load(sys.stdin)}))


if __name__ == "__main__":
    main()
