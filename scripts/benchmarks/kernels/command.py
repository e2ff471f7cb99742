"""`scripts/benchmark.py --kernels`: measures every expression of the catalog and prints how often TensorFlow's time it takes."""

import json
import statistics
import sys
from pathlib import Path

from benchmarks import running
from benchmarks.kernels.catalog import KERNELS
from benchmarks.models.processes import environment

_TIMEOUT = 3600
# A worse ratio is marked in the table.
_ABOVE = 1.3


def chosen(parser, only):
    """The names of the expressions that --only asks for: of groups, or those that have a text in them; all where it asks for none."""
    names = [name for name, kernel in KERNELS.items() if not only or any(one == kernel.group or one in name for one in only)]
    if not names:
        parser.error(f"no expression or group has {' or '.join(only)} in it; --kernels --list shows them")
    return names


def measure(names, library, python, root, scripts):
    """Seconds, or the text of an error, of each expression, from a fresh process; RuntimeError where that one ends by an error."""
    command = [python, "-m", "benchmarks.kernels.child", "tfshim" if library == "before" else library, "large"]
    return running.result_of(command, environment("cpu", root, scripts), root, _TIMEOUT, json.dumps(names))


def least(rounds):
    """One result from those of several rounds: the least time of each expression."""
    return {name: min((one[name] for one in rounds), key=lambda s: (isinstance(s, str), s)) for name in rounds[0]}


def ratios(found, other):
    """How often the time of `other` tfshim takes, of each expression that both have measured."""
    pairs = {name: (found["tfshim"][name], found[other][name]) for name in found["tfshim"]}
    return {name: a / max(b, 1e-9) for name, (a, b) in pairs.items() if not isinstance(a, str) and not isinstance(b, str)}


def summary(of):
    """The geometric mean of ratios, and how many are above the limit, as a text."""
    if not of:
        return "nothing to compare"
    mean = statistics.geometric_mean(max(ratio, 1e-9) for ratio in of.values())
    above = sum(ratio > _ABOVE for ratio in of.values())
    return f"geometric mean {mean:.3f} of {len(of)}, {above} above {_ABOVE}, worst {max(of.values()):.2f}"


def show(found, compared):
    """The table, the worst expression first: milliseconds in each library and the ratios."""
    order = next(iter(compared.values()), {})
    print("   ".join([*(f"{library:>10}" for library in found), *(f"/ {other}" for other in compared)]) + "   (ms)")
    for name in sorted(found["tfshim"], key=lambda name: -order.get(name, 0)):
        figures = [one[name] for one in found.values()]
        cells = ["    failed" if isinstance(s, str) else f"{s * 1000:10.3f}" for s in figures]
        cells += [f"{of[name]:6.2f}{'!' if of[name] > _ABOVE else ' '}" if name in of else "      -" for of in compared.values()]
        print("   ".join([*cells, name]))
        for library, figure in zip(found, figures):
            if isinstance(figure, str):
                print(f"        {library}: {figure}")
    for other, of in compared.items():
        print(f"tfshim / {other}: {summary(of)}")


def _places(options, root):
    places = {"tfshim": (sys.executable, root)}
    if options.tensorflow:
        places["tensorflow"] = (options.tensorflow, root)
    if options.before:
        places["before"] = (sys.executable, Path(options.before).resolve())
    return places


def main(parser, options, root, scripts):
    """Measure what the options of scripts/benchmark.py ask for; returns the exit status, 1 where tfshim fails in something."""
    names = chosen(parser, options.only)
    if options.list:
        for name in names:
            print(f"{KERNELS[name].group:22} {name}")
        return 0
    places = _places(options, root)
    rounds = {library: [] for library in places}
    for _ in range(options.rounds or 1):
        for library, (python, place) in places.items():
            rounds[library].append(measure(names, library, python, place, scripts))
    found = {library: least(of) for library, of in rounds.items()}
    compared = {other: ratios(found, other) for other in found if other != "tfshim"}
    text = json.dumps({"seconds": found, "ratios": compared, "summary": {other: summary(of) for other, of in compared.items()}}, indent=1)
    if options.out:
        Path(options.out).mkdir(parents=True, exist_ok=True)
        (Path(options.out) / "kernels.json").write_text(text + "\n")
    if options.json:
        print(text)
    else:
        show(found, compared)
    return 1 if any(isinstance(one, str) for one in found["tfshim"].values()) else 0
