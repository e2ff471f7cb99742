"""Operators made of blocks and factors, as TensorFlow answered."""

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("block_operators")
def test_recorded(case):
    case.check(tf=tf)


def test_gradients_through_factors():
    x = tf.constant([[2.0, 1.0], [0.5, 3.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        whole = tf.linalg.LinearOperatorKronecker([tf.linalg.LinearOperatorFullMatrix(x)] * 2)
        by_factors = tf.reduce_sum(whole.matmul(tf.eye(4)) ** 2)
        dense = tf.reduce_sum(whole.to_dense() ** 2)
    a, b = tape.gradient(by_factors, x), tape.gradient(dense, x)
    assert abs(a.numpy() - b.numpy()).max() < 1e-3


def test_inside_functions():
    @tf.function
    def solved(x, y):
        return tf.linalg.LinearOperatorBlockDiag([tf.linalg.LinearOperatorFullMatrix(x), tf.linalg.LinearOperatorIdentity(2)]).solve(y)

    made = solved(tf.constant([[2.0, 0.0], [0.0, 4.0]]), tf.ones([4, 1]))
    assert made.numpy().tolist() == [[0.5], [0.25], [1.0], [1.0]]
