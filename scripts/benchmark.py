"""Time the same lines in tfshim, in bare torch and in TensorFlow, and print times and ratios.

    python scripts/benchmark.py [--only NAME ...] [--tensorflow PYTHON] [--before CHECKOUT] [--rounds 3] [--threads 1]
                                [--instructions] [--json] [--list]
    python scripts/benchmark.py --models [--only NAME ...] [--tensorflow PYTHON] [--before CHECKOUT] [--conditions cpu wall busy]
                                [--libraries tfshim tensorflow torch before] [--rounds 1] [--seconds 2] [--out FOLDER] [--json]
    python scripts/benchmark.py --workers N [--only NAME ...] [--tensorflow PYTHON] [--before CHECKOUT] [--rounds 1] [--out FOLDER] [--json]
    python scripts/benchmark.py --building [--tensorflow PYTHON] [--before CHECKOUT] [--rounds 3] [--json]
    python scripts/benchmark.py --growth [--only NAME ...] [--tensorflow PYTHON] [--out FOLDER] [--json] [--list]
    python scripts/benchmark.py --kernels [--only NAME ...] [--tensorflow PYTHON] [--before CHECKOUT] [--rounds 1] [--out FOLDER] [--json]
                                [--list]

Every measurement is a process of its own; the libraries take turns, round after round, so that a busy moment of the
machine does not fall on one of them alone. A figure is the median over the rounds of each round's fastest block.
Limits that the project sets itself are checked: the exit status is 1 if one of them is missed. `--before` measures
another checkout of tfshim as well, by the same benchmarks: no figure may exceed its own by more than 3 %. Two processes
then take turns every hundredth of a second; the fastest tenth of the blocks counts, of the fastest of the rounds.
Two processes of the same checkout still differ by 2 %, sometimes 5 %: `--instructions` counts the instructions of a step
instead, by valgrind, once for each checkout and judged alike. That takes minutes for each benchmark, load or no load.

`--models` takes whole models instead: a training step, `predict` and the peak of memory, as CPU time of one thread, as
wall time of all threads, and as wall time beside a process that keeps a core busy. It sets no limits; the exit status is
1 if something fails. Where other programs run, only the CPU time says anything: threads wait for the slowest of them.
`--out` writes the figures as JSON and draws the ratios, where there is a matplotlib.

`--workers N` takes N workers of this machine that train one model: examples in a second by MultiWorkerMirroredStrategy,
and by torch's DistributedDataParallel, each worker with its share of the cores. In brackets how many times theirs. `--out` also
measures one worker and sums of several sizes, fits a model of the time of a step to these, and draws it for up to 1,000 workers.

`--building` takes the graph of GPT-2 with 124 million weights and of the loop that draws its words: CPU time and peak of memory
of building it and of the first words, in a process of its own. The exit status is 1 where building takes more than twice
TensorFlow's time, or memory more than 200 MiB beyond the weights.

`--growth` takes steps of growing sizes: batches, sequences, layers, variables, traced shapes; a picture of each with
`--out`. The exit status is 1 where tfshim ends above TensorFlow and further above it than it began.

`--kernels` takes some thousand single operations and gradients on tensors as large as those of models: CPU time of one thread,
how often TensorFlow's that is, and the geometric mean. `--only` names groups, or parts of expressions.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from benchmarks import instructions, registry, running  # noqa: E402
from benchmarks.building import command as building  # noqa: E402
from benchmarks.growth import command as growth  # noqa: E402
from benchmarks.kernels import command as kernels  # noqa: E402
from benchmarks.models import command  # noqa: E402
from benchmarks.workers import command as workers  # noqa: E402

_TIMEOUT = 600
_NO_SLOWER = 1.03


def _environment(root, threads):
    return {
        **os.environ,
        "PYTHONPATH": f"{root}{os.pathsep}{HERE}",
        "OMP_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "TF_ENABLE_ONEDNN_OPTS": os.environ.get("TF_ENABLE_ONEDNN_OPTS", "1"),
        "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES", ""),
    }


def _command(python, name, library, threads, *more):
    return [python, "-m", "benchmarks.child", name, library, str(threads), *more]


def measure(name, library, python, threads, root=HERE.parent):
    """Run one benchmark, with tfshim from `root`, in a fresh process; its figure, or RuntimeError with its output."""
    benchmark = registry.BENCHMARKS.get(name)
    if benchmark is not None and benchmark.kind == "start":
        environment = _environment(root, threads)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [python, "-m", "benchmarks.starting", name, library]
        if library == "tfshim":
            # An installed package has its modules compiled: the first process compiles the checkout's, and is not counted.
            running.result_of(command, environment, root, _TIMEOUT)
        return running.result_of(command, environment, root, _TIMEOUT)["figure"]
    return running.result_of(_command(python, name, library, threads), _environment(root, threads), root, _TIMEOUT)["figure"]


def compare(benchmark, roots, python, threads, blocks):
    """The figures of tfshim from each of the folders `roots`, in microseconds, measured in turns."""
    children = []
    try:
        for root in roots:
            children.append(subprocess.Popen(
                _command(python, benchmark.name, "tfshim", threads, "serve"), env=_environment(root, threads), cwd=root,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True))  # fmt: skip
            if children[-1].stdout.readline().strip() != "ready":
                raise RuntimeError(f"failed in {root}")
        took = [[] for _ in children]
        for _ in range(blocks):
            for child, times in zip(children, took):
                print(file=child.stdin, flush=True)
                times.append(float(child.stdout.readline()))
        return [statistics.quantiles(times, n=10, method="inclusive")[0] / benchmark.per * 1e6 for times in took]
    finally:
        for child in children:
            child.kill()
            child.communicate()


def run(benchmark, pythons, rounds, threads, before=None):
    """Measure one benchmark in every library it is written for: library -> figure or error text.

    The library "before" is tfshim from the checkout of that name.
    """
    if before and benchmark.kind == "time":
        try:
            pairs = [compare(benchmark, (HERE.parent, before), pythons["tfshim"], threads, 100) for _ in range(rounds)]
            ours, theirs = zip(*pairs)
            # Where a process finds its memory changes its speed by more than what is looked for: the luckiest counts.
            found = {"tfshim": min(ours), "before": min(theirs)}
        except RuntimeError as error:
            found = {"tfshim": str(error)}
        others = {k: v for k, v in pythons.items() if k not in ("tfshim", "before")}
        return found | (run(benchmark, others, rounds, threads) if others else {})
    libraries = [library for library in pythons if benchmark.written_for(library)]
    figures, errors = {library: [] for library in libraries}, {}
    for _ in range(rounds):
        for library in libraries:
            if library not in errors:
                try:
                    figures[library].append(
                        measure(benchmark.name, "tfshim", pythons[library], threads, before)
                        if library == "before"
                        else measure(benchmark.name, library, pythons[library], threads)
                    )
                except RuntimeError as error:
                    errors[library] = str(error)
    return {library: errors.get(library) or statistics.median(figures[library]) for library in libraries}


def count(benchmark, roots, python, threads):
    """Thousands of instructions that tfshim takes, from each of the folders `roots`: library -> figure or error text."""
    found = {}
    for library, root in roots.items():
        try:
            command = _command(python, benchmark.name, "tfshim", threads)
            found[library] = instructions.measure(benchmark, command, _environment(root, threads), root)
        except RuntimeError as error:
            found[library] = str(error)
    return found


def judge(benchmark, results, limits=True):
    """The ratios and limits of one benchmark: a list of (text, whether it is met). `limits`: not only what was before."""
    ours, verdicts = results[benchmark.name].get("tfshim"), []
    if not isinstance(ours, float):
        return [("tfshim failed", False)] if isinstance(ours, str) else []
    before = results[benchmark.name].get("before")
    if isinstance(before, float):
        verdicts.append((f"{ours / before:.3f} x before, at most {_NO_SLOWER}", ours <= _NO_SLOWER * before))
    for against, limit in benchmark.bars.items() if limits else ():
        if against == "absolute":
            verdicts.append((f"{ours:.3g} {benchmark.unit} of at most {limit}", ours <= limit))
            continue
        if against == "beyond torch":
            theirs = results[benchmark.name].get("torch")
            if isinstance(theirs, float):
                verdicts.append((f"{ours - theirs:.3f} {benchmark.unit} beyond torch, at most {limit}", ours <= theirs + limit))
            continue
        other = results.get(against, {}).get("tfshim") if against in registry.BENCHMARKS else results[benchmark.name].get(against)
        if isinstance(other, float):
            verdicts.append((f"{ours / other:.2f} x {against}, at most {limit}", ours <= limit * other))
    return verdicts


def show(benchmark, results, unit, verdicts):
    """One block of the table."""
    found = results[benchmark.name]
    print(f"{benchmark.name:20} {benchmark.about}")
    for library, figure in found.items():
        if isinstance(figure, str):
            print(f"    {library:12} failed: {figure}")
            continue
        base = found.get("tfshim")
        ratio = f"   tfshim / {library} = {base / figure:.3f}" if library != "tfshim" and isinstance(base, float) else ""
        print(f"    {library:12} {figure:12.2f} {unit}{ratio}")
    for text, met in verdicts:
        print(f"    {'met   ' if met else 'MISSED'} {text}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], help="benchmarks or groups to run (may be repeated)")
    parser.add_argument("--tensorflow", metavar="PYTHON", help="a Python in which TensorFlow is installed")
    parser.add_argument("--before", metavar="CHECKOUT", help="a checkout of tfshim to compare this one with")
    parser.add_argument("--instructions", action="store_true", help="count the instructions of the benchmarks of time, by valgrind")
    parser.add_argument("--without-torch", action="store_true", help="do not run the hand-written torch versions")
    parser.add_argument("--rounds", type=int, help="processes for each library (default 3; 1 with --models and --kernels)")
    parser.add_argument("--threads", type=int, default=1, help="threads for every library (default 1)")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    parser.add_argument("--list", action="store_true", help="list the benchmarks")
    parser.add_argument("--models", action="store_true", help="measure whole models; what follows goes with it")
    parser.add_argument("--growth", action="store_true", help="measure how steps grow with their sizes")
    parser.add_argument("--building", action="store_true", help="measure how GPT-2's graph is built")
    parser.add_argument("--kernels", action="store_true", help="measure single operations on large tensors")
    parser.add_argument("--workers", type=int, metavar="N", help="measure models that N workers train together")
    parser.add_argument("--conditions", nargs="+", choices=command.CONDITIONS, help="how to measure models (default: all)")
    parser.add_argument("--libraries", nargs="+", choices=command.LIBRARIES, help="where to measure models (default: all there are)")
    parser.add_argument("--seconds", type=float, default=2, help="how long to measure a model (default 2, and 3 epochs at least)")
    parser.add_argument("--out", metavar="FOLDER", help="where to write figures as JSON, and pictures of models, growths and more workers")
    options = parser.parse_args()
    if options.workers:
        return workers.main(parser, options, HERE.parent, HERE)
    if options.building:
        return building.main(options, HERE.parent, HERE)
    if options.growth:
        return growth.main(parser, options, HERE.parent, HERE)
    if options.kernels:
        return kernels.main(parser, options, HERE.parent, HERE)
    if options.models:
        return command.main(parser, options, HERE.parent, HERE)
    options.rounds = options.rounds or 3

    registry.load()
    chosen = [b for b in registry.BENCHMARKS.values() if not options.only or {b.name, b.group} & set(options.only)]
    unknown = set(options.only) - {b.name for b in chosen} - {b.group for b in chosen}
    if unknown:
        parser.error(f"no benchmark or group is named {', '.join(sorted(unknown))}; --list shows them")
    if options.list:
        for benchmark in chosen:
            print(f"{benchmark.group:8} {benchmark.name:20} {benchmark.about}   {benchmark.bars}")
        return 0
    if options.instructions:
        chosen = [b for b in chosen if b.kind == "time"]
        if not instructions.available():
            parser.error("--instructions needs valgrind, which is not there: install it, with apt-get install valgrind or the like")
        if options.tensorflow:
            parser.error("--instructions counts those of tfshim alone; leave --tensorflow out")
    # A limit against another benchmark needs that one too.
    needed = [] if options.instructions else [registry.BENCHMARKS[a] for b in chosen for a in b.bars if a in registry.BENCHMARKS]
    chosen = [*(b for b in dict.fromkeys(needed) if b not in chosen), *chosen]
    pythons = {"tfshim": sys.executable}
    if not options.without_torch:
        pythons["torch"] = sys.executable
    if options.tensorflow:
        pythons["tensorflow"] = options.tensorflow
    if options.before:
        pythons["before"] = sys.executable
        if not (Path(options.before) / "tfshim").is_dir():
            parser.error(f"{options.before} is no checkout of tfshim")
    roots = {"tfshim": HERE.parent} | ({"before": Path(options.before).resolve()} if options.before else {})
    limits = not options.instructions
    results, units = {}, {}
    for benchmark in chosen:
        if options.instructions:
            results[benchmark.name] = count(benchmark, roots, sys.executable, options.threads)
        else:
            results[benchmark.name] = run(benchmark, pythons, options.rounds, options.threads, options.before)
        units[benchmark.name] = "thousand instructions" if options.instructions else benchmark.unit
        if not options.json:
            show(benchmark, results, units[benchmark.name], judge(benchmark, results, limits))
    verdicts = {b.name: judge(b, results, limits) for b in chosen}
    if options.json:
        table = {
            b.name: {
                "unit": units[b.name],
                "figures": results[b.name],
                "limits": [{"text": t, "met": m} for t, m in verdicts[b.name]],
            }
            for b in chosen
        }
        print(json.dumps({"threads": options.threads, "rounds": options.rounds, "benchmarks": table}, indent=1))
    missed = sum(not met for limits in verdicts.values() for _, met in limits)
    if not options.json:
        print(f"{len(chosen)} benchmarks, {missed} limits missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
