"""Record what TensorFlow gives for the programs in tests/data/programs/*.py.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_programs.py [TOPIC ...]
TOPIC.json beside TOPIC.py gets the outcome of each of its cases; the tests run the same cases with tfshim and compare.
"""

import json
import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.recorded.programs import FOLDER, cases, outcome  # noqa: E402


def main(topics):
    import tensorflow as tf

    for path in sorted(FOLDER.glob("*.py")):
        if topics and path.stem not in topics:
            continue
        made = {name: outcome(f, path.stem) for name, f in cases(path.stem, tf).items()}
        target = path.with_suffix(".json")
        beside = target.with_suffix(".json.new")
        beside.write_text(json.dumps(made, indent=1) + "\n")
        os.replace(beside, target)
        print(f"{target.name}: {len(made)} outcomes")


if __name__ == "__main__":
    main(sys.argv[1:])
