"""Programs as courses and published repositories of TensorFlow 1 have them, whose graphs are compared with those of TensorFlow."""

from __future__ import annotations


def digits(tf):
    """A network for digits, with variables of TensorFlow 2 and dropout that is fed."""
    v1 = tf.compat.v1
    x, wanted = v1.placeholder(tf.float32, [None, 64], "x"), v1.placeholder(tf.float32, [None, 10], "y_")
    images = tf.reshape(x, [-1, 8, 8, 1])

    def weights(shape):
        return tf.Variable(v1.truncated_normal(shape, stddev=0.1)), tf.Variable(tf.constant(0.1, shape=shape[-1:]))

    with v1.name_scope("conv1"):
        w, b = weights([5, 5, 1, 4])
        h = tf.nn.relu(tf.nn.conv2d(images, w, strides=[1, 1, 1, 1], padding="SAME") + b)
    with v1.name_scope("pool1"):
        h = tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    with v1.name_scope("fc"):
        w, b = weights([64, 10])
        h = v1.nn.dropout(tf.reshape(h, [-1, 64]), v1.placeholder(tf.float32, name="keep_prob"))
        y = tf.matmul(h, w) + b
    with v1.name_scope("loss"):
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=wanted, logits=y))
    with v1.name_scope("adam"):
        v1.train.AdamOptimizer(1e-4).minimize(loss)
    with v1.name_scope("accuracy"):
        found = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(y, 1), tf.argmax(wanted, 1)), tf.float32))
    v1.summary.scalar("loss", loss), v1.summary.scalar("accuracy", found), v1.summary.merge_all()
    v1.global_variables_initializer(), v1.train.Saver()


