"""What is saved here and loaded again here gives what it gave; what a loaded object is made of."""

import json
from pathlib import Path

import numpy as np
import pytest

import tfshim as tf
from tests.saved_model.cases import CASES, DATASETS, MODULES, OF_PROGRAMS
from tests.saved_model.measuring import attempt, functions_of, measured, training
from tfshim.saved_model.reading.tf_loading import read_meta_graph

OF_TENSORFLOW = Path(__file__).resolve().parent.parent / "data" / "tf_saved_models"
KERAS = ("characters", "pictures", "within_a_module")
WRITTEN = (
    "two_graphs_train",
    "two_graphs_serve",
    "module_of_a_hub",
    "simply",
    "archive",
    "a_checkpoint",
    "containers",
    "examples",
    "examples_of_any_length",
)


def _same(found, wanted):
    if isinstance(wanted, dict):
        assert isinstance(found, dict) and sorted(found) == sorted(wanted), found
        for key in wanted:
            _same(found[key], wanted[key])
        return
    assert not isinstance(found, str) and len(found) == len(wanted), found
    for x, y in zip(found, wanted):
        assert x.dtype == y.dtype
        if x.dtype.kind in "fc":
            np.testing.assert_allclose(x, y, rtol=1e-5, atol=1e-6)
        else:
            np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("name", [*MODULES, *KERAS, *WRITTEN, *DATASETS, *OF_PROGRAMS])
def test_gives_what_it_gave(name, tmp_path):
    made, path = CASES[name](tf, str(tmp_path)), str(tmp_path / "m")
    made.write(tf, path)
    found = measured(tf, made, path)
    for part in found.values():
        assert not [text for text in part if isinstance(text, str)] if isinstance(part, list) else isinstance(part, dict), part
    assert not [text for part in ("functions", "signatures") for text in found[part].values() if isinstance(text, str)]
    if made.root is not None:
        _same(found["functions"], functions_of(tf, made, made.root))
        if made.loss is not None:
            fresh = CASES[name](tf, str(tmp_path))
            _same(found["training"], attempt(training, tf, fresh.root, fresh.loss))


def test_containers_are_shared_and_keep_their_places(tmp_path):
    made = tf.Module()
    made.mixed = [tf.Variable(1.0), 2, (tf.Variable(3.0), 4), "five"]
    made.deep = {"x": {"y": [tf.Variable(6.0)]}}
    made.same = made.deep["x"]
    tf.saved_model.save(made, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert float(loaded.mixed[0]) == 1.0 and loaded.mixed[1] is None and float(loaded.mixed[2][0]) == 3.0 and len(loaded.mixed) == 3
    assert not isinstance(loaded.mixed[2], tuple) and loaded.same is loaded.deep["x"]
    assert type(loaded.deep).__name__ == type(made.deep).__name__
    tf.saved_model.save(loaded, str(tmp_path / "again"))
    assert float(tf.saved_model.load(str(tmp_path / "again")).same["y"][0]) == 6.0


def test_what_tensorflow_2_saved_in_a_session():
    expected = json.loads((OF_TENSORFLOW / "expected.json").read_text())["module"]["signature"]
    x = np.linspace(-1, 1, 6, dtype="float32").reshape(3, 2)
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        meta = tf.compat.v1.saved_model.load(session, ["serve"], str(OF_TENSORFLOW / "module"), import_scope="in")
        about = meta.signature_def["serving_default"]
        names = [f"in/{about.inputs['x'].name}", f"in/{about.outputs['output_0'].name}"]
        np.testing.assert_allclose(session.run(names[1], {names[0]: x}), expected["output_0"], rtol=1e-5)


def test_the_optimizer_of_a_directory_of_tensorflow_begins_anew():
    model = tf.keras.models.load_model(str(OF_TENSORFLOW / "keras"))
    x = np.linspace(-1, 1, 6, dtype="float32").reshape(3, 2)
    assert int(model.optimizer.iterations) == 0
    model.train_on_batch(x, x[:, :1])
    assert int(model.optimizer.iterations) == 1


def test_convolutions_in_groups_are_written_one_by_one(tmp_path):
    K = tf.keras
    model = K.Sequential([K.Input((5, 5, 6)), K.layers.Conv2D(6, 2, groups=3, dilation_rate=2)])
    tf.saved_model.save(model, str(tmp_path))
    meta = read_meta_graph(str(tmp_path), None)
    assert max(sum(n.op == "Conv2D" for n in f.node_def) for f in meta.graph_def.library.function) == 3
    x = tf.random.stateless_normal([2, 5, 5, 6], [1, 2])
    loaded = tf.saved_model.load(str(tmp_path))
    with tf.GradientTape(persistent=True) as tape:
        y, z = model(x), loaded(x)
    np.testing.assert_allclose(z, y, rtol=1e-5, atol=1e-6)
    for v, w in zip(tape.gradient(y, model.weights), tape.gradient(z, loaded.variables)):
        np.testing.assert_allclose(w, v, rtol=1e-4, atol=1e-5)


def test_rows_are_picked_first_for_sparse_gradients():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    for kind, expected in (("Sum", [8.0, 10.0]), ("Mean", [4.0, 5.0]), ("SqrtN", [8.0 / 2**0.5, 10.0 / 2**0.5])):
        with tf.GradientTape() as tape:
            tape.watch(x)
            given = {"data": x, "indices": [1, 2, 0], "segment_ids": [0, 0, 1], "sparse_gradient": True}
            y = getattr(tf.raw_ops, f"SparseSegment{kind}")(**given)
        np.testing.assert_allclose(y[0], expected, rtol=1e-6)
        assert isinstance(tape.gradient(y, x), tf.IndexedSlices)
