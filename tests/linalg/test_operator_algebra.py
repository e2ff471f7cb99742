"""Products, solutions, adjoints, inverses and factors of linear operators: their kinds, hints, names and matrices, as recorded."""

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("operator_algebra")
def test_recorded(case):
    case.check(tf=tf)


def test_products_in_other_ways_than_tensorflow():
    """Where TensorFlow's own result is another matrix, or refused by an accident of shapes, the right one is given."""
    triangle = tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 4.0]])
    diagonal, batch = tf.linalg.LinearOperatorDiag([3.0, 5.0]), tf.linalg.LinearOperatorDiag([[1.0, 2.0], [3.0, 4.0]])
    assert triangle.matmul(diagonal, adjoint=True).to_dense().numpy().tolist() == [[3.0, 10.0], [0.0, 20.0]]
    assert (triangle @ batch).to_dense().numpy().tolist() == [[[1.0, 0.0], [2.0, 8.0]], [[3.0, 0.0], [6.0, 16.0]]]
    general = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    turned = tf.linalg.LinearOperatorInversion(general).solve(diagonal, adjoint=True)
    assert turned.to_dense().numpy().tolist() == [[3.0, 15.0], [6.0, 20.0]]
    circulant = tf.linalg.LinearOperatorCirculant([2.0, 1.0], input_output_dtype=tf.float32)
    assert type(circulant @ circulant) is tf.linalg.LinearOperatorCirculant
    complex_number = tf.linalg.LinearOperatorScaledIdentity(1, tf.constant(2j, tf.complex64))
    assert complex_number.inverse().adjoint().to_dense().numpy().tolist() == [[0.5j]]
