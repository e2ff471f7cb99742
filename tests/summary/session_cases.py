"""Programs of TensorFlow 1 whose graphs are compared node by node with those of TensorFlow; made with `tf`, TensorFlow or tfshim."""

import contextlib

from tests.summary import published_programs, sequence_cases, table_cases, turn_cases
from tests.summary.embedding_cases import embeddings

OPTIMIZERS = {
    "descent": lambda train: train.GradientDescentOptimizer(0.1),
    "momentum": lambda train: train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda train: train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
    "adam": lambda train: train.AdamOptimizer(),
    "adagrad": lambda train: train.AdagradOptimizer(0.1),
    "adadelta": lambda train: train.AdadeltaOptimizer(),
    "rmsprop": lambda train: train.RMSPropOptimizer(0.1),
    "centered rmsprop": lambda train: train.RMSPropOptimizer(0.1, centered=True),
    "ftrl": lambda train: train.FtrlOptimizer(0.1, beta=0.5),
    "ftrl with shrinkage": lambda train: train.FtrlOptimizer(0.1, l2_shrinkage_regularization_strength=0.1),
    "proximal descent": lambda train: train.ProximalGradientDescentOptimizer(0.1),
    "proximal adagrad": lambda train: train.ProximalAdagradOptimizer(0.1),
}
DECAYS = {
    "exponential": lambda train, step: train.exponential_decay(0.1, step, 100, 0.9, staircase=True),
    "natural": lambda train, step: train.natural_exp_decay(0.1, step, 10, 0.9),
    "inverse": lambda train, step: train.inverse_time_decay(0.1, step, 10, 0.9),
    "pieces": lambda train, step: train.piecewise_constant(step, [5, 9], [0.1, 0.01, 0.001]),
    "polynomial": lambda train, step: train.polynomial_decay(0.1, step, 10),
    "polynomial in cycles": lambda train, step: train.polynomial_decay(0.1, step, 10, cycle=True),
    "cosine": lambda train, step: train.cosine_decay(0.1, step, 10),
    "cosine with restarts": lambda train, step: train.cosine_decay_restarts(0.1, step, 10),
    "linear cosine": lambda train, step: train.linear_cosine_decay(0.1, step, 10),
    "noisy linear cosine": lambda train, step: train.noisy_linear_cosine_decay(0.1, step, 10),
}
LOSSES = {
    "squared": lambda losses, a, b: losses.mean_squared_error(a, b),
    "absolute": lambda losses, a, b: losses.absolute_difference(a, b),
    "huber": lambda losses, a, b: losses.huber_loss(a, b),
    "hinge": lambda losses, a, b: losses.hinge_loss(a, b),
    "logarithms": lambda losses, a, b: losses.log_loss(a, b),
    "sigmoid": lambda losses, a, b: losses.sigmoid_cross_entropy(a, b),
    "softmax": lambda losses, a, b: losses.softmax_cross_entropy(a, b, label_smoothing=0.1),
    "cosine": lambda losses, a, b: losses.cosine_distance(a, b, axis=1),
    "pairs": lambda losses, a, b: losses.mean_pairwise_squared_error(a, b),
    "weighted": lambda losses, a, b: losses.mean_squared_error(a, b, weights=a[:, :1]),
    "each": lambda losses, a, b: losses.mean_squared_error(a, b, reduction=losses.Reduction.NONE),
    "mean of weights": lambda losses, a, b: losses.mean_squared_error(a, b, reduction=losses.Reduction.MEAN),
    "over the batch": lambda losses, a, b: losses.mean_squared_error(a, b, reduction=losses.Reduction.SUM_OVER_BATCH_SIZE),
}


def cases(tf):
    """{name: a function that records a program in the graph of the moment}."""
    v1 = tf.compat.v1
    made = {}
    for name, optimizer in OPTIMIZERS.items():
        made[f"optimizer {name}"] = lambda optimizer=optimizer: _linear(tf, optimizer(v1.train))
    for name, decay in DECAYS.items():
        made[f"decay {name}"] = lambda decay=decay: decay(v1.train, v1.train.get_or_create_global_step())
    for name, loss in LOSSES.items():
        made[f"loss {name}"] = lambda loss=loss: _weighed(tf, loss)
    for program in (adversaries, shared, clipped, images, rows, averaged, watched, enlarged):
        made[program.__name__] = lambda program=program: program(tf)
    made.update(embeddings(tf, OPTIMIZERS))
    for program in published_programs.PROGRAMS:
        for how in ("", " by reference") if program not in published_programs.FED else (" by reference",):
            made[program.__name__ + how] = lambda program=program: program(tf)
    for program in _FIRST:
        made[program.__name__] = lambda program=program: program(tf)
    return made