def channels_first(tf):
    """A residual network whose images have the channels first, as it is fed whether it is trained."""
    v1 = tf.compat.v1
    x, on, labels = v1.placeholder(tf.float32, [None, 3, 8, 8]), v1.placeholder(tf.bool, []), v1.placeholder(tf.int32, [None])

    def normalized(x):
        return v1.layers.batch_normalization(x, axis=1, momentum=0.997, epsilon=1e-5, training=on, fused=True)

    def convolved(x, filters, size, strides):
        if strides > 1:
            x = tf.pad(x, [[0, 0], [0, 0], [size // 2, size // 2], [size // 2, size // 2]])
        how = {"use_bias": False, "kernel_initializer": v1.variance_scaling_initializer(), "data_format": "channels_first"}
        return v1.layers.conv2d(x, filters, size, strides, "SAME" if strides == 1 else "VALID", **how)

    y = convolved(x, 4, 3, 1)
    y = tf.nn.relu(normalized(y))
    y = convolved(tf.nn.relu(normalized(convolved(y, 8, 3, 2))), 8, 3, 1) + convolved(y, 8, 1, 2)
    y = v1.layers.max_pooling2d(y, 2, 2, data_format="channels_first")
    y = v1.layers.dense(tf.squeeze(tf.reduce_mean(y, [2, 3], keepdims=True), [2, 3]), 5)
    decay = tf.add_n([tf.nn.l2_loss(tf.cast(v, tf.float32)) for v in v1.trainable_variables() if "normal" not in v.name])
    loss = v1.losses.sparse_softmax_cross_entropy(logits=y, labels=labels) + 1e-4 * decay
    step = v1.train.get_or_create_global_step()
    optimizer = v1.train.MomentumOptimizer(v1.train.piecewise_constant(step, [100, 200], [0.1, 0.01, 0.001]), 0.9)
    train = optimizer.apply_gradients(optimizer.compute_gradients(loss), step)
    tf.group(train, v1.get_collection(v1.GraphKeys.UPDATE_OPS))


def penalized(tf):
    """A residual network by variables with penalties, which are recorded anew by what takes them."""
    v1 = tf.compat.v1
    x, labels = v1.placeholder(tf.float32, [None, 8, 8, 3], "images"), v1.placeholder(tf.int64, [None], "labels")

    def convolved(x, filters, scope):
        with v1.variable_scope(scope):
            sizes, how = [3, 3, x.shape[-1], filters], v1.truncated_normal_initializer(stddev=0.1)
            w = v1.get_variable("weights", sizes, initializer=how, regularizer=tf.keras.regularizers.l2(1e-4))
            y = v1.layers.batch_normalization(tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME"), training=True, name="BatchNorm")
            return tf.nn.relu(y)

    y = convolved(x, 4, "conv1")
    with v1.variable_scope("block1", regularizer=lambda v: 0.3 * tf.reduce_sum(v)):
        y = y + convolved(convolved(y, 4, "conv1"), 4, "conv2")
        y = y * v1.get_variable("scale", [4])
    logits = v1.layers.dense(tf.reduce_mean(y, [1, 2], name="pool"), 3, name="logits")
    v1.losses.sparse_softmax_cross_entropy(labels, logits)
    step = v1.train.get_or_create_global_step()
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        v1.train.MomentumOptimizer(v1.train.exponential_decay(0.1, step, 100, 0.9), 0.9).minimize(v1.losses.get_total_loss(), step)
    v1.summary.scalar("accuracy", tf.reduce_mean(tf.cast(tf.nn.in_top_k(predictions=logits, targets=labels, k=1), tf.float32)))


def words(tf):
    """Vectors of words, by classes that are drawn for batches of a known size."""
    v1 = tf.compat.v1
    inputs, labels = v1.placeholder(tf.int32, [8]), v1.placeholder(tf.int32, [8, 1])
    table = v1.Variable(tf.random.uniform([50, 4], -1.0, 1.0))
    rows = tf.nn.embedding_lookup(table, inputs)
    weights, biases = v1.Variable(v1.truncated_normal([50, 4], stddev=0.1)), v1.Variable(tf.zeros([50]))
    v1.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_mean(tf.nn.nce_loss(weights, biases, labels, rows, 3, 50)))
    normalized = table / tf.sqrt(tf.reduce_sum(tf.square(table), 1, keepdims=True))
    tf.matmul(tf.nn.embedding_lookup(normalized, [1, 2]), normalized, transpose_b=True)


def autoencoder(tf):
    """A variational autoencoder."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 20])
    h = v1.layers.dense(x, 8, tf.nn.relu)
    mean, deviation = v1.layers.dense(h, 2), v1.layers.dense(h, 2, tf.nn.softplus)
    found = v1.layers.dense(mean + deviation * tf.random.normal(tf.shape(mean), seed=1), 20, tf.nn.sigmoid)
    likelihood = -tf.reduce_sum(x * tf.math.log(1e-8 + found) + (1 - x) * tf.math.log(1e-8 + 1 - found), 1)
    squares = tf.square(mean) + tf.square(deviation) - tf.math.log(1e-8 + tf.square(deviation)) - 1
    v1.train.AdamOptimizer().minimize(tf.reduce_mean(likelihood + 0.5 * tf.reduce_sum(squares, 1)))


def values_of_actions(tf):
    """The two networks of Q-learning, of which one is copied into the other."""
    v1 = tf.compat.v1
    state, following = v1.placeholder(tf.float32, [None, 4]), v1.placeholder(tf.float32, [None, 4])
    action, reward, done = v1.placeholder(tf.int32, [None]), v1.placeholder(tf.float32, [None]), v1.placeholder(tf.float32, [None])

    def network(x, scope):
        with v1.variable_scope(scope):
            return v1.layers.dense(v1.layers.dense(x, 8, tf.nn.relu, kernel_initializer=v1.random_normal_initializer(0.0, 0.3)), 2)

    own, others = network(state, "eval"), network(following, "target")
    wanted = tf.stop_gradient(reward + 0.9 * (1 - done) * tf.reduce_max(others, axis=1))
    places = tf.stack([tf.range(tf.shape(action)[0], dtype=tf.int32), action], 1)
    loss = tf.reduce_mean(v1.squared_difference(wanted, tf.gather_nd(own, places)))
    v1.train.RMSPropOptimizer(0.01).minimize(loss, var_list=v1.trainable_variables("eval"))
    for target, source in zip(v1.global_variables("target"), v1.global_variables("eval")):
        v1.assign(target, source)


def segments(tf):
    """A network that tells for each pixel what it belongs to."""
    v1 = tf.compat.v1
    x, wanted = v1.placeholder(tf.float32, [None, 8, 8, 1]), v1.placeholder(tf.float32, [None, 8, 8, 1])
    first = v1.layers.conv2d(x, 4, 3, padding="same", activation=tf.nn.relu, name="c1")
    second = v1.layers.conv2d(v1.layers.max_pooling2d(first, 2, 2), 8, 3, padding="same", activation=tf.nn.relu)
    wide = [first, v1.image.resize_bilinear(second, [8, 8]), v1.layers.conv2d_transpose(second, 4, 2, 2)]
    y = v1.layers.conv2d(tf.concat(wide, 3), 1, 1, activation=tf.nn.sigmoid)
    overlap = 2 * tf.reduce_sum(y * wanted) + 1
    v1.train.AdamOptimizer().minimize(1 - overlap / (tf.reduce_sum(y) + tf.reduce_sum(wanted) + 1))


def attention(tf):
    """A layer of self-attention, whose words are the classes too."""
    v1 = tf.compat.v1
    x, table = v1.placeholder(tf.int32, [None, 6]), v1.get_variable("emb", [20, 8])
    h = tf.nn.embedding_lookup(table, x) * 8**0.5
    heads = [tf.concat(tf.split(v1.layers.dense(h, 8, use_bias=False, name=n), 2, axis=2), axis=0) for n in "qkv"]
    scores = tf.nn.softmax(tf.matmul(heads[0], tf.transpose(heads[1], [0, 2, 1])) / 2.0)
    y = tf.concat(tf.split(tf.matmul(scores, heads[2]), 2, axis=0), axis=2) + h
    mean, variance = tf.nn.moments(y, [-1], keepdims=True)
    scale = v1.get_variable("gamma", [8], initializer=v1.ones_initializer())
    logits = tf.einsum("ntd,dk->ntk", scale * (y - mean) / ((variance + 1e-8) ** 0.5), tf.transpose(table))
    losses = tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=tf.one_hot(x, 20))
    v1.train.AdamOptimizer().minimize(tf.reduce_sum(losses) / tf.reduce_sum(tf.cast(tf.not_equal(x, 0), tf.float32)))


def many_targets(tf):
    """Gradients of several targets at once, by a tensor and by a variable that is read several times."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [2, 3]), v1.get_variable("w", [2, 3])
    read = w.read_value()
    targets = [tf.tanh(x * w), read * 2.0 + tf.exp(read), x * tf.nn.relu(x) + w]
    tf.gradients(targets, [x, w])


def layers_of_keras(tf):
    """Layers and models of Keras, called twice, with an optimizer of TensorFlow 1."""
    v1, layers = tf.compat.v1, tf.keras.layers
    x = v1.placeholder(tf.float32, [None, 4, 4, 3])
    normal, model = layers.BatchNormalization(), tf.keras.Sequential([layers.Dense(4, "relu"), layers.Dense(2)])
    y = normal(layers.Conv2D(3, 2)(x), training=True)
    rows = layers.Flatten()(normal(y, training=False))
    rows = layers.Dropout(0.5)(layers.BatchNormalization()(layers.Dense(4)(rows), training=True), training=True)
    loss = tf.reduce_mean(model(rows) - model(rows * 2.0))
    v1.train.AdamOptimizer().minimize(loss)


def phases_of_keras(tf):
    """Layers of Keras that train as the learning phase, or what is fed, says."""
    v1, layers = tf.compat.v1, tf.keras.layers
    x, on = v1.placeholder(tf.float32, [None, 4, 4, 3]), v1.placeholder(tf.bool, [])
    y = layers.BatchNormalization()(layers.BatchNormalization()(x), training=on)
    y = layers.Dropout(0.5)(layers.BatchNormalization()(layers.Dense(4)(layers.Flatten()(y))))
    v1.train.MomentumOptimizer(0.1, 0.9).minimize(tf.reduce_mean(layers.BatchNormalization(axis=1)(y, training=on)))


def branches_of_resources(tf):
    """Branches that read variables of TensorFlow 2 themselves, which are trained."""
    v1 = tf.compat.v1
    on, v, w = v1.placeholder(tf.bool, []), tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
    y = tf.cond(on, lambda: v * w, lambda: v + 1.0)
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(y * v))


def compiled(tf):
    """A model of Keras that is compiled, and called once more."""
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Dense(5, "relu", input_shape=(4,)), layers.BatchNormalization(), layers.Dense(1)])
    model.compile("sgd", "mse")
    model(tf.compat.v1.placeholder(tf.float32, [None, 4]), training=True)


