"""Sizes that are known while a function is traced, because they follow from constants, and those that only seem to be."""

import numpy as np


def _size(n):
    return tf.zeros([n]).shape.as_list()


def _whole(x):
    return tf.cast(x, tf.int32)


def _traced(function, *specs):
    told = []
    tf.function(lambda *args: told.extend(function(*args)), autograph=True, input_signature=specs).get_concrete_function()
    return told


def case_floats_from_constants():
    def told(x):
        half = tf.cast(tf.shape(x)[1], tf.float32) * 1.5
        parts = tf.unstack(tf.constant([1.0, 2.0]))
        grid, _ = tf.meshgrid(tf.range(4.0, 64.0, 8.0), tf.range(0.0, 1.0, 0.25))
        return [
            _size(_whole(half)),
            _size(_whole(tf.constant(3.7) * 2.0)),
            _size(_whole(tf.math.ceil(tf.sqrt(10.0)))),
            _size(_whole(tf.stack(parts)[1])),
            _size(_whole(tf.reduce_max(tf.stack(parts)))),
            tf.range(4.0, 64.0, 8.0).shape.as_list(),
            tf.range(tf.cast(3, tf.float32)).shape.as_list(),
            tf.zeros(tf.cast([2.0, 3.0], tf.int32)).shape.as_list(),
            tf.image.resize(tf.zeros([1, 8, 8, 3]), _whole(tf.constant([8.0, 8.0]) * 0.5)).shape.as_list(),
            grid.shape.as_list(),
            tf.reshape(grid[..., None] - tf.ones([1, 1, 9]), (-1,)).shape.as_list(),
        ]

    return _traced(told, tf.TensorSpec([None, 3]))


def case_floats_of_unknown_origin():
    def told(x):
        n = tf.shape(x)[0]
        doubled = tf.constant(1.0)
        for _ in tf.range(3):
            doubled = doubled * 2.0
        either = tf.cond(n > 2, lambda: tf.constant(2.0), lambda: tf.constant(3.0))
        (stepped,) = tf.while_loop(lambda d: d < 5.0, lambda d: (d + 1.0,), (tf.constant(2.0),))
        return [
            _size(_whole(tf.random.uniform([]) * 10)),
            _size(_whole(tf.timestamp() * 2)),
            _size(_whole(tf.minimum(1.0, 512.0 / tf.cast(n, tf.float32)) * 4)),
            _size(_whole(tf.cast(n, tf.float32) * 0.0)),
            _size(_whole(doubled)),
            _size(_whole(either)),
            _size(_whole(stepped)),
            _size(_whole(tf.stack([tf.cast(n, tf.float32), 2.0])[1])),
            tf.zeros([_whole(tf.numpy_function(lambda: np.float32(3.0), [], tf.float32))]).shape.rank,
        ]

    return _traced(told, tf.TensorSpec([None, 3]))


