"""How the first centers of k-means are chosen, in one run of a graph or, where a batch has too few points, in several."""

import tfshim as tf
from tfshim.compat import v1
from tfshim.contrib.factorization.operations import kmc2_chain_initialization, kmeans_plus_plus_initialization, nearest_neighbors


def initialize(graph, beginning, count):
    """The operation that adds to the centers of the `ClusteringGraph` what is missing of `count`, and notes whether they are whole."""
    have = tf.shape(graph._centers)[0]
    missing = count - have

    def more():
        with v1.control_dependencies([v1.assert_positive(missing)]):
            add = _by_chains if isinstance(beginning, str) and beginning == "kmc2" else _at_once
            left = add(graph, beginning, count, have, missing)
            return v1.cond(tf.equal(left, 0), lambda: v1.assign(graph._whole, True), v1.no_op)

    return v1.cond(tf.equal(missing, 0), lambda: v1.assert_equal(graph._whole, True), more)


def _put(graph, centers):
    """Set the centers, and the copy of them that batches move."""
    made = v1.assign(graph._centers, centers, validate_shape=False)
    return made if graph._moving is graph._centers else v1.assign(graph._moving, made, validate_shape=False)


def _at_once(graph, beginning, count, have, missing):
    new = _chosen(graph, beginning, missing)
    if graph._cosine:
        new = tf.nn.l2_normalize(new, 1)
    # Without centers the variable has no columns that could be joined.
    centers = v1.cond(tf.equal(have, 0), lambda: new, lambda: tf.concat([graph._centers, new], 0))
    return count - tf.shape(_put(graph, centers))[0]


def _chosen(graph, beginning, missing):
    inputs = graph._inputs
    if callable(beginning):
        return beginning(inputs, missing)
    if not isinstance(beginning, str):
        with v1.control_dependencies([v1.assert_equal(missing, tf.shape(beginning)[0])]):
            return tf.identity(beginning)
    points = tf.add_n([tf.shape(x)[0] for x in inputs])
    if beginning == "random":

        def drawn():
            rows = v1.random_uniform(tf.reshape(missing, [-1]), 0, tf.cast(points, tf.int64), tf.int64, graph._seed)
            return v1.nn.embedding_lookup(inputs, rows, partition_strategy="div")

        return v1.cond(points <= missing, lambda: tf.concat(inputs, 0), drawn)
    with v1.control_dependencies([v1.assert_greater_equal(points, missing)]):
        first = tf.nn.l2_normalize(inputs[0], 1) if graph._cosine else inputs[0]
        return kmeans_plus_plus_initialization(first, tf.cast(missing, tf.int64), graph._seed, graph._retries)


def _by_chains(graph, beginning, count, have, missing):
    """One center from each piece of the batch, by a Markov chain over its points."""
    points, length = graph._inputs[0], graph._chain
    pieces = tf.cast(tf.shape(points)[0] / length, tf.int32)
    wanted = tf.maximum(tf.minimum(missing, pieces), 1)

    def unit(center):
        center = tf.reshape(center, [1, -1])
        return tf.nn.l2_normalize(center, 1) if graph._cosine else center

    def following(i):
        piece = points[i * length : (i + 1) * length]
        distances = nearest_neighbors(piece, graph._centers, 1)[1]
        at = kmc2_chain_initialization(tf.squeeze(distances), graph._seed)
        return tf.concat([graph._centers, unit(piece[at])], 0)

    def add(i, _):
        centers = v1.cond(tf.equal(have, 0), lambda: unit(points[0]), lambda: following(i))
        return i + 1, count - tf.shape(_put(graph, centers))[0]

    return v1.while_loop(lambda i, _: i < wanted, add, [0, 0])[1]
