"""Whether TensorFlow runs what tfshim writes: every recorded case of an operation, in a graph, as a GraphDef.

    python scripts/check_written_operations.py --write FILE [FAMILY|TEXT ...]   with tfshim
    python scripts/check_written_operations.py --check FILE                      with TensorFlow 2.15
    python scripts/check_written_operations.py --write FILE --gradients          their gradients as well, with tfshim

The first puts the cases of `tests/ops` into graphs, once as nodes of a graph and once within a function of unknown shapes, and
writes their GraphDefs with what they are fed. The second imports and runs them, compares results and gradients with the recorded
ones, and prints what differs and a table of the operations. What differs is tried once more with the GraphDef that TensorFlow writes
of the case itself; where that differs as well, it is listed but not counted. With `--gradients` the graphs hold `tf.gradients` too,
which are written with TensorFlow's operations; what has none is counted by the operation whose gradient is missing.
"""

import argparse
import collections
import os
import pickle
import sys
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")


from progress import progress

from tests.ops import laws
from tests.ops.differences import reason
from tests.ops.run import select
from tests.ops.snapshot import compare, snapshot


def flat(tf, result):
    """The tensors of a result, those within ragged and sparse ones too."""
    return [t for t in tf.nest.flatten(result, expand_composites=True) if isinstance(t, (tf.Tensor, tf.Variable))]


def written_gradients(tf, case, record):
    """The GraphDef of the gradients of a case, the names of what is fed, the starts, and {source: name of its gradient}."""
    from tfshim.engine.graphs.graph_def import write_graph
    from tfshim.engine.graphs.graph_writer import Functions

    graph = tf.Graph()
    with graph.as_default():
        inputs = {}
        for name, given in case.tensors.items():
            spec = given.spec(tf, True)
            inputs[name] = tf.compat.v1.placeholder(spec.dtype, spec.shape, name=f"in_{name}")
        ends = [t for t in flat(tf, case.evaluate(tf, inputs)) if t.dtype.name in laws.DIFFERENTIABLE]
        starts = [tf.compat.v1.placeholder(t.dtype, t.shape, name=f"start_{i}") for i, t in enumerate(ends)]
        found = tf.gradients(ends, [inputs[k] for k in case.sources], starts)
        slopes = {k: tf.identity(g, name=f"slope_{k}").name for k, g in zip(case.sources, found) if g is not None}
    definition = write_graph(graph, Functions(derivatives=True))
    return definition, {name: t.name for name, t in inputs.items()}, [t.name for t in starts], slopes


def write_gradients(tf, path, words):
    """Write the GraphDefs of the gradients of the cases that `words` pick."""
    from tfshim.engine.graphs.graph_writer import NotWritten

    made, lacking, counts = [], collections.Counter(), collections.Counter()
    for family, case, record in progress("gradients", select(words)):
        slopes = record.get("grad") if record is not None and "out" in record else None
        if not isinstance(slopes, list) or case.bad or not case.graph or not case.tensors or not case.sources:
            continue
        counts["cases"] += 1
        entry = {"family": family, "id": case.id, "op": case.op, "function": False, "own": []}
        try:
            definition, fed, starts, found = written_gradients(tf, case, record)
            entry.update(own=own_nodes(definition), graph=definition.SerializeToString(), fed=fed, starts=starts, slopes=found)
        except NotWritten as error:
            entry["error"] = str(error)
            lacking[error.op_type] += 1
        except Exception as error:  # noqa: BLE001 - all of them are reported
            entry["error"] = f"{type(error).__name__}: {str(error)[:300]}"
            counts["other errors"] += 1
            if os.environ.get("SHOW"):
                traceback.print_exc()
        if "error" in entry or entry["own"]:
            print(entry["id"][:140], "\n      ", entry.get("error") or entry["own"])
        counts["written"] += "error" not in entry and not entry["own"]
        made.append(entry)
    with open(path, "wb") as f:
        pickle.dump(made, f)
    print(dict(counts), "without a form:", lacking.most_common())


