"""Gradients by tensors of which rows are gathered, in graphs: IndexedSlices, and what clipping and optimizers make of them."""

import numpy as np

v1 = tf.compat.v1
TABLE = np.arange(12, dtype=np.float32).reshape(4, 3) / 4


def _plain(t):
    """IndexedSlices with the rows in order of their places: which comes first where gathers meet is not told."""
    if hasattr(t, "dense_shape"):
        rows = sorted(zip(t.indices.tolist(), np.round(t.values.astype(float), 4).tolist()))
        return "rows", rows, str(t.indices.dtype), t.dense_shape.tolist(), str(t.dense_shape.dtype)
    return "whole", np.round(np.asarray(t, float), 4).tolist()


def _told(build, feeds=None):
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as s:
        table = v1.get_variable("table", initializer=TABLE)
        made = build(table)
        s.run(v1.global_variables_initializer())
        return [None if m is None else _plain(s.run(m, feeds and feeds(graph))) for m in made]


def _square(x):
    return tf.reduce_sum(x * x)


def case_one_gather():
    def build(table):
        matrix = tf.gather(table, [[1, 1], [2, 0]])
        return [*tf.gradients(_square(matrix), table), *tf.gradients(matrix, table, grad_ys=tf.ones_like(matrix) * 2.0),
                *tf.gradients(_square(tf.gather(table, 3)), table), *tf.gradients(_square(tf.gather_nd(table, [[1], [1]])), table)]
    return _told(build)


def case_several_gathers():
    def build(table):
        a, b = tf.gather(table, [[1, 1], [2, 0]]), tf.nn.embedding_lookup(table, [2, 2])
        c = tf.gather(table, tf.constant([3, 1], tf.int64)) * 3.0
        return [*tf.gradients(_square(a) + tf.reduce_sum(b), table), *tf.gradients([a, b], table), *tf.gradients(_square(b) + _square(c), table)]
    return _told(build)


def case_whole_and_rows():
    def build(table):
        rows = tf.gather(table, [1, 1])
        return [*tf.gradients(_square(rows) + tf.reduce_sum(table), table), *tf.gradients([rows, table], table),
                *tf.gradients(_square(tf.gather(table, [0, 2], axis=1)), table), *tf.gradients(_square(tf.gather_nd(table, [[1, 2]])), table),
                *tf.gradients(_square(rows) + 0.0 * tf.reduce_sum(tf.stop_gradient(table)), table)]
    return _told(build)


def case_of_tensors():
    def build(table):
        x = table * 2.0
        rows = tf.gather(x, [1, 1, 3])
        again = tf.gather(rows, [2, 0])
        return [*tf.gradients(_square(rows), [x, rows]), *tf.gradients(_square(again), [rows, x]), *tf.gradients(_square(rows), table),
                *tf.gradients(_square(again), tf.gather(x, [0]))]
    return _told(build)


def case_vectors_and_unknown_sizes():
    def build(table):
        places = v1.placeholder(tf.int32, [None], name="places")
        bias = v1.get_variable("bias", initializer=[1.0, 2.0, 3.0, 4.0])
        loss = tf.reduce_sum(tf.gather(table, places)) + _square(tf.gather(bias, places))
        return [*tf.gradients(loss, [table, bias]), tf.gradients(loss, bias)[0].values * 2.0]
    return _told(build, lambda graph: {graph.get_tensor_by_name("places:0"): [2, 0, 2]}), _told(
        build, lambda graph: {graph.get_tensor_by_name("places:0"): np.zeros(0, np.int32)})


def case_as_tensors():
    def build(table):
        slices = tf.gradients(_square(tf.gather(table, [1, 1, 2])), table)[0]
        return [tf.convert_to_tensor(slices), tf.identity(slices), tf.norm(slices), -slices]
    return _told(build)


def case_second_order():
    def build(table):
        slope = tf.gradients(tf.reduce_sum(tf.gather(table, [1, 1, 2]) ** 3), table)[0]
        return tf.gradients(_square(slope.values), table)
    return _told(build)


def case_in_branches():
    def build(table):
        chosen = tf.cond(v1.placeholder_with_default(True, []), lambda: _square(tf.gather(table, [1])), lambda: _square(tf.gather(table, [2])))
        return [tf.convert_to_tensor(tf.gradients(chosen + _square(tf.gather(table, [1])), table)[0])]
    return _told(build)


