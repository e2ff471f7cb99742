"""Record graphs with TensorFlow 1's control flow, and what TensorFlow computes with them, in tests/data/graphs.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_frames.py
The files are as those of record_graphs.py.
"""

import numpy as np
from record_graphs import record

DATA = np.arange(12, dtype=np.float32).reshape(3, 4) / 7


def waves(*shape):
    """Fixed numbers of a shape."""
    return np.sin(np.arange(np.prod(shape))).reshape(shape).astype("float32")


def nested_loops(tf, v1):
    """Loops in loops, with branches in them."""
    n = v1.placeholder(tf.int32, [], name="n")

    def step(i, s):
        def inner(j, t):
            return j + 1, tf.cond(tf.equal((i + j) % 3, 0), lambda: t * 2, lambda: t + i + j)

        return i + 1, tf.while_loop(lambda j, t: j < i, inner, [0, s])[1]

    i, s = tf.while_loop(lambda i, s: i < n, step, [0, 1], parallel_iterations=3)
    tf.identity(i, "i")
    tf.identity(s, "s")
    # A loop within a branch, and one whose condition holds for no iteration.
    looped = tf.cond(n > 3, lambda: tf.while_loop(lambda k: k < 100, lambda k: [k * n], [1])[0], lambda: tf.constant(-1))
    tf.identity(looped, "branch")
    return [({"n:0": k}, ["i:0", "s:0", "branch:0"]) for k in (0, 1, 4, 7)]


def arrays_of_tensors(tf, v1):
    """Loops over arrays that they read, write and let grow."""
    x = v1.placeholder(tf.float32, [None, 4], name="x")
    tf.identity(tf.map_fn(lambda r: tf.reduce_sum(r) * r, x), "mapped")
    tf.identity(tf.scan(lambda a, b: a * 0.5 + b, x), "scanned")
    tf.identity(tf.foldl(lambda a, b: a - b * b, x), "folded")
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True, infer_shape=False)
    n = tf.shape(x)[0]
    array = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a.write(i, x[: i + 1])), [0, array])[1]
    tf.identity(array.concat(), "joined")
    tf.identity(array.size(), "size")
    parts = tf.TensorArray(tf.float32, 2, infer_shape=False, clear_after_read=False).split(x[:, 0], tf.stack([1, n - 1]))
    tf.identity(parts.read(1) * tf.reduce_sum(parts.read(1)) + parts.read(0), "parts")
    names = ["mapped:0", "scanned:0", "folded:0", "joined:0", "size:0", "parts:0"]
    return [({"x:0": DATA}, names), ({"x:0": DATA[:2]}, names)]


def recurrent(tf, v1):
    """Recurrent layers over sequences of different lengths."""
    x = v1.placeholder(tf.float32, [2, 5, 3], name="x")
    lengths = v1.placeholder(tf.int32, [2], name="lengths")
    cells = [
        v1.nn.rnn_cell.LSTMCell(4, initializer=tf.constant_initializer(0.2), use_peepholes=True),
        v1.nn.rnn_cell.GRUCell(3, kernel_initializer=tf.constant_initializer(-0.3)),
    ]
    outputs, states = v1.nn.dynamic_rnn(v1.nn.rnn_cell.MultiRNNCell(cells), x, sequence_length=lengths, dtype=tf.float32)
    tf.identity(outputs, "outputs")
    tf.identity(states[0].c, "c")
    tf.identity(states[1], "state")
    names = ["outputs:0", "c:0", "state:0"]
    return [({}, ["init"]), *(({"x:0": waves(2, 5, 3), "lengths:0": n}, names) for n in ([5, 2], [1, 0]))]


def gradients(tf, v1):
    """Training through a loop with branches: its gradients are loops with stacks."""
    x = v1.placeholder(tf.float32, [2, 3], name="x")
    w = v1.get_variable("w", initializer=waves(3, 3), use_resource=False)
    u = v1.get_variable("u", initializer=-waves(3, 3).T, use_resource=True)

    def step(i, h):
        return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: tf.matmul(tf.tanh(h), w), lambda: tf.matmul(h, u) + h)

    h = tf.while_loop(lambda i, h: i < 4, step, [0, x])[1]
    loss = tf.reduce_mean(h * h, name="loss")
    for i, g in enumerate(tf.gradients(loss, [w, u, x])):
        tf.identity(g, f"g{i}")
    v1.train.MomentumOptimizer(0.1, 0.5).minimize(loss, name="train")
    feeds, names = {"x:0": waves(2, 3) + 1}, ["loss:0", "g0:0", "g1:0", "g2:0"]
    return [({}, ["init"]), *([(feeds, names), (feeds, ["train"])] * 2), (feeds, names)]


