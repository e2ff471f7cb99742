"""`tf.experimental.numpy` against answers recorded from TensorFlow; NumPy's behaviour of tensors, in a process of its own."""

import tfshim as tf
from tests import after_torch
from tests.recorded.cases import expressions


@expressions("numpy")
def test_recorded(case):
    case.check(tf=tf)


def test_gradients_pass_through():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.experimental.numpy.sum(tf.experimental.numpy.dot(x, x) * 2.0)
    assert tape.gradient(y, x).numpy().tolist() == [[14.0, 22.0], [18.0, 26.0]]


def test_seed_repeats():
    t = tf.experimental.numpy
    t.random.seed(3)
    first = t.random.randn(4).numpy().tolist()
    t.random.seed(3)
    assert t.random.randn(4).numpy().tolist() == first


_PROGRAM = """
import tfshim as tf
t = tf.experimental.numpy
t.experimental_enable_numpy_behavior(prefer_float32=True)
x = tf.constant([[1, 2], [3, 4]])
assert x.T.numpy().tolist() == [[1, 3], [2, 4]]
assert (x + 1.5).dtype == tf.float64 and (tf.constant([1.0]) + 1.5).dtype == tf.float32
assert (x + tf.constant([1.0, 2.0])).dtype == tf.float64
assert x.reshape(4).max().numpy() == 4 and x.astype(t.float32).dtype == tf.float32
assert x.ravel().max() == 4 and x.size == 4 and x.clip(2, 3).numpy().tolist() == [[2, 2], [3, 3]]
assert (x == [1.0, 5.0]).numpy().tolist() == [[True, False], [False, False]] and (x > 2.5).numpy().any() and x != None
assert t.array(1.5).dtype == tf.float32
assert t.isreal([True]).numpy() and not t.iscomplex(True).numpy()
assert [y.dtype for y in tf.meshgrid([1], [2.0])] == [tf.int32, tf.float64]
assert t.geomspace(tf.constant([1j]), 8, 2).numpy()[0, 0].imag == 1
assert abs(t.var(x, ddof=0.5, dtype=tf.float32).numpy() - 5 / 3.5) < 1e-6
assert tf.function(lambda a: (a.T + 1).mean())(x).numpy() == 3.5
"""


def test_numpy_behaviour_of_tensors(tmp_path):
    done = after_torch.python("-c", _PROGRAM, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_ranges_are_lists():
    numpy = tf.experimental.numpy
    answers = (numpy.sum(range(4)), 6, "int64"), (numpy.var(range(4)), 1.25, "float64"), (numpy.array(range(2)), [0, 1], "int64")
    for made, value, dtype in answers:
        assert made.numpy().tolist() == value and made.dtype == dtype