def prepared(tf):
    """Models of Keras that are compiled with metrics, with their steps of training."""
    layers = tf.keras.layers
    for optimizer, loss, metrics in (("adam", "sparse_categorical_crossentropy", ["accuracy"]), ("sgd", "mse", ["mae"])):
        model = tf.keras.Sequential([layers.Dense(5, "relu", input_shape=(4,)), layers.Dense(3, "softmax")])
        model.compile(optimizer, loss, metrics)
        model._make_train_function()
    for optimizer in ("rmsprop", "adagrad", tf.compat.v1.train.AdamOptimizer()):
        model = tf.keras.Sequential([layers.Dense(3, kernel_regularizer="l2", input_shape=(4,))])
        model.compile(optimizer, "mse", weighted_metrics=["mse"])
        model._make_train_function()


def measured(tf):
    """A classifier as estimators have it, with metrics."""
    v1 = tf.compat.v1
    x, labels = v1.placeholder(tf.float32, [None, 4]), v1.placeholder(tf.int32, [None])
    rows = v1.feature_column.input_layer({"a": x}, [tf.feature_column.numeric_column("a", [4])])
    logits = v1.layers.dense(v1.layers.dense(rows, 8, tf.nn.relu), 3)
    loss = v1.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    v1.metrics.accuracy(labels, tf.argmax(logits, 1), name="acc_op")
    v1.metrics.mean(logits), v1.metrics.precision(labels > 0, logits[:, 0] > 0), v1.metrics.auc(labels > 0, logits[:, 0], num_thresholds=3)
    v1.metrics.mean_iou(labels, tf.argmax(logits, 1), 3)
    v1.multinomial(logits, 1), tf.random.categorical(logits, 2), tf.concat([logits], 1)
    v1.train.AdagradOptimizer(0.1).minimize(loss, global_step=v1.train.get_global_step())


def corrected(tf):
    """Moving averages of tensors that are corrected for their start at zero."""
    v1 = tf.compat.v1
    v, w = tf.Variable(tf.ones([3]), name="v"), v1.get_variable("w", [3])
    v1.train.ExponentialMovingAverage(0.99, zero_debias=True).apply([v * 2.0, w * 3.0])


# Those that branch by what is fed, for which control flow of TensorFlow 2 is not shown node by node.
FED = (channels_first, phases_of_keras, branches_of_resources, compiled)
PROGRAMS = (
    digits,
    channels_first,
    penalized,
    words,
    autoencoder,
    values_of_actions,
    segments,
    attention,
    many_targets,
    layers_of_keras,
    phases_of_keras,
    branches_of_resources,
    compiled,
    prepared,
    corrected,
    measured,
)
