"""Record what TensorFlow gives for the programs in tests/data/programs/*.py.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_programs.py [TOPIC ...]
TOPIC.json beside TOPIC.py gets the outcome of each of its cases; the tests run the same cases with tfshim and compare.
"""

import sys

from recording import write_json

from tests.recorded.programs import FOLDER, cases, outcome


def main(topics):
    import tensorflow as tf

    for path in sorted(FOLDER.glob("*.py")):
        if topics and path.stem not in topics:
            continue
        made = {name: outcome(f, path.stem) for name, f in cases(path.stem, tf).items()}
        target = path.with_suffix(".json")
        write_json(target, made, indent=1)
        print(f"{target.name}: {len(made)} outcomes")


if __name__ == "__main__":
    main(sys.argv[1:])
