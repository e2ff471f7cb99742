"""Record what TensorFlow gives for the programs in tests/data/programs/*.py.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_programs.py [TOPIC ...]
TOPIC.json beside TOPIC.py gets the outcome of each of its cases; the tests run the same cases with tfshim and compare. Each topic has a
process of its own, as some set what can only be set before TensorFlow begins.
"""

import subprocess
import sys

from recording import write_json

from tests.recorded.programs import FOLDER, cases, outcome


def record(topic):
    import tensorflow as tf

    made = {}
    for name, f in cases(topic, tf).items():
        tf.keras.backend.reset_uids()  # as for each test
        made[name] = outcome(f, topic)
    target = FOLDER / f"{topic}.json"
    write_json(target, made, indent=1)
    print(f"{target.name}: {len(made)} outcomes")


def main(topics):
    if len(topics) == 1:
        record(topics[0])
        return
    for topic in topics or sorted(path.stem for path in FOLDER.glob("*.py")):
        subprocess.run([sys.executable, __file__, topic], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
