"""Losses of predictions that are nearly right, and their gradients, of which rounding must not be all that is left."""

import numpy as np

logits = np.array([-60.0, -30.0, -18.0, -12.0, -5.0, -0.5, 0.0, 0.5, 5.0, 12.0, 18.0, 30.0, 60.0])


def digits(values):
    return [float(f"{v:.3g}") + 0.0 for v in np.asarray(tf.cast(values, tf.float64)).ravel()]


def derivatives(label, dtype):
    x, z = tf.constant(logits, dtype), tf.constant(label, dtype, logits.shape)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch([x, z])
            loss = tf.nn.sigmoid_cross_entropy_with_logits(z, x)
        first = inner.gradient(loss, [x, z])
    second = outer.gradient(first[0], x)
    return [digits(t) for t in (loss, *first, second)]


def case_logistic():
    return [derivatives(label, "float64") for label in (0.0, 0.25, 1.0)]


def case_logistic_in_single_precision():
    return [derivatives(label, "float32")[:1] for label in (0.0, 0.25, 1.0)]


def case_logistic_forward():
    x = tf.constant(logits)
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        loss = tf.nn.sigmoid_cross_entropy_with_logits(tf.zeros_like(x), x)
    return digits(accumulator.jvp(loss))


def case_logistic_one_by_one():
    x = tf.constant(logits)
    return digits(tf.vectorized_map(lambda t: tf.nn.sigmoid_cross_entropy_with_logits(tf.ones_like(t), t), x))


def case_binary_crossentropy_of_logits():
    x = tf.constant(logits[:, None], "float32")
    loss = tf.keras.losses.BinaryCrossentropy(from_logits=True, reduction="none")
    return digits(loss(np.zeros((13, 1)), x)), digits(loss(np.ones((13, 1)), x))


def case_logistic_of_labels_that_depend():
    x = tf.constant(logits)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            loss = tf.nn.sigmoid_cross_entropy_with_logits(tf.sin(x), x)
        first = inner.gradient(loss, x)
    return digits(first), digits(outer.gradient(first, x))


def case_steps_of_adversaries():
    x = tf.Variable(logits, dtype=tf.float32)
    with tf.GradientTape() as tape:
        loss = tf.nn.sigmoid_cross_entropy_with_logits(tf.cast(x > 0, tf.float32), x)
    return tf.sign(tape.gradient(loss, x)).numpy().tolist()


def case_losses_of_1():
    losses = tf.compat.v1.losses

    def attempt(f):
        try:
            return np.asarray(f()).tolist()
        except ValueError as e:
            return str(e).split(".")[0]

    labels, predictions = [[1.0, 2.0], [2.0, 3.0]], tf.constant([[1.0, 5.0], [2.0, 8.0]])
    pairs = tf.function(lambda p: losses.mean_pairwise_squared_error(labels, p))
    made = [attempt(lambda w=w: losses.mean_pairwise_squared_error(labels, predictions, weights=w)) for w in (1.0, 0.0, [[1.0]])]
    made += [pairs(predictions).numpy().tolist()]
    made += [attempt(lambda k=k: losses.compute_weighted_loss([1, 2], [0.5, 0.5], reduction=k)) for k in losses.Reduction.all()]
    made += [attempt(lambda: losses.softmax_cross_entropy([[1.0]], [[1.0, 2.0]])), attempt(lambda: losses.cosine_distance([1.0], [1.0]))]
    made += [attempt(lambda: losses.hinge_loss([1.0], None)), attempt(lambda: losses.log_loss(None, [1.0]))]
    return made


def case_functions_of_1():
    nn, x = tf.compat.v1.nn, tf.ones([2, 3])
    table, ids = tf.ones([4, 1]), tf.sparse.from_dense([[1, 3]])
    numbers = tf.sparse.SparseTensor(ids.indices, tf.cast(ids.values, tf.int64), ids.dense_shape)
    tries = [
        lambda: nn.dropout(x, 1.5),
        lambda: nn.dropout(x, 0.0),
        lambda: nn.softmax_cross_entropy_with_logits(labels=x, logits=x, axis=1),
        lambda: nn.softmax_cross_entropy_with_logits(labels=x, logits=x, axis=1, dim=None),
        lambda: nn.embedding_lookup(table, [1], "none"),
        lambda: nn.embedding_lookup([table, table], [1], "none"),
        lambda: nn.embedding_lookup_sparse([table, table], numbers, None, "none"),
        lambda: nn.ctc_loss([[1, 2]], tf.zeros([3, 1, 4]), [3]),
    ]
    made = []
    for attempt in tries:
        try:
            made.append(np.asarray(attempt()).round(4).tolist())
        except (TypeError, ValueError) as e:
            made.append(f"{type(e).__name__}: {e}")
    kinds = [lambda: nn.crelu(tf.constant([1], tf.uint8)), lambda: nn.fused_batch_norm(x[None, :, None], [1.0] * 3, [0.0] * 3, data_format="X")]
    for attempt in kinds:
        try:
            made.append(str(attempt()))
        except tf.errors.InvalidArgumentError as e:
            made.append(e.message.split(":")[0].split(" of ")[0])
    with tf.Graph().as_default() as graph:
        made += [nn.xw_plus_b([[1.0]], [[1.0]], [2.0]).name, nn.relu_layer([[1.0]], [[1.0]], [2.0], name="k").name]
        return made + [op.name for op in graph.get_operations()]
