"""Records the results of TensorFlow's `tf.io.gfile` for tests/io/gfile_cases.py. Run with a Python that has TensorFlow."""

import os
import tempfile

from recording import DATA, write_rows

from tests.io.gfile_cases import CASES, outcome


def main():
    import tensorflow as tf

    os.chdir(tempfile.mkdtemp())
    record = {name: outcome(tf.io.gfile, body) for name, body in CASES.items()}
    target = DATA / "gfile.json"
    write_rows(target, record)
    print(f"{len(record)} answers of TensorFlow {tf.__version__} in {target}")


if __name__ == "__main__":
    main()
