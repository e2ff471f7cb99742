"""`scripts/benchmark.py --workers N`: the order of the measurements, and the table."""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import running
from benchmarks.models.command import chosen_models, places
from benchmarks.models.processes import environment
from benchmarks.workers import scaling
from tfshim.cli.launch import addresses, threads_of_each

_TIMEOUT = 600
_EPOCHS = 4
_DEFAULT = ("mlp", "cnn", "autoencoder", "encoder", "mobilenet_v2")


def _wait_for(child, said, rank):
    """Wait for the end of a worker. Raises RuntimeError with the last line of what it said if it fails."""
    if child.wait(_TIMEOUT):
        said.seek(0)
        raise RuntimeError(f"worker {rank}: {running.last_line(said.read().decode(errors='replace'), child.returncode)}")


def measure(model, library, workers, python, root, scripts):
    """What `workers` fresh processes that train together print, a list; RuntimeError if one of them fails."""
    name = "tfshim" if library == "before" else library
    return together([python, "-m", "benchmarks.workers.child", name, model.name, str(workers), str(_EPOCHS)], workers, root, scripts)


def together(command, workers, root, scripts):
    """What `command` prints as JSON in each of so many processes at a time, each with its TF_CONFIG; RuntimeError if one of them fails."""
    cluster = {"worker": addresses(workers)}
    children, files = [], []
    try:
        for rank in range(workers):
            config = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": rank}})
            shared = {**environment("wall", root, scripts), "TF_CONFIG": config, "OMP_NUM_THREADS": str(threads_of_each(max(workers, 2)))}
            files.append((tempfile.TemporaryFile(), tempfile.TemporaryFile()))
            children.append(subprocess.Popen(command, env=shared, cwd=root, stdout=files[-1][0], stderr=files[-1][1]))
        for rank, child in enumerate(children):
            _wait_for(child, files[rank][1], rank)
        found = []
        for printed, _ in files:
            printed.seek(0)
            found.append(json.loads(printed.read().splitlines()[-1]))
        return found
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"took more than {_TIMEOUT} s") from None
    finally:
        for child in children:
            child.kill()
            child.wait()
        for pair in files:
            for file in pair:
                file.close()


def examples(found):
    """The examples in a second of what `measure` gave."""
    return statistics.mean(one["examples"] for one in found)


def scale(models, workers, python, root, scripts, out):
    """Measure one worker and several, and write what a step of more of them would take into the folder `out`; whether all went well."""
    known = {}
    try:
        times = together([python, "-m", "benchmarks.workers.exchange"], workers, root, scripts)
        latency, bandwidth = scaling.fitted([(size, max(each[i][1] for each in times)) for i, (size, _) in enumerate(times[0])], workers)
        for model in models:
            alone, several = (measure(model, "tfshim", count, python, root, scripts) for count in (1, workers))
            steps = [model.batch * count / examples(found) for count, found in ((1, alone), (workers, several))]
            known[model.name] = scaling.model(*steps, workers, several[0]["bytes"], several[0]["buckets"], latency, bandwidth)
    except RuntimeError as error:
        print(f"scaling: {error}", flush=True)
        return False
    if not scaling.write(known, out):
        print("no picture without matplotlib", file=sys.stderr)
    for name, found in known.items():
        last = scaling.predicted(found, scaling.LARGEST)
        print(f"{name:18}{scaling.LARGEST} workers: {last['efficiency']:.2f} of one alone each, limited by {last['limit']}")
    return True


def main(parser, options, root, scripts):
    """Measure what the options of scripts/benchmark.py ask for; returns the exit status."""
    models = chosen_models(parser, options.only or _DEFAULT)
    where, rounds = places(parser, options, root), options.rounds or 1
    results, failed = {}, False
    for model in models:
        found = results[model.name] = {library: [] for library in where}
        for _ in range(rounds):
            for library, (python, folder) in where.items():
                try:
                    found[library].append(examples(measure(model, library, options.workers, python, folder, scripts)))
                except RuntimeError as error:
                    failed = True
                    print(f"{model.name}, {library}: {error}", flush=True)
        middle = {library: statistics.median(figures) for library, figures in found.items() if figures}
        results[model.name] = middle
        if not options.json:
            _show(model, middle)
    if options.json:
        print(json.dumps({"workers": options.workers, "unit": "examples in a second", "models": results}))
    if options.out:
        python, folder = where["tfshim"]
        failed = not scale(models, options.workers, python, folder, scripts, Path(options.out)) or failed
    return int(failed)


def _show(model, found):
    ours = found.get("tfshim")
    figures = (
        f"{library} {figure:9.1f}" + (f" ({ours / figure:.2f})" if ours and library != "tfshim" else "")
        for library, figure in found.items()
    )
    print(f"{model.name:18}" + "   ".join(figures), flush=True)
