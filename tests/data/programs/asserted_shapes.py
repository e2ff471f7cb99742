"""`assert_shapes` with shapes that say little, and with sparse tensors in graphs."""

v1 = tf.compat.v1


def _why(f):
    try:
        f()
    except (ValueError, tf.errors.InvalidArgumentError) as e:
        return type(e).__name__, getattr(e, "message", str(e)).split("\n")[0]
    return "fine"


def case_short_shapes():
    found = {}
    for sizes in ([2, 3], [2, 1], [], [1], [2]):
        for said in ((), None, ("*",), ("N",), (1,), ("*", 1), ("N", "N")):
            found[f"{sizes} {said}"] = _why(lambda: tf.debugging.assert_shapes([(tf.zeros(sizes), said)]))[0]
    return found


def case_sparse_in_graphs():
    with tf.Graph().as_default():
        x, dense = tf.SparseTensor([[0, 0]], [1.0], [2, 2]), tf.zeros([3, 3], name="dense")
        checks = [(x, [499, 1])], [(x, ["N", 2]), (dense, ["N", 3])], [(x, ["N", 2]), (dense, [3, 3])]
        return [_why(lambda: f(c)) for f in (tf.debugging.assert_shapes, v1.debugging.assert_shapes) for c in checks]


def case_sparse_when_run():
    with tf.Graph().as_default(), v1.Session() as s:
        x = v1.sparse_placeholder(tf.float32)
        check = v1.debugging.assert_shapes([(x, [3, 2])])
        return [_why(lambda: s.run(check, {x: v1.SparseTensorValue([[0, 0]], [1.0], [n, 2])}))[0] for n in (2, 3)]


def case_nothing_to_check():
    with tf.Graph().as_default(), v1.Session() as s:
        return [s.run(v1.debugging.assert_shapes(given)) for given in ([], [(tf.zeros([2]), None)], [(tf.zeros([2]), ["N"])])]
