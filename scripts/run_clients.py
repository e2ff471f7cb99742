"""Run libraries that are built on TensorFlow with tfshim, and print what passes of what passes with TensorFlow.

    python scripts/run_clients.py [--only NAME ...] [--parts program tests] [--source NAME=FOLDER ...] [--every N] [--failures] [--json]
                                  [--markdown]
    python scripts/run_clients.py --record PYTHON [--path FOLDER ...] [--only NAME ...] [--parts program tests]

Each library of scripts/clients/libraries is installed into a folder of its own below build/clients, without what it requires
and so without TensorFlow. Its modules are imported, its program in scripts/clients/programs is run and compared with what
TensorFlow gave, and so much of its own test suite is run as its declaration says. `--record` runs the same with a Python that has
TensorFlow 2.15.1 and writes the results to tests/data/clients: only tests that pass there count.

`--source` names a folder with a library's sources where its repository cannot be reached; `--path` is where that Python finds what
else it needs. The exit status is 1 if something cannot be imported, a step differs, or fewer than 95 % of a library's tests pass.
"""

import argparse
import functools
import json
import sys
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from clients import client, installing, running  # noqa: E402


def rows(reports):
    """The table, as lists of texts."""
    yield ["library", "version", "imports", "steps", "tests", "%"]
    for r in reports:
        share = f"{100 * r.tests_passed / r.tests:.1f}" if r.tests else "-"
        counts = [f"{a} of {b}" if b else "-" for a, b in ((r.imported, r.imports), (r.steps_passed, r.steps), (r.tests_passed, r.tests))]
        yield [r.name, r.version, *counts, share]


def table(reports, markdown=False):
    """The table as text."""
    lines = list(rows(reports))
    if markdown:
        return "\n".join(["| " + " | ".join(line) + " |" for line in [lines[0], ["---"] * len(lines[0]), *lines[1:]]])
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in lines)


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=client.names(), metavar="NAME")
    parser.add_argument("--parts", nargs="+", choices=["program", "tests"], default=["program", "tests"])
    parser.add_argument("--source", nargs="+", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--record", metavar="PYTHON")
    parser.add_argument("--path", nargs="+", default=[], metavar="FOLDER")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one of N of the tests, the same ones each time")
    parser.add_argument("--failures", action="store_true", help="say what failed, and how")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_args(given)


def main(given=None):
    options = arguments(given)
    sources = {name: Path(folder).resolve() for name, _, folder in (s.partition("=") for s in options.source)}
    chosen = [client.load(name) for name in options.only or client.names()]
    if options.record:
        interpreter = installing.Interpreter(options.record, True, tuple(options.path))
        for library in chosen:
            print(f"{library.name} {library.version}", flush=True)
            for text in running.record(library, interpreter, options.parts, sources.get(library.name)):
                print("  " + text, flush=True)
        return 0
    interpreter, reports = installing.Interpreter(options.python, path=tuple(options.path)), []
    for library in chosen:
        print(f"{library.name} ...", file=sys.stderr, flush=True)
        said = functools.partial(print, file=sys.stderr, flush=True)
        reports.append(running.check(library, interpreter, options.parts, sources.get(library.name), said, options.every))
    if options.json:
        print(json.dumps([asdict(r) for r in reports], indent=1))
    else:
        print(table(reports, options.markdown))
    for r in reports:
        if r.problem:
            print(f"{r.name}: {r.problem}", file=sys.stderr)
        for name, why in r.failures if options.failures else ():
            print(f"--- {r.name}: {name}\n{why}", file=sys.stderr)
    return 0 if all(r.good for r in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
