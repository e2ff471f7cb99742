"""Which functions of an object are saved, and what a restored one says of itself."""

import pytest

import tfshim as tf
from tfshim.saved_model.reading.tf_loading import read_meta_graph


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


def test_signatures_show_what_they_take_and_say_what_is_missing(tmp_path):
    module = Scaled()
    tf.saved_model.save(module, tmp_path, signatures={"serve": module.serve})
    loaded = tf.saved_model.load(tmp_path)
    shown = "(*, x: TensorSpec(shape=(), dtype=tf.float32, name='x')) -> Dict[['output_0', TensorSpec(shape=(), dtype=tf.float32"
    assert repr(loaded.signatures).startswith(f"_SignatureMap({{'serve': <ConcreteFunction {shown}")
    with pytest.raises(TypeError, match=r"(?s)failed due to `missing a required argument: 'x'`.*signature_wrapper_serve.*\(x\) missing"):
        loaded.signatures["serve"](y=tf.constant(1.0))
    with pytest.raises(TypeError):
        loaded.signatures["serve"] = module.half


def test_functions_that_are_compiled_say_so_where_they_are_defined(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([])], jit_compile=True)
    module.g = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(module, tmp_path)
    library = read_meta_graph(str(tmp_path), None).graph_def.library.function
    marked = [f.signature.name for f in library if f.attr["_XlaMustCompile"].b]
    assert len(marked) == 1 and marked[0].startswith("__inference_") and len(library) > 1
