"""The operations behind the stateful functions of `tf.random`: they draw from a stream that they leave further on.

`seed` and `seed2` are the seed pair; (0, 0) means that no seed was given. `wide_shape` says that the shape came as
int64, which has streams of its own.
"""

import numpy as np
import torch

from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.op import op
from tfshim.engine.random import discrete, free, normal, rejection, seeds, uniform
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.arrays import place
from tfshim.math._incomplete import gamma_by_a
from tfshim.random._arguments import declared, element_count, from_numpy, static_dims, to_numpy

_FLOATS = dtypes.float16.mask | dtypes.bfloat16.mask | dtypes.float32.mask | dtypes.float64.mask
_GAMMA = dtypes.float16.mask | dtypes.float32.mask | dtypes.float64.mask
_RATES = _GAMMA | dtypes.int32.mask | dtypes.int64.mask
_BLOCKS = 256  # reserved for each value


def _float_dtype(op_type, dtype):
    if not dtype.mask & _FLOATS:
        raise invalid(
            f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: half, bfloat16, "
            "float, "
            f"double\n\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: ",
        )
    return dtype.torch


def _floats(op_type, draw, draw_free, shape, dtype, seed, seed2, wide_shape):
    torch_dtype = _float_dtype(op_type, dtype)
    count = element_count(shape)
    if seeds.is_unseeded(seed, seed2):
        return draw_free(shape, torch_dtype)
    position = seeds.reserve(op_type, (torch_dtype, wide_shape), seed, seed2, _BLOCKS * count)
    return drawn_floats(draw, position, count, torch_dtype).view(shape)


def drawn_floats(draw, position, count, dtype):
    """`draw(*position, count, dtype)`, on the device for new tensors: drawn there where that is possible."""
    device = current_torch_device()
    if device is None or device.type == "cpu" or draw is normal.truncated_normal:
        return place(draw(*position, count, dtype))
    return place(draw(*position, count, dtype, device))


def _of_shape(shape, dtype, *_):
    return declared(dtype, shape)


@op("RandomUniform", shape="shape", dtype="dtype", stateful=True, grad=None, scope="", shape_fn=_of_shape)
def random_uniform(shape, dtype, seed=0, seed2=0, wide_shape=False, name=None):
    """Floats in [0, 1) of the given shape and dtype."""
    return _floats("RandomUniform", uniform.uniform, free.uniform, shape, dtype, seed, seed2, wide_shape)


@op("RandomStandardNormal", shape="shape", dtype="dtype", stateful=True, grad=None, scope="", shape_fn=_of_shape)
def random_standard_normal(shape, dtype, seed=0, seed2=0, wide_shape=False, name=None):
    """Standard normal floats of the given shape and dtype."""
    return _floats("RandomStandardNormal", normal.normal, free.normal, shape, dtype, seed, seed2, wide_shape)


@op("TruncatedNormal", shape="shape", dtype="dtype", stateful=True, grad=None, scope="", shape_fn=_of_shape)
def truncated_normal(shape, dtype, seed=0, seed2=0, wide_shape=False, name=None):
    """Standard normal floats within two standard deviations."""
    return _floats("TruncatedNormal", normal.truncated_normal, free.truncated_normal, shape, dtype, seed, seed2, wide_shape)


for _operation in random_uniform, random_standard_normal, truncated_normal:
    fused_steps.draws(_operation)


def integer_limits(minval, maxval):
    """The limits of an integer draw as Python integers. Raises InvalidArgumentError unless they are "
    "scalars in order."""
    for name, limit in (("minval", minval), ("maxval", maxval)):
        if limit.dim():
            dims = ",".join(map(str, limit.shape))
            raise invalid(f"{name} must be 0-D, got shape [{dims}]")
    low, high = minval.item(), maxval.item()
    return low, high


def check_limits(count, low, high):
    """Raise InvalidArgumentError for an empty range, unless nothing is to be drawn."""
    if count and low >= high:
        raise invalid(f"Need minval < maxval, got {low} >= {high}")


