"""Which functions of an object are saved, and what a restored one says of itself."""

import pytest

import tfshim as tf


class Scaled(tf.Module):
    def __init__(self):
        self.scale, self.fixed = tf.Variable(2.0), tf.Variable(1.0, trainable=False)
        self.hidden = tf.function(lambda iterator: next(iterator))

    @tf.function(input_signature=[tf.TensorSpec([], name="x")])
    def serve(self, x):
        return x * self.scale + self.fixed

    @tf.function(input_signature=[tf.TensorSpec([], name="x")])
    def half(self, x):
        return x / self.scale


class Choosing(Scaled):
    """As Keras' models do: what trains is not saved."""

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        hidden, self.hidden = self.hidden, None
        children = super()._trackable_children(save_type, **kwargs)
        self.hidden = hidden
        return children

    @property
    def _default_save_signature(self):
        return self.serve


def test_an_object_may_leave_functions_out_and_name_its_signature(tmp_path):
    module = Choosing()
    module.hidden(iter(tf.data.Dataset.range(3)))
    with pytest.raises(NotImplementedError):
        scaled = Scaled()
        scaled.hidden(iter(tf.data.Dataset.range(3)))
        tf.saved_model.save(scaled, tmp_path / "not")
    tf.saved_model.save(module, tmp_path / "saved")
    loaded = tf.saved_model.load(tmp_path / "saved")
    assert [*loaded.signatures] == ["serving_default"] and not hasattr(loaded, "hidden")
    assert float(loaded.serve(3.0)) == 7.0


def test_restored_functions_know_their_variables(tmp_path):
    module = Scaled()
    tf.saved_model.save(module, tmp_path, signatures={"serve": module.serve, "half": module.half})
    loaded = tf.saved_model.load(tmp_path)
    (serve,), (half,) = loaded.serve.concrete_functions, loaded.half.concrete_functions
    assert {id(v) for v in serve.variables} == {id(loaded.scale), id(loaded.fixed)}
    assert [v is loaded.scale for v in serve.trainable_variables] == [True]
    assert [v is loaded.scale for v in half.variables] == [True]


def test_the_children_of_a_function_are_its_traces():
    @tf.function
    def f(x):
        return x + 1

    assert f._concrete_variable_creation_fn is None and f._list_all_concrete_functions() == []
    f(1), f(tf.constant(1.0))
    assert list(f._trackable_children("saved_model").values()) == f._list_all_concrete_functions()
    assert len(f._list_all_concrete_functions()) == 2 and f._trackable_children() == {}
    assert f._concrete_variable_creation_fn is f._list_all_concrete_functions()[0]
    assert [*tf.Module()._trackable_children("savedmodel")] == []
    assert {"serve", "half", "hidden"} <= {*Scaled()._trackable_children("savedmodel")} and "serve" not in Scaled()._trackable_children()
