"""The laws: what is recorded of a case under TensorFlow, and what must then hold of any other library.

Each law is a function `law(tf, case, record)` that returns None, or a text saying how the case breaks it.
"""

import contextlib
import os
import re
import signal
import traceback
import types
import zlib

import numpy as np

from tests.ops.inputs import DIFFERENTIABLE
from tests.ops.snapshot import compare, leaves, snapshot

_STEP = 1e-5
_HANGS_AFTER = 30


def evaluate(tf, case):
    """The result of a case run eagerly."""
    return case.evaluate(tf, case.make(tf))


def value(tf, case, record):
    """Structure, dtypes, shapes and values are TensorFlow's."""
    return compare(snapshot(tf, evaluate(tf, case)), record["out"], case.tol)


def text(tf, case, record):
    """`repr` is TensorFlow's to the letter; where values differ by rounding, all of it but the digits."""
    result = evaluate(tf, case)
    got, want = repr(result), record["repr"]
    if got == want:
        return None
    if snapshot(tf, result) != record["out"] and _without_figures(got) == _without_figures(want):
        return None
    return f"repr is\n{got}\nexpected\n{want}"


def _without_figures(printed):
    """A printed result without its numbers, and without the spaces that depend on how long they are."""
    printed = re.sub(r"\s+", "", printed)
    printed = re.sub(r"[-+]?\d[\d.e+-]*|\bnan\b|-?\binf\b", "#", printed)
    return re.sub(r"#(,#)+", "#", printed)


def differentiable_leaves(tf, result):
    """The tensors of a result that a gradient can start from."""
    kinds = (tf.Tensor, tf.Variable)
    found = [_values_of(tf, leaf) for leaf in leaves(tf, result)]
    return [t for t in found if isinstance(t, kinds) and t.dtype.name in DIFFERENTIABLE]


def _values_of(tf, leaf):
    """The tensor of numbers inside a ragged or sparse tensor; anything else as it is."""
    if isinstance(leaf, getattr(tf, "RaggedTensor", ())):
        return leaf.flat_values
    return leaf.values if isinstance(leaf, getattr(tf, "SparseTensor", ())) else leaf


def seeds(tf, case, outputs):
    """Fixed numbers to start the gradient with, one array for each output."""
    arrays = []
    for i, output in enumerate(outputs):
        shape = tuple(output.shape)
        rng = np.random.RandomState(zlib.crc32(f"{i}{shape}".encode()))
        numbers = rng.uniform(-1, 1, shape)
        arrays.append(numbers + 1j * rng.uniform(-1, 1, shape) if "complex" in output.dtype.name else numbers)
    return arrays


def gradients(tf, case, tensors):
    """Gradients for all differentiable inputs; None if no output is differentiable."""
    sources = [tensors[name] for name in case.sources]
    with tf.GradientTape() as tape:
        for source in sources:
            tape.watch(source)
        result = case.evaluate(tf, tensors)
    outputs = differentiable_leaves(tf, result)
    if not outputs:
        return None
    starts = [tf.cast(tf.constant(array), output.dtype) for array, output in zip(seeds(tf, case, outputs), outputs)]
    return list(tape.gradient(outputs, sources, output_gradients=starts))


def gradient(tf, case, record):
    """Gradients are TensorFlow's: `None` where it gives none, `IndexedSlices` where it gives them."""
    wanted = record["grad"]
    try:
        got = gradients(tf, case, case.make(tf))
    except Exception as error:
        if isinstance(wanted, dict) and type(error).__name__ == wanted["error"]:
            return None
        raise
    if isinstance(wanted, dict):
        return f"no exception, expected {wanted['error']}: {wanted['message']}"
    return _gradients_differ(tf, case, got, wanted)


def _gradients_differ(tf, case, got, wanted):
    for name, g, w in zip(case.sources, got, wanted):
        difference = compare(snapshot(tf, g), w, case.tol * 4, f"gradient for {name}", poles=True)
        if difference:
            return difference
    return None


def derivative_pair(tf, case):
    """The derivative along one fixed direction in float64, from the tape and from central differences."""
    tensors = case.make(tf, wide=True)
    names = [n for n in case.sources if tensors[n].dtype.name == "float64"]
    direction = {n: np.random.RandomState(zlib.crc32(n.encode())).uniform(-1, 1, tensors[n].shape) for n in names}

    def loss(step):
        moved = {n: tf.constant(np.asarray(case.inputs[n].values, np.float64) + step * direction[n]) for n in names}
        outputs = differentiable_leaves(tf, case.evaluate(tf, {**tensors, **moved}))
        arrays = [np.asarray(o.numpy(), np.complex128) for o in outputs]
        return sum(np.sum(np.real(np.conj(s) * a)) for s, a in zip(seeds(tf, case, outputs), arrays))

    taped = 0.0
    for name, g in zip(case.sources, gradients(tf, case, tensors)):
        if g is not None and name in names:
            taped += float(np.sum(tf.convert_to_tensor(g).numpy() * direction[name]))
    return taped, float(loss(_STEP) - loss(-_STEP)) / (2 * _STEP)


def derivatives_agree(taped, measured):
    """Whether the two derivatives agree as well as central differences in float64 allow."""
    return bool(np.isfinite(taped) and abs(taped - measured) <= 2e-5 * max(1.0, abs(measured)))


