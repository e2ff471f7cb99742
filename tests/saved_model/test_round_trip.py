"""Modules saved and loaded: variables, functions with branches and loops, tables, signatures; what is refused."""

import json
import os
import shutil

import numpy as np
import pytest

import tfshim as tf
from tests.saved_model.objects import collatz
from tfshim.engine.runtime import messages


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        self.count = tf.Variable(0, trainable=False)
        self.layers = [tf.Variable(1.0), {"b": tf.Variable(2.0)}]
        self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1.0, 2.0]), -1.0)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x):
        y = tf.nn.relu(x @ self.w) + tf.constant([0.5, -0.5])
        if tf.reduce_sum(y) > 10.0:
            y = y * 2.0
        return {"y": y, "rows": tf.shape(x)[0]}

    @tf.function
    def power(self, x, n=3):
        return x**n

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def collatz(self, n):
        return collatz(n)

    @tf.function(input_signature=[])
    def step(self):
        self.count.assign_add(2)
        return self.count * 10

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look_up(self, words):
        return self.table.lookup(words) * self.layers[1]["b"]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("saved") / "model")
    model = Model()
    model.power(tf.constant(2.0))
    model.power(tf.constant([2.0, 3.0]), 2)
    tf.saved_model.save(model, folder, signatures=model.__call__)
    return model, tf.saved_model.load(folder), folder


def test_sessions_load_what_is_saved(loaded):
    model, _, folder = loaded
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        found = tf.compat.v1.saved_model.load(session, ["serve"], folder).signature_def["serving_default"]
        (fed,) = found.inputs.values()
        y = session.run(found.outputs["y"].name, {fed.name: [[1.0, 0.0], [0.5, 2.0]]})
    np.testing.assert_allclose(y, model(tf.constant([[1.0, 0.0], [0.5, 2.0]]))["y"], rtol=1e-6)


def test_variables(loaded):
    model, again, folder = loaded
    np.testing.assert_array_equal(again.w, model.w)
    assert again.w.trainable and not again.count.trainable and again.layers[1]["b"].numpy() == 2.0
    assert tf.saved_model.contains_saved_model(folder)
    keys = [k for k, _ in tf.train.list_variables(os.path.join(folder, "variables", "variables"))]
    assert any(k.startswith("w/") for k in keys)


@pytest.mark.parametrize("x", [[[1.0, -1.0]], [[3.0, 4.0], [-1.0, 0.0]]])
def test_calls_agree(loaded, x):
    model, again, _ = loaded
    expected, got = model(tf.constant(x)), again(tf.constant(x))
    np.testing.assert_array_equal(got["y"], expected["y"])
    assert int(got["rows"]) == len(x)
    signature = again.signatures["serving_default"](x=tf.constant(x))
    np.testing.assert_array_equal(signature["y"], expected["y"])


def test_loops_branches_tables(loaded):
    model, again, _ = loaded
    assert int(again.collatz(tf.constant(27))) == int(model.collatz(tf.constant(27))) == 111
    assert again.look_up(tf.constant(["a", "zz"])).numpy().tolist() == [2.0, -2.0]


def test_traces_by_their_arguments(loaded):
    _, again, _ = loaded
    assert again.power(tf.constant(2.0)).numpy() == 8.0
    assert again.power(tf.constant([2.0, 3.0]), 2).numpy().tolist() == [4.0, 9.0]
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        again.power(tf.constant(2.0), 7)


def test_assignments_act_on_the_loaded_variable(loaded):
    model, again, folder = loaded
    again = tf.saved_model.load(folder)
    assert [int(again.step()), int(again.step())] == [20, 40]
    assert again.count.numpy() == 4 and model.count.numpy() == 0


def test_a_loaded_function_can_be_trained(loaded):
    _, _, folder = loaded
    again = tf.saved_model.load(folder)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(again(tf.constant([[1.0, 1.0]]))["y"])
    assert tape.gradient(loss, again.w).numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]] or loss.numpy() > 10


def test_saved_again(loaded, tmp_path):
    _, again, _ = loaded
    module = tf.Module()
    module.inner = again.w
    tf.saved_model.save(module, str(tmp_path / "m"))
    np.testing.assert_array_equal(tf.saved_model.load(str(tmp_path / "m")).inner, again.w)


