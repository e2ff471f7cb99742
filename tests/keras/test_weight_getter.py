"""`Layer.add_weight(getter=...)`: a weight that exists, or is made by a function, as in Keras 2.15."""

import tfshim as tf


def test_a_variable_that_exists_is_kept():
    layer = tf.keras.layers.Layer()
    trained, fixed = tf.Variable([1.0, 2.0]), tf.Variable("text")
    assert layer.add_weight(name="a", shape=[2], trainable=True, getter=lambda *_, **__: trained) is trained
    assert layer.add_weight(name="b", shape=[], dtype=tf.string, trainable=False, getter=lambda *_, **__: fixed) is fixed
    assert [len(layer.trainable_weights), len(layer.non_trainable_weights)] == [1, 1]
    assert layer.trainable_weights[0] is trained and layer.non_trainable_weights[0] is fixed


def test_what_the_function_is_given():
    given = {}

    def getter(**options):
        given.update(options)
        return tf.Variable(options["initializer"](options["shape"], dtype=options["dtype"]), name=options["name"])

    made = tf.keras.layers.Layer().add_weight(name="w", shape=[2], initializer="ones", getter=getter)
    assert made.numpy().tolist() == [1.0, 1.0] and given["trainable"] is True and given["dtype"] == tf.float32
