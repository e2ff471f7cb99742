"""The values of variables, read and set, and the reset of all of Keras' state; in TF 1 graphs they are those in Keras' session."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.runtime.context import init_scope, outermost_graph
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import is_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.keras import _naming
from tfshim.keras.backend import settings
from tfshim.keras.v1 import session
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike


@tf_export("keras.backend.clear_session")
def clear_session() -> None:
    """Forgets what Keras counts and keeps for the whole program: numbers in names of layers, the learning phase, TF 1's graph.

    Mirrors `tf.keras.backend.clear_session`. After it the next layers are named as in a new program. Models that exist go on working;
    memory is given back when nothing refers to them, so that a loop which makes many models need not call it.

    Returns:
        None.

    Example:
        >>> tf.keras.backend.clear_session()
        >>> tf.keras.layers.Dense(1).name, tf.keras.layers.Dense(1).name
        ('dense', 'dense_1')
        >>> tf.keras.backend.clear_session()
        >>> tf.keras.layers.Dense(1).name
        'dense'
    """
    _naming.reset()
    settings.forget_learning_phase()
    session.forget_graph()
    if outermost_graph() is not None:
        session.clear()


@tf_export("keras.backend.get_value")
def get_value(x: TensorLike) -> Any:
    """The values of a variable or tensor as a NumPy array.

    Mirrors `tf.keras.backend.get_value`. In a TF 1 graph they are read in Keras' session.

    Eagerly it is a copy as a NumPy array, so to change it changes no variable. In TensorFlow 1's graphs the session of Keras is run.

    Arguments:
        x: a variable or tensor.

    Returns:
        An array, or a NumPy number for a scalar.

    Raises:
        NotImplementedError or RuntimeError: the tensor belongs to a function that is being traced.

    Example:
        >>> optimizer = tf.keras.optimizers.SGD(0.5)
        >>> float(tf.keras.backend.get_value(optimizer.learning_rate))
        0.5
    """
    if building() is not None and is_tensor(x) and type(x) is not EagerTensor:
        return session.value_of(x)
    if is_variable(x):
        # A function that is traced gets the value of this moment.
        with init_scope():
            return x.numpy()
    return x.numpy() if is_tensor(x) else x


@tf_export("keras.backend.batch_get_value")
def batch_get_value(tensors: TensorLike) -> list[Any]:
    """The values of several variables, as NumPy arrays.

    Mirrors `tf.keras.backend.batch_get_value`.

    In TensorFlow 1's graphs all of them are fetched in one run of the session, which is faster than `get_value` for each. Eagerly it is a
    list of copies: to change one changes no variable.

    Arguments:
        tensors: a list of variables or tensors.

    Returns:
        A list of arrays.

    Raises:
        RuntimeError: within a function that is traced.

    `model.get_weights()` does so for a whole model.

    Example:
        >>> [v.tolist() for v in tf.keras.backend.batch_get_value([tf.Variable([1.0]), tf.Variable([2.0, 3.0])])]
        [[1.0], [2.0, 3.0]]
    """
    if building() is not None:
        return session.values_of(tensors)
    if TS.graph is not None:
        raise RuntimeError("Cannot get value inside Tensorflow graph function.")
    return [x.numpy() for x in tensors]


@tf_export("keras.backend.set_value")
def set_value(x: TensorLike, value: TensorLike) -> None:
    """Sets a variable from an array.

    Mirrors `tf.keras.backend.set_value`. In a TF 1 graph it is done in Keras' session. It is how the learning rate of an optimizer is
    changed between epochs.

    The variable keeps its dtype and shape; the value is converted. Learning rates of Keras' optimizers are set so in older callbacks,
    where today one writes `optimizer.learning_rate = 0.1`.

    Arguments:
        x: a `tf.Variable`.
        value: an array or number of the same shape.

    Raises:
        ValueError: another shape.

    Example:
        >>> optimizer = tf.keras.optimizers.SGD(0.5)
        >>> tf.keras.backend.set_value(optimizer.learning_rate, 0.25)
        >>> float(optimizer.learning_rate)
        0.25
    """
    if building() is not None:
        batch_set_value([(x, value)])
        return
    x.assign(np.asarray(value, dtype=x.dtype.as_numpy_dtype))


@tf_export("keras.backend.batch_set_value")
def batch_set_value(tuples: Iterable[tuple[Any, TensorLike]]) -> None:
    """Sets several variables.

    Mirrors `tf.keras.backend.batch_set_value`.

    In TensorFlow 1's graphs they are assigned in one run of the session; weights that are loaded from files go this way. Eagerly each is
    an assignment.

    Arguments:
        tuples: a list of pairs (variable, value); a value is an array of the variable's shape.

    Raises:
        ValueError: a value of another shape.

    `model.set_weights(arrays)` does so for a whole model.

    Example:
        >>> a, b = tf.Variable([1.0]), tf.Variable([2.0])
        >>> tf.keras.backend.batch_set_value([(a, [5.0]), (b, [6.0])])
        >>> a.numpy().tolist(), b.numpy().tolist()
        ([5.0], [6.0])
    """
    if building() is not None:
        session.set_values(tuples)
        return
    for x, value in tuples:
        set_value(x, value)


@tf_export("keras.backend.update")
def update(x: TensorLike, new_x: TensorLike) -> Any:
    """Gives a variable a new value.

    Mirrors `tf.keras.backend.update`.

    The variable is changed at once where code runs eagerly; in a function or in a graph the call is a step of it, which in TensorFlow 1's
    graphs runs only if its result is fetched or depended on.

    Arguments:
        x: a `tf.Variable`.
        new_x: a tensor of its shape, or what can be made one of its dtype.

    Returns:
        The variable, or in TensorFlow 1's graphs the operation that assigns, which has its new value.

    Raises:
        ValueError: a value of another shape.

    Example:
        >>> w = tf.Variable(1.0)
        >>> _ = tf.keras.backend.update(w, 5.0)
        >>> float(w)
        5.0
    """
    return x.assign(new_x)


@tf_export("keras.backend.update_add")
def update_add(x: TensorLike, increment: TensorLike) -> Any:
    """Adds to a variable.

    Mirrors `tf.keras.backend.update_add`.

    The sum is made in place, which takes no second tensor of that size. Threads that add to one variable lose nothing: one at a time does
    it.

    Arguments:
        x: a `tf.Variable` of numbers.
        increment: a tensor of the variable's shape and dtype, or numbers that can be made one.

    Returns:
        The variable, or in TensorFlow 1's graphs the operation that adds, which has its new value.

    Raises:
        ValueError: an increment of another shape.

    Example:
        >>> w = tf.Variable(1.0)
        >>> _ = tf.keras.backend.update_add(w, 5.0)
        >>> float(w)
        6.0
    """
    return x.assign_add(increment)


@tf_export("keras.backend.update_sub")
def update_sub(x: TensorLike, decrement: TensorLike) -> Any:
    """Subtracts from a variable.

    Mirrors `tf.keras.backend.update_sub`.

    It is `update_add` of the negative: made in place, and one thread at a time. Optimizers of the Keras 1 style wrote their steps so.

    Arguments:
        x: a `tf.Variable` of numbers.
        decrement: a tensor of the variable's shape and dtype, or numbers that can be made one.

    Returns:
        The variable, or in TensorFlow 1's graphs the operation that subtracts, which has its new value.

    Raises:
        ValueError: a decrement of another shape.

    Example:
        >>> w = tf.Variable(1.0)
        >>> _ = tf.keras.backend.update_sub(w, 5.0)
        >>> float(w)
        -4.0
    """
    return x.assign_sub(decrement)


@tf_export("keras.backend.moving_average_update")
def moving_average_update(x: TensorLike, value: TensorLike, momentum: FloatLike) -> Any:
    """Moves a variable towards a value: `x * momentum + value * (1 - momentum)`.

    Mirrors `tf.keras.backend.moving_average_update`.

    `x * momentum + value * (1 - momentum)` becomes the new value of the variable. Batch normalization keeps its means and variances so.

    Arguments:
        x: a `tf.Variable`.
        value: a tensor of its shape: the newest observation.
        momentum: the share of the old value, from 0 to 1, often 0.99.

    Returns:
        The variable, or in TensorFlow 1's graphs the operation that assigns.

    Example:
        >>> average = tf.Variable(1.0)
        >>> _ = tf.keras.backend.moving_average_update(average, 3.0, 0.5)
        >>> float(average)
        2.0
    """
    momentum = array_ops.cast(momentum, x.dtype)
    return x.assign_sub((x - array_ops.cast(value, x.dtype)) * (1 - momentum))
