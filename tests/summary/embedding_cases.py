"""Programs of TensorFlow 1 that train tables of which rows are looked up; their graphs are compared with those of TensorFlow."""

WAYS = {  # how the rows are used, besides by the optimizers
    "twice": lambda tf, words, ids: tf.nn.embedding_lookup(words, ids) + tf.nn.embedding_lookup(words, ids[:, :1]),
    "gathered": lambda tf, words, ids: tf.gather(words, ids),
}


def embeddings(tf, optimizers):
    """{name: a function that records a program}, of which those `by reference` are for variables of TensorFlow 1."""
    v1 = tf.compat.v1
    made = {}
    for name, optimizer in optimizers.items():
        made[f"rows {name}"] = lambda optimizer=optimizer: _trained(tf, optimizer(v1.train))
    for name, way in WAYS.items():
        made[f"rows {name}"] = lambda way=way: _trained(tf, v1.train.GradientDescentOptimizer(0.1), way)
    made["rows beside the whole"] = lambda: _with_penalty(tf)
    for loss in ("nce_loss", "sampled_softmax_loss"):
        made[f"rows by {loss}"] = lambda loss=loss: _by_drawn_classes(tf, getattr(v1.nn, loss))
    made["rows clipped"] = lambda: _clipped(tf)
    return {**made, **{f"{name} by reference": program for name, program in made.items()}}


def _loss(tf, way=None):
    v1 = tf.compat.v1
    words, ids = v1.get_variable("words", [10, 4]), v1.placeholder(tf.int32, [None, 3])
    rows = tf.nn.embedding_lookup(words, ids) if way is None else way(tf, words, ids)
    return tf.reduce_mean(v1.layers.dense(tf.reduce_mean(rows, 1), 2) ** 2)


def _trained(tf, optimizer, way=None):
    optimizer.minimize(_loss(tf, way), global_step=tf.compat.v1.train.get_or_create_global_step())


def _with_penalty(tf):
    loss = _loss(tf)
    tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss + tf.reduce_sum(tf.compat.v1.global_variables()[0]))


def _by_drawn_classes(tf, loss):
    v1 = tf.compat.v1
    words, ids, labels = v1.get_variable("words", [10, 4]), v1.placeholder(tf.int32, [None]), v1.placeholder(tf.int64, [None, 1])
    weights, biases = v1.get_variable("weights", [10, 4]), v1.get_variable("biases", [10])
    total = tf.reduce_mean(loss(weights, biases, labels, tf.nn.embedding_lookup(words, ids), 3, 10))
    v1.train.AdagradOptimizer(0.1).minimize(total)


def _clipped(tf):
    optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.1)
    gradients, variables = zip(*optimizer.compute_gradients(_loss(tf)))
    optimizer.apply_gradients(zip(tf.clip_by_global_norm(gradients, 1.0)[0], variables))
