"""What batch normalization remembers of its batches: of little deviation, of one value, of none."""

import numpy as np


def after(shape, scale=1.0, policy="float32", compiled=False, **options):
    """Dtypes and shapes of what one step gives, and the moving averages after it to three significant digits."""
    layer = tf.keras.layers.BatchNormalization(dtype=tf.keras.mixed_precision.Policy(policy), **options)
    x = tf.constant((np.random.RandomState(0).normal(size=shape) * scale + 0.1).astype("float32"))

    def step(x):
        with tf.GradientTape() as tape:
            y = layer(x, training=True)
            loss = tf.reduce_sum(tf.cast(y * y, tf.float32) * tf.range(float(shape[-1])))
        return [y, *tape.gradient(loss, layer.trainable_variables)]

    results = (tf.function(step) if compiled else step)(x)
    values = [layer.moving_mean, layer.moving_variance, *results]
    return [(v.dtype.name, v.shape.as_list()) for v in values], [digits(v) for v in values[:2]]


def digits(values):
    return [float(f"{v:.3g}") + 0.0 for v in np.asarray(tf.cast(values, tf.float64)).ravel()]


def case_little_deviation_of_images():
    return [after((8, 6, 6, 2), scale, momentum=momentum)[1] for scale in (1e-4, 1e-3, 1.0) for momentum in (0.0, 0.5)]


def case_little_deviation_of_vectors():
    return [after((64, 2), scale, momentum=0.5, moving_variance_initializer="zeros")[1][1] for scale in (1e-4, 1e-3, 1.0)]


def case_images_in_a_function():
    return after((8, 6, 6, 2), compiled=True)


def case_one_value_of_images():
    return [after((1, 1, 1, 3), policy=policy, compiled=compiled)[1]
            for policy in ("float32", "mixed_bfloat16", "float64") for compiled in (False, True)]


def case_one_vector():
    return [after((1, 3), policy=policy)[1] for policy in ("float32", "mixed_bfloat16", "float64")]


def case_one_example():
    return [after((3,), momentum=0.5, **options) for options in ({}, {"center": False}, {"compiled": True})]


def case_no_images():
    return [after((0, 4, 4, 3), policy=policy, compiled=compiled)
            for policy in ("float32", "mixed_bfloat16") for compiled in (False, True)]


def case_no_images_without_parameters():
    return [after((0, 4, 4, 3), scale=False)[0], after((0, 4, 4, 3), center=False)[0]]


def case_momentum_of_one():
    return after((4, 3, 3, 2), momentum=1.0), after((4, 3, 3, 2), momentum=1)


def case_channels_first():
    return after((4, 2, 3, 3), axis=1)
