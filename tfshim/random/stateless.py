"""Random functions of a seed alone: `tf.random.stateless_*`, `split` and `fold_in`.

`seed` is a vector of two integers (int32 or int64); the same seed and arguments always give the same numbers, those
of TensorFlow on CPU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import convert_to_tensor as operand
from tfshim.array_ops.creation import fill
from tfshim.array_ops.joining import concat, stack
from tfshim.engine.random.stateless import FEISTEL_KEY
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.random import stateless_ops as ops
from tfshim.random._affine import affine, span
from tfshim.random._arguments import scoped, shape_vector, show_shape
from tfshim.random.algorithm import known_algorithm
from tfshim.random.stateful import gamma_parameters, gamma_result, sample_count

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_UNIFORM = tuple(dtypes.as_dtype(n) for n in ("float16", "bfloat16", "float32", "float64", "int32", "int64", "uint32", "uint64"))


def key_counter_alg(seed, alg):
    """The tensors key and counter for `seed`, and the number of the algorithm."""
    alg = known_algorithm(alg)
    key, counter = ops.key_and_counter(convert_to_tensor(seed, name="seed"))
    return key, counter, alg


@tf_export("random.stateless_uniform")
def stateless_uniform(
    shape: SizesLike,
    seed: TensorLike,
    minval: TensorLike | None = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers spread evenly over a range, as a function of a seed. Mirrors `tf.random.stateless_uniform`.

    Arguments:
        shape: the shape of the result, an integer vector.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        minval: the least number, 0 by default.
        maxval: the bound, which is not reached: 1 by default for floats. With both None, integers of their whole range.
        dtype: float32 (the default), float16, bfloat16, float64, int32 or int64; uint32 and uint64 over their whole
            range.
        name: a name for the operation in graphs.
        alg: the generator: "auto_select" (the default) and "philox" are the same, "threefry" is refused where it draws.

    Returns:
        A tensor of that shape and dtype: the same for the same arguments, whatever was drawn before; those of
        TensorFlow.

    Raises:
        ValueError: other dtypes and limits.
        InvalidArgumentError: the range is empty, or the seed has another shape.

    Example:
        >>> tf.random.stateless_uniform([4], seed=[1, 2], minval=0, maxval=100, dtype=tf.int32)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([40, 49, 94, 79], dtype=int32)>
    """
    dtype = dtypes.as_dtype(dtype)
    if dtype not in _UNIFORM:
        names = ", ".join(f"tf.{d.name}" for d in _UNIFORM)
        raise ValueError(f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are ({names}).")
    if dtype.is_integer:
        if (minval is None) != (maxval is None):
            raise ValueError(
                f"For integer `dtype` argument {dtype}, argument `minval` and `maxval` must be both None or not None. "
                "Got "
                f"`minval`={minval} and `maxval`={maxval}."
            )
        if minval is not None and dtype in (dtypes.uint32, dtypes.uint64):
            raise ValueError(
                f"Argument `dtype` got invalid value {dtype} when argument `minval` is not None. Please don't use "
                "unsigned "
                "integers in this case."
            )
    elif maxval is None:
        maxval = 1
    with scoped(name, "stateless_random_uniform") as name:
        if not dtype.is_integer:
            show_shape(shape, "StatelessRandomUniformV2")
            minval = operand(minval, dtype=dtype, name="min")
            maxval = operand(maxval, dtype=dtype, name="max")
            shape, _ = shape_vector(shape, "StatelessRandomUniformV2")
            values = ops.uniform_floats(shape, *key_counter_alg(seed, alg), dtype)
            return affine(values, span(minval, maxval), minval, name)
        if minval is None:
            shape, _ = shape_vector(shape, "StatelessRandomUniformFullIntV2")
            return ops.full_range_integers(shape, *key_counter_alg(seed, alg), dtype, name=name)
        show_shape(shape, "StatelessRandomUniformIntV2")
        minval = operand(minval, dtype=dtype, name="min")
        maxval = operand(maxval, dtype=dtype, name="max")
        shape, _ = shape_vector(shape, "StatelessRandomUniformIntV2")
        return ops.uniform_integers(shape, *key_counter_alg(seed, alg), minval, maxval, name=name)


@tf_export("random.stateless_normal")
def stateless_normal(
    shape: SizesLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers from the normal distribution, as a function of a seed. Mirrors `tf.random.stateless_normal`.

    Arguments:
        shape: the shape of the result, an integer vector.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        mean: the mean, a number or a tensor that broadcasts with the shape; 0.0 by default.
        stddev: the standard deviation, likewise; 1.0 by default.
        dtype: float32 (the default), float16, bfloat16 or float64.
        name: a name for the operation in graphs.
        alg: the generator: "auto_select" (the default) and "philox" are the same, "threefry" is refused where it draws.

    Returns:
        A tensor of that shape and dtype: the same for the same arguments, whatever was drawn before; those of
        TensorFlow.

    Raises:
        TypeError: the dtype is not of floating point.
        InvalidArgumentError: the seed has another shape.

    Example:
        >>> np.round(tf.random.stateless_normal([3], seed=[1, 2]), 3)
        array([0.544, 0.207, 0.074], dtype=float32)
    """
    return _normal(
        ops.normal_floats,
        "StatelessRandomNormalV2",
        "stateless_random_normal",
        shape,
        seed,
        mean,
        stddev,
        dtype,
        name,
        alg,
    )


@tf_export("random.stateless_truncated_normal")
def stateless_truncated_normal(
    shape: SizesLike,
    seed: TensorLike,
    mean: TensorLike | None = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers from the normal distribution, of which those beyond two standard deviations are drawn again, as a function
    of a seed. Mirrors `tf.random.stateless_truncated_normal`.

    Arguments:
        shape: the shape of the result, an integer vector.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        mean: the mean, a number or a tensor that broadcasts with the shape; 0.0 by default.
        stddev: the standard deviation before cutting, likewise; 1.0 by default.
        dtype: float32 (the default), float16, bfloat16 or float64.
        name: a name for the operation in graphs.
        alg: the generator: "auto_select" (the default) and "philox" are the same, "threefry" is refused where it draws.

    Returns:
        A tensor of that shape and dtype: the same for the same arguments.

    Raises:
        TypeError: the dtype is not of floating point.
        InvalidArgumentError: the seed has another shape.

    Example:
        >>> x = tf.random.stateless_truncated_normal([1000], seed=[1, 2])
        >>> bool(tf.reduce_max(tf.abs(x)) <= 2.0)
        True
    """
    return _normal(
        ops.truncated_floats,
        "StatelessTruncatedNormalV2",
        "stateless_truncated_normal",
        shape,
        seed,
        mean,
        stddev,
        dtype,
        name,
        alg,
    )


def _normal(draw, op_type, default_name, shape, seed, mean, stddev, dtype, name, alg):
    dtype = dtypes.as_dtype(dtype)
    with scoped(name, default_name) as name:
        show_shape(shape, op_type)
        mean = operand(mean, dtype=dtype, name="mean")
        stddev = operand(stddev, dtype=dtype, name="stddev")
        shape, _ = shape_vector(shape, op_type)
        return affine(draw(shape, *key_counter_alg(seed, alg), dtype), stddev, mean, name)


@tf_export("random.stateless_gamma")
def stateless_gamma(
    shape: SizesLike,
    seed: TensorLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Numbers from gamma distributions, as a function of a seed. Mirrors `tf.random.stateless_gamma`.

    Arguments:
        shape: the shape of the whole result, which ends with that of the parameters.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        alpha: the shape parameters, positive floats.
        beta: the rates, positive floats that broadcast with `alpha`; None (the default) is 1.
        dtype: float32 (the default), float16 or float64, which the parameters have too.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape: the same for the same arguments. Gradients reach both parameters.

    Raises:
        InvalidArgumentError: shapes do not fit.
        ValueError: another dtype.

    Example:
        >>> x = tf.random.stateless_gamma([2000, 2], seed=[1, 2], alpha=[3.0, 30.0], beta=10.0)
        >>> bool(tf.reduce_all(tf.abs(tf.reduce_mean(x, 0) - [0.3, 3.0]) < 0.1))
        True
    """
    with scoped(name, "stateless_random_gamma") as name:
        alpha, beta, dims = gamma_parameters(alpha, beta, dtype)
        shape, _ = shape_vector(shape, "StatelessRandomGammaV3")
        drawn = ops.gamma_floats(shape, *key_counter_alg(seed, "auto_select"), broadcast_to(alpha, dims))
        return gamma_result(drawn, beta, name)


@tf_export("random.stateless_poisson")
def stateless_poisson(
    shape: SizesLike, seed: TensorLike, lam: TensorLike, dtype: DTypeLike = dtypes.int32, name: str | None = None
) -> Tensor:
    """Counts from Poisson distributions, as a function of a seed. Mirrors `tf.random.stateless_poisson`.

    Arguments:
        shape: the shape of the whole result, which ends with that of `lam`.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        lam: the rates, which are the means.
        dtype: int32 (the default), int64, float16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape and dtype: the same for the same arguments.

    Raises:
        InvalidArgumentError: other dtypes and shapes.

    Example:
        >>> x = tf.random.stateless_poisson([2000], seed=[1, 2], lam=4.0)
        >>> bool(abs(tf.reduce_mean(tf.cast(x, tf.float32)) - 4.0) < 0.2)
        True
    """
    with scoped(name, "stateless_random_poisson"):
        shape, _ = shape_vector(shape, "StatelessRandomPoisson")
        return ops.poisson_counts(shape, seed, lam, dtypes.as_dtype(dtype))


@tf_export("random.stateless_binomial")
def stateless_binomial(
    shape: SizesLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Numbers of successes in trials, as a function of a seed. Mirrors `tf.random.stateless_binomial`.

    Arguments:
        shape: the shape of the whole result, which ends with that of the parameters.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        counts: how many trials, floats.
        probs: the probabilities of a success, which broadcast with the counts.
        output_dtype: int32 (the default), int64, float16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape and dtype: the same for the same arguments, on any machine.

    Raises:
        InvalidArgumentError: other dtypes and shapes.

    Example:
        >>> x = tf.random.stateless_binomial([2000], seed=[1, 2], counts=10.0, probs=0.3)
        >>> bool(abs(tf.reduce_mean(tf.cast(x, tf.float32)) - 3.0) < 0.15)
        True
    """
    with scoped(name, "stateless_random_binomial"):
        shape, _ = shape_vector(shape, "StatelessRandomBinomial")
        counts, probs = trial_parameters(counts, probs)
        return ops.binomial_counts(shape, seed, counts, probs, dtypes.as_dtype(output_dtype))


def trial_parameters(counts, probs):
    """`counts` and `probs` as tensors of one dtype: that of `probs`, which is float32 for Python numbers."""
    probs = convert_to_tensor(probs, dtype_hint=dtypes.float32, name="probs")
    counts = convert_to_tensor(counts, dtype_hint=probs.dtype, name="counts")
    if TS.graph is None and counts.dtype.is_integer and not probs.dtype.is_integer:
        probs = cast(probs, counts.dtype)  # there is no kernel for integers, which is found before that the dtypes differ
    return counts, probs


@tf_export("random.stateless_categorical")
def stateless_categorical(
    logits: TensorLike, num_samples: TensorLike, seed: TensorLike, dtype: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Class numbers drawn by given log-probabilities, as a function of a seed. Mirrors `tf.random.stateless_categorical`.

    Arguments:
        logits: log-probabilities, which need not be normalized, floats of shape [batch, classes].
        num_samples: how many numbers for each row.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        dtype: int64 (the default) or int32.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, num_samples], numbers from 0 to classes - 1: the same for the same arguments.

    Raises:
        InvalidArgumentError: the logits are no float matrix, or the seed has not two elements.

    Example:
        >>> tf.random.stateless_categorical([[0.0, -1e9], [-1e9, 0.0]], 3, seed=[1, 2])
        <tf.Tensor: shape=(2, 3), dtype=int64, numpy=
        array([[0, 0, 0],
               [1, 1, 1]])>
    """
    with scoped(name, "stateless_categorical") as name:
        logits = convert_to_tensor(logits, name="logits")
        dtype = dtypes.as_dtype(dtype) if dtype else dtypes.int64
        if dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are (tf.int32, tf.int64).")
        if isinstance(num_samples, Tensor):
            num_samples = convert_to_tensor(num_samples, dtype=dtypes.int32)
        return ops.multinomial(logits, sample_count(num_samples, "StatelessMultinomial"), seed, dtype, name=name)


@tf_export("random.stateless_parameterized_truncated_normal")
def stateless_parameterized_truncated_normal(
    shape: SizesLike,
    seed: TensorLike,
    means: FloatLike = 0.0,
    stddevs: FloatLike = 1.0,
    minvals: FloatLike = -2.0,
    maxvals: FloatLike = 2.0,
    name: str | None = None,
) -> Tensor:
    """Numbers from normal distributions between bounds, as a function of a seed. Mirrors
    `tf.random.stateless_parameterized_truncated_normal`.

    Arguments:
        shape: the shape of the result, an integer vector, with which the parameters broadcast.
        seed: two integers, int32 or int64 of shape [2], which fix the numbers.
        means: the means before cutting, 0.0 by default.
        stddevs: the standard deviations before cutting, positive; 1.0 by default.
        minvals: the lower bounds, -2.0 by default: values, not multiples of the deviation.
        maxvals: the upper bounds, 2.0 by default.
        name: a name for the operation in graphs.

    Returns:
        A float16, float32 or float64 tensor of that shape: the same for the same arguments.

    Raises:
        InvalidArgumentError: bounds out of order, a deviation that is not positive, or shapes that do not fit.

    Example:
        >>> x = tf.random.stateless_parameterized_truncated_normal([1000], [1, 2], minvals=0.0, maxvals=0.5)
        >>> bool(tf.reduce_min(x) >= 0.0), bool(tf.reduce_max(x) <= 0.5)
        (True, True)
    """
    with scoped(name, "stateless_parameterized_truncated_normal") as name:
        parameters = (("means", means), ("stddevs", stddevs), ("minvals", minvals), ("maxvals", maxvals))
        means, stddevs, minvals, maxvals = (convert_to_tensor(value, name=role) for role, value in parameters)
        shape, _ = shape_vector(shape, "StatelessParameterizedTruncatedNormal")
        return ops.parameterized_truncated_normal(shape, seed, means, stddevs, minvals, maxvals, name=name)


@tf_export("random.split")
def split(seed: int | None, num: int = 2, alg: Any = "auto_select") -> Tensor:
    """New seeds that follow from a seed. Mirrors `tf.random.split`.

    Arguments:
        seed: two integers.
        num: how many, 2 by default.
        alg: the generator: "auto_select" (the default) and "philox" are the same, "threefry" is refused where it draws.

    Returns:
        A tensor of shape [num, 2] and the dtype of the seed: each row is a seed for one use; the old one should not be
        used any more.

    Raises:
        InvalidArgumentError: the seed has another shape, or the number is negative.

    Unlike with seeds that count up by hand, nothing is drawn twice by mistake.

    Example:
        >>> for_weights, for_noise = tf.random.split([1, 2])
        >>> bool(tf.reduce_all(for_weights == for_noise))
        False
    """
    seed = convert_to_tensor(seed)
    return stateless_uniform((num, 2), seed, minval=None, maxval=None, dtype=seed.dtype, alg=alg)


@tf_export("random.fold_in")
def fold_in(seed: int | None, data: TensorLike, alg: Any = "auto_select") -> Tensor:
    """A new seed that follows from a seed and a number. Mirrors `tf.random.fold_in`.

    Arguments:
        seed: two integers.
        data: an integer scalar, int32 or int64, such as the number of a step or of a replica.
        alg: the generator: "auto_select" (the default) and "philox" are the same, "threefry" is refused where it draws.

    Returns:
        A seed of shape [2] and the dtype of `data`, for the functions that begin with `stateless_`.

    Raises:
        InvalidArgumentError: `data` is no scalar.

    The numbers of a step then depend on its number alone, not on what was drawn before it.

    Example:
        >>> a = tf.random.fold_in([1, 2], 0)
        >>> a.shape, bool(tf.reduce_all(a == tf.random.fold_in([1, 2], 0)))
        (TensorShape([2]), True)
    """
    data = convert_to_tensor(data)
    first = stateless_uniform((1,), seed, minval=None, maxval=None, dtype=data.dtype, alg=alg)[0]
    return stack([first, data])


def stateless_shuffle(value, seed, alg="auto_select", name=None):
    """Put the slices of a tensor along its first axis in random order, the same one for the same seed. Mirrors
    `tf.random.experimental.stateless_shuffle`.

    Arguments:
        value: a tensor of any dtype and rank 1 or more.
        seed: two integers, `[2]`, on which the order depends alone.
        alg: "philox", "threefry" or "auto_select", as in `tf.random.stateless_uniform`; the last.
        name: a name for the operation in graphs.

    Returns:
        A tensor like `value`.

    Raises:
        InvalidArgumentError: a seed of another shape.

    `tf.random.shuffle` gives another order with each call.

    Example:
        >>> x = tf.constant([10, 20, 30, 40])
        >>> first, second = (tf.random.experimental.stateless_shuffle(x, seed=[1, 2]).numpy().tolist() for _ in range(2))
        >>> first == second, sorted(first)
        (True, [10, 20, 30, 40])
    """
    with scoped(name, "stateless_shuffle") as name:
        return ops.shuffle(convert_to_tensor(value, name="value"), *key_counter_alg(seed, alg), name=name)


@tf_export("random_index_shuffle")
def random_index_shuffle(index: IntLike, seed: int | None, max_index: TensorLike, rounds: IntLike = 4, name: str | None = None) -> Tensor:
    """The place of an index in a random order of 0 to `max_index`, without making the order. Mirrors
    `tf.random_index_shuffle`.

    Arguments:
        index: a scalar or vector: int32, int64, uint32 or uint64.
        seed: three integers, or three for each index.
        max_index: the greatest index, of the same dtype, a scalar or vector.
        rounds: how many rounds of the cipher, an even number from 2 on; 4 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of the indices; for one seed each of 0 to `max_index` comes once.

    Raises:
        InvalidArgumentError: negative numbers, or other shapes and rounds.

    A data set of any size can so be gone over in random order with no memory for it.

    Example:
        >>> order = tf.random_index_shuffle(tf.range(5), seed=[1, 2, 3], max_index=4)
        >>> sorted(order.numpy().tolist())
        [0, 1, 2, 3, 4]
    """
    return ops.index_shuffle(index, seed, max_index, rounds, name=name)


def index_shuffle(index, seed, max_index):
    """Where an index goes in a random permutation, without making the permutation. Mirrors `tf.random.experimental.index_shuffle`.

    A dataset of any size is shuffled by it without memory: the element at place i of the shuffled one is that at `index_shuffle(i)`. Each
    index from 0 to `max_index` is given exactly once.

    Arguments:
        index: an integer scalar, or a vector of them, from 0 to `max_index`.
        seed: two integers, or an array [n, 2] with two for each index. The same seed gives the same permutation.
        max_index: the greatest index, an integer scalar, or a vector: one less than the number of elements.

    Returns:
        a tensor of the shape and dtype of `index`.

    Raises:
        tf.errors.InvalidArgumentError: a number is negative, or a shape is another one.

    Example:
        >>> made = [int(tf.random.experimental.index_shuffle(i, seed=[1, 2], max_index=4)) for i in range(5)]
        >>> sorted(made)
        [0, 1, 2, 3, 4]
    """
    seed = convert_to_tensor(seed)
    first = convert_to_tensor(FEISTEL_KEY, dtype=seed.dtype)
    lead = fill([*seed.shape.as_list()[:-1], 1], first)
    return random_index_shuffle(index, concat([lead, seed], -1), max_index)
