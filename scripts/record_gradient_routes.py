"""Record which derivatives TensorFlow gives through loops, branches and functions (tests/engine/gradient_routes.py).

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_gradient_routes.py [COUNT [PART PARTS]]
It adds to tests/data/gradient_routes.json what is not there yet of the first COUNT routes, by default 800, or of one part of these.
"""

import fcntl
import sys

import recording  # isort: split

import tensorflow as tf

from tests.engine import gradient_routes

_AT_ONCE = 20  # so many are written together


def add(made):
    """Take outcomes into the file, which several processes may do."""
    with open(gradient_routes.FILE.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = gradient_routes.read() if gradient_routes.FILE.exists() else {}
        places = {text: i for i, text in enumerate(gradient_routes.routes())}
        rows = sorted({**known, **made}.items(), key=lambda row: places.get(row[0], len(places)))
        recording.write_rows(gradient_routes.FILE, dict(rows))


def main(count=800, part=0, parts=1):
    known = gradient_routes.read() if gradient_routes.FILE.exists() else {}
    wanted = [text for text in gradient_routes.routes()[:count][part::parts] if text not in known]
    made = {}
    for i, text in enumerate(wanted, 1):
        made[text] = gradient_routes.outcome(tf, text)
        if not i % _AT_ONCE or i == len(wanted):
            add(made)
            made = {}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