@op(
    "RandomUniformInt",
    shape="shape",
    minval="Tout",
    maxval="Tout",
    stateful=True,
    grad=None,
    scope="",
    Tout=dtypes.int32.mask | dtypes.int64.mask,
    shape_fn=lambda shape, minval, *_: declared(minval.dtype, shape),
)
def random_uniform_int(shape, minval, maxval, seed=0, seed2=0, wide_shape=False, name=None):
    """Integers in [minval, maxval) of the dtype of the limits."""
    count = element_count(shape)
    low, high = integer_limits(minval, maxval)
    check_limits(count, low, high)
    if count and high - low < 1 << 63 and seeds.is_unseeded(seed, seed2):
        return free.integers(shape, minval.dtype, low, high)
    position = seeds.reserve("RandomUniformInt", (minval.dtype, wide_shape), seed, seed2, _BLOCKS * count)
    if not count:
        return minval.new_empty(shape)
    return place(uniform.integers(*position, count, minval.dtype, low, high).view(shape))


@op(
    "RandomShuffle",
    value="any",
    dtype_agnostic=True,
    stateful=True,
    grad=None,
    scope="",
    shape_fn=lambda value, *_: (value.dtype, value.shape),
)
def random_shuffle(value, seed=0, seed2=0, value_type=None, name=None):
    """The rows of `value` in random order. `value_type` names its dtype, which strings do not show."""
    # As in TensorFlow, where nothing can move no numbers are used up.
    if value.ndim == 0 or 0 in value.shape or value.shape[0] <= 1:
        return value
    size = value.shape[0]
    if seeds.is_unseeded(seed, seed2):
        return reordered(value, free.permutation(size))
    position = seeds.reserve("RandomShuffle", (value_type,), seed, seed2, discrete.permutation_blocks(size))
    return reordered(value, discrete.permutation(*position, size))


# torch does not select rows of these types: their bits are moved.
_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


def reordered(value, order):
    """The rows of `value` in the `order` of row numbers."""
    if isinstance(value, np.ndarray):  # strings, in a graph
        return value[np.asarray(order)]
    rows = torch.as_tensor(order, device=value.device)
    signed = _SIGNED.get(value.dtype)
    if signed is not None:
        return value.view(signed).index_select(0, rows).view(value.dtype)
    return value.index_select(0, rows)


def checked_logits(logits, num_samples):
    """The logits as a NumPy matrix. Raises InvalidArgumentError for anything but [batch, classes > 0]."""
    if logits.dim() != 2:
        dims = ",".join(map(str, logits.shape))
        raise invalid(f"logits should be a matrix, got shape [{dims}]")
    if num_samples < 0:
        raise invalid(f"num_samples should be nonnegative, got {num_samples}")
    if logits.shape[1] <= 0:
        raise invalid(f"num_classes should be positive, got {logits.shape[1]}")
    return to_numpy(logits)


def samples_shape(logits, num_samples):
    """The static shape [batch, num_samples]."""
    batch = None if logits.shape.rank is None else logits.shape.as_list()[0]
    return [batch, num_samples if isinstance(num_samples, int) else None]


@op(
    "Multinomial",
    logits="T",
    num_samples="int",
    stateful=True,
    grad=None,
    scope="",
    T=dtypes.REAL_NUMBERS,
    shape_fn=lambda logits, n, seed, seed2, output_dtype: (output_dtype, samples_shape(logits, n)),
)
def multinomial(logits, num_samples, seed=0, seed2=0, output_dtype=dtypes.int64, name=None):
    """Class numbers drawn from each row of unnormalised log-probabilities."""
    matrix = checked_logits(logits, num_samples)
    blocks = discrete.categorical_blocks(len(matrix), num_samples)
    position = seeds.reserve("Multinomial", (logits.dtype, output_dtype.torch), seed, seed2, blocks)
    return from_numpy(discrete.categorical(*position, matrix, num_samples), output_dtype.torch)


def gamma_derivative(alpha, sample):
    """How a gamma value moves with its parameter while the share of the distribution below it stays, in float64."""
    smallest = torch.finfo(sample.dtype).tiny
    alpha, sample = alpha.double(), sample.double()
    # torch has such a function, which is right to four digits.
    density = torch.exp(torch.special.xlogy(alpha - 1, sample) - sample - torch.lgamma(alpha))
    moved = gamma_by_a(alpha, sample)
    # Both vanish far from the mean. A value that the dtype cannot tell from 0 does not move: small parameters draw many of them.
    return torch.where((moved == 0) | (sample < smallest), 0.0, -moved / density)