def test_assets(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("hello")
    module = tf.Module()
    module.words = tf.saved_model.Asset(str(path))
    tf.saved_model.save(module, str(tmp_path / "m"))
    path.unlink()
    assert tf.io.read_file(tf.saved_model.load(str(tmp_path / "m")).words.asset_path).numpy() == b"hello"


def test_what_cannot_be_saved_says_so(tmp_path):
    class Training(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable(1.0)

        @tf.function(input_signature=[])
        def step(self):
            with tf.GradientTape() as tape:
                loss = tf.math.bessel_i0(self.v)
            return tape.gradient(loss, self.v)

    with pytest.raises(NotImplementedError, match=r"tf\.saved_model\.save: the gradient of the operation BesselI0 "):
        tf.saved_model.save(Training(), str(tmp_path / "m"))
    assert not tf.saved_model.contains_saved_model(str(tmp_path / "m"))
    with pytest.raises(ValueError, match="Expected an object of type `Trackable`"):
        tf.saved_model.save(3, str(tmp_path / "m"))


def test_lines_of_the_program_beside_the_graph(tmp_path):
    class Module(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None])])
        def f(self, x):
            y = x * 2.0
            if tf.reduce_sum(y) > 0.0:
                y = tf.tanh(y)
            return y

    tf.saved_model.save(Module(), str(tmp_path), options=tf.saved_model.SaveOptions(save_debug_info=True))
    about = messages.graph_debug_info.GraphDebugInfo.FromString((tmp_path / "debug" / "saved_model_debug_info.pb").read_bytes())
    source = open(__file__).read().splitlines()

    def line(name):
        (trace,) = {about.name_to_trace_id[k] for k in about.name_to_trace_id if k.startswith(f"{name}@")}
        frame = about.frames_by_id[about.traces_by_id[trace].frame_id[-1]]
        assert about.files[frame.file_index] == __file__ and frame.func == "f"
        return source[frame.line - 1].strip()

    assert line("mul") == "y = x * 2.0" and line("Sum") == "if tf.reduce_sum(y) > 0.0:" and line("cond/Tanh") == "y = tf.tanh(y)"
    tf.saved_model.save(Module(), str(tmp_path))  # which replaces what there was
    assert not (tmp_path / "debug").exists()


def test_damage(loaded, tmp_path):
    _, _, folder = loaded
    with pytest.raises(OSError, match="SavedModel file does not exist"):
        tf.saved_model.load(str(tmp_path / "nothing"))
    copy = str(tmp_path / "copy")
    shutil.copytree(folder, copy)
    for name in ("saved_model.pb", "variables/variables.index", "variables/variables.data-00000-of-00001"):
        path = os.path.join(copy, name)
        whole = open(path, "rb").read()
        open(path, "wb").write(whole[: len(whole) // 2])
        with pytest.raises(tf.errors.DataLossError):
            tf.saved_model.load(copy)
        open(path, "wb").write(whole)
    open(os.path.join(copy, "saved_model.pb"), "wb").write(b"")
    with pytest.raises(tf.errors.DataLossError, match="damaged"):
        tf.saved_model.load(copy)


class TestEarlierForm:
    """Directories that were written as JSON before SavedModels had TensorFlow's layout."""

    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "json_saved_model")

    def test_is_read(self):
        again, model = tf.saved_model.load(self.folder), Model()
        x = tf.constant([[3.0, 4.0], [-1.0, 0.0]])
        np.testing.assert_array_equal(again(x)["y"], model(x)["y"])
        np.testing.assert_array_equal(again.signatures["serving_default"](x=x)["y"], model(x)["y"])
        assert int(again.collatz(tf.constant(27))) == 111 and again.power(tf.constant([2.0, 3.0]), 2).numpy().tolist() == [4.0, 9.0]
        assert again.look_up(tf.constant(["a", "zz"])).numpy().tolist() == [2.0, -2.0]

    def test_is_written_in_the_present_form(self, tmp_path):
        tf.saved_model.save(tf.saved_model.load(self.folder), str(tmp_path))
        again = tf.saved_model.load(str(tmp_path))
        assert os.path.isfile(tmp_path / "saved_model.pb") and int(again.collatz(tf.constant(27))) == 111
        assert again.power(tf.constant(2.0)).numpy() == 8.0

    def test_damage(self, tmp_path):
        copy = str(tmp_path / "copy")
        shutil.copytree(self.folder, copy)
        path = os.path.join(copy, "saved_model.json")
        about = json.load(open(path))
        about["objects"][0]["children"] = [["w", 999]]
        json.dump(about, open(path, "w"))
        with pytest.raises(tf.errors.DataLossError, match="damaged"):
            tf.saved_model.load(copy)
        open(path, "w").write("{")
        with pytest.raises(tf.errors.DataLossError, match="damaged"):
            tf.saved_model.load(copy)