@contextlib.contextmanager
def behavior(tf, name):
    """Within it the case `name` has the control flow and the variables that it asks for."""
    v1 = tf.compat.v1
    first = name.endswith(" by reference") or any(name == program.__name__ for program in _FIRST)
    if first:
        v1.disable_control_flow_v2(), v1.disable_resource_variables()
    try:
        yield
    finally:
        if first:
            v1.enable_control_flow_v2(), v1.enable_resource_variables()


def _linear(tf, optimizer):
    v1 = tf.compat.v1
    x, y = v1.placeholder(tf.float32, [None, 3], "x"), v1.placeholder(tf.float32, [None, 1], "y")
    with v1.variable_scope("model"):
        w, b = v1.get_variable("w", [3, 1]), v1.get_variable("b", [1], initializer=v1.zeros_initializer())
        p = tf.matmul(x, w) + b
    optimizer.minimize(tf.reduce_mean(tf.square(p - y)), global_step=v1.train.get_or_create_global_step())


def _weighed(tf, loss):
    v1 = tf.compat.v1
    a, b = v1.placeholder(tf.float32, [None, 3], "a"), v1.placeholder(tf.float32, [None, 3], "b")
    loss(v1.losses, a, b * v1.get_variable("w", [3]))
    v1.train.GradientDescentOptimizer(0.1).minimize(v1.losses.get_total_loss())


def adversaries(tf):
    """Two networks that are trained against each other, one of which is called twice."""
    v1 = tf.compat.v1
    noise, real = v1.placeholder(tf.float32, [None, 4]), v1.placeholder(tf.float32, [None, 6])

    def judged(x, reuse):
        with v1.variable_scope("judge", reuse=reuse):
            return v1.layers.dense(v1.layers.dense(x, 5, tf.nn.leaky_relu), 1)

    with v1.variable_scope("maker"):
        fake = v1.layers.dense(v1.layers.dense(noise, 5, tf.nn.leaky_relu), 6, tf.nn.tanh)
    of_real, of_fake = judged(real, False), judged(fake, True)

    def loss(logits, like):
        return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=like(logits)))

    for scope, total in {
        "judge": loss(of_real, tf.ones_like) + loss(of_fake, tf.zeros_like),
        "maker": loss(of_fake, tf.ones_like),
    }.items():
        v1.train.AdamOptimizer(0.1, 0.5).minimize(total, var_list=v1.trainable_variables(scope))


def shared(tf):
    """A layer that is called twice."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 3])
    y = v1.layers.dense(x, 3, name="d") + v1.layers.dense(x, 3, name="d", reuse=True)
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))


def clipped(tf):
    """Gradients that are clipped by their norm together, and each."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 3])
    loss = tf.reduce_mean((x @ v1.get_variable("w", [3, 2]) + v1.get_variable("b", [2])) ** 2)
    variables = v1.trainable_variables()
    together, _ = tf.clip_by_global_norm(v1.gradients(loss, variables), 5.0)
    v1.train.AdamOptimizer().apply_gradients(zip(together, variables), global_step=v1.train.create_global_step())
    optimizer = v1.train.GradientDescentOptimizer(0.1)
    pairs = optimizer.compute_gradients(loss)
    optimizer.apply_gradients([(tf.clip_by_norm(g, 1.0), v) for g, v in pairs])
    for g, v in pairs:
        v1.summary.histogram(f"{v.op.name}/gradient", g)


def images(tf):
    """Convolutions with batch normalization, and dropout by a share that is fed."""
    v1 = tf.compat.v1
    x, kept = v1.placeholder(tf.float32, [None, 8, 8, 3]), v1.placeholder(tf.float32)
    y = v1.layers.conv2d(x, 4, 3, use_bias=False)
    y = v1.nn.max_pool(tf.nn.relu(v1.layers.batch_normalization(y, training=True)), [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    y = v1.nn.dropout(v1.layers.flatten(y), keep_prob=kept)
    y = v1.layers.dense(y, 2, kernel_regularizer=tf.keras.regularizers.l2(0.01))
    loss = tf.reduce_mean(y) + v1.losses.get_regularization_loss()
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss)


def enlarged(tf):
    """A layer that reads its kernel where pages show other operations than run."""
    v1 = tf.compat.v1
    y = v1.layers.conv2d_transpose(v1.placeholder(tf.float32, [None, 4, 4, 3]), 4, 3, 2, padding="same")
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y * y))