def branches(tf, v1):
    """Branches within branches, with assignments, texts and effects that happen in one alone."""
    p, q = (v1.placeholder(tf.bool, [], name=n) for n in "pq")
    x = v1.placeholder(tf.float32, [None], name="x")
    v = v1.get_variable("v", initializer=1.0, use_resource=False)
    r = v1.get_variable("r", initializer=10.0, use_resource=True)
    k = v1.get_variable("k", initializer=0.0, use_resource=False)

    def both():
        with tf.control_dependencies([v1.assign_add(v, 2.0)]):
            return tf.identity(v) + tf.reduce_sum(x)

    def neither():
        return tf.constant(-1.0)

    y = tf.cond(
        p, lambda: tf.cond(q, both, lambda: v * 100.0), lambda: tf.cond(q, lambda: r.assign_sub(1.0, read_value=True) * 1.0, neither)
    )
    tf.identity(y, "y")
    chosen = tf.case([(p, lambda: tf.constant("p")), (q, lambda: tf.constant("q"))], default=lambda: tf.constant("none"))
    tf.identity(chosen, "chosen")
    tf.identity(tf.switch_case(tf.size(x), [lambda: x * 2, lambda: x * 3, lambda: x - 1]), "switched")
    with tf.control_dependencies([tf.cond(p, lambda: tf.group(v1.assign_add(k, 5.0)), tf.no_op)]):
        tf.identity(x, "after")
    with tf.control_dependencies([v1.Assert(tf.reduce_all(x < 9), [x])]):
        tf.identity(x, "checked")
    names = ["y:0", "chosen:0", "switched:0", "after:0", "checked:0"]
    cases = [(a, b, c) for a in (True, False) for b in (True, False) for c in (0, 1, 3)]
    steps = [({"p:0": a, "q:0": b, "x:0": np.arange(c, dtype=np.float32)}, names) for a, b, c in cases]
    return [({}, ["init"]), *steps, ({}, ["v:0", "k:0", "r/Read/ReadVariableOp:0"])]


def initial_values(tf, v1):
    """Variables whose first values are made of those of others, read only where these have one."""
    w = v1.get_variable("w", initializer=[1.0, 2.0], use_resource=False)
    v1.get_variable("w2", initializer=w.initialized_value() * 2, use_resource=False)
    t = v1.get_variable("t", initializer=[3.0], use_resource=True)
    known = tf.cond(v1.is_variable_initialized(t), t.read_value, lambda: tf.constant([4.0]))
    v1.get_variable("t2", initializer=known * 2, use_resource=True)
    names = ["w2:0", "t2/Read/ReadVariableOp:0"]
    return [({}, ["w2/Assign", "t2/Assign"]), ({}, names), ({}, ["init"]), ({}, ["w2/Assign", "t2/Assign"]), ({}, names)]


def frozen_recurrent(tf, v1):
    """A recurrent layer whose variables are constants."""
    x = v1.placeholder(tf.float32, [2, 4, 3], name="x")
    tf.identity(v1.nn.dynamic_rnn(v1.nn.rnn_cell.BasicLSTMCell(3, name="cell"), x, dtype=tf.float32)[0], "outputs")
    return [({"x:0": waves(2, 4, 3)}, ["outputs:0"])]


def main():
    """Record all."""
    import tensorflow as tf

    v1 = tf.compat.v1
    v1.disable_control_flow_v2()
    for build in (nested_loops, arrays_of_tensors, recurrent, gradients, branches, initial_values, frozen_recurrent):
        with tf.Graph().as_default() as graph, v1.Session() as session:
            v1.set_random_seed(7)
            steps = build(tf, v1)
            v1.global_variables_initializer()
            message, kind = v1.train.export_meta_graph(clear_devices=True), "MetaGraphDef"
            if build is frozen_recurrent:
                session.run(v1.global_variables_initializer())
                message, kind = v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["outputs"]), "GraphDef"
            record(f"frames_{build.__name__}", message, kind, session, steps)


if __name__ == "__main__":
    main()
