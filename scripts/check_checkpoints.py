"""Checkpoints that tfshim wrote, restored by a real TensorFlow 2.15, and the other way; prints a table of what went wrong.

python scripts/check_checkpoints.py PYTHON_WITH_TENSORFLOW
"""

import json
import os
import subprocess
import sys
import tempfile

OBJECTS = os.path.join(os.path.dirname(__file__), "checkpoint_objects.py")


def run(python, *arguments):
    """{name: what differs} as the program says it."""
    done = subprocess.run(
        [python, OBJECTS, *arguments], stdout=subprocess.PIPE, text=True, check=False, env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    )
    if done.returncode:
        raise SystemExit(done.returncode)
    return dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))


def main():
    pythons = {"tensorflow": sys.argv[1], "tfshim": sys.executable}
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for writer, reader in (("tfshim", "tensorflow"), ("tensorflow", "tfshim"), ("tfshim", "tfshim")):
            way, place = f"{writer} to {reader}", os.path.join(folder, writer)
            if not os.path.isdir(place):
                found[way] = run(pythons[writer], "write", writer, place)
            found.setdefault(way, {}).update(run(pythons[reader], "read", reader, place))
    wrong = 0
    for way, results in found.items():
        bad = {name: text for name, text in results.items() if text}
        wrong += len(bad)
        print(f"{way}: {len(results) - len(bad)} of {len(results)}")
        for name, text in bad.items():
            print(f"    {name}: {text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
