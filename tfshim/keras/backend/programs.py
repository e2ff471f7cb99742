"""Choices, loops, functions of models, gradients, and random numbers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, nn, random
from tfshim._export import tf_export
from tfshim.autodiff import gradients as find
from tfshim.control_flow import cond
from tfshim.engine.ops.composite import composite
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend import settings
from tfshim.keras.backend.settings import floatx
from tfshim.keras.backend.values import ndim, variable
from tfshim.keras.engine.context import CALLS
from tfshim.looping.folding import foldl as tf_foldl
from tfshim.looping.folding import foldr as tf_foldr
from tfshim.looping.mapping import map_fn as run

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("keras.backend.switch")
def switch(condition: TensorLike, then_expression: Any, else_expression: Any) -> AnyTensor:
    """One of two values, by a condition.

    Mirrors `tf.keras.backend.switch`.

    If the condition is a single bool it is `tf.cond`: of two functions one is called. If it has axes, each of its elements chooses
    between elements of both values, as in `tf.where`.

    Arguments:
        condition: a bool tensor; its rank is that of the values at most.
        then_expression: a tensor, or a function that gives one.
        else_expression: the other one, of the same shape and dtype.

    Returns:
        A tensor of the dtype of the two values.

    Raises:
        ValueError: the condition has more axes than the values.

    Example:
        >>> tf.keras.backend.switch(tf.constant([True, False]), tf.constant([1, 2]), tf.constant([10, 20])).numpy().tolist()
        [1, 20]
    """
    if condition.dtype != "bool":
        condition = array_ops.cast(condition, "bool")
    if not ndim(condition):
        then, other = (e if callable(e) else (lambda e=e: e) for e in (then_expression, else_expression))
        return cond(condition, then, other)
    then, other = (e() if callable(e) else e for e in (then_expression, else_expression))
    rank = ndim(then)
    if ndim(condition) > rank:
        raise ValueError(
            "Rank of `condition` should be less than or equal to rank of `then_expression` and `else_expression`. "
            f"ndim(condition)={ndim(condition)}, ndim(then_expression)={rank}"
        )
    if 1 < ndim(condition) < rank:
        condition = array_ops.reshape(condition, array_ops.concat([array_ops.shape(condition), [1] * (rank - ndim(condition))], 0))
        condition = array_ops.broadcast_to(condition, array_ops.shape(then))
    return array_ops.where(condition, then, other)


@tf_export("keras.backend.in_train_phase")
def in_train_phase(x: TensorLike, alt: TensorLike, training: BoolLike | None = None) -> AnyTensor:
    """One of two values, by whether the model is being trained.

    Mirrors `tf.keras.backend.in_train_phase`.

    What `training` says decides; where it is None, that of the call of the layer in progress, and `learning_phase` elsewhere. Values may be
    functions without arguments, and only the one that is taken is called, if the phase is known.

    Arguments:
        x: the value in training, or a function that gives it.
        alt: the value otherwise.
        training: True, False, 1, 0 or a tensor; None (the default).

    Returns:
        A tensor, or what was given.

    Example:
        >>> float(tf.keras.backend.in_train_phase(tf.constant(1.0), tf.constant(2.0), training=False))
        2.0
    """
    if training is None:
        # Within a layer that of its call, also where the layer does not take the argument.
        training = settings.learning_phase() if CALLS.training is None else CALLS.training
    if isinstance(training, (bool, int, float)) and training in (0, 1):
        chosen = x if training else alt
        return chosen() if callable(chosen) else chosen
    return switch(training, x, alt)


@tf_export("keras.backend.in_test_phase")
def in_test_phase(x: TensorLike, alt: TensorLike, training: BoolLike | None = None) -> AnyTensor:
    """One of two values, by whether the model is not being trained.

    Mirrors `tf.keras.backend.in_test_phase`.

    It is `in_train_phase` with its first two arguments exchanged. Where `training` is None, the call of the layer in progress decides.

    Arguments:
        x: the value outside of training, or a function that gives it.
        alt: the value in training.
        training: True, False, 1, 0 or a tensor; None (the default).

    Returns:
        A tensor, or what was given.

    Only the function that is wanted is called, where functions are given.

    Example:
        >>> float(tf.keras.backend.in_test_phase(tf.constant(1.0), tf.constant(2.0), training=False))
        1.0
    """
    return in_train_phase(alt, x, training=training)


@tf_export("keras.backend.map_fn")
def map_fn(fn: Callable[..., Any], elems: TensorLike, name: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """What a function gives for each element along the first axis.

    Mirrors `tf.keras.backend.map_fn`.

    The function sees one row at a time, without the first axis, and its results are stacked. Where an operation on the whole tensor does
    the same it is much faster.

    Arguments:
        fn: a function of a tensor (or of a structure of them).
        elems: a tensor [rows, ...], or a structure of such.
        name: of the operation in graphs; None.
        dtype: of what `fn` gives, where that differs from `elems`; None.

    Returns:
        A tensor, or a structure of them, whose first axis has as many rows as that of `elems`.

    Example:
        >>> tf.keras.backend.map_fn(lambda x: x * x, tf.constant([1.0, 2.0])).numpy().tolist()
        [1.0, 4.0]
    """
    return run(fn, elems, name=name, dtype=dtype)


@tf_export("keras.backend.foldl")
def foldl(fn: Callable[..., Any], elems: TensorLike, initializer: Any = None, name: str | None = None) -> Any:
    """Combines the elements along the first axis, from the first on.

    Mirrors `tf.keras.backend.foldl`.

    `fn(accumulated, row)` is called for the first row, then for the second, and so on; what it gives last is the result. With `fn` a sum
    it is `sum(x, axis=0)`.

    Arguments:
        fn: a function of what has been accumulated and a row.
        elems: a tensor [rows, ...].
        initializer: the first accumulated value; None (the default): the first row.
        name: of the operation in graphs; None.

    Returns:
        What `fn` gave last: a tensor without the first axis.

    Example:
        >>> float(tf.keras.backend.foldl(lambda total, x: total - x, tf.constant([10.0, 3.0, 2.0])))
        5.0
    """
    return tf_foldl(fn, elems, initializer=initializer, name=name)


@tf_export("keras.backend.foldr")
def foldr(fn: Callable[..., Any], elems: TensorLike, initializer: Any = None, name: str | None = None) -> Any:
    """Combines the elements along the first axis, from the last on.

    Mirrors `tf.keras.backend.foldr`.

    `fn(accumulated, row)` is called for the last row, then for the one before, and so on; what it gives last is the result.

    Arguments:
        fn: a function of what has been accumulated and a row.
        elems: a tensor [rows, ...].
        initializer: the first accumulated value; None (the default): the last row.
        name: of the operation in graphs; None.

    Returns:
        What `fn` gave last: a tensor without the first axis.

    Example:
        >>> float(tf.keras.backend.foldr(lambda total, x: total - x, tf.constant([10.0, 3.0, 2.0])))
        -11.0
    """
    return tf_foldr(fn, elems, initializer=initializer, name=name)


@tf_export("keras.backend.gradients")
def gradients(loss: Any, variables: Any) -> list[Any]:
    """Gradients in the graph that is being built. Mirrors `tf.keras.backend.gradients`; the older form of `tf.GradientTape`, for
    graphs alone.

    Arguments:
        loss: a tensor of the graph, mostly a scalar; of others the sum is meant.
        variables: a list of variables or tensors of the graph.

    Returns:
        A list with a tensor for each of `variables`, None where the loss does not depend on it.

    Raises:
        RuntimeError: while executing eagerly.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.constant(3.0)
        ...     [g] = tf.keras.backend.gradients(x * x, [x])
        ...     print(session.run(g))
        6.0
    """
    return find(loss, variables)


@tf_export("keras.backend.learning_phase_scope")
@contextlib.contextmanager
def learning_phase_scope(value: TensorLike) -> Iterator[None]:
    """A scope in which layers train, or do not. Mirrors `tf.keras.backend.learning_phase_scope`.

    Inside the block `learning_phase()` is what it says, and afterwards what it was before, also if the block ends in an error.

    It counts where a call does not say `training=`. Afterwards holds what held before.

    Arguments:
        value: 0 for testing, 1 for training.

    Returns:
        A context manager.

    Raises:
        ValueError: another value.

    New code says `model(x, training=True)` instead: it holds for that call alone.

    Example:
        >>> with tf.keras.backend.learning_phase_scope(1):
        ...     print(tf.keras.backend.learning_phase())
        1
    """
    if value not in {0, 1}:
        raise ValueError(f"Expected learning phase to be 0 or 1. Received: {value}")
    before = settings._settings["learning_phase"]
    settings.set_learning_phase(value)
    try:
        yield
    finally:
        settings._settings["learning_phase"] = before


def _seed(seed):
    # As in Keras from NumPy's generator: `np.random.seed` makes these draws repeat.
    return np.random.randint(10_000_000) if seed is None else seed


@tf_export("keras.backend.random_normal")
@composite
def random_normal(
    shape: SizesLike, mean: FloatLike = 0.0, stddev: FloatLike = 1.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> AnyTensor:
    """Normal random numbers.

    Mirrors `tf.keras.backend.random_normal`.

    Each is drawn by itself and anew at every call; with `tf.random.set_seed` and a seed they are TensorFlow's numbers. `truncated_normal`
    leaves out what is far from the mean.

    Arguments:
        shape: the sizes of the result.
        mean: of the numbers; 0.0 by default.
        stddev: the standard deviation; 1.0 by default.
        dtype: of the result, a dtype or its name; None: `floatx()`.
        seed: an integer; None.

    Returns:
        A tensor of that shape and dtype.

    It is `tf.random.normal` with another dtype.

    Example:
        >>> tf.keras.backend.random_normal((3,), seed=1).shape
        TensorShape([3])
    """
    return random.normal(shape, mean=mean, stddev=stddev, dtype=dtype or floatx(), seed=_seed(seed))


@tf_export("keras.backend.random_uniform")
@composite
def random_uniform(
    shape: SizesLike, minval: FloatLike = 0.0, maxval: FloatLike = 1.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> AnyTensor:
    """Uniform random numbers between two bounds, the upper one excluded.

    Mirrors `tf.keras.backend.random_uniform`.

    Each is drawn by itself and anew at every call; with `tf.random.set_seed` and a seed they are TensorFlow's numbers.

    Arguments:
        shape: the sizes of the result.
        minval: the least number that can come; 0.0 by default.
        maxval: what no number reaches; 1.0 by default.
        dtype: of the result; None: `floatx()`.
        seed: an integer; None.

    Returns:
        A tensor of that shape and dtype.

    It is `tf.random.uniform` with another dtype.

    Example:
        >>> tf.keras.backend.random_uniform((3,), seed=1).shape
        TensorShape([3])
    """
    return random.uniform(shape, minval=minval, maxval=maxval, dtype=dtype or floatx(), seed=_seed(seed))


@tf_export("keras.backend.truncated_normal")
@composite
def truncated_normal(
    shape: SizesLike, mean: FloatLike = 0.0, stddev: FloatLike = 1.0, dtype: DTypeLike | None = None, seed: int | None = None
) -> AnyTensor:
    """Normal random numbers within two standard deviations of the mean.

    Mirrors `tf.keras.backend.truncated_normal`.

    Numbers further from the mean than two standard deviations are drawn again, so no weight begins far out.

    Arguments:
        shape: the sizes of the result.
        mean: of the numbers; 0.0 by default.
        stddev: the standard deviation before the cut; 1.0 by default.
        dtype: of the result; None: `floatx()`.
        seed: an integer; None.

    Returns:
        A tensor of that shape and dtype.

    It is `tf.random.truncated_normal` with another dtype as its default.

    Example:
        >>> tf.keras.backend.truncated_normal((3,), seed=1).shape
        TensorShape([3])
    """
    return random.truncated_normal(shape, mean, stddev, dtype=dtype or floatx(), seed=_seed(seed))


@tf_export("keras.backend.random_bernoulli")
@composite
def random_bernoulli(shape: SizesLike, p: FloatLike = 0.0, dtype: DTypeLike | None = None, seed: int | None = None) -> AnyTensor:
    """Ones with a probability, else zeros.

    Mirrors `tf.keras.backend.random_bernoulli`.

    Every element is 1 with probability p by itself. The numbers have no gradient for `p`. Dropout masks are drawn like this.

    Arguments:
        shape: the sizes of the result.
        p: the probability of 1, from 0.0 to 1.0; 0.0 by default.
        dtype: of the result; None: `floatx()`.
        seed: an integer for the same numbers in each run (beside `tf.random.set_seed`); None.

    Returns:
        A tensor of that shape, of zeros and ones.

    Example:
        >>> tf.keras.backend.random_bernoulli((3,), seed=1).shape
        TensorShape([3])
    """
    dtype = dtype or floatx()
    drawn = random.uniform(shape, dtype=dtype, seed=_seed(seed))
    return array_ops.where(drawn <= p, array_ops.ones(shape, dtype=dtype), array_ops.zeros(shape, dtype=dtype))


@tf_export("keras.backend.random_binomial")
@composite
def random_binomial(shape: SizesLike, p: FloatLike = 0.0, dtype: DTypeLike | None = None, seed: int | None = None) -> Tensor:
    """Ones with a probability, else zeros: the older name of `random_bernoulli`.

    Mirrors `tf.keras.backend.random_binomial`.

    It is `random_bernoulli` under its older name: a single trial for each element, which is 1 with probability p.

    Arguments:
        shape: the sizes of the result.
        p: the probability of 1; 0.0 by default.
        dtype: of the result; None: `floatx()`.
        seed: an integer; None.

    Returns:
        A tensor of that shape, of zeros and ones.

    A mask of dropout is such a tensor. The sum of n trials is `tf.random.stateless_binomial`.

    Example:
        >>> tf.keras.backend.random_binomial((3,), seed=1).shape
        TensorShape([3])
    """
    return random_bernoulli(shape, p, dtype, seed)


@tf_export("keras.backend.random_uniform_variable")
def random_uniform_variable(
    shape: SizesLike, low: FloatLike, high: FloatLike, dtype: DTypeLike | None = None, name: str | None = None, seed: int | None = None
) -> Variable:
    """A variable of uniform random numbers between two bounds.

    Mirrors `tf.keras.backend.random_uniform_variable`.

    The numbers are drawn when the variable is made and stay until it is assigned, unlike those of `random_uniform`, which come anew at
    each call.

    Arguments:
        shape: its sizes.
        low: the least number.
        high: what no number reaches.
        dtype: None: `floatx()`.
        name: of the variable; None.
        seed: an integer; None.

    Returns:
        A `tf.Variable`.

    Without a seed each call has other numbers.

    Example:
        >>> tf.keras.backend.random_uniform_variable((2, 3), 0.0, 1.0).shape
        TensorShape([2, 3])
    """
    return variable(random.uniform(shape, low, high, dtype=dtype or floatx(), seed=_seed(seed)), dtype=dtype, name=name)


@tf_export("keras.backend.random_normal_variable")
def random_normal_variable(
    shape: SizesLike, mean: FloatLike, scale: FloatLike, dtype: DTypeLike | None = None, name: str | None = None, seed: int | None = None
) -> Variable:
    """A variable of normal random numbers.

    Mirrors `tf.keras.backend.random_normal_variable`.

    The numbers are drawn when the variable is made and stay until it is assigned, unlike those of `random_normal`, which come anew at
    each call.

    Arguments:
        shape: its sizes.
        mean: of the distribution.
        scale: its standard deviation.
        dtype: None: `floatx()`.
        name: of the variable; None.
        seed: an integer; None.

    Returns:
        A `tf.Variable`.

    Without a seed each call has other numbers.

    Example:
        >>> tf.keras.backend.random_normal_variable((2, 3), 0.0, 1.0).shape
        TensorShape([2, 3])
    """
    return variable(random.normal(shape, mean, scale, dtype=dtype or floatx(), seed=_seed(seed)), dtype=dtype, name=name)


@tf_export("keras.backend.dropout")
def dropout(x: TensorLike, level: FloatLike, noise_shape: SizesLike | None = None, seed: int | None = None) -> AnyTensor:
    """A tensor with a share of its elements set to zero and the others scaled up, whether in training or not.

    Mirrors `tf.keras.backend.dropout`.

    What is kept is divided by `1 - level`, so that sums keep their expected size. It acts at every call; a layer asks `training` before.

    Arguments:
        x: a tensor.
        level: the share.
        noise_shape: the shape of what is drawn; None: that of `x`.
        seed: an integer; None.

    Returns:
        A tensor of the shape of `x`.

    It is `tf.nn.dropout` with another name of the rate.

    Example:
        >>> y = tf.keras.backend.dropout(tf.ones([100]), 0.5, seed=1)
        >>> sorted(set(y.numpy().tolist()))
        [0.0, 2.0]
    """
    return nn.dropout(x, rate=level, noise_shape=noise_shape, seed=_seed(seed))