def written(tf, case, within_function):
    """The GraphDef of a case, the names of what is fed and fetched, as an entry has them."""
    graph = tf.Graph()
    with graph.as_default():
        inputs = {}
        for name, given in case.tensors.items():
            spec = given.spec(tf, not within_function)
            inputs[name] = tf.compat.v1.placeholder(spec.dtype, spec.shape, name=f"in_{name}")
        outputs = [tf.identity(t, name=f"out_{i}") for i, t in enumerate(flat(tf, case.evaluate(tf, inputs)))]
    definition = graph.as_graph_def()
    names = {"fed": {name: t.name for name, t in inputs.items()}, "fetched": [t.name for t in outputs]}
    return {"own": own_nodes(definition), "graph": definition.SerializeToString(), **names}


def own_nodes(definition):
    """The types of nodes that only tfshim can run."""
    nodes = [*definition.node, *(n for f in definition.library.function for n in f.node_def)]
    return sorted({n.op for n in nodes if "_tfshim" in n.attr and not n.op.endswith("PartitionedCall")})


def write(tf, path, words):
    """Write the GraphDefs of the cases that `words` pick."""
    made, counts = [], collections.Counter()
    for family, case, record in progress("cases", select(words)):
        if record is None or "out" not in record or case.bad or not case.graph or not case.tensors:
            continue
        for within_function in (False, True):
            counts["cases"] += 1
            entry = {"family": family, "id": case.id, "op": case.op, "function": within_function}
            try:
                entry.update(written(tf, case, within_function))
            except Exception as error:  # noqa: BLE001 - all of them are reported
                entry["error"] = f"{type(error).__name__}: {str(error)[:300]}"
                if os.environ.get("SHOW"):
                    traceback.print_exc()
            if entry.get("own"):
                counts["with nodes of tfshim alone"] += 1
            made.append(entry)
    with open(path, "wb") as f:
        pickle.dump(made, f)
    print(dict(counts))


def check(tf, path):
    """Run what `write` has written; 1 if something differs."""
    cases = {(family, case.id): (case, record) for family, case, record in select([])}
    table = collections.defaultdict(collections.Counter)
    with open(path, "rb") as f:
        entries = pickle.load(f)
    for entry in progress("TensorFlow", entries, "id"):
        case, record = cases[entry["family"], entry["id"]]
        problem = attempt(run, tf, case, record, entry)
        shared = problem and "slopes" not in entry and attempt(by_itself, tf, case, record, entry)
        # Differences from what is recorded that tests list with their reasons, as where TensorFlow's gradient is wrong.
        known = problem and problem.startswith("gradient for ") and reason(entry["id"], "gradient")
        kind = "in TensorFlow too" if shared else "known" if known else "different" if problem else "equal"
        table[entry["op"]][kind] += 1
        if problem:
            print(f"{'function' if entry['function'] else 'graph   '}  {entry['id'][:160]}\n      {problem}")
            if shared:
                print(f"      in TensorFlow too: {shared}")
            elif known:
                print(f"      known: {known}")
    print()
    for op, counts in sorted(table.items()):
        print(f"{op:50} {counts['equal']:4} of {sum(counts.values())}")
    different, shared, known = (sum(counts[kind] for counts in table.values()) for kind in ("different", "in TensorFlow too", "known"))
    print(f"{different} of {len(entries)} differ, {sum(not c['different'] for c in table.values())} of {len(table)} functions equal;")
    print(f"{shared} more differ in TensorFlow's own GraphDefs too, {known} as the tests' list of differences says")
    return 1 if different else 0


def attempt(function, *arguments):
    """What `function` says, or what it raised."""
    try:
        return function(*arguments)
    except Exception as error:  # noqa: BLE001 - all of them are reported
        return f"{type(error).__name__}: {str(error)[:300]}"


def by_itself(tf, case, record, entry):
    """How the case differs that TensorFlow writes itself, or None."""
    return run(tf, case, record, {**entry, "error": None, **written(tf, case, entry["function"])})


