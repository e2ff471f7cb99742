"""A graph of TensorFlow 1, imported into a function, gets the values of its checkpoint, and is saved and loaded."""

import pytest

import tfshim as tf

v1 = tf.compat.v1


@pytest.fixture
def imported(tmp_path, monkeypatch):
    """The function of the imported graph; its variable has no value yet. Its checkpoint is `values` in the current folder."""
    monkeypatch.chdir(tmp_path)
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [], name="x")
        v = tf.Variable(3.0, name="v")
        tf.identity(x * v, name="y")
        session.run(v.initializer)
        v1.train.Saver().save(session, "values")
        v1.train.export_meta_graph("multiply.pb")

    def load():
        v1.train.import_meta_graph("multiply.pb")

    return v1.wrap_function(load, [])


def test_its_variables_take_the_values_of_a_checkpoint(imported):
    assert repr(imported.variables[0]) == "<tf.Variable 'v:0' shape=() dtype=float32, numpy=array([], dtype=float32)>"
    v1.train.Saver(imported.variables).restore(None, "values")
    multiply = imported.prune(feeds=imported.graph.get_tensor_by_name("x:0"), fetches=imported.graph.get_tensor_by_name("y:0"))
    assert float(multiply(tf.constant(5.0))) == 15.0


def test_functions_of_it_are_saved(imported):
    v1.train.Saver(imported.variables).restore(None, "values")
    x, y = (imported.graph.get_tensor_by_name(f"{name}:0") for name in "xy")
    module = tf.Module()
    module.multiply, module.held = imported.prune(x, y), imported.variables
    tf.saved_model.save(module, "model", signatures={"serving_default": imported.prune({"x": x}, {"y": y})})
    loaded = tf.saved_model.load("model")
    assert float(loaded.signatures["serving_default"](x=tf.constant(5.0))["y"]) == 15.0
    # As in TensorFlow it takes its inputs by place and by name.
    assert float(loaded.multiply(tf.constant(5.0))) == float(loaded.multiply(x=tf.constant(5.0))) == 15.0
