"""Training of small networks in sessions: losses and variables after a few steps of each optimizer, activation and loss."""

import numpy as np

v1 = tf.compat.v1
rng = np.random.RandomState(3)
X = rng.randn(6, 5).astype("f")
W1, B1, W2, B2 = (rng.randn(*s).astype("f") * 0.3 for s in ((5, 7), (7,), (7, 3), (3,)))
LABELS = rng.randint(0, 3, 6)


def _sparse(z, labels):
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=z))


def _soft(z, labels):
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=tf.one_hot(labels, 3) * 0.9, logits=z))


def _squares(z, labels):
    return tf.reduce_mean(tf.square(z - tf.one_hot(labels, 3))) + 0.01 * tf.add_n([tf.nn.l2_loss(v) for v in v1.trainable_variables()[::2]])


def _logistic(z, labels):
    return tf.reduce_sum(tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.one_hot(labels, 3), logits=z), axis=1))


def _huber(z, labels):
    return v1.losses.huber_loss(tf.one_hot(labels, 3), z, weights=[[1.0, 0.0, 2.0]])


def _hinge(z, labels):
    return tf.reduce_mean(tf.maximum(0.0, 1 - z * (2 * tf.one_hot(labels, 3) - 1)))


def _trained(optimizer=None, activation=tf.tanh, loss=_sparse, clip=False, open_batch=False):
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        batch = None if open_batch else 6
        x, labels = v1.placeholder(tf.float32, [batch, 5]), v1.placeholder(tf.int32, [batch])
        w1, b1, w2, b2 = (v1.get_variable(n, initializer=v) for n, v in (("w1", W1), ("b1", B1), ("w2", W2), ("b2", B2)))
        z = tf.nn.bias_add(tf.matmul(activation(tf.matmul(x, w1) + b1), w2), b2)
        value = loss(z, labels)
        optimizer = optimizer() if optimizer else v1.train.GradientDescentOptimizer(0.5)
        pairs = optimizer.compute_gradients(value)
        if clip:
            pairs = list(zip(tf.clip_by_global_norm([g for g, _ in pairs], 0.3)[0], [v for _, v in pairs]))
        step = optimizer.apply_gradients(pairs)
        session.run(v1.global_variables_initializer())
        losses = []
        for i in range(4):
            n = 6 - i if open_batch else 6
            losses.append(float(session.run([step, value], {x: X[:n], labels: LABELS[:n]})[1]))
        return np.round(losses, 4).tolist(), [np.round(v, 3).tolist() for v in session.run([b1, w2])]


def case_optimizers():
    t = v1.train
    made = (
        lambda: t.MomentumOptimizer(0.05, 0.9),
        lambda: t.MomentumOptimizer(0.05, 0.9, use_nesterov=True),
        lambda: t.AdagradOptimizer(0.1),
        lambda: t.AdamOptimizer(0.01),
        lambda: t.RMSPropOptimizer(0.01),
        lambda: t.AdadeltaOptimizer(1.0),
        lambda: t.FtrlOptimizer(0.1),
    )
    return [_trained(optimizer) for optimizer in made]


def case_activations():
    every = (
        tf.nn.relu,
        tf.sigmoid,
        tf.nn.leaky_relu,
        tf.nn.elu,
        tf.nn.softplus,
        tf.nn.relu6,
        tf.nn.selu,
        tf.nn.softsign,
        tf.exp,
        lambda x: tf.maximum(x, 0.1 * x),
        lambda x: tf.minimum(x, 0.5),
        lambda x: tf.sin(x) * tf.cos(x),
        lambda x: tf.math.log1p(tf.abs(x)),
        lambda x: tf.math.divide_no_nan(x, tf.nn.relu(x)),
        lambda x: tf.sqrt(tf.square(x) + 1.0),
        tf.math.expm1,
        tf.nn.swish,
        tf.math.erf,
    )
    return [_trained(activation=activation) for activation in every]


def case_losses():
    return [
        _trained(loss=loss, clip=i % 2 == 0, open_batch=i % 3 == 0)
        for i, loss in enumerate((_sparse, _soft, _squares, _logistic, _huber, _hinge))
    ]


def case_two_steps_in_one_run():
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        a, b = (v1.get_variable(n, initializer=v) for n, v in (("a", W1), ("b", W2)))
        made = tf.tanh(tf.matmul(X, a))
        judged = tf.reduce_mean(tf.nn.softplus(tf.matmul(made, b)))
        one = v1.train.AdamOptimizer(0.05).minimize(judged, var_list=[a])
        other = v1.train.GradientDescentOptimizer(0.05).minimize(-judged, var_list=[b])
        session.run(v1.global_variables_initializer())
        for _ in range(3):
            session.run([one, other])
        return [np.round(v, 3).tolist() for v in session.run([a, b])]


