"""`assert_shapes` with shapes that say little, and with sparse tensors in graphs."""

import numpy as np

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


def case_sizes_of_other_types():
    x, y = tf.ones([2, 2]), tf.ones([1, 3])
    sizes = (2.5, "2.0", b"2", np.float32(2), np.str_("2"), True, " 2", "²", -2, "-2", 2 + 0j, (1,))
    found = [_why(lambda: tf.debugging.assert_shapes([(x, (size, 2)), (y, (size, 3))])) for size in sizes]
    found.append(_why(lambda: tf.debugging.assert_shapes([(x, np.array([2, 2])), (y, np.array([2, 3]))])))
    return found, _why(lambda: tf.debugging.assert_shapes([(x, "22"), (y, b"23")]))


def _nodes(graph):
    return [(o.type, o.name, [i.name for i in o.inputs], [i.name for i in o.control_inputs]) for o in graph.get_operations()]


def case_one_tensor_compared_with_itself():
    with tf.Graph().as_default() as g:
        x, y = tf.constant([]), v1.placeholder(tf.float32)
        made = [v1.assert_equal(x, x), v1.assert_equal(y, y, name="same"), v1.assert_equal(tf.constant([1]), tf.constant([1]))]

    @tf.function
    def f(x):
        tf.debugging.assert_equal(x, x)
        return x

    return [(o.type, o.name) for o in made], _nodes(f.get_concrete_function(tf.TensorSpec([None])).graph), _nodes(g)[:4]


def case_ranks_known_when_run():
    with tf.Graph().as_default() as g:
        given, scalar = v1.placeholder(tf.int32, name="given"), v1.placeholder(tf.int32, [], name="scalar")
        x, y = tf.constant([1.0, 2.0], name="x"), v1.placeholder(tf.float32, name="y")
        checks = [
            v1.assert_rank(x, given),
            v1.assert_rank_at_least(y, 2),
            v1.assert_rank_at_least(x, scalar),
            v1.assert_rank_in(y, (1, given)),
            v1.assert_rank_in(y, (1,)),
            v1.assert_rank_in(y, (1, scalar, 2), data=["told"]),
        ]
        found = []
        with v1.Session() as s:
            for check in checks:
                for rank, value in ((1, [1.0]), (2, [[1.0]]), ([1, 2], [1.0]), (3, 1.0)):
                    feeds = {given: rank, y: value, scalar: rank if isinstance(rank, int) else 7}
                    found.append(_run(lambda: s.run(check, feeds)))
    return found, _nodes(g)


def _run(f):
    try:
        return f()
    except tf.errors.OpError as e:
        return type(e).__name__, [line for line in e.message.splitlines() if line.startswith(("assertion", "Node:"))][-2:]
