"""The operations behind the stateless functions of `tf.random` and `tf.random.Generator`.

Most start from a key (uint64 [1]) and a counter (uint64 [2], lower half first); some older ones from a seed (int32 or
int64 [2]), which they scramble into both themselves.
"""

import numpy as np
import torch

from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.op import op
from tfshim.engine.random import discrete, normal, rejection, stateless, uniform
from tfshim.engine.random import parameterized as bounded
from tfshim.engine.random.philox import MASK64
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.arrays import place
from tfshim.random._arguments import declared, element_count, from_numpy, to_numpy
from tfshim.random.stateful_ops import (
    _FLOATS,
    _GAMMA,
    _RATES,
    check_limits,
    checked_logits,
    drawn_floats,
    gamma_values,
    integer_limits,
    poisson_dtype,
    poisson_values,
    reordered,
    samples_shape,
)

_INTEGERS = dtypes.int32.mask | dtypes.int64.mask
_UNSIGNED = dtypes.uint32.mask | dtypes.uint64.mask


def _uint64(values):
    return torch.from_numpy(np.array([v & MASK64 for v in values], np.uint64))


def _two(seed):
    """The two numbers of a seed tensor."""
    if seed.dim() != 1 or seed.shape[0] != 2:
        dims = ",".join(map(str, seed.shape))
        raise invalid(f"seed must have shape [2], not [{dims}]")
    return seed.tolist()


def _position(key, counter, alg):
    """The (key, counter) in the arguments of these names."""
    if alg == 2:
        raise invalid(
            "counter must be a vector with length at least 2; got shape: [1]. (Note that batched counters are not "
            "supported yet.) ThreeFry is no algorithm of the CPU: use alg='philox' or alg='auto_select'.",
        )
    low, high = counter.tolist()[:2]
    return key.tolist()[0], (low & MASK64) | ((high & MASK64) << 64)


@op(
    "StatelessRandomGetKeyCounter",
    seed="Tseed",
    Tseed=_INTEGERS,
    grad=None,
    scope="",
    shape_fn=lambda seed: ((dtypes.uint64, [1]), (dtypes.uint64, [2])),
)
def key_and_counter(seed, name=None):
    """The scrambled key and counter of a seed of two integers."""
    key, counter = stateless.scramble(*_two(seed))
    return _uint64([key]), _uint64([counter, counter >> 64])


def _stateless_floats(op_type, draw, doc):
    @op(
        op_type,
        shape="shape",
        key="uint64",
        counter="uint64",
        alg="int",
        dtype="dtype",
        grad=None,
        scope="",
        shape_fn=lambda shape, key, counter, alg, dtype: declared(dtype, shape),
    )
    def kernel(shape, key, counter, alg, dtype=dtypes.float32, name=None):
        count = element_count(shape)
        if not dtype.mask & _FLOATS:
            raise invalid(
                f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: half, bfloat16, "
                f"float, double\n\t; NodeDef: {{{{node {op_type}}}}}",
            )
        return drawn_floats(draw, _position(key, counter, alg), count, dtype.torch).view(shape)

    kernel.__doc__ = doc
    fused_steps.draws(kernel)
    return kernel


uniform_floats = _stateless_floats("StatelessRandomUniformV2", uniform.uniform, "Floats in [0, 1).")
normal_floats = _stateless_floats("StatelessRandomNormalV2", normal.normal, "Standard normal floats.")
truncated_floats = _stateless_floats(
    "StatelessTruncatedNormalV2", normal.truncated_normal, "Standard normal floats within two standard deviations."
)


@op(
    "StatelessRandomUniformIntV2",
    shape="shape",
    key="uint64",
    counter="uint64",
    alg="int",
    minval="T",
    maxval="T",
    T=_INTEGERS | _UNSIGNED,
    grad=None,
    scope="",
    shape_fn=lambda shape, key, counter, alg, minval, maxval: declared(minval.dtype, shape),
)
def uniform_integers(shape, key, counter, alg, minval, maxval, name=None):
    """Integers in [minval, maxval) of the dtype of the limits."""
    count = element_count(shape)
    low, high = integer_limits(minval, maxval)
    check_limits(count, low, high)
    if not count:
        return minval.new_empty(shape)
    return place(uniform.integers(*_position(key, counter, alg), count, minval.dtype, low, high).view(shape))


@op(
    "StatelessRandomUniformFullIntV2",
    shape="shape",
    key="uint64",
    counter="uint64",
    alg="int",
    dtype="dtype",
    grad=None,
    scope="",
    shape_fn=lambda shape, key, counter, alg, dtype: declared(dtype, shape),
)
def full_range_integers(shape, key, counter, alg, dtype=dtypes.uint64, name=None):
    """Integers over the whole range of int32, int64, uint32 or uint64."""
    count = element_count(shape)
    if not dtype.mask & (_INTEGERS | _UNSIGNED):
        raise invalid(
            f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: int32, int64, uint32, "
            "uint64\n\t; NodeDef: {{node StatelessRandomUniformFullIntV2}}",
        )
    return place(uniform.full_range(*_position(key, counter, alg), count, dtype.torch).view(shape))


