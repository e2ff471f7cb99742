"""The list of benchmarks. A new one is a `Benchmark` made at the top level of a module named in `_GROUPS`."""

import importlib

BENCHMARKS = {}
_GROUPS = ("starting", "eager", "graphs", "sessions", "keras", "data")


class Benchmark:
    """One thing to measure.

    Arguments:
        name, about: what the table calls it.
        tf: function of the `tf` namespace that prepares the work and returns the step to time; the very same lines
            run in tfshim and in TensorFlow.
        torch: the same written by hand for torch; None if there is no fair counterpart.
        per: how many units of work one step does (the figure is divided by it).
        kind: "time", "import" (seconds to import, activate and run `tf`, beyond what torch takes for `torch`), "start"
            (seconds of CPU time from the start of a process that runs it once) or "memory" (peak memory of the process
            after one step).
        bars: limits for tfshim, as a factor on a library's figure ("torch", "tensorflow"), on tfshim's own figure for
            another benchmark (its name), or in the unit of the figure: "absolute", or "beyond torch" for what is more.
    """

    def __init__(self, name, about, tf=None, torch=None, per=1, kind="time", bars=None):
        self.name, self.about, self.tf, self.torch, self.per, self.kind = name, about, tf, torch, per, kind
        self.bars = bars or {}
        self.unit = {"time": "us", "import": "s", "start": "s", "memory": "MiB"}[kind]
        self.group = None
        if name in BENCHMARKS:
            raise ValueError(f"two benchmarks are named {name}")
        BENCHMARKS[name] = self

    def written_for(self, library):
        """Whether there is code for this library."""
        if self.kind == "import":
            return library != "torch"
        return (self.torch if library == "torch" else self.tf) is not None


def load():
    """Import every group, so that `BENCHMARKS` is complete."""
    for group in _GROUPS:
        importlib.import_module(f"benchmarks.{group}")
        for benchmark in BENCHMARKS.values():
            benchmark.group = benchmark.group or group