def case_stops_and_unconnected():
    def build(table):
        rows = tf.gather(table, [1, 1])
        return [tf.convert_to_tensor(tf.gradients(_square(rows), table, stop_gradients=[table])[0]), *tf.gradients(_square(rows), table, stop_gradients=[rows]),
                *tf.gradients(tf.reduce_sum(tf.ones([2])), table), *tf.gradients(tf.ones([2]), table, unconnected_gradients="zero"),
                *tf.gradients(tf.stop_gradient(rows), table)]
    return _told(build)


def case_clipped():
    def build(table):
        other = v1.get_variable("other", initializer=[3.0])
        loss = _square(tf.gather(table, [1, 1, 2])) + _square(other)
        clipped, norm = tf.clip_by_global_norm(tf.gradients(loss, [table, other]), 1.0)
        return [*clipped, norm, tf.clip_by_norm(tf.gradients(loss, table)[0], 1.0), tf.clip_by_value(tf.gradients(loss, table)[0], 0.0, 1.0)]
    return _told(build)


def _trained(make, steps=3):
    """The table after steps by gradients that repeat rows, by `minimize` and with gradients that were clipped."""
    def run(clip):
        with tf.Graph().as_default(), v1.Session() as s:
            table = v1.get_variable("table", initializer=TABLE)
            places = v1.placeholder(tf.int32, [3])
            loss = tf.reduce_mean(tf.reduce_sum(tf.gather(table, places) ** 2, 1)) + _square(tf.gather(table, [3]))
            optimizer = make()
            if clip:
                gradients, _ = tf.clip_by_global_norm(tf.gradients(loss, [table]), 2.0)
                train = optimizer.apply_gradients(zip(gradients, [table]))
            else:
                train = optimizer.minimize(loss)
            s.run(v1.global_variables_initializer())
            for fed in [[1, 1, 2], [2, 0, 2], [3, 3, 3]][:steps]:
                s.run(train, {places: fed})
            return np.round(s.run(table).astype(float), 3).tolist()
    return run(False), run(True)


def case_descent():
    return _trained(lambda: v1.train.GradientDescentOptimizer(0.1))


def case_momentum():
    return _trained(lambda: v1.train.MomentumOptimizer(0.1, 0.9)), _trained(lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True))


def case_adaptive():
    return [_trained(make) for make in (
        lambda: v1.train.AdamOptimizer(0.1), lambda: v1.train.AdagradOptimizer(0.1), lambda: v1.train.RMSPropOptimizer(0.1),
        lambda: v1.train.AdadeltaOptimizer(1.0), lambda: v1.train.FtrlOptimizer(0.1), lambda: v1.train.ProximalGradientDescentOptimizer(0.1))]


def case_outside():
    with tf.Graph().as_default(), v1.Session() as s:
        table = v1.get_variable("table", initializer=TABLE)
        places = v1.placeholder(tf.int32, [2])
        train = v1.train.GradientDescentOptimizer(0.1).minimize(_square(tf.gather(table, places)))
        s.run(v1.global_variables_initializer())
        told = []
        for fed in ([1, 4], [-1, 0]):
            try:
                s.run(train, {places: fed})
            except tf.errors.InvalidArgumentError as e:
                told.append("is not in [0, 4)" in str(e))
        return told, np.round(s.run(table).astype(float), 3).tolist()


def case_in_functions():
    table = tf.Variable(TABLE)

    @tf.function
    def by_rows(places):
        slices = tf.gradients(_square(tf.gather(table, places)), table)[0]
        return tf.convert_to_tensor(slices), slices.values, slices.indices

    @tf.function
    def outer(places):
        with tf.GradientTape() as tape:
            slices = tf.gradients(_square(tf.gather(table, places)), table)[0]
            loss = tf.reduce_sum(tf.convert_to_tensor(slices) ** 2)
        return tf.convert_to_tensor(tape.gradient(loss, table))

    return [x.numpy().tolist() for x in by_rows(tf.constant([1, 1, 2]))], outer(tf.constant([1, 1, 2])).numpy().tolist()
