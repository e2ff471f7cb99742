"""Runs the measurements of models: a process for each, the libraries in turns."""

import os
import statistics
import subprocess
import sys
from contextlib import contextmanager

from benchmarks import running

_TIMEOUT = 1800
# What a shell or a machine may have set, and a user who starts a script has not.
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS")
MEASURED = ("train", "predict", "peak")


def environment(condition, root, scripts):
    """The environment of a measurement with tfshim from `root`: one thread for CPU time, else no word about threads."""
    kept = {name: value for name, value in os.environ.items() if name not in _THREADS}
    one = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"} if condition == "cpu" else {}
    return {
        **kept,
        **one,
        "PYTHONPATH": f"{root}{os.pathsep}{scripts}",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES", ""),
    }


@contextmanager
def beside(condition):
    """Keep a core busy from another process, if that is the condition."""
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if condition == "busy" else None
    try:
        yield busy
    finally:
        if busy:
            busy.kill()
            busy.wait()


def measure(model, library, condition, seconds, python, root, scripts):
    """What a fresh process measures (`child.measure`), or RuntimeError with the last line of what it said."""
    # "before" is tfshim as well, from another folder.
    name = "tfshim" if library == "before" else library
    command = [python, "-m", "benchmarks.models.child", "measure", name, model.name, condition, str(seconds)]
    with beside(condition):
        return running.result_of(command, environment(condition, root, scripts), root, _TIMEOUT)


def middle(found):
    """One result from those of several rounds: the median of what was measured, the rest from the last."""
    return {**found[-1], **{what: statistics.median(one[what] for one in found) for what in MEASURED}}


def compare(model, condition, places, rounds, seconds, scripts):
    """Measure one model under one condition in every library.

    Arguments:
        places: library -> (python, root), where it is.

    Returns:
        library -> what `child.measure` gives, its median over the rounds, or {"error": text}.
    """
    found, errors = {library: [] for library in places}, {}
    for _ in range(rounds):
        for library, (python, root) in places.items():
            if library in errors:
                continue
            try:
                found[library].append(measure(model, library, condition, seconds, python, root, scripts))
            except RuntimeError as error:
                errors[library] = {"error": str(error)}
    return {library: errors.get(library) or middle(found[library]) for library in places}
