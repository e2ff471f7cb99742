"""Layers, models, optimizers and losses against figures that TensorFlow 2.15.1 gave for the same lines."""

import numpy as np
import pytest

import tfshim as tf

keras = tf.keras


def test_weights_of_a_seed_and_three_steps_of_adam():
    keras.utils.set_random_seed(123)
    model = keras.Sequential([keras.layers.Dense(4, input_shape=(3,)), keras.layers.Dense(2)])
    np.testing.assert_array_equal(
        model.get_weights()[0][0], np.float32([0.3037222623825073, 0.011126697063446045, 0.13946115970611572, 0.5133892297744751])
    )
    optimizer, losses = keras.optimizers.Adam(), []
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(tf.ones([5, 3])) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        losses.append(loss.numpy())
    np.testing.assert_allclose(losses, [0.347905, 0.33742493, 0.32715803], rtol=1e-6)
    np.testing.assert_allclose(model.get_weights()[3], [-0.00299808, -0.00300082], rtol=2e-5)
    assert optimizer.iterations.numpy() == 3


@pytest.mark.parametrize(
    "make, expected",
    [
        (lambda o: o.RMSprop(), [1.0, 2.0073667]),
        (lambda o: o.Adagrad(0.1), [1.0, 2.214918]),
        (lambda o: o.Adadelta(), [1.0, 2.0000043]),
        (lambda o: o.Adamax(), [1.0, 2.003001]),
        (lambda o: o.Nadam(), [1.0, 2.0025468]),
        (lambda o: o.AdamW(), [0.99988854, 2.0029757]),
        (lambda o: o.Adam(amsgrad=True, clipnorm=0.5), [1.0, 2.0029998]),
        (lambda o: o.SGD(o.schedules.ExponentialDecay(0.1, 2, 0.5), global_clipnorm=1.0), [1.0, 2.2207105]),
        (lambda o: o.RMSprop(centered=True, momentum=0.5), [1.0, 2.0118876]),
    ],
)
def test_three_steps(make, expected):
    v = tf.Variable([1.0, 2.0])
    optimizer = make(keras.optimizers)
    for _ in range(3):
        optimizer.apply_gradients([(v * v - [1.0, 7.0], v)])
    np.testing.assert_allclose(v.numpy(), expected, rtol=1e-6)
    again = type(optimizer).from_config(optimizer.get_config())
    assert str(again.get_config()) == str(optimizer.get_config())


def test_an_optimizer_within_a_function_does_what_it_does_outside():
    inside, outside = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])
    a, b = keras.optimizers.Adam(0.1), keras.optimizers.Adam(0.1)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(inside**3)
        a.apply_gradients([(tape.gradient(loss, inside), inside)])
        return inside.read_value()

    for _ in range(3):
        after = step()
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(outside**3)
        b.apply_gradients([(tape.gradient(loss, outside), outside)])
        np.testing.assert_allclose(after.numpy(), outside.numpy(), rtol=1e-6)
    assert a.iterations.numpy() == 3


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.b = tf.Variable(1.0, name="bias")
        self.d = keras.layers.Dense(2, name="first")
        self.l = [keras.layers.Dense(1, name="second")]
        self.fixed = tf.Variable(1.0, trainable=False)

    def call(self, x, training=None):
        self.seen = training
        return self.l[0](self.d(x)) * self.b


def test_a_subclassed_model_lists_its_layers_variables_before_its_own():
    model = Model()
    model(tf.ones([1, 2]), training=True)
    names = ["first/kernel:0", "first/bias:0", "second/kernel:0", "second/bias:0"]
    assert [w.name for w in model.trainable_variables] == [f"{model.name}/{n}" for n in names] + ["bias:0"]
    assert model.weights[-1] is model.fixed
    assert model.seen is True
    assert set(model._trackable_children()) >= {"b", "d", "l", "fixed"}


def test_a_deferred_sequential_has_no_weights_before_the_first_call():
    model = keras.Sequential([keras.layers.Dense(3, name="a"), keras.layers.Dropout(0.5), keras.layers.Dense(1, name="b")])
    with pytest.raises(ValueError, match="have not yet been created"):
        model.weights  # noqa: B018
    assert model(np.ones([2, 4])).shape == (2, 1)
    assert [w.name for w in model.weights] == ["a/kernel:0", "a/bias:0", "b/kernel:0", "b/bias:0"]
    assert list(model._layer_children()) == ["layer_with_weights-0", "layer-0", "layer-1", "layer_with_weights-1", "layer-2"]
    with pytest.raises(ValueError, match="expected axis -1 of input shape to have value 4, but received input with shape"):
        model(np.ones([2, 5]))


def test_dropout_draws_the_numbers_of_a_seed():
    tf.random.set_seed(5)
    layer = keras.layers.Dropout(0.3, seed=7)
    drawn = np.stack([layer(tf.ones([2, 4]), training=True).numpy() for _ in range(2)])
    keep = np.float32(1.4285714626312256)
    expected = np.array([1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1]).reshape(2, 2, 4) * keep
    np.testing.assert_array_equal(drawn, expected)
    assert layer(tf.ones([2])).numpy().tolist() == [1, 1]


