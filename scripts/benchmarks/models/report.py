"""Prints what was measured of models, and writes it as JSON and as a picture."""

import json
import math

from benchmarks.models.processes import MEASURED

_ABOUT = {
    "cpu": "CPU time of one thread",
    "wall": "wall time, all threads",
    "busy": "wall time, all threads, beside a busy process",
}
_HEADS = {"train": "training step, ms", "predict": "predict or sample, ms", "peak": "peak memory, MiB"}
_TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 200]
_SHORT = {"tensorflow": "TF"}


def ratios(found):
    """What tfshim takes as a factor of what the others take: library -> measured -> ratio.

    `found`: library -> result, for one model under one condition.
    """
    ours = found.get("tfshim", {})
    if "train" not in ours:
        return {}
    return {
        library: {what: ours[what] / result[what] for what in MEASURED}
        for library, result in found.items()
        if library != "tfshim" and "train" in result
    }


def means(results, condition):
    """The geometric mean of the ratios over all models: library -> measured -> mean."""
    found = [ratios(conditions[condition]) for conditions in results.values() if condition in conditions]
    libraries = dict.fromkeys(library for one in found for library in one)
    return {
        library: {
            what: math.exp(
                math.fsum(math.log(one[library][what]) for one in found if library in one) / sum(library in one for one in found)
            )
            for what in MEASURED
        }
        for library in libraries
    }


def _cells(found, factors, libraries, what):
    """The figures of all libraries, then the ratios: text of equal widths."""
    figures = [f"{found[one][what]:9.2f}" if what in found.get(one, {}) else f"{'-':>9}" for one in libraries]
    factor = [f"{factors[one][what]:6.2f}" if one in factors else f"{'-':>6}" for one in libraries if one != "tfshim"]
    return " ".join(figures + factor)


def heading(condition, libraries):
    """The two lines above the table of one condition."""
    names = [f"{_SHORT.get(one, one):>9}" for one in libraries]
    names += [f"{'/' + _SHORT.get(one, one):>6}"[-6:] for one in libraries if one != "tfshim"]
    columns = " ".join(names)
    above = " | ".join(f"{_HEADS[what]:^{len(columns)}}" for what in MEASURED)
    return f"{_ABOUT[condition]}\n{'':18}{above}\n{'':18}{' | '.join([columns] * len(MEASURED))}"


def line(name, found, libraries):
    """The line of one model, and one more for each library that failed."""
    factors = ratios(found)
    text = f"{name:18}" + " | ".join(_cells(found, factors, libraries, what) for what in MEASURED)
    failed = [f"    {library} failed: {result['error']}" for library, result in found.items() if "error" in result]
    return "\n".join([text, *failed])


def average(results, condition, libraries):
    """The last line of the table of one condition: the geometric means of the ratios."""
    mean = means(results, condition)
    return f"{'geometric mean':18}" + " | ".join(_cells({}, mean, libraries, what) for what in MEASURED) + "\n"


def as_json(results, settings):
    """Everything as one JSON text, ratios included."""
    conditions = dict.fromkeys(condition for found in results.values() for condition in found)
    models = {
        name: {condition: {"measured": one, "tfshim as a factor of": ratios(one)} for condition, one in found.items()}
        for name, found in results.items()
    }
    mean = {condition: means(results, condition) for condition in conditions}
    return json.dumps({**settings, "models": models, "geometric means of the factors": mean}, indent=1)


def draw(results, path):
    """Draw the ratios of all models as bars into the file `path`; ImportError where there is no matplotlib."""
    from matplotlib.figure import Figure

    conditions = list(dict.fromkeys(condition for found in results.values() for condition in found))
    figure = Figure(figsize=(5 * len(MEASURED), 1 + (1 + 0.3 * len(results)) * len(conditions)), layout="constrained")
    axes = figure.subplots(len(conditions), len(MEASURED), squeeze=False, sharey=True)
    for row, condition in zip(axes, conditions):
        for axis, what in zip(row, MEASURED):
            _bars(axis, results, condition, what)
            axis.set_title(f"{_HEADS[what].partition(',')[0]}: {_ABOUT[condition]}", fontsize=9)
    axes[0][-1].legend(fontsize=8)
    figure.suptitle("tfshim as a factor of other libraries (left of 1: tfshim takes less)")
    figure.savefig(path, dpi=110)


def _bars(axis, results, condition, what):
    """The bars of one panel: a group for each model, a bar for each library."""
    factors = {name: ratios(found[condition]) for name, found in results.items() if condition in found}
    libraries = list(dict.fromkeys(library for one in factors.values() for library in one))
    height = 0.8 / max(1, len(libraries))
    for i, library in enumerate(libraries):
        known = [(row, one[library][what]) for row, one in enumerate(factors.values()) if library in one]
        # From 1 on, to the side on which the ratio is.
        axis.barh(
            [row + i * height for row, _ in known], [ratio - 1 for _, ratio in known], height, left=1, label=_SHORT.get(library, library)
        )
    axis.set_yticks([row + 0.4 - height / 2 for row in range(len(factors))], list(factors), fontsize=8)
    axis.set_xscale("log")
    # All ticks would widen a panel to the farthest of them.
    limits = axis.get_xlim()
    axis.set_xticks(_TICKS, [f"{tick:g}" for tick in _TICKS])
    axis.minorticks_off()
    axis.set_xlim(min(limits[0], 0.5), max(limits[1], 2))
    axis.axvline(1, color="black", linewidth=0.8)
    # The panels of a row share their axis: set once, the order holds for all.
    if not axis.yaxis_inverted():
        axis.invert_yaxis()