def rows(tf):
    """Batch normalization of rows, while training and not."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 5])
    y = v1.layers.batch_normalization(x, training=True, name="normal")
    v1.layers.batch_normalization(x, name="normal", reuse=True)
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(y))


def averaged(tf):
    """Moving averages of the moments of a batch."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [None, 3]), v1.get_variable("w", [3])
    averages = v1.train.ExponentialMovingAverage(0.9, num_updates=v1.train.get_or_create_global_step())
    averages.apply(tf.nn.moments(x * w, [0]))


def watched(tf):
    """A layer of the tutorial on summaries, and a loss whose labels get no gradient."""
    v1 = tf.compat.v1
    x, labels = v1.placeholder(tf.float32, [None, 6], "x-input"), v1.placeholder(tf.float32, [None, 3], "y-input")
    with tf.name_scope("layer"):
        w = tf.Variable(v1.truncated_normal([6, 3], stddev=0.1))
        with tf.name_scope("summaries"):
            mean = tf.reduce_mean(w)
            v1.summary.scalar("mean", mean)
            with tf.name_scope("stddev"):
                v1.summary.scalar("stddev", tf.sqrt(tf.reduce_mean(tf.square(w - mean))))
            v1.summary.histogram("histogram", w)
        y = tf.matmul(x, w) + w[0] * 2.0
    with tf.name_scope("cross_entropy"):
        loss = tf.reduce_mean(v1.nn.softmax_cross_entropy_with_logits(labels=labels, logits=y))
    with tf.name_scope("train"):
        v1.train.AdamOptimizer().minimize(loss)
    v1.summary.merge_all()


def branches(tf):
    """Branches within branches, which are trained."""
    v1 = tf.compat.v1
    on, x = v1.placeholder(tf.bool, []), v1.placeholder(tf.float32, [None, 2])
    w = v1.get_variable("w", [2])
    with tf.control_dependencies([v1.assert_positive(x)]):
        y, z = tf.cond(on, lambda: (x * w, w), lambda: (tf.cond(x[0, 0] > 0, lambda: x + 1.0, lambda: -x), tf.square(w)), name="choice")
    v1.train.MomentumOptimizer(0.1, 0.9).minimize(tf.reduce_mean(y) + tf.reduce_sum(z))


def chosen(tf):
    """Dropout by what is fed, a rate by cases, and one that depends on the step."""
    v1 = tf.compat.v1
    x, on, step = v1.placeholder(tf.float32, [None, 3]), v1.placeholder(tf.bool, []), v1.train.get_or_create_global_step()
    v1.layers.dropout(x, 0.4, training=on)
    v1.train.piecewise_constant(step, [5, 9], [0.1, 0.01, 0.001])
    v1.train.cosine_decay_restarts(0.1, step, 10)


def assigned(tf):
    """Branches that change variables, the initial value of one, and what saves them."""
    v1 = tf.compat.v1
    on, w, b = v1.placeholder(tf.bool, []), v1.get_variable("w", [2]), v1.get_variable("b", [2], use_resource=True)
    tf.cond(on, lambda: v1.assign_add(w, [1.0, 1.0]), lambda: v1.assign(w, [2.0, 2.0]))
    tf.cond(on, lambda: tf.group(b.assign([1.0, 2.0])), tf.no_op)
    w.initialized_value()
    v1.train.Saver()


def counted(tf):
    """Metrics that are means, and that count."""
    v1 = tf.compat.v1
    labels, predictions = v1.placeholder(tf.int64, [None], "labels"), v1.placeholder(tf.int64, [None], "predictions")
    weights = v1.placeholder(tf.float32, [None])
    v1.metrics.accuracy(labels, predictions, name="acc")
    v1.metrics.mean_squared_error(labels, predictions, weights)
    v1.metrics.precision(labels, predictions)
    v1.metrics.recall(labels, predictions, weights)
    v1.metrics.mean_per_class_accuracy(labels, predictions, 3, weights)
    v1.metrics.mean_relative_error(weights, weights + 1.0, weights)
    v1.metrics.root_mean_squared_error(labels, predictions)
    v1.metrics.percentage_below(weights, 0.5)
    v1.metrics.mean_tensor(tf.zeros([2]), [1.0, 2.0])


