"""Record the op conformance cases from real TensorFlow: `python scripts/record_ops.py [FAMILY...] [--uncovered]`.

Needs a Python with TensorFlow 2.15; writes tests/data/ops/FAMILY.json. Prints the cases whose outcome is not what
the case list says (a case that raises though it is not marked `bad`, or the other way round). `--uncovered` lists
the public functions of the namespaces covered that have no case, and records nothing.
"""

import argparse
import inspect
import time

import numpy as np
import recording
import tensorflow as tf

from tests.ops import case as case_module
from tests.ops import laws, records
from tests.ops.snapshot import compare, leaves, snapshot

_REPR_CHARACTERS = 1200
_REPRS_PER_OP = 2
# TensorFlow has the op but not for this dtype or option on a CPU: nothing to compare with, and no bad input.
_NO_KERNEL = (
    "Could not find device for node",
    "No OpKernel was registered",
    "not supported on CPU",
    "Current implementation only",
)


def _failure(error):
    return {"error": type(error).__name__, "message": laws.main_part(str(error))}


def _graph(case, known, eager):
    """Static shapes of the outputs when traced, or None where TensorFlow itself gives another result than eagerly."""
    try:
        shapes, result = laws.traced(tf, case, known)
    except Exception:
        return None
    if not all(isinstance(leaf, (tf.Tensor, tf.RaggedTensor, tf.SparseTensor)) for leaf in leaves(tf, result)):
        return None
    if compare(snapshot(tf, result), eager, case.tol):
        return None
    # A few static shapes are wrong in TensorFlow itself.
    actual = [laws.static_shape(leaf) for leaf in leaves(tf, result)]
    right = all(s is None or all(d in (None, n) for d, n in zip(s, a)) for s, a in zip(shapes, actual))
    return shapes if right else None


def _gradient(case):
    if not case.grad or not case.sources:
        return None
    try:
        found = laws.gradients(tf, case, case.make(tf))
    except LookupError as error:
        return _failure(error)
    except Exception:
        # Slips of TensorFlow's own gradient functions, and kernels that a CPU lacks.
        return None
    return found and [snapshot(tf, g) for g in found]


def _differences_apply(case):
    try:
        return laws.derivatives_agree(*laws.derivative_pair(tf, case))
    except Exception:
        return False


def _traced_gradient_applies(case, entry):
    try:
        return laws.function_gradient(tf, case, entry) is None
    except Exception:
        return False


def record(case, with_repr):
    """Everything that the laws compare of one case."""
    try:
        result = laws.evaluate(tf, case)
    except Exception as error:
        if any(words in str(error) for words in _NO_KERNEL):
            return {"no kernel": 1}
        return {"error": [type(error).__name__, recording.without_place(str(error))[:600]]}
    entry = {"out": snapshot(tf, result)}
    text = repr(result)
    # How NumPy prints its own objects depends on its version.
    numpy_inside = any(isinstance(leaf, (np.ndarray, np.generic)) for leaf in leaves(tf, result))
    if with_repr and len(text) < _REPR_CHARACTERS and " at 0x" not in text and not numpy_inside:
        entry["repr"] = text
    gradient = _gradient(case)
    if gradient is not None:
        entry["grad"] = gradient
        if isinstance(gradient, list) and any(g["kind"] != "NoneType" for g in gradient) and _differences_apply(case):
            entry["fd"] = 1
    if case.graph and case.tensors:
        for key, known in (("fn", True), ("fnu", False)):
            shapes = _graph(case, known, entry["out"])
            if shapes is not None:
                entry[key] = shapes
    if "fn" in entry and isinstance(gradient, list) and _traced_gradient_applies(case, entry):
        entry["fng"] = 1
    return entry


def record_family(family):
    """Record one family and report cases that did not do what their list says."""
    started, entries, reprs, surprises = time.time(), {}, {}, []
    for case in case_module.load(family):
        reprs[case.op] = reprs.get(case.op, 0) + 1
        entry = record(case, reprs[case.op] <= _REPRS_PER_OP)
        if ("error" in entry) != case.bad and "no kernel" not in entry:
            surprises.append((case.id, entry.get("error", "no exception")))
        entries[case.id] = entry
    recording.write(records.file(family), records.text(tf.__version__, entries))
    counts = {law: sum(law in laws.applicable(e) for e in entries.values()) for law in laws.LAWS}
    listed = ", ".join(f"{number} {law}" for law, number in counts.items())
    print(f"{family}: {len(entries)} cases of {len(reprs)} functions in {time.time() - started:.0f} s: {listed}")
    for text, outcome in surprises:
        print(f"  UNEXPECTED {text}\n      {outcome}")


def uncovered():
    """Public functions of the namespaces the cases are about that no case evaluates."""
    used = {id(_lookup(case.op)) for family in case_module.families() for case in case_module.load(family)}
    for space in ("", "math", "nn", "linalg", "bitwise", "dtypes", "debugging", "strings", "signal", "nest", "sparse",
                  "ragged", "sets", "image", "io", "random", "quantization"):  # fmt: skip
        module = getattr(tf, space) if space else tf
        for name in sorted(dir(module)):
            member = getattr(module, name)
            if not name.startswith("_") and inspect.isroutine(member) and id(member) not in used:
                print(f"tf.{space + '.' if space else ''}{name}")


def _lookup(path):
    found = tf
    for part in path.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", help="families to record; none: all")
    parser.add_argument("--uncovered", action="store_true", help="list public functions without a case")
    options = parser.parse_args()
    if options.uncovered:
        return uncovered()
    for family in options.families or case_module.families():
        record_family(family)


if __name__ == "__main__":
    main()
