"""One measurement in a process of its own.

    python -m benchmarks.models.child measure LIBRARY MODEL CONDITION SECONDS
    python -m benchmarks.models.child try LIBRARY MODEL ...

The first prints what was measured as JSON. The second trains tiny versions of the models for a step, without timing
them, and prints for each how many parameters it has, and how many numbers it predicts.
"""

import importlib
import json
import resource
import statistics
import sys
import time

from benchmarks.child import open_library
from benchmarks.models.catalog import MODELS
from benchmarks.models.watch import Watch

# Each condition: threads (None: as many as the library takes), the clock, and which of the laps is the figure. What else
# the machine does only ever adds CPU time; but waiting for threads is a part of what wall time is to show.
CONDITIONS = {
    "cpu": (1, time.process_time, min),
    "wall": (None, time.perf_counter, statistics.median),
    "busy": (None, time.perf_counter, statistics.median),
}
_LEAST = 3
_SETTLED = 20  # steps before those that count


def peak():
    """The most memory that this process has held, in MiB."""
    try:
        # What getrusage says may be the memory of the parent from before this program was started.
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 2**10
    except (OSError, StopIteration):
        # Linux counts in KiB, macOS in bytes.
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def built(model, library, tiny=False):
    """The model in this library, ready to be trained."""
    data, sizes = model.prepared(tiny)
    kind = "torch" if library == "torch" else "keras"
    module = importlib.import_module(f"benchmarks.models.{kind}_{model.family}")
    return getattr(module, model.name)(data, **sizes)


def measure(model, library, condition, seconds):
    """Milliseconds of a training step and of `predict`, and the peak of memory in MiB."""
    threads, clock, chosen = CONDITIONS[condition]
    version = open_library(library, threads).__version__
    work = built(model, library)
    # A step is what it will be for the rest of a training once it has run some sixteen times.
    training = Watch(clock, seconds, _LEAST, warm=-(-_SETTLED // model.steps))
    work.train(training)
    predicting = Watch(clock, seconds, _LEAST, warm=2)
    while True:
        work.predict()
        if predicting.lap():
            break
    return {
        "train": chosen(training.times()) / model.steps * 1000,
        "predict": chosen(predicting.times()) * 1000,
        "peak": peak(),
        "laps": [len(training.times()), len(predicting.times())],
        "version": version,
    }


def tried(model, library):
    """The number of parameters of a tiny version that was trained for a step, and of the numbers it predicts."""
    work = built(model, library, tiny=True)
    work.train(Watch(time.perf_counter, 0, 1, warm=1))
    return {"parameters": work.parameters(), "predicted": int(work.predict().size)}


def main():
    what, library, *more = sys.argv[1:]
    if what == "measure":
        name, condition, seconds = more
        found = measure(MODELS[name], library, condition, float(seconds))
    else:
        open_library(library, 1)
        found = {name: tried(MODELS[name], library) for name in more}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
