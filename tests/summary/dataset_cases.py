"""Datasets within functions, whose graphs and functions are compared with those of TensorFlow."""


def _over_one_from_outside(tf, x, ds):
    total = x
    for v in ds:
        total += tf.cast(tf.reduce_sum(v), tf.float32)
    return total


def _over_one_made_within(tf, x, ds):
    for i, v in tf.data.Dataset.range(5).map(lambda a: a * 2).enumerate():
        x += tf.cast(v * i, tf.float32)
    return x


def _until_enough(tf, x, ds):
    for v in ds:
        if x > 3.0:
            break
        x += tf.cast(tf.reduce_sum(v), tf.float32)
    return x


def _twice(tf, x, ds):
    for v in ds:
        x += tf.cast(tf.reduce_sum(v), tf.float32)
    for v in ds:
        x -= tf.cast(tf.reduce_max(v), tf.float32)
    return x


def _reduced(tf, x, ds):
    return tf.data.Dataset.range(5).reduce(x, lambda s, v: s + tf.cast(v, tf.float32))


def _reduced_from_outside(tf, x, ds):
    return ds.reduce(x, lambda s, v: s + tf.cast(tf.reduce_sum(v), tf.float32))


def _pipeline(tf, x, ds):
    made = tf.data.Dataset.from_tensor_slices(tf.fill([6], x)).repeat(2).batch(2, drop_remainder=True)
    return made.skip(1).take(2).prefetch(1).reduce(x, lambda s, v: s + tf.reduce_sum(v))


def _only(tf, x, ds):
    return ds.take(1).get_single_element()


LOOPS = {
    "loop over one from outside": _over_one_from_outside,
    "loop over one made within": _over_one_made_within,
    "loop until enough": _until_enough,
    "two loops": _twice,
    "reduced": _reduced,
    "reduced from outside": _reduced_from_outside,
    "pipeline": _pipeline,
    "only element": _only,
}


NODES_ALONE = ("loop until enough",)  # in a branch of which TensorFlow has a constant that nothing takes


def datasets(tf, nodes_alone=False):
    """{name: a function that gives the graph of a traced function}; of those whose functions are compared too, or of the others."""
    names = [name for name in LOOPS if (name in NODES_ALONE) is nodes_alone]
    return {f"dataset {name}": lambda name=name: _traced(tf, LOOPS[name]) for name in names}


def _traced(tf, function):
    ds = tf.data.Dataset.range(5).batch(2)
    return tf.function(lambda x: function(tf, x, ds)).get_concrete_function(tf.TensorSpec([])).graph
