"""Record what TensorFlow makes of the generated calls in functions that know less of their arrays: tests/data/calls_in_graphs.json.gz.

Needs a Python with TensorFlow 2.15. Calls are evaluated in a process of their own; what ends it, hangs or is not the same another time
is left out.
"""

import collections
import json
import os
import sys

import recording  # noqa: F401 - settings of TensorFlow
from record_generated_calls import Worker, reason

from tests.ops.generated import evaluate, in_graphs, store

_MOST = 16  # calls of one function
_UNCALLED = [{}, None, ""]


def work():
    """Evaluate the calls that come on standard input, one to a line, and write each outcome to standard output."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import tensorflow as tf

    for line in sys.stdin:
        made = in_graphs.outcome(tf, json.loads(line))
        answers.write(json.dumps([made[0], made[1], made[2][:200]] if made else _UNCALLED) + "\n")
        answers.flush()


def main(groups):
    worker, kept, left_out = Worker(__file__), in_graphs.recorded() if groups else {}, collections.Counter()
    for group in groups or store.groups():
        for calls in store.read(group)["calls"].values():
            taken = 0
            for text, eager in calls:
                kept.pop(text, None)
                if taken == _MOST or not ("t(" in text or "a(" in text):
                    continue
                made = worker.ask(text)
                same = made and made != _UNCALLED and evaluate.difference(made[0], eager) is None
                if made == _UNCALLED or not same and reason(made, worker.ask(text)):
                    left_out["takes no array" if made == _UNCALLED else "not the same, or ends the process"] += 1
                    continue
                value, static, _ = made
                kept[text] = [static] if same else [static, value]
                taken += 1
        print(group, len(kept), flush=True)
    worker.close()
    in_graphs.write(kept)
    print(len(kept), "calls,", dict(left_out), sum(len(v) == 2 for v in kept.values()), "differ from the call outside of functions")


if __name__ == "__main__":
    work() if "--work" in sys.argv else main(sys.argv[1:])
