"""Python values that don't fit the tensor beside them in graphs: errors of TensorFlow's types and texts, recorded from it."""

import pytest

import tfshim as tf

_TENSORS = {
    "float32": lambda: tf.ones([2]),
    "int32": lambda: tf.ones([2], tf.int32),
    "string": lambda: tf.constant(["a", "b"]),
    "bool": lambda: tf.constant([True, False]),
}
_CASES = [
    ("float32", "x", "got 'x' of type 'str' instead. Error: Expected float32, but got x of type 'str'."),
    ("float32", 1j, "got 1j of type 'complex' instead. Error: Expected float32, but got 1j of type 'complex'."),
    ("float32", b"z", "got b'z' of type 'bytes' instead. Error: Expected float32, but got b'z' of type 'bytes'."),
    ("float32", [1, "a"], "got [1, 'a'] of type 'list' instead. Error: Expected float32, but got a of type 'str'."),
    ("int32", 1.5, "got 1.5 of type 'float' instead. Error: Expected int32, but got 1.5 of type 'float'."),
    ("int32", [1, 2.5], "got [1, 2.5] of type 'list' instead. Error: Expected int32, but got 2.5 of type 'float'."),
    ("string", 1, "got 1 of type 'int' instead. Error: Expected string, but got 1 of type 'int'."),
    ("string", [True, 1], "got [True, 1] of type 'list' instead. Error: Expected string, but got True of type 'bool'."),
    ("bool", [True, 1], "got [True, 1] of type 'list' instead. Error: Expected bool, but got 1 of type 'int'."),
]


def _error(call, in_function):
    with pytest.raises((TypeError, ValueError)) as caught:
        if in_function:
            tf.function(call, autograph=False)()
        else:
            with tf.Graph().as_default():
                call()
    return type(caught.value), str(caught.value)


@pytest.mark.parametrize("in_function", [False, True], ids=["graph", "function"])
@pytest.mark.parametrize("dtype, value, text", _CASES, ids=lambda x: None if str(x).startswith("got") else str(x))
def test_what_does_not_become_the_dtype_of_the_tensor_beside_it(dtype, value, text, in_function):
    made = _error(lambda: tf.equal(_TENSORS[dtype](), value), in_function)
    assert made == (TypeError, f"Expected {dtype} passed to parameter 'y' of op 'Equal', {text}")


@pytest.mark.parametrize("in_function", [False, True], ids=["graph", "function"])
def test_other_errors_of_operands(in_function):
    kind, text = _error(lambda: tf.less(_TENSORS["float32"](), [[1], [2, 3]]), in_function)
    assert kind is ValueError and text.startswith("Tried to convert 'y' to a tensor and failed. Error: setting an array element")
    kind, text = _error(lambda: tf.less(_TENSORS["bool"](), "x"), in_function)  # the first input is at fault before the second
    assert kind is TypeError and text.startswith("Value passed to parameter 'x' has DataType bool not in list of allowed values: ")
    assert _error(lambda: tf.constant([[1, 2], [3, 2.5]], tf.int32), in_function) == (
        TypeError,
        "Expected int32, but got 2.5 of type 'float'.",
    )