def difference(tf, case, record):
    """In float64 the gradient is what finite differences say."""
    taped, measured = derivative_pair(tf, case)
    if derivatives_agree(taped, measured):
        return None
    return f"derivative along a direction: {taped!r} by the tape, {measured!r} by differences"


def traced(tf, case, known):
    """Trace the case with known or unknown dimensions and run it: (static shapes of the outputs, result)."""
    specs = {name: spec.spec(tf, known) for name, spec in case.tensors.items()}

    @tf.function(input_signature=[specs], autograph=False)
    def run(tensors):
        return case.evaluate(tf, tensors)

    outputs = run.get_concrete_function().structured_outputs
    return [static_shape(s) for s in leaves(tf, outputs)], run(case.make(tf))


def static_shape(output):
    """The static shape of a traced output as a list, None where the rank is unknown."""
    shape = getattr(output, "shape", None)
    return None if shape is None or shape.rank is None else shape.as_list()


def _in_function(tf, case, record, known, key):
    shapes, result = traced(tf, case, known)
    problem = compare(snapshot(tf, result), record["out"], case.tol)
    if problem:
        return problem
    for i, (got, want) in enumerate(zip(shapes, record[key])):
        if want is not None and (got is None or len(got) != len(want)):
            return f"output {i}: static shape is {got}, expected {want}"
        actual = tuple(getattr(leaves(tf, result)[i], "shape", ()))
        for g, w, a in zip(got or (), want or (None,) * 99, actual):
            if (w is not None and g != w) or (g is not None and g != a):
                return f"output {i}: static shape is {got}, expected {want} (ran as {list(actual)})"
    return None


def function(tf, case, record):
    """The same inside `tf.function` with known dimensions, and at least TensorFlow's static shapes."""
    return _in_function(tf, case, record, True, "fn")


def function_unknown(tf, case, record):
    """The same inside `tf.function` with every dimension unknown."""
    return _in_function(tf, case, record, False, "fnu")


def function_gradient(tf, case, record):
    """A tape inside `tf.function` gives the same gradients."""
    specs = {name: spec.spec(tf, True) for name, spec in case.tensors.items()}

    @tf.function(input_signature=[specs], autograph=False)
    def run(tensors):
        return gradients(tf, case, tensors)

    return _gradients_differ(tf, case, run(case.make(tf)), record["grad"])


def error(tf, case, record):
    """Bad input raises TensorFlow's exception type, and the message has the main part of TensorFlow's, or most of its words."""
    wanted, message = record["error"]
    try:
        result = evaluate(tf, case)
    except Exception as raised:
        if type(raised).__name__ != wanted:
            return f"raised {type(raised).__name__}: {str(raised)[:300]}\nexpected {wanted}: {message}"
        return message_differs(str(raised), message, case.words)
    return f"no exception (got {str(result)[:100]}), expected {wanted}: {message}"


def message_differs(got, want, share):
    """None if `got` contains the main part of `want`, or at least `share` of its words and numbers."""
    key = main_part(want)
    if key in got or (len(main_part(got)) > 20 and main_part(got) in want):
        return None
    words = set(re.findall(r"\w+", key.lower()))
    present = words & set(re.findall(r"\w+", got.lower()))
    if len(present) >= share * len(words):
        return None
    return f"message is\n  {got[:400]}\nexpected something like\n  {want}"


def main_part(message):
    """A message without the names of graph nodes and without what follows its first line."""
    message = re.sub(r"\{\{[^}]*\}\}\s*", "", message).strip().split("\n")[0]
    message = re.sub(r"\s*\[Op:\w+\].*|; NodeDef.*|\s*\[\[.*", "", message)
    return message[:200]


LAWS = {law.__name__: law for law in (value, text, gradient, difference, function, function_unknown, function_gradient, error)}
_NEEDS = {
    "value": "out", "text": "repr", "gradient": "grad", "difference": "fd",
    "function": "fn", "function_unknown": "fnu", "function_gradient": "fng", "error": "error",
}  # fmt: skip


def applicable(record):
    """The names of the laws that a recorded case takes part in."""
    return [name for name in LAWS if _NEEDS[name] in record]


def missing_names(tf, case):
    """The names of the library that a case uses and that are not there."""
    used = dict.fromkeys([case.op, *re.findall(r"\btf(?:\.\w+)+", case.source)])
    return [name for name in used if _is_missing(tf, name)]


def _is_missing(tf, name):
    found = tf
    for part in name.split(".")[1:]:
        try:
            found = getattr(found, part)
        except Exception:  # also what a property of an object raises
            # Methods of tensors (`__add__`, the `op=` of a group of cases) are for the laws to find out.
            return isinstance(found, types.ModuleType) and not part.startswith("__")
    return False


def attempt(tf, law, case, record):
    """None if the named law holds, else what went wrong in one text, an exception or a hang included."""
    try:
        with _time_limit(_HANGS_AFTER):
            return LAWS[law](tf, case, record)
    except Exception as raised:  # whatever is wrong with the library has to be reported, not to end the run
        frame = traceback.extract_tb(raised.__traceback__)[-1]
        place = f"{os.path.basename(frame.filename)}:{frame.lineno}"
        return f"raised {type(raised).__name__}: {str(raised)[:300]}  ({place})"


@contextlib.contextmanager
def _time_limit(seconds):
    """Turn an endless computation into a TimeoutError, where the platform has alarm signals."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number, _frame):
        raise TimeoutError(f"took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
