"""Layers, recurrent functions and partitioned variables of TensorFlow 1."""

import pytest

import tfshim as tf
from tests.recorded.cases import programs
from tfshim import contrib

v1 = tf.compat.v1


@programs("tf1_layers")
def test_recorded(case):
    case.check(tf)


KERAS = """
    AveragePooling1D AveragePooling2D AveragePooling3D Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose Dense Dropout Flatten
    MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv1D SeparableConv2D
""".split()


@pytest.mark.parametrize("name", KERAS)
def test_layers_are_keras_layers(name):
    cls = getattr(v1.layers, name)
    assert issubclass(cls, getattr(tf.keras.layers, name)) and issubclass(cls, v1.layers.Layer)
    assert cls.__module__.startswith("keras.src.legacy_tf_layers.")


def test_other_layers_and_cells_are_keras_layers():
    made = [v1.layers.BatchNormalization(), contrib.rnn.LayerNormBasicLSTMCell(3)]
    made += [getattr(v1.nn.rnn_cell, n)(3) for n in ("BasicRNNCell", "GRUCell", "BasicLSTMCell", "LSTMCell")]
    made += [v1.nn.rnn_cell.MultiRNNCell(made[2:4]), v1.nn.rnn_cell.DropoutWrapper(made[2])]
    assert all(isinstance(x, tf.keras.layers.Layer) and isinstance(x, v1.layers.Layer) for x in made)


def test_names_scopes_and_dtype():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float64, [None, 3])
        first, second, named, again = v1.layers.Dense(2), v1.layers.Dense(2), v1.layers.Dense(2, name="d"), v1.layers.Dense(2, name="d")
        assert first.dtype is None and first.name == "dense_1"  # Keras counts from 1 here, scopes have their own numbers
        outputs = [layer(x).name for layer in (first, second, named, again, first)]
        assert outputs == ["dense/BiasAdd:0", "dense_1/BiasAdd:0", "d/BiasAdd:0", "d_1/BiasAdd:0", "dense/BiasAdd_1:0"]
        assert [layer.scope_name for layer in (first, second, named, again)] == ["dense", "dense_1", "d", "d_1"]
        assert [v.name for v in again.weights] == ["d_1/kernel:0", "d_1/bias:0"] and first.dtype == "float64"


def test_penalties():
    with tf.Graph().as_default():
        layer = v1.layers.Dense(2, kernel_regularizer=tf.reduce_sum, activity_regularizer=tf.reduce_sum)
        layer(v1.placeholder(tf.float32, [None, 3]))
        collected = v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)
        assert [x.name for x in collected] == ["dense/kernel/Regularizer/Sum:0", "dense/ActivityRegularizer/truediv:0"]
    layer = v1.layers.Dense(
        2, kernel_initializer=v1.ones_initializer(), kernel_regularizer=tf.reduce_sum, activity_regularizer=tf.reduce_sum
    )
    for _ in range(2):  # of the latest call, the activity's for each row
        layer(tf.ones([2, 3]))
        assert [float(x) for x in layer.losses] == [6.0, 6.0]


def test_dense_of_higher_rank_in_a_graph():
    with tf.Graph().as_default() as graph:
        for layers in (v1.layers, tf.keras.layers):
            assert layers.Dense(2)(v1.placeholder(tf.float32, [None, 4, 3])).shape.as_list() == [None, 4, 2]
        ranks = {x.shape.rank for op in graph.get_operations() if op.type == "MatMul" for x in op.inputs}
        assert ranks == {2}  # as TensorFlow's MatMul demands


def test_functions_have_the_arguments_of_classes():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 8, 8, 3])
        y = v1.layers.conv2d(x, 4, 3, padding="same", name="c")
        assert v1.layers.conv2d(x, 4, 3, padding="same", name="c", reuse=True).shape.as_list() == y.shape.as_list() == [None, 8, 8, 4]
        assert [v.name for v in v1.global_variables()] == ["c/kernel:0", "c/bias:0"]
        with pytest.raises(ValueError, match="already exists"):
            v1.layers.conv2d(x, 4, 3, name="c")
    with pytest.raises(TypeError):
        v1.layers.conv2d(x, 4, 3, unknown=1)


def test_models_take_no_legacy_layers():
    with pytest.raises(TypeError, match="legacy"):
        tf.keras.Sequential([v1.layers.Dense(2)])
    x = tf.keras.Input([3])
    with pytest.raises(TypeError, match="legacy"):
        tf.keras.Model(x, v1.layers.Dense(2)(x))


@pytest.mark.filterwarnings("ignore:The `keras.initializers.serialize")
def test_configurations():
    config = v1.nn.rnn_cell.BasicLSTMCell(3).get_config()
    assert (config["num_units"], config["forget_bias"], config["state_is_tuple"], config["activation"]) == (3, 1.0, True, "tanh")
    assert v1.layers.Dense(2, activation="relu").get_config()["activation"] == "relu"
    config = v1.layers.BatchNormalization(renorm=True, virtual_batch_size=2).get_config()
    assert config["renorm"] is True and config["virtual_batch_size"] == 2


def test_weights_without_an_initializer_begin_as_keras_has_them_where_version_2_is_on():
    with tf.Graph().as_default():
        tf.keras.utils.set_random_seed(42)
        made = v1.layers.dense(tf.ones([2, 5]), 3)
        with v1.variable_scope("ones", initializer=v1.ones_initializer()):
            v1.layers.dense(made, 2, use_bias=False)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            kernel, bias, ones = session.run(v1.trainable_variables())
    assert kernel.ravel()[:3] == pytest.approx([0.6204017, 0.28168088, -0.2447201])  # as recorded from TensorFlow 2.15.1
    assert not bias.any() and ones.tolist() == [[1.0, 1.0]] * 3
