"""Random functions of a seed alone: `tf.random.stateless_*`, `split` and `fold_in`.

`seed` is a vector of two integers (int32 or int64); the same seed and arguments always give the same numbers, those
of TensorFlow on CPU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import convert_to_tensor as operand
from tfshim.array_ops.creation import fill
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.shapes import broadcast_to
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
    """Numbers spread evenly over [minval, maxval), a function of `seed` [2].

    `dtype` is a float type, int32 or int64 (with both limits, scalars), or one of these integers, uint32 or uint64
    over their whole range (with `minval` and `maxval` both None). `maxval` defaults to 1 for floats. `alg` names
    the generator. Mirrors `tf.random.stateless_uniform`. Raises ValueError for other dtypes and limits,
    InvalidArgumentError for an empty range or a seed of another shape.
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
    """Normal numbers with `mean` and standard deviation `stddev`, a function of `seed` [2].

    `mean` and `stddev`, of the float type `dtype`, broadcast against `shape`. `alg` names the generator. Mirrors
    `tf.random.stateless_normal`. Raises TypeError for another dtype, InvalidArgumentError for a seed of another
    shape.
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
    """As `stateless_normal`, but values further than two standard deviations from the mean are drawn again.

    Mirrors `tf.random.stateless_truncated_normal`. Raises TypeError for a dtype that is no float's,
    InvalidArgumentError for a seed of another shape.
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
    """Gamma distributed numbers with shape parameter `alpha` and rate `beta` (default 1), a function of `seed` [2].

    `alpha` and `beta`, of the type `dtype` (float16, float32 or float64), are broadcast against each other; `shape`
    is that of the whole result and must end with theirs. Gradients reach both. Mirrors `tf.random.stateless_gamma`.
    Raises InvalidArgumentError where shapes do not fit, ValueError for another dtype.
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
    """Poisson counts with the rates `lam`, a function of `seed` [2].

    `shape` is that of the whole result and must end with the shape of `lam`; `dtype` is float16, float32, float64,
    int32 or int64. Mirrors `tf.random.stateless_poisson`. Raises InvalidArgumentError for other dtypes and shapes.
    """
    with scoped(name, "stateless_random_poisson") as name:
        shape, _ = shape_vector(shape, "StatelessRandomPoisson")
        return ops.poisson_counts(shape, seed, lam, dtypes.as_dtype(dtype), name=name)


@tf_export("random.stateless_binomial")
def stateless_binomial(
    shape: SizesLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Numbers of successes in `counts` trials that succeed with the probabilities `probs`, a function of `seed` [2].

    `counts` and `probs` broadcast against each other; `shape` is that of the whole result and must end with theirs.
    `output_dtype` is float16, float32, float64, int32 or int64. Mirrors `tf.random.stateless_binomial`. Raises
    InvalidArgumentError for other dtypes and shapes.
    """
    with scoped(name, "stateless_random_binomial") as name:
        shape, _ = shape_vector(shape, "StatelessRandomBinomial")
        counts, probs = trial_parameters(counts, probs)
        return ops.binomial_counts(shape, seed, counts, probs, dtypes.as_dtype(output_dtype), name=name)


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
    """Class numbers, `num_samples` for each row of the log-probabilities `logits` [batch, classes], from `seed` [2].

    `dtype` is that of the result [batch, num_samples]: int64 or int32. Mirrors `tf.random.stateless_categorical`.
    Raises InvalidArgumentError unless `logits` is a float matrix and `seed` has two elements.
    """
    with scoped(name, "stateless_categorical") as name:
        logits = convert_to_tensor(logits, name="logits")
        dtype = dtypes.as_dtype(dtype) if dtype else dtypes.int64
        if dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are (tf.int32, tf.int64).")
        if isinstance(num_samples, Tensor):
            num_samples = convert_to_tensor(num_samples, dtype=dtypes.int32, name="num_samples")
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
    """Normal numbers between `minvals` and `maxvals`, a function of `seed` [2].

    `means`, `stddevs` (positive), `minvals` and `maxvals` broadcast against `shape`; the bounds are values, not
    multiples of the standard deviation. float16, float32 or float64. Mirrors
    `tf.random.stateless_parameterized_truncated_normal`. Raises InvalidArgumentError for bounds out of order, a
    deviation that is not positive, or shapes that do not fit.
    """
    with scoped(name, "stateless_parameterized_truncated_normal") as name:
        parameters = (("means", means), ("stddevs", stddevs), ("minvals", minvals), ("maxvals", maxvals))
        means, stddevs, minvals, maxvals = (convert_to_tensor(value, name=role) for role, value in parameters)
        shape, _ = shape_vector(shape, "StatelessParameterizedTruncatedNormal")
        return ops.parameterized_truncated_normal(shape, seed, means, stddevs, minvals, maxvals, name=name)


@tf_export("random.split")
def split(seed: int | None, num: int = 2, alg: Any = "auto_select") -> Tensor:
    """`num` new seeds [num, 2] that follow from `seed` [2], in its dtype. Use each of them once, and `seed` no more.

    Mirrors `tf.random.split`. Raises InvalidArgumentError for a seed of another shape or a negative number.
    """
    seed = convert_to_tensor(seed)
    return stateless_uniform((num, 2), seed, minval=None, maxval=None, dtype=seed.dtype, alg=alg)


@tf_export("random.fold_in")
def fold_in(seed: int | None, data: TensorLike, alg: Any = "auto_select") -> Tensor:
    """A new seed [2] that follows from `seed` [2] and the integer `data` (int32 or int64, whose dtype it has).

    Mirrors `tf.random.fold_in`. Raises InvalidArgumentError unless `data` is a scalar.
    """
    data = convert_to_tensor(data)
    first = stateless_uniform((1,), seed, minval=None, maxval=None, dtype=data.dtype, alg=alg)[0]
    return stack([first, data])


def stateless_shuffle(value, seed, alg="auto_select", name=None):
    """`value` (any dtype) with its rows in an order that follows from `seed` [2].

    Mirrors `tf.random.experimental.stateless_shuffle`. Raises InvalidArgumentError for a seed of another shape.
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
    """The image of `index` under the permutation of 0..max_index that `seed` (two integers, or two for each index) gives.

    Mirrors `tf.random.experimental.index_shuffle`. Raises InvalidArgumentError for negative numbers and other shapes.
    """
    seed = convert_to_tensor(seed)
    first = convert_to_tensor(FEISTEL_KEY, dtype=seed.dtype)
    lead = fill([*seed.shape.as_list()[:-1], 1], first)
    return random_index_shuffle(index, concat([lead, seed], -1), max_index)
