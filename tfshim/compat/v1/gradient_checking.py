"""`tf.compat.v1.test.compute_gradient`: gradients of a graph beside differences of its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.engine.graphs.sessions.default import default_session

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Fetches


def as_reals(array: np.ndarray) -> np.ndarray:
    """The elements in one dimension, each complex one as two real ones; they share the array's memory."""
    flat = array.reshape(-1)
    return flat.view(flat.real.dtype) if np.iscomplexobj(flat) else flat


@tf_export(v1=["test.compute_gradient"])
def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Fetches | None = None,
    extra_feed_dict: FeedDict | None = None,
) -> Any:
    """The Jacobian of a tensor twice: by gradients, and by differences. Mirrors `tf.compat.v1.test.compute_gradient`.

    A test of a gradient of one's own compares the two; `tf.compat.v1.test.compute_gradient_error` does so. It needs a default session.

    Arguments:
        x: a tensor, or a list of such.
        x_shape: its shape, a list of integers; for several a list of shapes.
        y: a tensor that is computed of it.
        y_shape: its shape.
        x_init_value: where, an array of that shape; None (the default) for random numbers.
        delta: the difference, 0.001 by default.
        init_targets: operations that are run first; None by default.
        extra_feed_dict: what else is fed; None by default.

    Returns:
        A pair of arrays [size of x, size of y], in which a complex element counts as two; for several a list of pairs.

    Raises:
        RuntimeError: eager execution is on.
        ValueError: a value has another shape, or there is no session.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     x = tf.compat.v1.placeholder(tf.float64, [2])
        ...     exact, near = tf.compat.v1.test.compute_gradient(x, [2], x * x, [2], x_init_value=np.array([1.0, 3.0]))
        ...     print(exact.tolist(), np.abs(exact - near).max() < 1e-6)
        [[2.0, 0.0], [0.0, 6.0]] True
    """
    if tf.executing_eagerly():
        raise RuntimeError("compute_gradient of TensorFlow 1 is for graphs; use tf.test.compute_gradient with a function.")
    session = default_session()
    if session is None:
        raise ValueError("compute_gradient needs a default session: call it within `with tf.Session():`.")
    if init_targets is not None:
        session.run(init_targets)
    several = isinstance(x, list)
    xs, shapes = (x, x_shape) if several else ([x], [x_shape])
    values = x_init_value if several and x_init_value is not None else [x_init_value] * len(xs)
    start = {}
    for t, shape, value in zip(xs, shapes, values, strict=True):
        value = np.random.random_sample(shape) if value is None else np.asarray(value)
        if list(value.shape) != list(shape):
            raise ValueError(f"x_init_value has the shape {list(value.shape)}, but x_shape is {list(shape)}.")
        start[t] = value.astype(t.dtype.base_dtype.as_numpy_dtype)
    made = [_pair(session, t, y, y_shape, start, delta, extra_feed_dict or {}) for t in xs]
    return made if several else made[0]


def _pair(session, x, y, y_shape, start, delta, extra):
    feeds = {**extra, **start}
    upstream = placeholder(y.dtype.base_dtype, y_shape)
    gradient = tf.gradients(y, x, grad_ys=upstream)[0]
    direction = np.zeros(y_shape, y.dtype.base_dtype.as_numpy_dtype)
    ones, size = as_reals(direction), as_reals(start[x]).size
    exact = np.zeros((size, ones.size), as_reals(start[x]).dtype)
    for column in range(ones.size) if gradient is not None else ():
        ones[column] = 1
        exact[:, column] = as_reals(np.asarray(session.run(tf.convert_to_tensor(gradient), {**feeds, upstream: direction})))
        ones[column] = 0
    differences = np.zeros_like(exact)
    for row in range(size):
        found = []
        for sign in (1, -1):
            # Each side moves a copy: `start` is fed as it is for all other elements.
            moved = start[x].copy()
            as_reals(moved)[row] += sign * delta
            found.append(as_reals(np.asarray(session.run(y, {**feeds, x: moved}))))
        differences[row] = (found[0] - found[1]) / (2 * delta)
    return exact, differences


@tf_export(v1=["test.compute_gradient_error"])
def compute_gradient_error(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Fetches | None = None,
    extra_feed_dict: FeedDict | None = None,
) -> float:
    """How far the gradient of a tensor is from what differences say. Mirrors `tf.compat.v1.test.compute_gradient_error`.

    It is the greatest difference of the two Jacobians that `tf.compat.v1.test.compute_gradient` gives. It needs a default session.

    Arguments:
        x: a tensor, or a list of such.
        x_shape: its shape, a list of integers; for several a list of shapes.
        y: a tensor that is computed of it.
        y_shape: its shape.
        x_init_value: where, an array of that shape; None (the default) for random numbers.
        delta: the difference, 0.001 by default.
        init_targets: operations that are run first; None by default.
        extra_feed_dict: what else is fed; None by default.

    Returns:
        A float.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     x = tf.compat.v1.placeholder(tf.float64, [2])
        ...     print(tf.compat.v1.test.compute_gradient_error(x, [2], tf.sin(x), [2]) < 1e-5)
        True
    """
    made = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    return max((float(np.abs(a - b).max()) if a.size else 0.0 for a, b in (made if isinstance(made, list) else [made])), default=0.0)
