"""Private names of Keras that layers, cells and optimizers of other libraries are made with. Values are TensorFlow 2.15.1's."""

import json

import h5py
import numpy as np
import pytest

import tfshim as tf


def test_random_layers_have_a_base():
    base = tf.keras.__internal__.layers.BaseRandomLayer
    layers = tf.keras.layers
    for cls in (layers.Dropout, layers.GaussianNoise, layers.LSTMCell, layers.RandomFlip, layers.Attention):
        assert issubclass(cls, base)
    assert not issubclass(layers.Dense, base)
    assert issubclass(layers.AdditiveAttention, tf.keras.__internal__.layers.BaseDenseAttention)

    class Noise(base):
        def call(self, x):
            return x + self._random_generator.random_uniform(tf.shape(x))

    a, b = Noise(seed=3, rng_type="stateless"), Noise(seed=3, rng_type="stateless")
    x = tf.zeros([4])
    assert np.array_equal(a(x), b(x)) and np.array_equal(a(x), tf.function(a)(x))
    assert base(force_generator=True)._random_generator._rng_type == "stateful"
    assert base(1, force_generator=True, rng_type="stateless")._random_generator._rng_type == "stateful"
    with pytest.raises(ValueError, match="rng_type"):
        base(rng_type="other")


def test_names_of_keras_internal():
    internal = tf.keras.__internal__
    assert internal.KerasTensor is type(tf.keras.Input([2]))
    assert issubclass(tf.keras.losses.MeanSquaredError, internal.losses.LossFunctionWrapper)
    assert {"layers", "losses", "utils"} <= set(dir(internal))
    with pytest.raises(AttributeError):
        internal.layers.Nothing  # noqa: B018


def test_cells_with_other_gates():
    class Doubled(tf.keras.layers.LSTMCell):
        def _compute_carry_and_output_fused(self, z, c_tm1):
            c, o = super()._compute_carry_and_output_fused(z, c_tm1)
            return 2 * c, o

    x, zeros = tf.ones([1, 2]), [tf.zeros([1, 3])] * 2
    for implementation in (1, 2):
        plain = tf.keras.layers.LSTMCell(3, implementation=implementation)
        doubled = Doubled(3, implementation=implementation)
        for cell in (plain, doubled):
            cell.build([None, 2])
            cell.set_weights([np.full(w.shape, 0.3) for w in cell.get_weights()])
        np.testing.assert_allclose(doubled(x, zeros)[1][1], 2 * plain(x, zeros)[1][1], rtol=1e-6)


def test_dtype_to_compute_in():
    layer = tf.keras.layers.Dense(1, dtype="mixed_float16")
    assert layer._compute_dtype == "float16" and layer._compute_dtype_object is tf.float16


def test_hyperparameters_keep_their_dtype():
    class Mine(tf.keras.optimizers.legacy.SGD):
        def __init__(self):
            super().__init__(name="Mine")
            self._set_hyper("flag", True)
            self._set_hyper("count", 3)

    optimizer = Mine()
    assert optimizer._get_hyper("flag").dtype == tf.bool and optimizer._get_hyper("count").dtype == tf.int32
    assert optimizer._get_hyper("learning_rate").dtype == tf.float32


def test_group_takes_variables():
    v = tf.Variable(1)

    @tf.function
    def run(bad=None):
        tf.group([v, [v.assign_add(1)]] if bad is None else [bad])
        return 1

    run()
    assert int(v) == 2
    with pytest.raises(TypeError, match="zero or more"):
        run(bad="a")


def test_files_name_registered_optimizers(tmp_path):
    for base in (tf.keras.optimizers.legacy.SGD, tf.keras.optimizers.SGD):
        cls = tf.keras.utils.register_keras_serializable(package="ForLibraries", name=f"S{id(base)}")(type("Mine", (base,), {}))
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        model.compile(cls(0.1), "mse")
        model.train_on_batch(tf.ones([1, 2]), tf.ones([1, 1]))
        path = str(tmp_path / "m.h5")
        with pytest.warns(UserWarning, match="legacy"):
            model.save(path)
        with h5py.File(path) as file:
            assert json.loads(file.attrs["training_config"])["optimizer_config"]["class_name"] == f"ForLibraries>S{id(base)}"
        assert type(tf.keras.models.load_model(path).optimizer) is cls