def _samples(shape, parameters):
    """How many values of a result of `shape` share each of the `parameters`, whose shape it must end with."""
    count = element_count(shape)
    if len(parameters) > len(shape) or tuple(shape[len(shape) - len(parameters) :]) != tuple(parameters):
        raise invalid("Shape passed in must end with broadcasted shape.")
    each = element_count(parameters)
    return count // each if each else 0


@op(
    "StatelessRandomGammaV3",
    shape="shape",
    key="uint64",
    counter="uint64",
    alg="int",
    alpha="T",
    T=_GAMMA,
    scope="",
    shape_fn=lambda shape, key, counter, alg, alpha: declared(alpha.dtype, shape),
)
def gamma_floats(shape, key, counter, alg, alpha, name=None):
    """Standard gamma values of `shape`, which ends with the shape of `alpha`."""
    if not element_count(shape):
        return alpha.new_empty(shape)  # whatever the shape of `alpha`
    return gamma_values(_position(key, counter, alg), alpha, _samples(shape, alpha.shape), shape)


@op(
    "StatelessRandomPoisson",
    shape="shape",
    seed="Tseed",
    lam="R",
    dtype="dtype",
    Tseed=_INTEGERS,
    R=_RATES,
    grad=None,
    scope="",
    shape_fn=lambda shape, seed, lam, dtype: declared(dtype, shape),
)
def poisson_counts(shape, seed, lam, dtype, name=None):
    """Poisson counts of `shape`, which ends with the shape of `lam`."""
    out = poisson_dtype("StatelessRandomPoisson", dtype)
    position = stateless.scramble(*_two(seed))
    if not element_count(shape):
        return from_numpy(np.empty(shape), out)
    return poisson_values(position, lam, _samples(shape, lam.shape), out).view(shape)


def binomial_values(position, shape, counts, probs, dtype, op_type):
    """Binomial counts of `shape`, which ends with the shape to which `counts` and `probs` broadcast."""
    out = poisson_dtype(op_type, dtype)
    try:
        counts, probs = torch.broadcast_tensors(counts, probs)
    except RuntimeError:
        raise invalid(
            f"counts and probs must have compatible batch dimensions: {list(counts.shape)} vs. {list(probs.shape)}",
        ) from None
    n, p = to_numpy(counts.reshape(-1)), to_numpy(probs.reshape(-1))
    values = rejection.binomial(*position, n, p, _samples(shape, counts.shape))
    return from_numpy(values, out).view(shape)


@op(
    "StatelessRandomBinomial",
    shape="shape",
    seed="Tseed",
    counts="T",
    probs="T",
    dtype="dtype",
    Tseed=_INTEGERS,
    T=_RATES,
    grad=None,
    scope="",
    shape_fn=lambda shape, seed, counts, probs, dtype: declared(dtype, shape),
)
def binomial_counts(shape, seed, counts, probs, dtype=dtypes.int64, name=None):
    """Binomial counts of `shape`."""
    return binomial_values(stateless.scramble(*_two(seed)), shape, counts, probs, dtype, "StatelessRandomBinomial")


@op(
    "StatelessMultinomial",
    logits="T",
    num_samples="int",
    seed="Tseed",
    T=dtypes.REAL_NUMBERS,
    Tseed=_INTEGERS,
    grad=None,
    scope="",
    shape_fn=lambda logits, n, seed, output_dtype: (output_dtype, samples_shape(logits, n)),
)
def multinomial(logits, num_samples, seed, output_dtype=dtypes.int64, name=None):
    """Class numbers drawn from each row of unnormalised log-probabilities."""
    position = stateless.scramble(*_two(seed))
    return from_numpy(discrete.categorical(*position, checked_logits(logits, num_samples), num_samples), output_dtype.torch)


@op(
    "StatelessParameterizedTruncatedNormal",
    shape="shape",
    seed="Tseed",
    means="T",
    stddevs="T",
    minvals="T",
    maxvals="T",
    T=_GAMMA,
    Tseed=_INTEGERS,
    scope="",
    shape_fn=lambda shape, seed, means, *_: declared(means.dtype, shape),
)
def parameterized_truncated_normal(shape, seed, means, stddevs, minvals, maxvals, name=None):
    """Normal values of `shape` within bounds that broadcast against it."""
    try:
        parameters = torch.broadcast_tensors(means, stddevs, minvals, maxvals)
    except RuntimeError:
        shapes = ", ".join(str(list(p.shape)) for p in (means, stddevs, minvals, maxvals))
        raise invalid(f"The parameters must have compatible batch dimensions: {shapes}") from None
    samples = _samples(shape, parameters[0].shape)
    position = stateless.scramble(*_two(seed))
    if not element_count(shape):
        return means.new_empty(shape)  # and the bounds are not looked at
    flat = [p.detach().cpu().reshape(-1).numpy() for p in parameters]
    try:
        values = bounded.truncated_normal(*position, samples, *flat, means.dtype)
    except ValueError as e:
        raise invalid(str(e)) from None
    drawn = from_numpy(values, means.dtype).view(shape)
    if any(p.requires_grad for p in parameters):
        return _BoundedValue.apply(*parameters, drawn)
    return drawn