def test_losses():
    y, p = np.float32([[0, 1], [1, 0], [0, 1]]), np.float32([[0.2, 0.7], [0.9, 0.3], [0.4, 0.5]])
    sparse = keras.losses.SparseCategoricalCrossentropy
    np.testing.assert_allclose(sparse(ignore_class=1)([0, 1, 0], p).numpy(), 1.1575037, rtol=1e-6)
    np.testing.assert_allclose(sparse(ignore_class=1)([[0], [1], [1]], p, sample_weight=[1, 0, 2]).numpy(), 1.5040774, rtol=1e-6)
    np.testing.assert_allclose(
        keras.losses.MeanSquaredLogarithmicError(reduction="none")(y, p, [1.0, 2.0, 0.5]).numpy(),
        [0.02982676, 0.07146593, 0.04899361],
        rtol=1e-6,
    )


def test_a_mean_over_calls():
    m = keras.metrics.Mean("loss")
    assert [m(0).numpy(), m(5).numpy(), m([8, 9]).numpy()] == [0.0, 2.5, 5.5]
    m.reset_state()
    assert m.result().numpy() == 0
    assert str(m) == "Mean(name=loss,dtype=float32)"


def test_configurations_make_the_same_layer():
    layer = keras.layers.Conv2D(4, 3, strides=2, padding="same", activation="relu", kernel_regularizer="l2")
    again = keras.layers.Conv2D.from_config(layer.get_config())
    assert again.get_config() == layer.get_config()
    assert again(tf.ones([1, 8, 8, 2])).shape == layer.compute_output_shape([1, 8, 8, 2]) == (1, 4, 4, 4)
    assert again.losses[0].numpy() > 0


@pytest.mark.parametrize("options", [{}, {"amsgrad": True}])
def test_adam_takes_gradients_and_weights_in_any_order_of_memory(options):
    values = np.arange(6, dtype="float32").reshape(3, 2)
    found = []
    for turned in (False, True):
        v = tf.Variable(tf.transpose(tf.constant(values.T.copy())) if turned else values)
        optimizer = keras.optimizers.Adam(0.1, **options)
        for _ in range(2):
            gradient = tf.transpose(tf.constant((values.T - 2).copy())) if turned else tf.constant(values - 2)
            optimizer.apply_gradients([(gradient, v)])
        found.append(v.numpy())
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_allclose(found[0], [[0.2, 1.2], [2, 2.8], [3.8, 4.8]], rtol=1e-5)


def test_training_is_none_where_nobody_says_so():
    seen = []

    class Inner(tf.keras.layers.Layer):
        def call(self, x, training=None):
            seen.append(training)
            return x

    class Outer(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def call(self, x, training=None):
            seen.append(training)
            return self.inner(x)

    x = tf.ones([1, 2])
    model = Outer()
    model(x)
    tf.function(lambda x: model(x))(x)
    tf.keras.Sequential([Inner()])(x)
    assert seen == [None] * 6  # the sequence lays itself out first
    model(x, training=True)
    assert seen[6:] == [True, True]
    with tf.keras.backend.learning_phase_scope(1):
        model(x)
    assert seen[8:] == [True, True]


def test_a_dropout_that_drops_nothing_is_a_node_all_the_same():
    layer = tf.keras.layers.Dropout(0.0)
    x = tf.ones([2, 3])
    assert layer(x, training=True) is x
    graph = tf.function(lambda x: layer(x, training=True)).get_concrete_function(x).graph
    # It takes no seed from the graph's count of random operations, so that those after it draw their numbers.
    assert [op.type for op in graph.get_operations()] == ["Placeholder", "Identity", "Identity"]
    assert tf.keras.layers.Dropout(0.3, name="d")(tf.keras.Input([3])).name == "d/Identity:0"


def test_adapting_moves_a_shuffled_dataset_on_as_training_does():
    def next_order(use):
        tf.keras.utils.set_random_seed(3)
        data = tf.data.Dataset.range(16).shuffle(16, seed=1).batch(8)
        use(data)
        return next(iter(data)).numpy().tolist()

    def two_passes(data):
        iter(data), iter(data)

    def one_pass(data):
        iter(data)

    adapted = next_order(lambda data: tf.keras.layers.Normalization(axis=None).adapt(data))
    assert adapted == next_order(two_passes) != next_order(one_pass)
    assert next_order(lambda data: tf.keras.layers.Normalization(axis=None).adapt(data, steps=1)) == next_order(one_pass)


def test_a_model_has_a_loss_once_it_is_compiled():
    # wrappers of models ask this way whether a model is compiled
    inputs = tf.keras.Input((2,))
    for model in (tf.keras.Sequential([tf.keras.layers.Dense(1)]), tf.keras.Model(inputs, inputs)):
        assert not hasattr(model, "loss") and model.optimizer is None
        with pytest.raises(RuntimeError, match="must compile your model"):
            model.fit(np.zeros((2, 2)), np.zeros((2, 1)), verbose=0)
        model.compile()
        assert model.loss == {}
        model.compile(loss="mse")
        assert model.loss == "mse"


def test_batch_normalization_says_that_it_does_not_renormalise():
    layer = tf.keras.layers.BatchNormalization()
    assert (layer.renorm, layer.virtual_batch_size, layer.adjustment) == (False, None, None)