def rates(tf):
    """Metrics at thresholds."""
    v1 = tf.compat.v1
    labels, predictions = v1.placeholder(tf.bool, [None]), v1.placeholder(tf.float32, [None])
    v1.metrics.recall_at_thresholds(labels, predictions, [0.3, 0.6], weights=v1.placeholder(tf.float32, [None]))
    v1.metrics.sensitivity_at_specificity(labels, predictions, 0.7, num_thresholds=4)
    v1.metrics.specificity_at_sensitivity(labels, predictions, 0.7, num_thresholds=4)
    v1.metrics.true_negatives_at_thresholds(labels, predictions, [0.5])


def areas(tf):
    """Areas under curves."""
    v1 = tf.compat.v1
    labels, predictions = v1.placeholder(tf.bool, [None]), v1.placeholder(tf.float32, [None])
    v1.metrics.auc(labels, predictions, num_thresholds=4)
    v1.metrics.auc(labels, predictions, num_thresholds=4, curve="PR", summation_method="careful_interpolation")


def ranked(tf):
    """Metrics of the greatest predictions."""
    v1 = tf.compat.v1
    labels, predictions = v1.placeholder(tf.int64, [None, 1]), v1.placeholder(tf.float32, [None, 5])
    v1.metrics.recall_at_k(labels, predictions, 2)
    v1.metrics.precision_at_k(labels, predictions, 2, weights=2.0)


def overlaps(tf):
    """Metrics of pairs of classes."""
    v1 = tf.compat.v1
    labels, predictions = v1.placeholder(tf.int32, [None]), v1.placeholder(tf.int64, [None])
    v1.metrics.mean_iou(labels, predictions, 3)
    v1.confusion_matrix(labels, predictions)


def fed(tf):
    """Batch normalization as it is fed, of images and of rows, in a step that waits for its updates."""
    v1 = tf.compat.v1
    x, on = v1.placeholder(tf.float32, [None, 4, 4, 3]), v1.placeholder(tf.bool, [])
    y = tf.nn.relu(v1.layers.batch_normalization(v1.layers.conv2d(x, 3, 3), training=on))
    y = v1.layers.batch_normalization(v1.layers.dense(v1.layers.flatten(y), 2), training=on)
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        v1.train.AdamOptimizer().minimize(tf.reduce_mean(y))


def queued(tf):
    """Lines of files in batches, through queues."""
    v1 = tf.compat.v1
    _, line = v1.TextLineReader().read(v1.train.string_input_producer(["a.csv", "b.csv"], num_epochs=2))
    v1.train.shuffle_batch(v1.decode_csv(line, [[0.0], [0]]), 4, 100, 10)
    v1.train.batch(v1.train.slice_input_producer([tf.constant([1, 2]), tf.constant([1.0, 2.0])]), 2)


def unrolled(tf):
    """A recurrent network step by step, and the loss of its classes."""
    v1 = tf.compat.v1
    x, labels = v1.placeholder(tf.float32, [None, 3, 2]), v1.placeholder(tf.int32, [None])
    outputs, _ = v1.nn.static_rnn(v1.nn.rnn_cell.BasicRNNCell(4), tf.unstack(x, 3, 1), dtype=tf.float32)
    v1.losses.sparse_softmax_cross_entropy(labels, outputs[-1])
    v1.train.GradientDescentOptimizer(0.1).minimize(v1.losses.get_total_loss())


def drawn(tf):
    """Losses of classes that are drawn, of rows that are looked up."""
    v1 = tf.compat.v1
    words, ids = v1.get_variable("words", [10, 4]), v1.placeholder(tf.int32, [None])
    rows = tf.nn.embedding_lookup(words, ids)
    weights, biases = v1.get_variable("weights", [10, 4]), v1.get_variable("biases", [10])
    v1.nn.sampled_softmax_loss(weights, biases, v1.placeholder(tf.int64, [None, 1]), rows, 3, 10)
    v1.nn.nce_loss(weights, biases, tf.expand_dims(ids, 1), rows, 3, 10)


