"""Count which of the private names that published libraries import tfshim has.

    python scripts/check_private_names.py [NAMES.json] [--keras3 FOLDER ...] [--missing] [--json]
    python scripts/check_private_names.py [NAMES.json] --record      # with a Python that has TensorFlow 2.15.1

NAMES.json holds {name: [libraries]}, such as {"tensorflow.python.framework.ops.EagerTensor": ["tf_agents"]}; without it, the names
are those of tests/data/private_names_of_libraries.json. A name is looked for as libraries import it: as a module, as what a module
has (`from MODULE import NAME`), as what a class of a module has, as all that a module has (`.*`), or, of those that begin with `tf.`,
as an attribute of TensorFlow. Each is of one kind:

    2.15      TensorFlow 2.15.1 has it, or its Keras 2.15
    other     earlier or later versions of TensorFlow have it
    keras3    a module of Keras 3, which libraries have beside TensorFlow. It is looked for where Keras 3 is: in the folders that
              `--keras3` names (`pip install --no-deps --target FOLDER keras namex optree rich`), in a process of its own

`--record` writes the names, their libraries and kinds into the file of the tests, by what TensorFlow has. The exit status is 1 if
fewer than 95 % resolve.
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT / "tests" / "data" / "private_names_of_libraries.json"
KINDS = ["2.15", "other", "keras3"]
# Libraries that name by `keras.src...` what is a part of Keras 3 itself. Others mean Keras 2 by it.
_OF_KERAS_3 = {"keras3", "keras_cv", "keras_tuner"}
_LIMIT = 0.95


def problem(name):
    """Why `name` cannot be imported, "" if it can be."""
    if name.startswith("tf."):
        name = "tensorflow" + name.removeprefix("tf")
    parts, first = name.removesuffix(".*").split("."), ""
    # The longest prefix that is a module has the rest as attributes.
    for size in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:size]))
        except ImportError as e:
            first = first or f"{type(e).__name__}: {e}"
            continue
        try:
            for part in parts[size:]:
                value = getattr(value, part)
            return "" if not name.endswith(".*") or _public(value) else f"{name} has no public names"
        except (AttributeError, ImportError) as e:  # ImportError: of a library that is not there, which TensorFlow loads late
            return f"{type(e).__name__}: {e}"
    return first


def _public(module):
    return [n for n in getattr(module, "__all__", dir(module)) if not n.startswith("_")]


def problems(names):
    return {name: problem(name) for name in names}


def _with_keras_3(names, folders):
    """`problems` of `names` in a process that finds Keras 3."""
    path = os.pathsep.join([*folders, str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "KERAS_BACKEND": "tensorflow"}
    done = subprocess.run(
        [sys.executable, __file__, "--child"], input=json.dumps(names), env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def record(given):
    """Write the names with their libraries and kinds, by what the TensorFlow of this Python has."""
    missing = problems(given)
    kinds = {}
    for name, libraries in given.items():
        if name.startswith("keras.src.") and set(libraries) <= _OF_KERAS_3:
            kinds[name] = "keras3"
        else:
            kinds[name] = "other" if missing[name] else "2.15"
    rows = [f"{json.dumps(n)}: {json.dumps({'kind': kinds[n], 'libraries': sorted(given[n])})}" for n in sorted(given)]
    RECORDED.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    return Counter(kinds.values())


def _table(kinds, missing, looked_for):
    lines = [f"{'kind':8} {'names':>6} {'resolve':>8}"]
    for kind in KINDS:
        names = [n for n in kinds if kinds[n] == kind]
        found = str(sum(not missing[n] for n in names)) if kind in looked_for else "-"
        lines.append(f"{kind:8} {len(names):6} {found:>8}")
    found = sum(not why for why in missing.values())
    lines.append(f"{'all':8} {len(kinds):6} {found:8}  {100 * found / len(kinds):.1f} %")
    return "\n".join(lines)


def main(given=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="?", type=Path)
    parser.add_argument("--keras3", nargs="+", default=[], metavar="FOLDER")
    parser.add_argument("--missing", action="store_true", help="say what does not resolve, and why")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(given)
    if options.record:
        given = json.loads((options.names or RECORDED).read_text())
        print(*record({n: v if options.names else v["libraries"] for n, v in given.items()}).items())
        return 0

    sys.path.insert(0, str(ROOT))
    import tfshim

    tfshim.activate()
    if options.child:
        print(json.dumps(problems(json.load(sys.stdin))))
        return 0
    recorded = json.loads(RECORDED.read_text())
    names = list(json.loads(options.names.read_text())) if options.names else list(recorded)
    kinds = {n: recorded[n]["kind"] if n in recorded else "other" for n in names}
    missing = problems(n for n in names if kinds[n] != "keras3")
    of_keras_3 = [n for n in names if kinds[n] == "keras3"]
    if options.keras3:
        missing |= _with_keras_3(of_keras_3, options.keras3)
    else:
        missing |= {n: "Keras 3 was not looked for" for n in of_keras_3}
    looked_for = KINDS if options.keras3 else KINDS[:2]
    if options.json:
        print(json.dumps({n: {"kind": kinds[n], "missing": missing[n]} for n in names}, indent=1))
    else:
        print(_table(kinds, missing, looked_for))
        for kind in looked_for if options.missing else ():
            for name in sorted(n for n in names if kinds[n] == kind and missing[n]):
                print(f"{kind:8} {name}\n         {missing[name]}")
    return 0 if sum(not why for why in missing.values()) >= _LIMIT * len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
