"""Indices of `tf.experimental.numpy` with lists, arrays and masks: NumPy's results, but for integers, which take their axis first."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.experimental.numpy.indexing import numpy_getitem

N = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
SAME = """
[:, (True, False, True)]  [1, (0, 0, 1), np.array([0, 1, 1])]  [[True, False]]  [:, [0, 2]]  [..., (True,) * 4]  [(0, 1),]
[:, np.array([True, False, True])]  [:, (True, False)[:1] + (True, True)]  [np.array([[0, 1], [1, 0]]), 1]  [:, 1, (0, 1)]
[(0, 1), :, (1, 2)]  [0, [1, 2]]  [[0], :, [1, 2]]  [:, [0, -1]]  [..., [0, 1]]  [[0, 1], ..., [0, 1]]  [None, [0, 1]]  [[0, 1], None]
[:, [0, 1], None, 1:3]  [::-1, [0, 1]]  [(0, 1), (True, False, True)]  [np.int64(1), [0]]  [:, [True, False, True], [0, 1]]
[1:, [[0, 1], [1, 2]], 2]  [[0, 1], [0, 1], [0, 1]]  [np.array([0, 1])]  [np.array([[0, 1]])]  [N > 5]  [1, None, 1:3, ...]  [-1]  [None, 0]
"""
CASES = [f"[{text}" for text in SAME.replace("\n", "  ").strip().removeprefix("[").split("  [")]


class Text:
    """Gives the index between brackets."""

    def __getitem__(self, key):
        return key


@pytest.mark.parametrize("text", CASES)
def test_numpys_results(text):
    key = eval("index" + text, {"index": Text(), "np": np, "N": N})
    wanted = N[key]
    x = tf.constant(N)
    made = numpy_getitem(x, key)
    assert made.shape == wanted.shape and np.array_equal(made, wanted)
    in_graph = tf.function(lambda x: numpy_getitem(x, key), input_signature=[tf.TensorSpec([None, 3, None])])
    assert np.array_equal(in_graph(x), wanted)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(numpy_getitem(x, key))
    counts = np.zeros_like(N)
    np.add.at(counts, key, 1.0)
    assert np.array_equal(tf.convert_to_tensor(tape.gradient(y, x)), counts)


def test_an_integer_takes_its_axis_before_arrays():
    assert numpy_getitem(tf.constant(N), (0, slice(None), [1, 2])).shape == (3, 2)  # (2, 3) in NumPy


def test_lists_of_lists_are_indices_of_several_axes():
    assert np.array_equal(numpy_getitem(tf.constant(N), [[0, 1], [1, 0]]), N[[0, 1], [1, 0]])


@pytest.mark.parametrize("key", ["a", 1.0, [0.5], []])
def test_other_indices(key):
    with pytest.raises(IndexError, match="only integers, slices"):
        numpy_getitem(tf.constant(N), key)


@pytest.mark.parametrize("key", [[5], ([0, 1], [0, 1, 2]), (0, 1, 2, 3), ([0], [0], [0], [0])])
def test_indices_that_do_not_fit(key):
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        numpy_getitem(tf.constant(N), key)
