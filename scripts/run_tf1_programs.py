"""Run well-known programs of TensorFlow 1 whole, as they are published, and compare what they print with what TensorFlow gave.

    python scripts/run_tf1_programs.py FOLDER [--only NAME ...] [--path FOLDER ...] [--list]
    python scripts/run_tf1_programs.py FOLDER --record PYTHON [--only NAME ...] [--path FOLDER ...]

FOLDER holds the sources, which are not part of this project, each as git clones it: TensorFlow-Examples, bert, gpt-2 (--list tells
where they are). Programs run with small made data and, where they say how many steps they take, fewer steps. `--path` is where they
find what else they need: six, regex, fire and tqdm. `--record` runs them with a Python that has TensorFlow 2.15.1, as
`tensorflow.compat.v1` with what they use of `contrib`, and writes what they print to tests/data/tf1_programs.json.

The exit status is 1 if a program fails or prints something else.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from tf1_programs import figures, running  # noqa: E402
from tf1_programs.catalog import PROGRAMS, SOURCES  # noqa: E402


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=list(PROGRAMS), metavar="NAME", default=list(PROGRAMS))
    parser.add_argument("--path", nargs="+", default=[], metavar="FOLDER")
    parser.add_argument("--record", metavar="PYTHON")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args(given)


def main(given=None):
    options = arguments(given)
    if options.list:
        for name in options.only:
            print(f"{name:30} {SOURCES[PROGRAMS[name].source]}/blob/master/{PROGRAMS[name].path}")
        return 0
    recorded, failed = running.recorded(), 0
    library, python = ("tensorflow", options.record) if options.record else ("tfshim", sys.executable)
    for name in options.only:
        program = PROGRAMS[name]
        try:
            found = running.run(program, options.folder / program.source, library, python, options.path)
        except RuntimeError as error:
            failed += 1
            print(f"{name:30} FAILED\n{error}", flush=True)
            continue
        if options.record:
            recorded[name] = found
            running.write(recorded)
            print(f"{name:30} {len(found)} lines", flush=True)
            continue
        differ = figures.differences(found, recorded[name], program.tolerance)
        failed += bool(differ)
        widest = figures.widest(found, recorded[name])
        print(f"{name:30} {'DIFFERS' if differ else 'as TensorFlow'}, {len(found)} lines, numbers within {widest:.1e}", flush=True)
        for text in differ[:8]:
            print(f"    {text}", flush=True)
    print(f"{len(options.only)} programs, {failed} fail or differ" if not options.record else f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
