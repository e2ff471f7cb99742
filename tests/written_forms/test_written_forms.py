"""Operations that TensorFlow does not have as one: every one has a form in files, and what is read of it gives the same."""

import gc
import importlib
import pkgutil

import numpy as np
import pytest

import tfshim as tf
from tests.ops import case as case_module
from tests.ops import records
from tests.ops.laws import applicable
from tests.ops.snapshot import compare, snapshot
from tfshim.engine.graph_export.forms import _FORMS as FLOW
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.own_nodes import ATTRIBUTE
from tfshim.engine.ops.op import Op
from tfshim.engine.ops.op_defs import definition_of
from tfshim.keras.layers import normalizing
from tfshim.keras.layers.rnn import fused
from tfshim.quantization import quantized_types
from tfshim.refusals.written_operations import family_of
from tfshim.written_forms import expanding
from tfshim.written_forms.form import declared_forms, form_of

v1 = tf.compat.v1
assert expanding  # which loads the forms
_APART = ("tfshim.jupyter", "tfshim.__main__")
# Operations that are made when they are first asked for, which depends on what ran before: refused by their names, without a form yet.
_MADE_ON_USE = {
    ("tfshim.array_ops.casting", "Cast"),
    ("tfshim.array_ops.casting", "Bitcast"),
}


@pytest.fixture(scope="module")
def operations():
    for found in pkgutil.walk_packages(tf.__path__, "tfshim."):
        if not found.name.startswith(_APART):
            importlib.import_module(found.name)
    quantized_types._quantizer(tf.qint8)  # which is made on first use
    gc.unfreeze()  # what was there when the tests were collected
    return [o for o in gc.get_objects() if type(o) is Op and o.kernel.__module__.startswith("tfshim.")]


def test_every_operation_is_declared_written_or_refused(operations):
    lacking = [
        o for o in operations if definition_of(o) is None and form_of(o) is None and o.type not in FLOW and family_of(o.type) == "node"
    ]
    assert {(o.kernel.__module__, o.type) for o in lacking} - _MADE_ON_USE == set()


def test_every_form_is_of_an_operation(operations):
    used = {id(form_of(o)) for o in (*operations, *(o for o in gc.get_objects() if type(o) is InnerOp))}
    assert [key for key, form in declared_forms().items() if id(form) not in used] == []


# ---------------------------------------------------------------------- read again
def _written(case, known):
    """The GraphDef of a case and the forms that were asked for, with the names of its inputs and outputs."""
    graph = tf.Graph()
    with graph.as_default():
        inputs = {}
        for name, given in case.tensors.items():
            spec = given.spec(tf, known)
            inputs[name] = v1.placeholder(spec.dtype, spec.shape)
        result = tf.nest.flatten(case.evaluate(tf, inputs), expand_composites=True)
        outputs = [tf.identity(t).name for t in result if isinstance(t, tf.Tensor)]
    forms = {id(f) for n in graph.get_operations() if (f := form_of(n._op_def)) is not None and f.serves(n.arguments)}
    return graph, forms, {k: t.name for k, t in inputs.items()}, outputs


def _cases():
    """A case of each form, and of each of the public functions that come to it."""
    names = {name.strip("_") for _, name in declared_forms()}
    seen = set()
    for family in ("array", "conv", "nn", "linalg", "reduce", "signal", "sparse", "strings", "ragged"):
        recorded = records.read(family)
        for case in case_module.load(family):
            word = case.op.rpartition(".")[2]
            if case.op in seen or case.bad or "random" in case.op or "dropout" in case.op or case.id not in recorded or not case.tensors:
                continue
            if "function" in applicable(recorded[case.id]) and (word in names or family in ("sparse", "signal")):
                seen.add(case.op)
                yield pytest.param(case, id=case.id)