def run(tf, case, record, entry):
    """How the written case differs from the recorded one, or None."""
    if entry.get("error"):
        return "not written: " + entry["error"]
    if entry["own"]:
        return "no form: " + ", ".join(entry["own"])
    if "slopes" in entry:
        return _written_slopes_differ(tf, case, record, entry)
    definition = tf.compat.v1.GraphDef.FromString(entry["graph"])
    tensors, wanted = case.make(tf), flat(tf, laws.evaluate(tf, case))
    fed = {k: tensors[k].numpy() for k in entry["fed"]}
    wanted = [tf.convert_to_tensor(w) for w in wanted]
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(definition, name="")
        outputs = [graph.get_tensor_by_name(n) for n in entry["fetched"]]
        feeds = {graph.get_tensor_by_name(n): fed[k] for k, n in entry["fed"].items()}
        gradients, starts = _gradients(tf, case, record, graph, entry, outputs, wanted)
        with tf.compat.v1.Session(graph=graph) as session:
            got, slopes = session.run((outputs, gradients), {**feeds, **starts})
    return _results_differ(tf, case, got, wanted) or _slopes_differ(tf, case, record, slopes)


def _results_differ(tf, case, got, wanted):
    if len(got) != len(wanted):
        return f"{len(got)} results, expected {len(wanted)}"
    for i, (g, w) in enumerate(zip(got, wanted)):
        if "random" in case.op or "dropout" in case.op:
            continue
        difference = compare(snapshot(tf, tf.constant(g, w.dtype)), {**snapshot(tf, w), "kind": "Tensor"}, case.tol * 4, f"result {i}")
        if difference:
            return difference
    return None


def _gradients(tf, case, record, graph, entry, outputs, wanted):
    """What the recorded gradients are compared with: tensors of the graph (or None), and what is fed for them."""
    recorded = record.get("grad")
    if not isinstance(recorded, list):
        return {}, {}
    sources = {k: graph.get_tensor_by_name(entry["fed"][k]) for k in case.sources}
    ends = [(o, w) for o, w in zip(outputs, wanted) if w.dtype.name in laws.DIFFERENTIABLE]
    starts, fed = [], {}
    for (o, w), array in zip(ends, laws.seeds(tf, case, [w for _, w in ends])):
        start = tf.compat.v1.placeholder(o.dtype, list(w.shape))
        fed[start] = array.astype(o.dtype.as_numpy_dtype)
        starts.append(start)
    ends = [o for o, _ in ends]
    if not ends or not sources:
        return {}, {}
    found = tf.gradients(ends, list(sources.values()), starts)
    return {k: tf.convert_to_tensor(g) for k, g in zip(sources, found) if g is not None}, fed


def _written_slopes_differ(tf, case, record, entry):
    definition = tf.compat.v1.GraphDef.FromString(entry["graph"])
    tensors = case.make(tf)
    ends = [t for t in flat(tf, laws.evaluate(tf, case)) if t.dtype.name in laws.DIFFERENTIABLE]
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(definition, name="")
        fed = {graph.get_tensor_by_name(n): tensors[k].numpy() for k, n in entry["fed"].items()}
        for name, w, array in zip(entry["starts"], ends, laws.seeds(tf, case, ends)):
            fed[graph.get_tensor_by_name(name)] = array.astype(w.dtype.as_numpy_dtype)
        with tf.compat.v1.Session(graph=graph) as session:
            slopes = session.run({k: graph.get_tensor_by_name(n) for k, n in entry["slopes"].items()}, fed)
    return _slopes_differ(tf, case, record, slopes)


def _slopes_differ(tf, case, record, slopes):
    recorded = record.get("grad")
    if not isinstance(recorded, list):
        return None
    for name, want in zip(case.sources, recorded):
        if want.get("kind") != "Tensor":
            continue
        if name not in slopes:
            return f"no gradient for {name}"
        got = snapshot(tf, tf.constant(slopes[name], getattr(tf, want["dtype"])))
        difference = compare(got, want, case.tol * 8, f"gradient for {name}", poles=True)
        if difference:
            return difference
    return None


def main():
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--check", metavar="FILE")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("words", nargs="*", help="families, or parts of the texts of cases")
    options = parser.parse_args()
    if options.write:
        import tfshim as tf

        (write_gradients if options.gradients else write)(tf, options.write, options.words)
        return 0
    import tensorflow as tf

    return check(tf, options.check)


if __name__ == "__main__":
    sys.exit(main())
