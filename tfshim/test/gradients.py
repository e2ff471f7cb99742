"""Gradients by the tape beside gradients by differences."""

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import refused


def _values(x):
    return np.array(x.numpy(), dtype=np.complex128 if x.dtype.is_complex else np.float64)


def _numeric(f, tensors, at, delta):
    """The Jacobian of `f` for the argument `at` by central differences."""
    x = tensors[at]
    values = _values(x)
    columns = []
    for i in range(values.size):
        moved = []
        for step in (delta, -delta):
            changed = values.copy().reshape(-1)
            changed[i] += step
            arguments = list(tensors)
            arguments[at] = convert_to_tensor(changed.reshape(values.shape).astype(x.dtype.as_numpy_dtype))
            moved.append(_values(convert_to_tensor(f(*arguments))).reshape(-1))
        columns.append((moved[0] - moved[1]) / (2 * delta))
    return np.stack(columns, axis=1) if columns else np.zeros((0, 0))


@tf_export("test.compute_gradient")
def compute_gradient(f, x, delta=None):
    """The gradient of a function by the tape, and by small steps, to compare the two. Mirrors `tf.test.compute_gradient`.

    Arguments:
        f: a function of tensors that gives one tensor.
        x: its arguments, a list of tensors or what becomes tensors, of a float dtype.
        delta: the step, a float; 1/1024 by default, 2**-20 for float64.

    Returns:
        (theoretical, numeric): two tuples with an array for each argument, [elements of the result, elements of the argument].

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
    theoretical, numeric = [], []
    for at, tensor in enumerate(tensors):
        if tensor.dtype.is_complex:
            raise refused("tf.test.compute_gradient", "complex")
        with GradientTape(persistent=True) as tape:
            tape.watch(tensor)
            y = convert_to_tensor(f(*tensors))
        jacobian = tape.jacobian(y, tensor, experimental_use_pfor=False)
        size = int(np.prod(tensor.shape.as_list(), dtype=np.int64))
        rows = int(np.prod(y.shape.as_list(), dtype=np.int64))
        made = np.zeros((rows, size)) if jacobian is None else convert_to_tensor(jacobian).numpy().reshape(rows, size)
        theoretical.append(made.astype(tensor.dtype.as_numpy_dtype))
        step = delta if delta is not None else 2.0**-20 if tensor.dtype.name == "float64" else 1.0 / 1024
        numeric.append(_numeric(f, tensors, at, step).reshape(rows, size).astype(tensor.dtype.as_numpy_dtype))
    return tuple(theoretical), tuple(numeric)