@pytest.mark.parametrize("case", list(_cases()))
def test_read_again(case):
    try:
        graph, forms, fed, fetched = _written(case, True)
    except NotImplementedError:
        pytest.skip("not in graphs")
    if not forms:
        pytest.skip("TensorFlow has it as one operation")
    message = v1.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    nodes = [*message.node, *(n for f in message.library.function for n in f.node_def)]
    assert not [n.op for n in nodes if ATTRIBUTE in n.attr and not n.op.endswith("PartitionedCall")]
    tensors = case.make(tf)
    wanted = [t for t in tf.nest.flatten(case.evaluate(tf, tensors), expand_composites=True) if isinstance(t, tf.Tensor)]
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(message, name="")
        found = session.run(fetched, {fed[k]: tensors[k].numpy() for k in fed})
    for got, want in zip(found, wanted, strict=True):
        assert compare(snapshot(tf, tf.constant(got, want.dtype)), snapshot(tf, want), case.tol * 4) is None


_NODES = {
    "StringFormat": (lambda x: tf.strings.format("{} {}", [x, tf.sparse.from_dense(x)]), [[0.0, 2.0]]),
    "ScaleAndTranslate": (lambda x: tf.image.resize(x, tf.shape(x)[1:3] * 2, "lanczos3"), np.arange(6.0).reshape(1, 2, 3, 1)),
    "StridedSlice": (lambda x: tf.strided_slice(x, tf.cast(x[:1], tf.int32), [3]), [1.0, 2.0, 3.0]),
    "DivNoNan": (lambda x: tf.sign(tf.complex(x, -x)), [0.0, 2.0]),
    "FusedBatchNormGradV2": (lambda x: tf.raw_ops.FusedBatchNormGrad(
        y_backprop=x, x=x * x, scale=[1.0], reserve_space_1=[3.5], reserve_space_2=[1.25])[:3], np.arange(4.0).reshape(1, 2, 2, 1)),
    "FusedBatchNormV3": (lambda x: normalizing._moving_batch_norm(
        x, *map(tf.constant, ([2.0], [0.5], [3.0], [1.5])), 3, 1e-3, 0.25), np.arange(4.0).reshape(1, 2, 2, 1)),
    "Range": (lambda x: tf.linspace(x, x + 3, tf.size(x) + 2, axis=-1), [1.0, 2.0]),
    "Conv2DBackpropInput": (lambda x: tf.nn.atrous_conv2d_transpose(
        x, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], 2, "VALID"), np.arange(4.0).reshape(1, 2, 2, 1)),
}  # fmt: skip


@pytest.mark.parametrize("shape_known", [True, False])
@pytest.mark.parametrize("kind", list(_NODES))
def test_nodes_are_those_of_tensorflow(kind, shape_known):
    function, value = _NODES[kind]
    value = np.float32(value)
    wanted = tf.nest.flatten(function(tf.constant(value)))
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, value.shape if shape_known else [None] * value.ndim, name="x")
        outputs = [tf.identity(t).name for t in tf.nest.flatten(function(x))]
    message = graph.as_graph_def()
    names = [n.name for n in message.node]
    assert kind in [n.op for n in message.node] and len(set(names)) == len(names)
    assert not [n.op for n in message.node if ATTRIBUTE in n.attr]
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(message, name="")
        found = session.run(outputs, {"x:0": value})
    for got, want in zip(found, wanted, strict=True):
        assert compare(snapshot(tf, tf.constant(got, want.dtype)), snapshot(tf, want), 4) is None


def test_texts_of_ragged_tensors_are_refused_by_name(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x: tf.strings.format("{}", tf.RaggedTensor.from_row_lengths(x, [1, 1])))
    module.f.get_concrete_function(tf.TensorSpec([2], tf.float32))
    with pytest.raises(NotImplementedError, match="StringFormat"):
        tf.saved_model.save(module, str(tmp_path / "m"))


# ---------------------------------------------------------------------- calls that are one operation here
def _drawn(*shape, seed=0):
    return np.random.RandomState(seed).normal(size=shape).astype(np.float32)