def case_rows_of_tables():
    made = []
    for loss in (v1.nn.nce_loss, v1.nn.sampled_softmax_loss):
        for optimizer in (v1.train.GradientDescentOptimizer(0.3), v1.train.AdagradOptimizer(0.3), v1.train.AdamOptimizer(0.1)):
            with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
                words, labels = v1.placeholder(tf.int32, [4]), v1.placeholder(tf.int32, [4, 1])
                table, weights = (v1.get_variable(n, initializer=np.tile(v, (4, 1))) for n, v in (("table", W1), ("weights", W1 / 2)))
                biases = v1.get_variable("biases", initializer=np.zeros(20, "f"))
                drawn = tf.constant([3, 1, 0], tf.int64), tf.fill([4, 1], 0.5), tf.constant([0.2, 0.4, 0.6])
                found = tf.nn.embedding_lookup(table, words)
                value = tf.reduce_mean(loss(weights, biases, labels, found, 3, 20, sampled_values=drawn))
                step = optimizer.minimize(value)
                session.run(v1.global_variables_initializer())
                feeds = {words: [1, 5, 5, 0], labels: [[3], [2], [19], [3]]}
                losses = [float(session.run([value, step], feeds)[0]) for _ in range(3)]
                made.append(
                    (np.round(losses, 4).tolist(), np.round(session.run(table)[:6], 3).tolist(), np.round(session.run(biases), 3).tolist())
                )
    return made


def case_batch_normalization():
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        w = v1.get_variable("w", initializer=W1)
        mean = v1.get_variable("mean", initializer=np.zeros(7, "f"), trainable=False)
        h = tf.matmul(X, w)
        batch_mean, batch_variance = tf.nn.moments(h, [0])
        update = v1.assign(mean, mean * 0.9 + batch_mean * 0.1)
        value = tf.reduce_sum(tf.square(tf.nn.batch_normalization(h, batch_mean, batch_variance, None, None, 1e-3) - 1.0))
        with tf.control_dependencies([update]):
            step = v1.train.GradientDescentOptimizer(0.1).minimize(value)
        session.run(v1.global_variables_initializer())
        losses = [float(session.run([value, step])[0]) for _ in range(3)]
        return np.round(losses, 3).tolist(), np.round(session.run(mean), 4).tolist()


def case_identity_in_functions_of_graphs():
    """`==` of tensors and variables is identity in a graph, and in the functions that are called in it."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x, v = tf.constant([1.0, 2.0]), tf.Variable([1.0, 2.0])
        session.run(v.initializer)
        same = tf.function(lambda a, b: [tf.constant(r) for r in (a == b, a != b, a == a, v == a, a == v, v == v)])
        chosen = tf.function(lambda a: a * 2 if a == 1.0 else a)
        data = tf.data.Dataset.from_tensor_slices([1, 2]).map(lambda n: (n == 1, n != 1))
        branch = tf.cond(x[0] > 0, lambda: tf.constant(x == x[1]), lambda: tf.constant(True))
        rows = tf.compat.v1.data.make_one_shot_iterator(data).get_next()
        print(*(session.run(r) for r in (same(x, x), chosen(tf.constant(1.0)), rows, branch)))
    print(tf.function(lambda a: a == 1.0)(tf.constant([1.0, 2.0])))


def case_checks_of_random_crops_and_choices():
    made = []

    def why(f):
        try:
            made.append(f())
        except Exception as e:
            made.append(
                (type(e).__name__, getattr(e, "message", str(e)).split("\n\t")[0].split("\n")[-1].split(" for '{{")[0].split("}} ")[-1])
            )

    for size in ([4, 2], [2, 2, 2], [2, 3]):
        with tf.Graph().as_default(), v1.Session() as session:
            why(lambda: v1.random_crop(np.zeros((3, 3), "f"), size).name)
            why(lambda: session.run(tf.image.random_crop(np.zeros((3, 3), "f"), size, name="cut")).shape)
            why(lambda: session.run(tf.image.stateless_random_crop(np.zeros((3, 3), "f"), size, [1, 2])).shape)

    def one():
        return tf.constant(1)

    def two():
        return tf.constant(2)

    for functions in ([], {}, [one, 2], {0: one, 5: two}, {0: one, 1: 3}, [(0, one), (0, two)], {"a": one}, [(0, one, 3)], 3):
        with tf.Graph().as_default():
            why(lambda: tf.switch_case(v1.placeholder(tf.int32, []), functions).dtype)
            why(lambda: tf.switch_case(1, functions))
    for index in (v1.placeholder_with_default, lambda x, _: x):
        for given in (np.int32(1), np.int64(1), np.float32(1)):
            with tf.Graph().as_default(), v1.Session() as session:
                why(lambda: session.run(tf.switch_case(index(tf.constant(given), None), [one, two])))
    chosen = tf.function(lambda i: tf.switch_case(i, [one, two]), autograph=False)
    why(lambda: chosen(tf.constant([1])).numpy())
    return repr(made)