def case_sizes_that_agree_by_chance():
    def told(x, y):
        n, m = tf.shape(x)[0], tf.shape(y)[0]
        return [
            _size(tf.minimum(n, 3)),
            _size(10 // (n + 1)),
            _size(tf.maximum(3 - n, 0)),
            _size(tf.cast(n > 0, tf.int32)),
            _size(tf.math.floormod(n, 2)),
            _size(tf.where(n > 4, 1, 2)),
            x[: tf.minimum(n, 3)].shape.as_list(),
            _size(n - n + m),
            _size(tf.reduce_min([n, 3])),
            tf.zeros([tf.shape(x)[1], tf.minimum(m, 2)]).shape.as_list(),
        ]

    return _traced(told, tf.TensorSpec([None, 3]), tf.TensorSpec([None]))


def case_images_moved():
    def told(a, b, transforms, size):
        move = tf.raw_ops.ImageProjectiveTransformV3
        given = {"transforms": transforms, "fill_value": 0.0, "fill_mode": "REFLECT", "interpolation": "BILINEAR"}
        return [move(images=x, output_shape=s, **given).shape.as_list() for x in (a, b) for s in (tf.constant([4, 5]), size)]

    return _traced(told, tf.TensorSpec([None, 16, 16, 3]), tf.TensorSpec(None), tf.TensorSpec([None, 8]), tf.TensorSpec([2], tf.int32))


def case_losses_of_known_and_unknown_sizes():
    nn = tf.nn

    def told(labels, logits, open_labels, open_logits, other):
        chances = [tf.one_hot(x, 2) for x in (labels, open_labels)]
        found = [
            nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=open_logits),
            nn.sparse_softmax_cross_entropy_with_logits(labels=open_labels, logits=logits),
            nn.softmax_cross_entropy_with_logits(labels=chances[0], logits=open_logits),
            nn.softmax_cross_entropy_with_logits(labels=chances[1], logits=logits),
            nn.sigmoid_cross_entropy_with_logits(labels=chances[0], logits=open_logits),
            nn.weighted_cross_entropy_with_logits(chances[1], logits, 2.0),
            nn.log_poisson_loss(chances[0], open_logits),
            tf.keras.losses.sparse_categorical_crossentropy(labels, open_logits, from_logits=True),
            tf.keras.losses.binary_crossentropy(chances[0], open_logits),
        ]
        try:
            nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=other)
        except ValueError as e:
            print(str(e))
        return [x.shape.as_list() for x in found]

    of_labels = [tf.TensorSpec([n], tf.int32) for n in (4, None)]
    of_logits = [tf.TensorSpec([n, 2]) for n in (4, None, 5)]
    return _traced(told, of_labels[0], of_logits[0], of_labels[1], *of_logits[1:])


def case_sizes_behind_vectors():
    told = []

    def makers(full):
        seed = [1, 2]
        return {
            "zeros": lambda: tf.zeros(full),
            "ones": lambda: tf.ones(full),
            "fill": lambda: tf.fill(full, 1.0),
            "broadcast": lambda: tf.broadcast_to(1.0, full),
            "tile": lambda: tf.tile([[1.0]], full),
            "reshape": lambda: tf.reshape(tf.range(3), full),
            "uniform": lambda: tf.random.uniform(full),
            "normal": lambda: tf.random.normal(full),
            "truncated": lambda: tf.random.truncated_normal(full),
            "gamma": lambda: tf.random.gamma(full, 1.0),
            "poisson": lambda: tf.random.poisson(full, [1.0]),
            "stateless_uniform": lambda: tf.random.stateless_uniform(full, seed),
            "stateless_normal": lambda: tf.random.stateless_normal(full, seed),
            "stateless_integers": lambda: tf.random.stateless_uniform(full, seed, 0, 9, tf.int32),
            "stateless_gamma": lambda: tf.random.stateless_gamma(full, seed, 1.0),
            "stateless_poisson": lambda: tf.random.stateless_poisson(full, seed, [1.0]),
            "stateless_binomial": lambda: tf.random.stateless_binomial(full, seed, [1.0], [0.5]),
            "slice": lambda: tf.zeros(full[1:]),
            "first": lambda: tf.zeros(full[:1]),
            "entry": lambda: tf.zeros([full[1], 2]),
            "unknown_entry": lambda: tf.zeros([full[0], 2]),
            "cast": lambda: tf.zeros(tf.cast(full, tf.int64)),
            "same": lambda: tf.zeros(tf.identity(full)),
            "longer": lambda: tf.zeros(tf.concat([full, full[1:]], 0)),
            "sum": lambda: tf.zeros(full + 1),
        }

    def within(s, made):
        told.append([made().shape.as_list()])

        def step(i):
            told[-1].append(made().shape.as_list())
            return i + 1

        tf.function(lambda: told[-1].append(made().shape.as_list()))()
        tf.while_loop(lambda i: i < 3, step, [0])
        tf.cond(s[0] > 1, lambda: told[-1].append(made().shape.as_list()), lambda: None)

    def traced(s):
        for made in makers(tf.concat([s, [1]], 0)).values():
            within(s, made)
        for made in makers(tf.stack([s[0], 1])).values():
            within(s, made)

    tf.function(traced, autograph=False, input_signature=[tf.TensorSpec([1], tf.int32)]).get_concrete_function()
    return told
