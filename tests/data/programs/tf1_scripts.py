"""What well-known scripts of TensorFlow 1 are made of: sampling loops, device functions, optimizers with steps of their own."""

import functools

import numpy as np

v1 = tf.compat.v1


def in_graph(function):
    """`function` in a graph of its own, with seeds and variables as resources."""

    @functools.wraps(function)
    def run():
        with tf.Graph().as_default():
            v1.set_random_seed(3)
            with v1.variable_scope("", use_resource=True):
                return function()

    return run


def dense(x, name, size):
    width = x.shape[-1]
    w = v1.get_variable(f"{name}_w", [width, size], initializer=v1.random_normal_initializer(stddev=0.3))
    return tf.reshape(tf.matmul(tf.reshape(x, [-1, width]), w), tf.concat([tf.shape(x)[:-1], [size]], 0))


def attention(x, past):
    """One head that looks at what was before; gives (result, keys and values)."""
    q, k, v = tf.split(dense(x, "qkv", 24), 3, axis=2)
    present = tf.stack([k, v], axis=1)
    if past is not None:
        pk, pv = tf.unstack(past, axis=1)
        k, v = tf.concat([pk, k], axis=-2), tf.concat([pv, v], axis=-2)
    w = tf.matmul(q, k, transpose_b=True)
    nd, ns = tf.shape(w)[1], tf.shape(w)[2]
    mask = tf.cast(tf.range(nd)[:, None] >= tf.range(ns) - ns + nd, w.dtype)
    w = w * mask - 1e10 * (1 - mask)
    return tf.matmul(tf.nn.softmax(w), v), present


def model(tokens, past):
    with v1.variable_scope("model", reuse=v1.AUTO_REUSE):
        table = v1.get_variable("table", [17, 8], initializer=v1.random_normal_initializer())
        a, present = attention(tf.gather(table, tokens), past)
        return tf.matmul(a[:, -1], table, transpose_b=True), present


def sampled(length, k, p):
    """`length` tokens drawn one by one, from the `k` likeliest of those that together have the probability `p`."""
    context = v1.placeholder(tf.int32, [1, None])

    def body(past, previous, output):
        logits, present = model(previous, past)
        present.set_shape([1, 2, None, 8])
        least = tf.nn.top_k(logits, k).values[:, -1:]
        logits = tf.cond(tf.equal(k, 0), lambda: logits, lambda: tf.where(logits < least, tf.ones_like(logits) * -1e10, logits))
        ordered = tf.sort(logits, direction="DESCENDING", axis=-1)
        kept = tf.maximum(tf.reduce_sum(tf.cast(tf.cumsum(tf.nn.softmax(ordered), -1) <= p, tf.int32), -1) - 1, 0)
        least = tf.gather_nd(ordered, tf.stack([tf.range(1), kept], -1))
        logits = tf.where(logits < least, tf.ones_like(logits) * -1e10, logits)
        drawn = v1.multinomial(logits, 1, output_dtype=tf.int32)
        past = present if past is None else tf.concat([past, present], -2)
        return [past, drawn, tf.concat([output, drawn], 1)]

    shapes = [tf.TensorShape([1, 2, None, 8]), tf.TensorShape([1, None]), tf.TensorShape([1, None])]
    start = body(None, context, context)
    loop = v1.while_loop(lambda *_: True, body, start, shapes, back_prop=False, maximum_iterations=length - 1)
    return context, loop[2]


@in_graph
def case_sampling():
    context, tokens = sampled(9, 6, 0.8)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return [session.run(tokens, {context: [given]}).tolist() for given in ([1, 2, 3], [4, 0, 11, 12, 5], [1, 2, 3])]


@in_graph
def case_order_in_a_loop():
    def body(i, x):
        return i + 1, tf.sort(x, axis=0)[::-1] + tf.gather(x, tf.argsort(x, axis=0, direction="DESCENDING")[:1]) * 0.5

    _, x = v1.while_loop(lambda i, x: i < 4, body, [0, tf.constant([3.0, -1.0, 2.0])])
    with v1.Session() as session:
        return session.run(x).tolist()


@in_graph
def case_device_functions():
    seen = []

    def chosen(operation):
        definition = operation.node_def
        seen.append((definition.op, len(operation.outputs), len(definition.input)))
        return "/cpu:0"

    x = v1.placeholder(tf.float32, [None, 3])
    with v1.device(chosen):
        y = tf.identity(x)
        z = v1.layers.dropout(y, 0.5, training=False)
        w = tf.matmul(z, z, transpose_b=True)
    with v1.Session() as session:
        value = session.run(w, {x: np.arange(6.0).reshape(2, 3)}).tolist()
    return seen[:2], sorted({kind for kind, _, _ in seen}), w.op.device, value


@in_graph
def case_optimizer_with_its_own_step():
    """Weights that decay beside Adam's moments, a rate that rises and falls, and a step that is counted by hand."""
    x, y = v1.placeholder(tf.float32, [None, 4]), v1.placeholder(tf.int32, [None])
    hidden = v1.nn.dropout(tf.tanh(dense(x, "a", 6)), keep_prob=0.9)
    loss = tf.reduce_mean(tf.reduce_sum(-tf.one_hot(y, 3) * tf.nn.log_softmax(dense(hidden, "b", 3)), -1))
    step = v1.get_variable("step", [], tf.int64, initializer=v1.zeros_initializer(), trainable=False)
    now = step.read_value()  # once: nothing orders several reads and the assignment in one run
    rate = v1.train.polynomial_decay(0.1, now, 8, 0.0)
    rising = tf.cast(tf.cast(now, tf.int32) < 3, tf.float32)
    rate = (1 - rising) * rate + rising * 0.1 * tf.cast(now, tf.float32) / 3
    variables = v1.trainable_variables()
    gradients, _ = tf.clip_by_global_norm(v1.gradients(loss, variables), 1.0)
    updates = []
    for g, v in zip(gradients, variables):
        slots = [v1.get_variable(f"{v.op.name}/{n}", v.shape.as_list(), initializer=v1.zeros_initializer(), trainable=False) for n in "mv"]
        m, s = 0.9 * slots[0] + 0.1 * g, 0.99 * slots[1] + 0.01 * tf.square(g)
        change = rate * (m / (tf.sqrt(s) + 1e-6) + 0.01 * v)
        with tf.control_dependencies([m, s, change, loss, *gradients]):
            updates += [v.assign_sub(change), slots[0].assign(m), slots[1].assign(s)]
    train = tf.group(*updates, step.assign(now + 1))
    draw = np.random.RandomState(0)
    fed = {x: draw.normal(size=(5, 4)), y: [0, 1, 2, 1, 0]}
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        losses = [round(float(session.run([loss, train], fed)[0]), 4) for _ in range(8)]
        return losses, [v.name for v in v1.global_variables()], int(session.run(step))
