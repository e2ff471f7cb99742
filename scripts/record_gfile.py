"""Records what TensorFlow's `tf.io.gfile` answers to tests/io/gfile_cases.py. Run with a Python that has TensorFlow."""

import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.io.gfile_cases import CASES, outcome  # noqa: E402


def main():
    import tensorflow as tf

    os.chdir(tempfile.mkdtemp())
    record = {name: outcome(tf.io.gfile, body) for name, body in CASES.items()}
    target = ROOT / "tests" / "data" / "gfile.json"
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(result)}" for name, result in record.items())
    beside = target.with_suffix(".tmp")
    beside.write_text("{\n" + lines + "\n}\n")
    beside.replace(target)
    print(f"{len(record)} answers of TensorFlow {tf.__version__} in {target}")


if __name__ == "__main__":
    main()
