"""A generator draws as many numbers as a tensor of a graph says, the same ones as eagerly."""

import pytest

import tfshim as tf

DRAWS = {
    "uniform": lambda g, n: g.uniform([n, 2]),
    "uniform_of_integers": lambda g, n: g.uniform([n], 0, 10, tf.int32),
    "full_range": lambda g, n: g.uniform_full_int([n, n], tf.uint64),
    "normal": lambda g, n: g.normal([2, n], dtype=tf.float64),
    "truncated_normal": lambda g, n: g.truncated_normal([n * 3]),
    "of_a_shape": lambda g, n: g.uniform(tf.shape(tf.zeros([n, 3]))),
    "binomial": lambda g, n: g.binomial([n, 2], [5.0, 9.0], [0.5, 0.2]),
    "seeds": lambda g, n: g.make_seeds(n),
    "skip": lambda g, n: (g.skip(n), g.normal([2]))[1],
    "skip_int64": lambda g, n: (g.skip(tf.cast(n, tf.int64)), g.normal([2]))[1],
}


@pytest.mark.parametrize("name", DRAWS)
def test_the_numbers_are_those_of_an_eager_draw(name):
    draw = DRAWS[name]
    eager, traced = tf.random.Generator.from_seed(7), tf.random.Generator.from_seed(7)
    function = tf.function(lambda n: draw(traced, n), input_signature=[tf.TensorSpec([], tf.int32)])
    for n in (3, 2):
        assert tf.reduce_all(tf.equal(function(tf.constant(n)), draw(eager, tf.constant(n))))
    assert traced.state.numpy().tolist() == eager.state.numpy().tolist()


@pytest.mark.parametrize("name", ["RandomFlip", "RandomRotation", "RandomZoom", "RandomTranslation", "RandomCrop", "RandomContrast"])
def test_augmentation_of_a_batch_of_unknown_size(name):
    arguments = {"RandomFlip": (), "RandomTranslation": (0.1, 0.1), "RandomCrop": (4, 4)}.get(name, (0.1,))
    model = tf.keras.Sequential([tf.keras.Input((8, 8, 3)), getattr(tf.keras.layers, name)(*arguments)])
    side = 4 if name == "RandomCrop" else 8
    assert model.output_shape == (None, side, side, 3)
    assert model(tf.ones([2, 8, 8, 3]), training=True).shape == (2, side, side, 3)
