"""`scripts/benchmark.py --building`: measures GPT-2 of 124 million weights and its loop that draws words, and judges the figures."""

import json
import statistics
import sys
from pathlib import Path

from benchmarks import running
from benchmarks.models.processes import environment

_TIMEOUT = 1800
_SLOWER = 2.0  # times TensorFlow's time
_BEYOND_WEIGHTS = 200  # MiB
_ROWS = (
    ("first", "building for the first time", "s"),
    ("again", "building once more", "s"),
    ("begin", "initializing, drawing 8 words", "s"),
    ("building_peak", "peak of memory while building", "MiB"),
    ("peak", "peak of memory of all", "MiB"),
)


def measure(library, python, root, scripts):
    """What a fresh process measures (`child.measured`), or RuntimeError with the last line of what it said."""
    return running.result_of([python, "-m", "benchmarks.building.child", library], environment("cpu", root, scripts), root, _TIMEOUT)


def middle(found):
    """The median of each figure of several processes; None where the system does not tell."""
    return {key: None if found[0][key] is None else statistics.median(one[key] for one in found) for key in found[0]}


def judge(found):
    """A list of (text, whether it is met)."""
    ours, theirs = found["tfshim"], found.get("tensorflow")
    verdicts = []
    for key in ("first", "again") if theirs else ():
        ratio = ours[key] / theirs[key]
        verdicts.append((f"{dict((k, text) for k, text, _ in _ROWS)[key]}: {ratio:.2f} x TensorFlow, at most {_SLOWER}", ratio <= _SLOWER))
    if ours["peak"] is not None:
        beyond = ours["peak"] - ours["weights"]
        verdicts.append((f"memory: {beyond:.0f} MiB beyond the weights, at most {_BEYOND_WEIGHTS}", beyond <= _BEYOND_WEIGHTS))
    return verdicts


def main(options, root, scripts):
    """Measure what the options of scripts/benchmark.py ask for; returns the exit status."""
    places = {"tfshim": (sys.executable, root)} | ({"tensorflow": (options.tensorflow, root)} if options.tensorflow else {})
    if options.before:
        places["before"] = (sys.executable, Path(options.before).resolve())
    runs = {library: [] for library in places}
    for _ in range(options.rounds or 3):
        for library, (python, at) in places.items():
            runs[library].append(measure("tfshim" if library == "before" else library, python, at, scripts))
    found = {library: middle(all_of) for library, all_of in runs.items()}
    verdicts = judge(found)
    if options.json:
        print(json.dumps({"figures": found, "limits": [{"text": text, "met": met} for text, met in verdicts]}, indent=1))
    else:
        print(f"GPT-2 and its loop, texts of any length, {found['tfshim']['weights']:.0f} MiB of weights; CPU time of one thread")
        print(" " * 34 + "".join(f"{library:>12}" for library in found))
        for key, text, unit in _ROWS:
            digits = ".2f" if unit == "s" else ".0f"
            figures = "".join(f"{'' if one[key] is None else format(one[key], digits):>12}" for one in found.values())
            print(f"{text:34}{figures} {unit}")
        for text, met in verdicts:
            print(f"    {'met   ' if met else 'MISSED'} {text}")
    return 0 if all(met for _, met in verdicts) else 1