def turns(tf):
    """Loops within branches and loops, with limits, invariant values, changing shapes, and what changes variables."""
    v1 = tf.compat.v1
    on, x, n = v1.placeholder(tf.bool, []), v1.placeholder(tf.float32, [3]), v1.placeholder(tf.int32, [])
    w, b = v1.get_variable("w", [3]), v1.get_variable("b", [3], use_resource=True)

    def inner(i, y):
        return tf.while_loop(lambda j, _: j < i, lambda j, z: (j + 1, z * x + w), [0, y], name="inner")[1]

    def outer(i, y):
        return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: inner(i, y), lambda: y - b)

    def changing(i):
        with tf.control_dependencies([v1.assign_add(w, x), b.assign(x)]):
            return i + 1

    tf.cond(on, lambda: tf.while_loop(lambda i, y: i < n, outer, [0, x])[1], lambda: x)
    tf.while_loop(lambda y: tf.reduce_sum(y) < 9.0, lambda y: (tf.tanh(y),), (x,), maximum_iterations=4, name="limited")
    tf.while_loop(lambda y: tf.reduce_sum(y) < 9.0, lambda y: (y * 2.0,), (x,), maximum_iterations=n, back_prop=False)
    tf.while_loop(lambda i: i < n, changing, [0])
    tf.while_loop(lambda y: y[0] < 9.0, lambda y: tf.concat([y, x], 0), [x], [tf.TensorShape([None])], parallel_iterations=1)


def arrays(tf):
    """Arrays that are written and read, in loops too."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 3])
    n = tf.shape(x)[0]
    given = tf.TensorArray(tf.float32, n).unstack(x)
    made = tf.TensorArray(tf.float32, n, name="made")
    _, made = tf.while_loop(lambda i, _: i < n, lambda i, a: (i + 1, a.write(i, given.read(i) * 2.0)), [0, made])
    made.stack()
    grown = tf.TensorArray(tf.float32, 0, dynamic_size=True, infer_shape=False).scatter([1, 0], x[:2]).write(2, [1.0])
    grown.size(), grown.concat(), grown.gather([0, 1], name="first")
    parts = tf.TensorArray(tf.float32, 2).split(x, [1, 1])
    parts.identity().read(1), parts.stack(), parts.size()


def along(tf):
    """Functions that go along rows, within each other and with variables of a program."""
    v1 = tf.compat.v1
    x, y, w = v1.placeholder(tf.float32, [None, 4, 3]), v1.placeholder(tf.float32, [4]), v1.get_variable("w", [3])
    tf.map_fn(lambda r: tf.map_fn(lambda s: tf.reduce_sum(s * w) + r[0, 0], r), x)
    tf.map_fn(lambda r: (r[0] + 1.0, r[1][0]), (y, y[:, None]), name="pairs", parallel_iterations=3)
    v1.map_fn(lambda r: v1.layers.dense(r, 2), x)
    v1.map_fn(lambda r: tf.cond(r > 0, lambda: x[0] * r, lambda: x[1]), y, back_prop=False) + 1.0
    tf.scan(lambda s, r: (s[0] + r, s[1] * 2.0), y, initializer=(0.0, tf.constant(1.0)))
    a, b = tf.scan(lambda s, r: (s[0] + r[0], s[1] * r[1]), (x, x[:, 0, 0]), reverse=True)
    tf.foldl(lambda s, r: s + r, a) + tf.foldr(lambda s, r: s * r, b, initializer=1.0)


def own_gradients(tf):
    """A function with a gradient of its own, which is trained."""
    v1 = tf.compat.v1

    @tf.custom_gradient
    def squared(x):
        return tf.square(x), lambda dy: dy * 3.0 * x

    x, w = v1.placeholder(tf.float32, [None, 3]), v1.get_variable("w", [3])
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(squared(x * w) + 1.0))


def parts(tf):
    """Slices by tensors, lists that are joined, and weights over an axis that is not the last."""
    v1 = tf.compat.v1
    x, i = v1.placeholder(tf.float32, [None, 4, 3]), v1.placeholder(tf.int32, [])
    n = tf.shape(x)[0]
    x[: n - 1, i], x[i:], x[:, i : i + 2], x[..., i], tf.concat([[n], [4]], 0)
    weights = tf.nn.softmax(v1.layers.dense(x, 1), axis=1)
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(weights * x))


# With the control flow and the variables of TensorFlow 1.
_FIRST = (
    parts,
    branches,
    chosen,
    assigned,
    counted,
    rates,
    ranked,
    overlaps,
    areas,
    fed,
    queued,
    unrolled,
    drawn,
    turns,
    arrays,
    along,
    own_gradients,
    *turn_cases.PROGRAMS,
    *sequence_cases.PROGRAMS,
    *table_cases.PROGRAMS,
)


def described(message):
    """What of a GraphDef message is compared: names, operations and inputs of its nodes, how many functions it has."""
    nodes = sorted([n.name, n.op, [i for i in n.input if i[0] != "^"], sorted(i for i in n.input if i[0] == "^")] for n in message.node)
    return [nodes, len(message.library.function)]
