"""`scripts/benchmark.py --workers N`: the order of the measurements, and the table."""

import json
import statistics
import subprocess
import tempfile

from benchmarks import running
from benchmarks.models.command import chosen_models, places
from benchmarks.models.processes import environment
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
    """Examples in a second of `workers` fresh processes that train together; RuntimeError if one of them fails."""
    name = "tfshim" if library == "before" else library
    command = [python, "-m", "benchmarks.workers.child", name, model.name, str(workers), str(_EPOCHS)]
    cluster = {"worker": addresses(workers)}
    children, files = [], []
    try:
        for rank in range(workers):
            config = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": rank}})
            shared = {**environment("wall", root, scripts), "TF_CONFIG": config, "OMP_NUM_THREADS": str(threads_of_each(workers))}
            files.append((tempfile.TemporaryFile(), tempfile.TemporaryFile()))
            children.append(subprocess.Popen(command, env=shared, cwd=root, stdout=files[-1][0], stderr=files[-1][1]))
        for rank, child in enumerate(children):
            _wait_for(child, files[rank][1], rank)
        found = []
        for printed, _ in files:
            printed.seek(0)
            found.append(json.loads(printed.read().splitlines()[-1])["examples"])
        return statistics.mean(found)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"took more than {_TIMEOUT} s") from None
    finally:
        for child in children:
            child.kill()
            child.wait()
        for pair in files:
            for file in pair:
                file.close()


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
                    found[library].append(measure(model, library, options.workers, python, folder, scripts))
                except RuntimeError as error:
                    failed = True
                    print(f"{model.name}, {library}: {error}", flush=True)
        middle = {library: statistics.median(figures) for library, figures in found.items() if figures}
        results[model.name] = middle
        if not options.json:
            _show(model, middle)
    if options.json:
        print(json.dumps({"workers": options.workers, "unit": "examples in a second", "models": results}))
    return int(failed)


def _show(model, found):
    ours = found.get("tfshim")
    figures = (
        f"{library} {figure:9.1f}" + (f" ({ours / figure:.2f})" if ours and library != "tfshim" else "")
        for library, figure in found.items()
    )
    print(f"{model.name:18}" + "   ".join(figures), flush=True)