def test_graph_of_inputs():
    from tfshim.private.framework.ops import graph_of_inputs

    one, two = tf.Graph(), tf.Graph()
    with one.as_default():
        a = tf.constant(1.0)
    with two.as_default():
        b, o = tf.constant(1.0), tf.no_op()
    assert graph_of_inputs([a]) is one and graph_of_inputs([3, b]) is two and graph_of_inputs([o]) is two
    assert graph_of_inputs([], two) is two
    for wrong in (([a, b],), ([a, o],)):
        with pytest.raises(ValueError, match="must be from the same graph as"):
            graph_of_inputs(*wrong)
    with pytest.raises(ValueError, match="passed-in graph"):
        graph_of_inputs([a], two)


def test_layer_test():
    from tfshim.private.keras.test_utils import layer_test

    data = np.array([[1.0, -2.0]], "float32")
    out = layer_test(tf.keras.layers.ReLU, input_data=data, expected_output=np.maximum(data, 0), expected_output_shape=(None, 2))
    assert out.tolist() == [[1.0, 0.0]]
    assert layer_test(tf.keras.layers.Dense, {"units": 3}, input_shape=(2, 4)).shape == (2, 3)
    with pytest.raises(AssertionError):
        layer_test(tf.keras.layers.ReLU, input_data=data, expected_output=data)
    with pytest.raises(AssertionError, match="shape"):
        layer_test(tf.keras.layers.ReLU, input_data=data, expected_output_shape=(None, 3))
    with pytest.raises(AssertionError, match="dtype"):
        layer_test(tf.keras.layers.ReLU, input_data=data, expected_output_dtype="int32")
    with pytest.raises(ValueError, match="input_shape"):
        layer_test(tf.keras.layers.ReLU)


def test_modules_list_weights_of_layers_as_they_were_made():
    module = tf.Module()
    module.d, module.b = tf.keras.layers.Dense(2), tf.keras.layers.BatchNormalization()
    module.d(tf.ones([1, 3]))
    module.b(tf.ones([1, 3]))
    names = [v.name.split("/")[1] for v in module.variables]
    assert names == ["moving_mean:0", "moving_variance:0", "gamma:0", "beta:0", "kernel:0", "bias:0"]
    assert [v.name.split("/")[1] for v in module.trainable_variables] == ["gamma:0", "beta:0", "kernel:0", "bias:0"]

    class Own(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.zz = tf.Variable(1.0, name="zz")
            self.aa = tf.Variable(2.0, name="aa", trainable=False)
            self.k = [tf.Variable(1.0, name="l0")]
            self.inner = tf.keras.layers.Dense(1, name="inner")
            self.inner(tf.ones([1, 1]))
            self.f = tf.Variable(3.0, name="f", trainable=False)

    module = tf.Module()
    module.l = Own()
    assert [v.name.split("/")[-1] for v in module.variables] == ["aa:0", "f:0", "l0:0", "zz:0", "kernel:0", "bias:0"]


def test_operation_of_an_assignment():
    v = tf.Variable([1.0, 2.0])
    assert v.assign([2.0, 3.0]).op is None and v.scatter_update(tf.IndexedSlices(tf.constant([4.0]), tf.constant([0]))).op is None
    with pytest.raises(AttributeError, match="eager"):
        v.op  # noqa: B018


def test_models_take_plain_values_before_init():
    def made(value):
        class Made(tf.keras.Model):
            def __init__(self):
                self.early = value
                super().__init__()

        return Made().early

    assert made(None) is None and made({"a": 1}) == {"a": 1}
    for layers in (tf.keras.layers.Dense(1), [tf.Variable(1.0)]):
        with pytest.raises(RuntimeError, match="forgot to call"):
            made(layers)


def test_checkpoints_are_saved_by_a_method_to_override(tmp_path):
    calls = []

    class Mine(tf.keras.callbacks.ModelCheckpoint):
        def _save_model(self, epoch, batch, logs):
            calls.append((epoch, batch, self._get_file_path(epoch, batch, logs)))
            super()._save_model(epoch, batch, logs)

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    path = str(tmp_path / "w{epoch}")
    model.fit(tf.ones([2, 2]), tf.ones([2, 1]), epochs=2, verbose=0, callbacks=[Mine(path, save_weights_only=True)])
    assert calls == [(0, None, str(tmp_path / "w1")), (1, None, str(tmp_path / "w2"))]
