"""Gradients by the tape beside gradients by differences."""

import functools

import numpy as np

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.gradient_checking import as_reals
from tfshim.compat.v1.graphs.graphs import get_default_session
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor


def _array(value):
    """A tensor's value, an array that nothing else shares; that of rows at indices is dense."""
    if isinstance(value, EagerTensor):
        return np.array(value.numpy())
    return np.array(get_default_session().run(value) if isinstance(value, Tensor) else value)


def _of_arrays(f, tensors):
    """`f`, a function of tensors, as one of arrays of the dtypes and shapes of `tensors`: run at once, or in the default session."""
    if executing_eagerly():
        return lambda *arrays: f(*(None if a is None else convert_to_tensor(a) for a in arrays))
    fed = [placeholder(t.dtype, shape=t.shape) for t in tensors]
    made = f(*fed)
    return lambda *arrays: None if made is None else get_default_session().run(made, dict(zip(fed, arrays, strict=True)))


def _theoretical(f, y, tensors, arrays, at):
    """The Jacobian of `f` for the argument `at`: a row for each element of the result `y`, by the tape."""

    def back(direction, *arguments):
        with GradientTape() as tape:
            tape.watch(arguments[at])
            result = convert_to_tensor(f(*arguments))
        gradient = tape.gradient(result, arguments[at], output_gradients=direction)
        return None if gradient is None else convert_to_tensor(gradient)

    row_of = _of_arrays(back, [y, *tensors])
    direction = np.zeros_like(y)
    ones = as_reals(direction)
    jacobian = np.zeros((ones.size, as_reals(arrays[at]).size), as_reals(arrays[at]).dtype)
    for row in range(ones.size):
        ones[row] = 1
        gradient = row_of(direction, *arrays)
        if gradient is not None:
            jacobian[row] = as_reals(_array(gradient))
        ones[row] = 0
    return jacobian


def _numeric(f, y, tensors, arrays, at, delta):
    """The Jacobian of `f` for the argument `at`, by central differences."""
    run = _of_arrays(f, tensors)
    arrays = [a.copy() for a in arrays]
    moved = as_reals(arrays[at])
    width = np.asarray(2 * delta, as_reals(y).dtype)[()]
    jacobian = np.zeros((as_reals(y).size, moved.size), moved.dtype)
    for column in range(moved.size):
        original = moved[column]
        results = []
        for step in (delta, -delta):
            moved[column] = original
            moved[column] += step
            results.append(_array(run(*arrays)))
        moved[column] = original
        jacobian[:, column] = as_reals((results[0] - results[1]) / width)
    return jacobian


@tf_export("test.compute_gradient")
def compute_gradient(f, x, delta=None):
    """The gradient of a function by the tape, and by small steps, to compare the two. Mirrors `tf.test.compute_gradient`.

    Arguments:
        f: a function of tensors that gives one tensor.
        x: its arguments, a list of tensors or what becomes tensors, of float or complex dtypes. In a graph the default session
            computes them.
        delta: the step, a float; 1/1024 by default.

    Returns:
        (theoretical, numeric): two tuples with an array for each argument, [elements of the result, elements of the argument]. A
        complex element counts as two, its real and its imaginary part.

    Raises:
        ValueError: `x` is no list or tuple.

    Example:
        >>> theoretical, numeric = tf.test.compute_gradient(tf.square, [tf.constant([1.0, 3.0])])
        >>> theoretical[0]
        array([[2., 0.],
               [0., 6.]], dtype=float32)
        >>> abs(theoretical[0] - numeric[0]).max() < 1e-2
        True
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError(f"`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a {type(x)}")
    tensors = [convert_to_tensor(v) for v in x]
    arrays = [_array(tensor) for tensor in tensors]
    y = _array(_of_arrays(f, tensors)(*arrays))
    step = 1.0 / 1024 if delta is None else delta
    theoretical = tuple(_theoretical(f, y, tensors, arrays, at) for at in range(len(tensors)))
    return theoretical, tuple(_numeric(f, y, tensors, arrays, at, step) for at in range(len(tensors)))


@tf_private("tensorflow.python.ops.gradient_checker_v2.max_error")
def max_error(grad1, grad2):
    """The greatest distance between elements of two lists of arrays of the same shapes; those without elements do not count."""
    gaps = [np.fabs(a - b).max() for a, b in zip(grad1, grad2) if a.size or b.size]
    return functools.reduce(np.maximum, gaps, 0)