_MASK = np.array([[1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 0, 0]], bool)
_SEQUENCE, _STATE = _drawn(3, 4, 2), _drawn(3, 2, seed=1)
_CALLS = {
    "FusedLSTM": (
        lambda *t: fused.lstm(*t, time_major=False, reverse=True, zero_masked=False),
        [_SEQUENCE, _STATE, _STATE, _drawn(2, 8), _drawn(2, 8), _drawn(8), _MASK],
    ),
    "FusedGRU": (
        lambda *t: fused.gru(*t, time_major=False, reverse=False, zero_masked=True),
        [_SEQUENCE, _STATE, _drawn(2, 6), _drawn(2, 6), _drawn(2, 6), _MASK],
    ),
    "FusedRNN": (
        lambda *t: fused.simple(*t, None, time_major=False, reverse=False, zero_masked=False),
        [_SEQUENCE, _STATE, _drawn(2, 2), _drawn(2, 2), _drawn(2)],
    ),
    "relu FusedLSTM": (
        lambda *t: fused.lstm(
            *t, time_major=True, reverse=False, zero_masked=False, activation="relu", recurrent_activation="hard_sigmoid"
        ),
        [_SEQUENCE, _drawn(4, 2), _drawn(4, 2), _drawn(2, 8), _drawn(2, 8), _drawn(8), _MASK],
    ),
    "elu FusedGRU": (
        lambda *t: fused.gru(*t, None, time_major=False, reverse=False, zero_masked=True, activation="elu", reset_after=False),
        [_SEQUENCE, _STATE, _drawn(2, 6), _drawn(2, 6), _drawn(6)],
    ),
    "softplus FusedRNN": (
        lambda *t: fused.simple(*t, None, None, time_major=False, reverse=True, zero_masked=False, activation="softplus"),
        [_SEQUENCE, _STATE, _drawn(2, 2), _drawn(2, 2)],
    ),
    "LayerNorm": (lambda *t: normalizing._layer_norm(*t, 1, 1e-3), [_SEQUENCE, _drawn(2), _drawn(2, seed=1)]),
    "FusedBatchNormV3": (lambda *t: normalizing._batch_norm(*t, 2, 1e-3, True), [_SEQUENCE, _drawn(2), _drawn(2, seed=1)]),
    "moving FusedBatchNormV3": (
        lambda *t: normalizing._moving_batch_norm(*t, 2, 1e-3, 0.25),
        [_SEQUENCE, _drawn(2), _drawn(2, seed=1), _drawn(2, seed=2), _drawn(2, seed=3)],
    ),
}


@pytest.mark.parametrize("kind", list(_CALLS))
def test_calls_are_one_operation_again(kind):
    function, arrays = _CALLS[kind]
    wanted = [t.numpy() for t in tf.nest.flatten(function(*map(tf.constant, arrays)))]
    graph = tf.Graph()
    with graph.as_default():
        inputs = [v1.placeholder(a.dtype, [None, *a.shape[1:]] if a.ndim == 3 else a.shape) for a in arrays]
        outputs = [tf.identity(t).name for t in tf.nest.flatten(function(*inputs))]
    for whole in (True, False):  # by the text, and as those read it who only know TensorFlow's operations
        message = graph.as_graph_def()
        called = [n for n in message.node if n.op == "PartitionedCall"]
        assert len(called) == 1
        if not whole:
            del called[0].attr[ATTRIBUTE]
        with tf.Graph().as_default() as read, v1.Session() as session:
            tf.import_graph_def(message, name="")
            assert (kind.split()[-1] in [n.type for n in read.get_operations()]) is whole
            found = session.run(outputs, {t.name: a for t, a in zip(inputs, arrays)})
        for got, want in zip(found, wanted, strict=True):
            np.testing.assert_allclose(got, want, 1e-5, 1e-5)
