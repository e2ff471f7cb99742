"""`scripts/benchmark.py --models`: what its options mean, and the order of the measurements."""

import os
import platform
import sys
from pathlib import Path

from benchmarks.models import processes, report
from benchmarks.models.catalog import MODELS
from benchmarks.models.child import CONDITIONS

LIBRARIES = ("tfshim", "tensorflow", "torch", "before")


def chosen_models(parser, only):
    """The models that --only names, all where it names none."""
    unknown = set(only) - set(MODELS)
    if unknown:
        parser.error(f"no model is named {', '.join(sorted(unknown))}; --models --list shows them")
    return [model for name, model in MODELS.items() if not only or name in only]


def places(parser, options, root):
    """Where the libraries are that are to be measured: library -> (python, root)."""
    found = {
        "tfshim": (sys.executable, root),
        "tensorflow": (options.tensorflow, root),
        "torch": (sys.executable, root),
        "before": (sys.executable, options.before and Path(options.before).resolve()),
    }
    default = [one for one in LIBRARIES if all(found[one]) and not (one == "torch" and options.without_torch)]
    wanted = options.libraries or default
    for library in wanted:
        if not all(found[library]):
            parser.error(f"--libraries {library} needs --{library}, which says where it is")
    return {library: found[library] for library in LIBRARIES if library in wanted}


def write(out, results, settings):
    """Write results.json, and, where there is a matplotlib, ratios.png into the folder `out`."""
    (out / "results.json").write_text(report.as_json(results, settings) + "\n")
    if any(report.ratios(found) for conditions in results.values() for found in conditions.values()):
        try:
            report.draw(results, out / "ratios.png")
        except ImportError:
            print("no picture without matplotlib", file=sys.stderr)


def main(parser, options, root, scripts):
    """Measure what the options of scripts/benchmark.py ask for; returns the exit status."""
    models = chosen_models(parser, options.only)
    if options.instructions:
        parser.error("--instructions counts those of short steps; it does not go with --models")
    if options.list:
        for model in models:
            print(f"{model.family:13} {model.name:18} {model.about}; batches of {model.batch}, {model.steps} in an epoch")
        return 0
    where, rounds = places(parser, options, root), options.rounds or 1
    settings = {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "rounds": rounds,
        "unit": {"train": "ms", "predict": "ms", "peak": "MiB"},
    }
    out = options.out and Path(options.out)
    if out:
        out.mkdir(parents=True, exist_ok=True)
    results = {model.name: {} for model in models}
    for condition in options.conditions or CONDITIONS:
        if not options.json:
            print(report.heading(condition, where), flush=True)
        for model in models:
            found = results[model.name][condition] = processes.compare(model, condition, where, rounds, options.seconds, scripts)
            if not options.json:
                print(report.line(model.name, found, where), flush=True)
            if out:
                write(out, results, settings)
        if not options.json:
            print(report.average(results, condition, where), flush=True)
    if options.json:
        print(report.as_json(results, settings))
    return 1 if any("error" in one for conditions in results.values() for found in conditions.values() for one in found.values()) else 0
