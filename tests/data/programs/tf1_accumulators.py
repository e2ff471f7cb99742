"""Accumulators of gradients."""

import threading

import numpy as np

v1 = tf.compat.v1


def _why(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, getattr(e, "message", str(e)).split("\n\t")[0].split("\n")[-1]


def _dense(reduction):
    with tf.Graph().as_default(), v1.Session() as s:
        made = v1.ConditionalAccumulator(tf.float32, shape=[2], reduction_type=reduction)
        gradient, step = v1.placeholder(tf.float32, [2]), v1.placeholder(tf.int64, [])
        add, count, take, ahead = made.apply_grad(gradient, local_step=step), made.num_accumulated(), made.take_grad(2), made.set_global_step(5)
        print(made.name, made.dtype, made.accumulator_ref.shape, add.name, count.name, take, ahead.name)
        s.run(add, {gradient: [1, 2], step: 0})
        print(int(s.run(count)))
        s.run(add, {gradient: [3, 6], step: 0})
        print(s.run(take), int(s.run(count)))
        for n in (0, 1):  # the first is stale
            s.run(add, {gradient: [1, 1], step: n})
            print(int(s.run(count)))
        s.run(ahead)
        s.run(add, {gradient: [1, 1], step: 4})
        print(int(s.run(count)))
        found = []
        thread = threading.Thread(target=lambda: found.append(s.run(take)), daemon=True)
        thread.start()
        s.run(add, {gradient: [9, 9], step: 7})
        thread.join(600)
        print(found, _why(lambda: s.run(made.take_grad(0))))


def case_mean():
    _dense("MEAN")


def case_sum():
    _dense("SUM")


def case_refusals():
    with tf.Graph().as_default():
        print(_why(lambda: v1.ConditionalAccumulator(tf.float32, reduction_type="X")))
        print(_why(lambda: v1.ConditionalAccumulator(tf.float32, shape=[2]).apply_grad([1.0, 2.0, 3.0])))


def case_rows():
    with tf.Graph().as_default(), v1.Session() as s:
        made = v1.SparseConditionalAccumulator(tf.float32, shape=[4, 2])
        slices = tf.IndexedSlices(tf.constant([[4.0, 4.0]]), tf.constant([2], tf.int64))
        s.run(made.apply_grad([0, 2], [[1.0, 1.0], [2.0, 2.0]]))
        s.run(made.apply_indexed_slices_grad(slices, local_step=0))
        taken, after = made.take_grad(2), made.take_indexed_slices_grad(1)
        print(type(taken).__name__, type(after).__name__, int(s.run(made.num_accumulated())))
        print([np.asarray(x).tolist() for x in s.run(taken)])
        s.run(made.apply_grad([1], [[1.0, 1.0]], local_step=3))
        print([np.asarray(x).tolist() for x in s.run(after)])
        print(_why(lambda: s.run(made.apply_grad([9], [[1.0, 1.0]], local_step=9))))


def case_shapes_of_rows():
    """What is known of the shape is what gradients begin with, and an unknown number of rows is -1."""
    for shape in ([], None, [3], [3, 2], [None, 2], [3, None]):
        for rows, known in (([0, 1], None), ([0, 2], [3, 2]), ([0, 2], [4, 2])):
            with tf.Graph().as_default(), v1.Session() as s:
                made = v1.SparseConditionalAccumulator(tf.float32, shape=shape)
                add = made.apply_grad(rows, [[1.0, 2.0], [3.0, 4.0]], known)
                try:
                    s.run(add)
                    print(shape, rows, known, [np.asarray(x).tolist() for x in s.run(made.take_grad(1))])
                except tf.errors.InvalidArgumentError:
                    print(shape, rows, known, "refused")


def case_rows_as_they_are_merged():
    made = []
    rows = [[np.arange(3, 9), np.array([1, 4, 7])], [np.array([5, 2, 9]), np.array([4, 2])], [np.array([2, 2, 3])], [np.array([3, 1]), np.array([1])]]
    for kind in ("MEAN", "SUM"):
        with tf.Graph().as_default(), v1.Session() as session:
            gathered = v1.SparseConditionalAccumulator(tf.float32, shape=[10, 1], reduction_type=kind)
            for gradients in rows:
                for i, at in enumerate(gradients):
                    session.run(gathered.apply_grad(at, np.full([len(at), 1], i + 1.0, np.float32), [10, 1], local_step=9))
                taken = session.run(gathered.take_indexed_slices_grad(1))
                made.append((taken.indices.tolist(), taken.values.ravel().tolist(), taken.dense_shape.tolist()))
    return repr(made)
