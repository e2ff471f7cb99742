"""Record the layers and weights of the models of tf.keras.applications, and what some predict.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_applications.py [MODEL ...]
With --via tfshim the same is compared with what was recorded. All models take minutes; the tests look at the small ones.
"""

import json
import sys

from recording import DATA, write_rows

from tests.keras.application_facts import SMALL, answers, facts

TARGET = DATA / "keras_applications.json"


def main(arguments):
    compare = "--via" in arguments
    names = [a for a in arguments if a not in ("--via", "tfshim")]
    if compare:
        import tfshim as tf
    else:
        import tensorflow as tf
    known = json.loads(TARGET.read_text()) if TARGET.exists() else {}
    every = [n for n in dir(tf.keras.applications) if n[0].isupper()]
    for name in names or every:
        found = {"facts": facts(tf, name)}
        found.update({"answers": [answers(tf, *row) for row in SMALL if row[0] == name]} if any(r[0] == name for r in SMALL) else {})
        if compare:
            print(
                name,
                "as recorded" if known[name]["facts"] == found["facts"] else f"differs: {found['facts']}, {known[name]['facts']}",
                flush=True,
            )
            continue
        known[name] = found
        write_rows(TARGET, dict(sorted(known.items())))
        print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
