"""One measurement in a process of its own: `python -m benchmarks.building.child LIBRARY` prints it as JSON."""

import json
import sys
import time

import numpy as np

from benchmarks.child import open_library
from benchmarks.transformer import Sizes, drawn_words

SIZES = Sizes(width=768, heads=12, layers=12, words=50257, places=1024)
_WORDS = 8


class Memory:
    """How many MiB the process has taken at most, beyond what it had when this was made; None where the system does not tell."""

    def __init__(self):
        self._before = self._status("VmRSS")

    @staticmethod
    def _status(key):
        try:
            with open("/proc/self/status") as lines:
                return next(int(line.split()[1]) for line in lines if line.startswith(key)) / 1024
        except OSError:
            return None

    def peak(self):
        return None if self._before is None else self._status("VmHWM") - self._before


def built(tf):
    """(graph, placeholder for a text of any length, the text continued, operation that initializes, number of weights)."""
    v1, graph = tf.compat.v1, tf.Graph()
    with graph.as_default():
        context = v1.placeholder(tf.int32, [1, None])
        tokens = drawn_words(tf, context, _WORDS, SIZES, batch=1)
        start = v1.global_variables_initializer()
        weights = sum(v.shape.num_elements() for v in v1.trainable_variables())
    return graph, context, tokens, start, weights


def timed(function):
    """(what `function` gives, the CPU seconds it took)."""
    started = time.process_time()
    found = function()
    return found, time.process_time() - started


def measured(tf):
    """Building for the first time and once more, and beginning to use it: seconds, and MiB beyond those of the imported library."""
    memory = Memory()
    (graph, context, tokens, start, weights), first = timed(lambda: built(tf))
    building_peak = memory.peak()
    again = timed(lambda: built(tf))[1]
    session = tf.compat.v1.Session(graph=graph)
    _, initialized = timed(lambda: session.run(start))
    text = np.arange(16)[None]
    made, drawn = timed(lambda: session.run(tokens, {context: text}))
    assert made.shape == (1, 16 + _WORDS)
    return {
        "first": first,
        "again": again,
        "begin": initialized + drawn,
        "weights": weights * 4 / 2**20,
        "building_peak": building_peak,
        "peak": memory.peak(),
    }


def main():
    print(json.dumps(measured(open_library(sys.argv[1], 1))))


if __name__ == "__main__":
    main()
