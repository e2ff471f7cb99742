"""Whether TensorFlow runs the GraphDefs that tfshim writes: functions, branches, loops, calls, variables.

    python scripts/check_graph_defs.py /path/to/python-with-tensorflow-2.15 [--frozen] [NAME ...]

Writes the graphs of the programs of tests/graph_forms, lets TensorFlow import and run them, and prints a table. With `--frozen` they
are functions with constants for their variables, with lowered control flow and without, and so are those of
tests/tf1/lowered_programs.py. Run it with the Python of this checkout.
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
from tests.graph_forms import programs  # noqa: E402
from tests.graph_forms.comparing import expected, same  # noqa: E402
from tests.tf1 import lowered_programs  # noqa: E402
from tfshim.compat.v1.graphs.freezing import convert_variables_to_constants_v2_as_graph  # noqa: E402


def serialized(x):
    return tf.make_tensor_proto(x).SerializeToString()


def plain(name):
    """The graph of a program as a case, and what it has to give."""
    graph, feeds, results, first = built(tf, name)
    given = {k: serialized(v) for k, v in feeds.items()}
    return Case(name, graph.as_graph_def().SerializeToString(), given, results, (first,)), expected(name)


def frozen(name, lower):
    """The frozen function of a program as a case, and what the function itself gives."""
    if name in lowered_programs.NAMES:
        function, inputs, _held = lowered_programs.traced(tf, name)
        arrays = inputs[-1]
    else:
        traced, arrays = getattr(programs, f"case_{name}")(tf)
        specs = [tf.TensorSpec(np.shape(a), tf.convert_to_tensor(a).dtype) for a in arrays]
        function = tf.function(traced).get_concrete_function(*specs)
    made, message = convert_variables_to_constants_v2_as_graph(function, lower_control_flow=lower)
    wanted = [
        np.asarray(x.numpy(), object if x.dtype is tf.string else None)
        for x in tf.nest.flatten(function(*map(tf.constant, arrays)), expand_composites=True)
        if x is not None
    ]
    given = {t.name: serialized(a) for t, a in zip(made.inputs, arrays, strict=True)}
    names = [t.name for t in made.outputs]
    return Case(f"{name}, {'lowered' if lower else 'whole'}", message.SerializeToString(), given, names), wanted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--frozen", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    cases, table, wanted = [], {}, {}
    chosen = options.names or [*names(), *(lowered_programs.NAMES if options.frozen else ())]
    ways = [(name, lower) for name in chosen for lower in ((True, False) if options.frozen else (None,))]
    for name, lower in progress("tfshim", ways):
        try:
            case, values = plain(name) if lower is None else frozen(name, lower)
        except Exception as e:  # whatever it is, it is told
            table[name if lower is None else f"{name}, {'lowered' if lower else 'whole'}"] = f"not written: {type(e).__name__}: {e}"
            continue
        cases.append(case)
        wanted[case.name] = values
    message = type(tf.make_tensor_proto(0))
    for case, found in zip(cases, run(options.python, cases), strict=True):
        if isinstance(found, str):
            table[case.name] = found
        else:
            values = [np.asarray(tf.make_ndarray(message.FromString(x))) for x in found]
            table[case.name] = "" if same(values, wanted[case.name]) else f"{values} instead of {wanted[case.name]}"
    for name, text in table.items():
        print(f"{name:32} {'equal' if not text else ' '.join(text.split())[:300]}")
    print(f"{sum(not t for t in table.values())} of {len(table)} equal")
    return int(any(table.values()))


if __name__ == "__main__":
    sys.exit(main())