class _BoundedValue(Function):
    """Returns `drawn` unchanged, with gradients for the parameters: the mean shifts values, the deviation scales them, and a bound
    shifts them by its share.
    """

    @staticmethod
    def forward(ctx, mean, stddev, low, high, drawn):
        ctx.save_for_backward(mean, stddev, low, high, drawn)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        mean, stddev, low, high, drawn = ctx.saved_tensors
        # Differences of the distribution function cancel in float32.
        wide = grad.double()
        z, a, b = ((x - mean).double() / stddev.double() for x in (drawn, low, high))
        below, above = (torch.special.ndtr(x) for x in (a, b))
        share = (torch.special.ndtr(z) - below) / (above - below)
        # The share of the mass below a value stays the same when a bound moves, so a value moves by the ratio of the
        # densities, exp((z² - a²) / 2).
        by_low = (1 - share) * torch.exp((z * z - a * a) / 2)
        by_high = share * torch.exp((z * z - b * b) / 2)
        each = wide, wide * z, wide * by_low, wide * by_high
        return *(g.to(grad.dtype).sum_to_size(mean.shape) for g in each), None


@op(
    "StatelessShuffle",
    value="any",
    key="uint64",
    counter="uint64",
    alg="int",
    dtype_agnostic=True,
    grad="missing",
    scope="",
    shape_fn=lambda value, *_: (value.dtype, value.shape),
)
def shuffle(value, key, counter, alg, name=None):
    """The rows of `value` in random order."""
    if value.dim() == 0 or value.numel() <= 1 or value.shape[0] <= 1:
        return value
    order = discrete.permutation(*_position(key, counter, alg), value.shape[0])
    return reordered(value, order)


def _index_shape(index, seed, max_index, rounds):
    dims = [x.shape for x in (index, max_index)]
    if any(d.rank is None for d in (*dims, seed.shape)):
        return index.dtype, None
    size = [d.as_list() for d in dims if d.rank] + [seed.shape.as_list()[:1]] * (seed.shape.rank == 2)
    return index.dtype, size[0] if size else []


@op(
    "RandomIndexShuffle",
    index="T",
    seed="Tseed",
    max_index="T",
    T=_INTEGERS | _UNSIGNED,
    Tseed=_INTEGERS | _UNSIGNED,
    grad=None,
    scope="",
    shape_fn=_index_shape,
)
def index_shuffle(index, seed, max_index, rounds=4, name=None):
    """The image of `index` under the permutation of 0..max_index that the three words of `seed` choose."""
    if rounds < 2 or rounds % 2:
        raise invalid(f"rounds must be an even number of at least 2, got {rounds}")
    if index.dim() > 1 or max_index.dim() > 1:
        raise invalid(
            f"index and max_index must be scalars or vectors, got {list(index.shape)} and {list(max_index.shape)}",
        )
    if seed.dim() not in (1, 2) or seed.shape[-1] != 3:
        dims = ",".join(map(str, seed.shape))
        rows = max([x.shape[0] for x in (index, max_index) if x.dim()], default=1)
        raise invalid(f"Seed must be a vector of size [3] or a matrix of size [{rows}, 3] but got [{dims}].")
    sizes = {x.shape[0] for x, rank in ((index, 1), (max_index, 1), (seed, 2)) if x.dim() == rank and x.shape[0] != 1}
    if len(sizes) > 1:
        raise invalid(f"index, seed and max_index have different numbers of rows: {sorted(sizes)}")
    scalar = index.dim() == 0 and max_index.dim() == 0 and seed.dim() == 1
    size = sizes.pop() if sizes else 1
    indices, limits, words = (_repeated(x, rank, size) for x, rank in ((index, 0), (max_index, 0), (seed, 1)))
    if min(limits, default=0) < 0 or min(indices, default=0) < 0:
        raise invalid(f"index and max_index must be >= 0, got {indices} and {limits}")
    if seed.dim() == 1 and max_index.dim() == 0:
        moved = stateless.index_shuffle(indices, words[0] if words else (), limits[0] if limits else 0, rounds)
    else:
        moved = [stateless.index_shuffle([i], s, m, rounds)[0] for i, s, m in zip(indices, words, limits)]
    made = from_numpy(np.array(moved, np.int64), index.dtype)
    return made.reshape(()) if scalar else made


def _repeated(x, rank, size):
    values = x.tolist()
    if x.dim() == rank:
        return [values] * size
    return values * size if len(values) == 1 and size != 1 else values
