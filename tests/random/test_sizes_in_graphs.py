"""Random numbers whose number belongs to the run: sizes in graphs that are multiples of one another stay so."""

import pytest

import tfshim as tf


@pytest.mark.parametrize(
    "draw",
    [
        lambda shape: tf.random.uniform(shape),
        lambda shape: tf.random.normal(shape),
        lambda shape: tf.random.stateless_uniform(shape, [1, 2]),
        lambda shape: tf.cast(tf.random.uniform(shape, 0, 9, dtype=tf.int32), tf.float32),
        lambda shape: tf.random.shuffle(tf.zeros(shape)),
    ],
    ids=["uniform", "normal", "stateless", "integers", "shuffle"],
)
def test_noise_of_two_batches(draw):
    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def losses(x):
        size = tf.shape(x)[0]
        labels = tf.concat([tf.ones([size, 3]), tf.zeros([size, 3])], axis=0)
        labels += 0.0 * draw(tf.shape(labels))
        assert labels.shape.as_list() == [None, 3]
        return tf.nn.sigmoid_cross_entropy_with_logits(labels, tf.concat([x, x], axis=0))

    assert losses(tf.zeros([2, 3])).shape == [4, 3]
