"""`tf.test.compute_gradient`: gradients beside differences."""

import numpy as np

v1 = tf.compat.v1


def _rounded(pair):
    return tf.nest.map_structure(lambda a: (a.dtype.name, np.round(a, 2).tolist()), pair)


def _in_both(f, *x):
    made = [_rounded(tf.test.compute_gradient(f, [tf.constant(v) for v in x]))]
    with tf.Graph().as_default(), v1.Session():
        made.append(_rounded(tf.test.compute_gradient(f, [tf.constant(v) for v in x])))
    return made


def case_two_arguments():
    return _in_both(lambda a, b: a * b * b, np.float32([1, 3]), np.float32([2, 5]))


def case_rows_at_indices():
    return _in_both(lambda a: tf.gather(a, [1, 1, 0]) * 2.0, np.float64([1, 3]))


def case_complex_argument():
    return _in_both(lambda a: a * a * tf.constant(1 + 2j, tf.complex64), np.complex64([1 + 2j, 3]))


def case_real_result_of_complex_argument():
    return _in_both(tf.abs, np.complex128([1 + 2j, 3]))


def case_complex_result():
    return _in_both(lambda a: tf.complex(a, 2 * a), np.float64([1, 3]))


def case_wider_step():
    return _rounded(tf.test.compute_gradient(lambda a: a**3, [np.float64([1, 3])], delta=0.5))


def case_step_of_float64():
    return tf.test.compute_gradient(lambda a: a**3, [np.float64([1])])[1][0].tolist()


def case_gamma_values_near_zero():
    samples = np.float32([0, 1e-45, 1e-39, 2e-38, 1e-30, 0.5])
    return ["%.3g" % v for a in (0.01, 0.3) for v in tf.raw_ops.RandomGammaGrad(alpha=np.full(6, a, np.float32), sample=samples).numpy()]


def case_complex_of_version_1():
    with tf.Graph().as_default(), v1.Session():
        x = tf.constant(np.complex64([-0.7, 1 + 2j]))
        made = [v1.test.compute_gradient(x, [2], f(x), [2], x_init_value=np.complex64([-0.7, 1 + 2j])) for f in (tf.sign, tf.abs)]
        return [(np.round(values, 2) + 0.0).tolist() for values in made]  # no negative zeros
