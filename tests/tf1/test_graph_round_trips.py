"""Graphs of all kinds of operations: written as messages, imported and run, they give what they gave."""

import tempfile
import warnings
import zlib

import pytest

import tfshim as tf
from tests.ops import case as case_module
from tests.ops import records
from tests.ops.laws import applicable, missing_names
from tests.ops.snapshot import compare, snapshot

v1 = tf.compat.v1
# Python functions have no form in a message.
_REFUSED = (
    "tf.strings.format",
    "tf.py_function",
    "tf.numpy_function",
    "tf.quantization.",
    "tf.grad_pass_through",
    "tf.custom_gradient",
    "tf.recompute_grad",
)


def _cases():
    """One case for each of a third of the operations that run in functions."""
    seen = set()
    for family in case_module.families():
        if family in ("random", "io"):
            continue
        recorded = records.read(family)
        for case in case_module.load(family):
            if case.op in seen or zlib.crc32(case.op.encode()) % 3 or any(r in case.source for r in _REFUSED):
                continue
            if case.id in recorded and "function" in applicable(recorded[case.id]) and not missing_names(tf, case):
                seen.add(case.op)
                yield case


@pytest.fixture(scope="module", autouse=True)
def _temporary_files(tmp_path_factory):
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path_factory.mktemp("cases"))
    yield
    tempfile.tempdir = before


@pytest.mark.parametrize("case", list(_cases()), ids=lambda c: c.id)
def test_round_trip(case):
    specs = {name: spec.spec(tf, True) for name, spec in case.tensors.items()}
    function = tf.function(lambda tensors: case.evaluate(tf, tensors), input_signature=[specs], autograph=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            graph = function.get_concrete_function().graph
            tensors = case.make(tf)
            expected = [x for x in tf.nest.flatten(function(tensors), expand_composites=True) if x is not None]
        except NotImplementedError:
            pytest.skip("not in functions")
    message = v1.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    feeds = {p.name: x.numpy() for p, x in zip(graph.inputs, tf.nest.flatten(tensors, expand_composites=True), strict=True)}
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(message, name="")
        found = session.run([t.name for t in graph.outputs if t is not None], feeds)
    # Operations that are written as several of TensorFlow's round as these do.
    for got, want in zip(found, expected, strict=True):
        want = want.value() if isinstance(want, tf.Variable) else want
        assert compare(snapshot(tf, tf.constant(got, want.dtype)), snapshot(tf, want), case.tol * 4) is None
