"""Whether TensorFlow runs the GraphDefs that tfshim writes: functions, branches, loops, calls, variables.

    python scripts/check_graph_defs.py /path/to/python-with-tensorflow-2.15 [NAME ...]

Writes the graphs of the programs of tests/graph_forms, lets TensorFlow import and run them, and prints a table. Run it with the
Python of this checkout.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

import numpy as np
from graph_cases import built, names
from graph_running import Case, run
from progress import progress

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tfshim as tf  # noqa: E402 - the checkout it stands in
from tests.graph_forms.comparing import expected, same  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    cases, table = [], {}
    for name in progress("tfshim", options.names or names()):
        try:
            graph, feeds, results, first = built(tf, name)
            given = {k: tf.make_tensor_proto(v).SerializeToString() for k, v in feeds.items()}
            cases.append(Case(name, graph.as_graph_def().SerializeToString(), given, results, (first,)))
        except Exception as e:  # whatever it is, it is told
            table[name] = f"not written: {type(e).__name__}: {e}"
    message = type(tf.make_tensor_proto(0))
    for case, found in zip(cases, run(options.python, cases), strict=True):
        if isinstance(found, str):
            table[case.name] = found
        else:
            values = [np.asarray(tf.make_ndarray(message.FromString(x))) for x in found]
            table[case.name] = "" if same(values, expected(case.name)) else f"{values} instead of {expected(case.name)}"
    for name, text in table.items():
        print(f"{name:32} {'equal' if not text else ' '.join(text.split())[:300]}")
    print(f"{sum(not t for t in table.values())} of {len(table)} equal")
    return int(any(table.values()))


if __name__ == "__main__":
    sys.exit(main())