class GammaValue(Function):
    """Hands drawn gamma values on, with their derivative by `alpha`."""

    @staticmethod
    def forward(ctx, alpha, values):
        ctx.save_for_backward(alpha, values)
        return values

    @staticmethod
    def backward(ctx, grad):
        alpha, values = ctx.saved_tensors
        derivative = gamma_derivative(alpha.expand(values.shape), values).to(grad.dtype)
        return (grad * derivative).sum_to_size(alpha.shape), None


def gamma_values(position, alpha, samples, shape):
    """Standard gamma values of `shape`, which ends with the shape of `alpha`, from a `position` of a stream."""
    return _drawn_gamma(rejection.gamma(*position, to_numpy(alpha.reshape(-1)), samples), alpha, shape)


def _drawn_gamma(values, alpha, shape):
    drawn = from_numpy(values, alpha.dtype).view(shape)
    return GammaValue.apply(alpha, drawn) if alpha.requires_grad else drawn


def _per_parameter(shape, parameter, *_):
    return parameter.dtype, static_dims(shape).concatenate(parameter.shape)


@op("RandomGamma", shape="shape", alpha="T", stateful=True, T=_GAMMA, scope="", shape_fn=_per_parameter)
def random_gamma(shape, alpha, seed=0, seed2=0, wide_shape=False, name=None):
    """Standard gamma values: `shape` many for each element of `alpha`."""
    samples = element_count(shape)
    if seeds.is_unseeded(seed, seed2) and (values := free.gamma(to_numpy(alpha.reshape(-1)), samples)) is not None:
        return _drawn_gamma(values, alpha, (*shape, *alpha.shape))
    position = seeds.reserve("RandomGamma", (alpha.dtype, wide_shape), seed, seed2, _BLOCKS * samples * alpha.numel())
    return gamma_values(position, alpha, samples, (*shape, *alpha.shape))


@op("RandomGammaGrad", alpha="T", sample="T", T=_GAMMA, grad="missing", scope="")
def random_gamma_grad(alpha, sample, name=None):
    """The derivative of the gamma value `sample` with respect to its parameter `alpha`, with broadcasting."""
    return gamma_derivative(*torch.broadcast_tensors(alpha, sample)).to(alpha.dtype)


def poisson_dtype(op_type, dtype):
    """The torch dtype of Poisson counts. Raises InvalidArgumentError for one that TensorFlow does not draw."""
    if not dtype.mask & _RATES:
        raise invalid(
            f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: half, float, double, "
            f"int32, int64\n\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: ",
        )
    return dtype.torch


def poisson_values(position, rate, samples, out):
    """A tensor of the torch dtype `out` with `samples` counts for each element of `rate`."""
    rates = to_numpy(rate.reshape(-1))
    values = rejection.poisson(*position, rates, samples)
    if not out.is_floating_point and np.isposinf(rates).any():
        values[np.isposinf(values)] = 0  # TensorFlow's infinity of an integer
    return from_numpy(values, out)


@op(
    "RandomPoissonV2",
    shape="shape",
    rate="R=float64",
    dtype="dtype",
    stateful=True,
    R=_RATES,
    grad="missing",
    scope="",
    shape_fn=lambda shape, rate, seed, seed2, dtype, *_: (dtype, static_dims(shape).concatenate(rate.shape)),
)
def random_poisson(shape, rate, seed=0, seed2=0, dtype=dtypes.int64, wide_shape=False, name=None):
    """Poisson counts: `shape` many for each element of `rate`."""
    samples = element_count(shape)
    out = poisson_dtype("RandomPoissonV2", dtype)
    if seeds.is_unseeded(seed, seed2) and (counts := free.poisson(to_numpy(rate.reshape(-1)), samples)) is not None:
        return from_numpy(counts, out).view((*shape, *rate.shape))
    position = seeds.reserve("RandomPoissonV2", (rate.dtype, out, wide_shape), seed, seed2, _BLOCKS * samples * rate.numel())
    return poisson_values(position, rate, samples, out).view((*shape, *rate.shape))
