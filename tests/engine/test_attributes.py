"""What tensors have as attributes, and what Python's own errors call them."""

import copy

import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

_NAME = "tensorflow.python.framework.ops.EagerTensor"


@pytest.mark.parametrize("name", ["T", "astype", "data", "reshape", "size", "tolist"])
def test_names_of_numpy_are_missing_with_a_hint(name):
    x = tf.constant([1.0, 2.0])
    with pytest.raises(AttributeError, match=f"^EagerTensor object has no attribute '{name}'. \n .*numpy-related methods"):
        getattr(x, name)
    assert not hasattr(tf.Tensor, name) and not hasattr(type(x), name)
    assert name not in dir(x) and "numpy" in dir(x)


def test_other_missing_names_are_told_with_the_module():
    x = tf.constant([1.0, 2.0])
    with pytest.raises(AttributeError, match=f"^'{_NAME}' object has no attribute 'nothing'$"):
        _ = x.nothing
    with pytest.raises(TypeError, match=f"^'{_NAME}' object is not callable$"):
        x()
    with pytest.raises(TypeError, match=f"expected str instance, {_NAME} found"):
        "".join(x)


def test_the_class_has_its_short_name():
    kind = type(tf.constant(1))
    assert (kind.__name__, kind.__qualname__, kind.__module__) == ("EagerTensor", "EagerTensor", "tensorflow.python.framework.ops")
    assert repr(kind) == f"<class '{_NAME}'>"


def test_symbolic_tensors_say_the_same_of_names_of_numpy():
    found = []

    @tf.function
    def f(x):
        for name in ("T", "nothing"):
            try:
                getattr(x, name)
            except AttributeError as e:
                found.append(str(e).split(". ")[0])
        return x

    f(tf.constant(1.0))
    assert found == ["SymbolicTensor object has no attribute 'T'", "'SymbolicTensor' object has no attribute 'nothing'"]


def test_a_shape_is_made_once():
    x = tf.ones([2, 3])
    assert x.shape is x.shape and x.shape == [2, 3]
    assert tf.transpose(x).shape == [3, 2] and x.shape == [2, 3]
    assert copy.deepcopy(x).shape is x.shape
