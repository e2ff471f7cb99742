"""`scripts/benchmark.py --growth`: measures, prints, and draws a picture of each growth."""

import json
import math
import sys
from pathlib import Path

from benchmarks import running
from benchmarks.growth.catalog import GROWTHS
from benchmarks.models.processes import environment

_TIMEOUT = 1800
# A growth is a factor over all sizes; what two runs differ by is not one.
_MARGIN = 1.15


def chosen(parser, only):
    """The growths that --only names, all where it names none."""
    unknown = set(only) - set(GROWTHS)
    if unknown:
        parser.error(f"no growth is named {', '.join(sorted(unknown))}; --growth --list shows them")
    return [growth for name, growth in GROWTHS.items() if not only or name in only]


def measure(growth, library, python, root, scripts):
    """Seconds at each size, or RuntimeError with the last line of what the process said."""
    command = [python, "-m", "benchmarks.growth.child", library, growth.name]
    return running.result_of(command, environment("cpu", root, scripts), root, _TIMEOUT)


def steepness(growth, seconds):
    """By which power of its size the time grows between the two largest sizes."""
    (a, b), (before, after) = growth.sizes[-2:], seconds[-2:]
    return math.log(after / before) / math.log(b / a)


def verdict(growth, found):
    """(the text of what was found, whether tfshim stays below TensorFlow or grows no faster); None where one is missing."""
    if len(found) < 2 or any(isinstance(one, str) for one in found.values()):
        return None
    ours, theirs = found["tfshim"], found["tensorflow"]
    ratios = [a / b for a, b in zip(ours, theirs)]
    powers = steepness(growth, ours), steepness(growth, theirs)
    text = f"tfshim / tensorflow {ratios[0]:.2f} to {ratios[-1]:.2f}; grows as n^{powers[0]:.2f}, tensorflow as n^{powers[1]:.2f}"
    return text, ratios[-1] <= max(1, ratios[0]) * _MARGIN


def draw(growth, found, path):
    """Draw the times over the sizes into the file `path`; ImportError where there is no matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 3.6), layout="constrained")
    axis = figure.subplots()
    for library, seconds in found.items():
        if not isinstance(seconds, str):
            axis.plot(growth.sizes, [s * 1000 for s in seconds], marker="o", label=library)
    axis.set(title=growth.about, xlabel=growth.unit, ylabel="CPU time of one thread, ms", xscale="log", yscale="log")
    axis.set_xticks(growth.sizes, [str(size) for size in growth.sizes])
    axis.minorticks_off()
    axis.grid(alpha=0.3)
    axis.legend()
    figure.savefig(path, dpi=110)


def _show(growth, found):
    print(f"{growth.name:20} {growth.about}; {growth.unit}: {', '.join(map(str, growth.sizes))}")
    for library, seconds in found.items():
        figures = f"failed: {seconds}" if isinstance(seconds, str) else " ".join(f"{s * 1000:10.3f}" for s in seconds) + " ms"
        print(f"    {library:12} {figures}")


def main(parser, options, root, scripts):
    """Measure what the options of scripts/benchmark.py ask for; returns the exit status."""
    growths = chosen(parser, options.only)
    if options.list:
        for growth in growths:
            print(f"{growth.name:20} {growth.about}; {growth.unit}: {', '.join(map(str, growth.sizes))}")
        return 0
    places = {"tfshim": sys.executable} | ({"tensorflow": options.tensorflow} if options.tensorflow else {})
    out = options.out and Path(options.out)
    if out:
        out.mkdir(parents=True, exist_ok=True)
    results, missed = {}, 0
    for growth in growths:
        found = results[growth.name] = {}
        for library, python in places.items():
            try:
                found[library] = measure(growth, library, python, root, scripts)
            except RuntimeError as error:
                found[library] = str(error)
                missed += 1
        judged = verdict(growth, found)
        missed += judged is not None and not judged[1]
        if not options.json:
            _show(growth, found)
            if judged:
                print(f"    {'met   ' if judged[1] else 'MISSED'} {judged[0]}", flush=True)
        if out:
            try:
                draw(growth, found, out / f"{growth.name}.png")
            except ImportError:
                print("no picture without matplotlib", file=sys.stderr)
    text = json.dumps({name: {"sizes": GROWTHS[name].sizes, "seconds": found} for name, found in results.items()}, indent=1)
    if out:
        (out / "growth.json").write_text(text + "\n")
    if options.json:
        print(text)
    return 1 if missed else 0
