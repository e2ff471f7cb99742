"""What libraries override in Keras' layers, and read of its models."""

import tfshim as tf


def test_causal_windows_over_more_axes():
    class Causal(tf.keras.layers.Conv2D):
        def _validate_init(self):
            assert self.padding == "causal"

        def _compute_causal_padding(self, inputs):
            return [[0, 0], [self.kernel_size[0] - 1, 0], [1, 1], [0, 0]]

    layer = Causal(1, 3, padding="causal", kernel_initializer="ones")
    x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    # as TensorFlow 2.15.1 gives it
    assert layer(x).numpy().reshape(4, 4).tolist() == [[1, 3, 6, 5], [10, 18, 24, 18], [27, 45, 54, 39], [51, 81, 90, 63]]
    assert tuple(layer.compute_output_shape((1, 4, 4, 1))) == (1, 4, 4, 1)


def test_calls_by_depth():
    x = tf.keras.Input((3,))
    hidden = tf.keras.layers.Dense(4, name="a")(x)
    model = tf.keras.Model(x, tf.keras.layers.Add(name="c")([hidden, tf.keras.layers.Dense(4, name="b")(hidden)]))
    depths = {depth: [node.layer.name for node in nodes] for depth, nodes in model._nodes_by_depth.items()}
    assert depths == {0: ["c"], 1: ["b"], 2: ["a"], 3: [model.layers[0].name]}


def test_a_model_runs_eagerly_if_a_layer_has_to():
    seen = []

    class Eager(tf.keras.layers.Layer):
        def call(self, inputs):
            seen.append(isinstance(inputs, tf.__internal__.EagerTensor))
            return inputs

    model = tf.keras.Sequential([Eager(dynamic=True), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(tf.ones([4, 2]), tf.ones([4, 1]), epochs=3, verbose=0)
    assert (seen.count(True), model.dynamic, model.run_eagerly) == (3, True, True)
