"""Pieces of private modules that tests of TensorFlow and of libraries take: ragged pieces, tapes of test cases, distances of gradients."""

import numpy as np
from tensorflow.python.framework import test_util
from tensorflow.python.ops import array_ops, gradient_checker_v2, sparse_ops
from tensorflow.python.ops.ragged import ragged_array_ops, ragged_util


def _told(f):
    try:
        made = f()
    except Exception as error:
        return type(error).__name__, str(error).partition("\n")[0]
    return made.to_list() if hasattr(made, "to_list") else made.numpy().tolist() if hasattr(made, "numpy") else made


def case_ragged_util():
    u = ragged_util
    return [
        _told(lambda: u.lengths_to_splits(tf.constant([2, 0, 3]))),
        *[_told(lambda r=r: u.repeat_ranges(tf.constant([1, 2, 3]), tf.constant([0, 2, 3]), tf.constant(r))) for r in (2, [1, 0], [0, 3], -1)],
        _told(lambda: u.repeat(tf.constant([[1, 2], [3, 4]]), [1, 2], axis=1)),
        *[_told(lambda a=a, n=n: u.get_positive_axis(a, n)) for a, n in ((1, 3), (-1, 3), (3, 3), (-1, None), (2, None), ("a", 3))],
        _told(lambda: array_ops.get_positive_axis(5, 3, axis_name="at", ndims_name="rank")),
        _told(lambda: u.convert_to_int_tensor([1, 2], "n").dtype.name),
        _told(lambda: u.convert_to_int_tensor([1, 2], "n", tf.int64).dtype.name),
        _told(lambda: u.convert_to_int_tensor([1.5], "n")),
        _told(lambda: u.assert_splits_match([[1], [1, 2]])),
        _told(lambda: len(u.assert_splits_match([[tf.constant([0, 1])], [tf.constant([0, 1])]]))),
    ]


def case_ragged_one_hot():
    ids = tf.ragged.constant([[1, 0], [2]])
    one_hot = ragged_array_ops.ragged_one_hot
    return [_told(lambda a=a: one_hot(ids, 3, axis=a)) for a in (None, -1, 0, 1, 2)] + [_told(lambda: one_hot(ids, 2, 5, 7, dtype=tf.int32))]


def case_sparse_bincount():
    numbers = tf.sparse.from_dense([[1, 2], [0, 2]])
    return [_told(lambda a=a: sparse_ops.bincount(numbers, axis=a)) for a in (None, 0, -1)] + [_told(lambda: sparse_ops.bincount(numbers, minlength=5))]


def case_greatest_distances():
    f = gradient_checker_v2.max_error
    return [float(f(*pair)) for pair in (([np.ones(2)], [np.zeros(2)]), ([np.ones([0]), np.ones(1)], [np.ones([0]), np.full(1, 4.0)]), ([], []))]


def case_tapes_of_test_cases():
    x = tf.constant(3.0)
    with test_util.AbstractGradientTape(use_tape=True) as tape:
        tape.watch(x)
        made = [float(tape.gradient(x * x, x))]
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.constant(3.0)
        with test_util.AbstractGradientTape(use_tape=False) as tape:
            tape.watch(x)
            y = x * x
            made += [float(session.run(tape.gradient(y, x))), [float(g) for g in session.run(tape.gradient(y, [x, y], [tf.constant(2.0)]))]]
    with test_util.device(use_gpu=False):
        made.append(tf.constant(1.0).device.rpartition(":")[0].rpartition(":")[2])
    return [*made, test_util.matmul_without_tf32(tf.ones([2, 3]), tf.ones([4, 3]), transpose_b=True).numpy().tolist()]
