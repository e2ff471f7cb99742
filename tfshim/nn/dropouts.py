"""Dropout: elements set to zero at random, the others scaled up."""

from __future__ import annotations

import numbers
import struct
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from tfshim import random as tf_random
from tfshim._export import tf_export
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.composite import composite, constant_called
from tfshim.engine.ops.op import op
from tfshim.engine.random import free, seeds, uniform
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.noted_calls import noted
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, forward_mode, readable, written_down
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike


def _dropped(x, rate, random):
    """`x / (1 - rate)` where `random` is at least `rate`, else 0."""
    if isinstance(rate, float) and _by_bits(x, random):
        # All bits of what is kept, and none of the others; torch's choice asks of each element which it is.
        bits = (random >= rate).view(torch.int8).neg_().to(_BITS[x.dtype])
        return _Kept.apply(x, bits, 1 / (1 - rate))
    try:
        keep = random >= rate
        scaled = x * (1 / (1 - rate)) if isinstance(rate, float) else x / (1 - rate)
        return torch.where(keep, scaled, scaled.new_zeros(()))
    except RuntimeError:
        raise invalid(f"condition {dims_text(random.shape)}, then {dims_text(x.shape)}, and else [] must be broadcastable") from None


def _by_bits(x, random):
    if not (at_least(x.numel(), _MANY) and x.dtype in _BITS and x.is_cpu and random.ndim == x.ndim and not x.is_neg()):
        return False
    return all(r in (1, d) for r, d in zip(random.shape, x.shape)) and readable(x) and not forward_mode()


class _Kept(Function):
    """`x` times a factor, in the bits that are set: those of elements that are dropped are not, so that NaN is as well."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, bits: torch.Tensor, factor: float) -> torch.Tensor:
        ctx.save_for_backward(bits)
        ctx.factor = factor
        scaled = x * factor
        scaled.view(bits.dtype).bitwise_and_(bits)
        return scaled

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (bits,) = ctx.saved_tensors
        if readable(grad):
            return _Kept.apply(grad, bits, ctx.factor), None, None
        return torch.where(bits != 0, grad * ctx.factor, 0), None, None


def _shape(x, noise_shape):
    if noise_shape is None:
        return tuple(x.shape)
    if len(noise_shape) != x.ndim:
        return noise_shape
    return tuple(d if n is None else n for n, d in zip(noise_shape, x.shape, strict=True))


@noted
def _draw(x, shape, seed, seed2):
    """Uniform numbers in the dtype of `x`, from the stream that `tf.random.uniform` draws from."""
    if seeds.is_unseeded(seed, seed2):
        return torch.rand(shape, dtype=x.dtype, device=x.device)
    count = 1
    for d in shape:
        count *= d
    key, counter = seeds.reserve("RandomUniform", (x.dtype, False), seed, seed2, 256 * count)
    return uniform.uniform(key, counter, count, x.dtype).reshape(shape).to(x.device)


# Smaller tensors cost more calls than numbers.
_MANY = 4096
_BITS = {torch.float32: torch.int32, torch.float64: torch.int64}


def _dropout_shape(x, rate, number, noise_shape, *seeds):
    return (x.dtype, x.shape) if noise_shape is None and x.shape.rank is not None else None


@noted
def _factors(x, rate):
    """A float32 tensor like `x` that holds 0 with probability `rate`, and 1 / (1 - rate) elsewhere; drawn from the bits of no seed."""
    # Each 64-bit number decides about two elements, in whole steps of 2 ** -32; torch's own draws one number for each element.
    count = x.numel()
    bits = free.bits((count + 1) // 2).view(torch.int32)[:count]
    # In place: 0 or 1 times the bits of the factor are those of the float.
    pattern = struct.unpack("i", struct.pack("f", 1 / (1 - rate)))[0]
    return bits.ge_(min(round(rate * 2**32), 2**32 - 1) - 2**31).mul_(pattern).view(torch.float32).view(x.shape)


def _drop_by_rate(x, rate):
    if written_down():
        return torch.native_dropout(x, rate, True)[0]  # for which torch's compiler has a form
    if x.is_cpu and x.dtype is torch.float32 and at_least(x.numel(), _MANY) and readable(x):
        return x * _factors(x, rate)
    return F.dropout(x, rate)


@op("Dropout", x="T", rate="T?", T=dt.FLOATS, stateful=True, register=False, scope="dropout", shape_fn=_dropout_shape)
def _dropout(x, rate, number, noise_shape, seed, seed2, name=None):
    """Draws and drops; `number` is the rate where it is no tensor."""
    shape = _shape(x, noise_shape)
    if x.is_meta:
        return torch.where(x.new_empty(shape) >= 0, x, x.new_zeros(()))
    if rate is None and noise_shape is None and seeds.is_unseeded(seed, seed2):
        return _drop_by_rate(x, number)
    random = _draw(x, shape, seed, seed2)
    return _dropped(x, number if rate is None else rate, random)


def _checked(x, rate):
    """`x` as a tensor and `rate` as a float or a tensor of its dtype."""
    number = isinstance(rate, numbers.Real)
    if number and (rate < 0 or rate >= 1):
        raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
    x = convert_to_tensor(x)
    if not x.dtype.is_floating:
        raise ValueError(f"`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x_dtype={x.dtype}")
    if number:
        return x, float(rate)
    if not hasattr(rate, "dtype") or isinstance(rate, str):
        raise ValueError(f"`rate` must be a scalar or scalar tensor. Received: rate={rate}")
    rate = convert_to_tensor(rate)
    if rate.shape.rank not in (0, None):
        raise ValueError(f"Shape {rate.shape} must have rank 0")
    if rate.dtype != x.dtype:
        raise ValueError(f"`x.dtype` must be compatible with `rate.dtype`. Received: x.dtype={x.dtype} and rate.dtype={rate.dtype}")
    return x, rate


def _noise(noise_shape):
    """The shape of the noise in Python numbers, None where the dimension of `x` is meant; or a tensor as it is."""
    if noise_shape is None:
        return None
    if hasattr(noise_shape, "as_list"):
        return tuple(noise_shape.as_list())
    if isinstance(noise_shape, (list, tuple)):
        return tuple(None if n is None else int(n) for n in noise_shape)
    if hasattr(noise_shape, "numpy"):
        return tuple(noise_shape.numpy().tolist())
    if hasattr(noise_shape, "tolist"):
        return tuple(noise_shape.tolist())
    return noise_shape


@tf_export("nn.dropout")
@constant_called("dropout/x")
@composite
def dropout(
    x: TensorLike, rate: TensorLike, noise_shape: SizesLike | None = None, seed: int | None = None, name: str | None = None
) -> AnyTensor:
    """Elements set to 0 at random, and the others scaled up so that the expected sum stays. Mirrors `tf.nn.dropout`.

    Arguments:
        x: a tensor of floating point.
        rate: the probability of an element to be dropped, a number in [0, 1) or a scalar tensor; the others are divided
            by `1 - rate`.
        noise_shape: a shape that broadcasts with that of `x`, where 1 says that elements along an axis are kept or
            dropped together, and None takes the size of `x`; by default each element on its own.
        seed: an integer; with it, or after `tf.random.set_seed`, the numbers are TensorFlow's.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; `x` itself for a rate of 0.

    Raises:
        ValueError: `x` is not of floating point, or the rate is out of range.

    It drops whenever it is called; `tf.keras.layers.Dropout` does so in training only.

    Example:
        >>> tf.random.set_seed(1)
        >>> y = tf.nn.dropout(tf.ones([1000]), rate=0.25)
        >>> sorted({round(v, 3) for v in y.numpy().tolist()})
        [0.0, 1.333]
        >>> tf.nn.dropout(tf.ones([4, 6]), rate=0.5, noise_shape=[4, 1]).shape
        TensorShape([4, 6])
    """
    x, rate = _checked(x, rate)
    pair = seeds.op_pair(seed)  # used up even where nothing is dropped
    if type(rate) is float:
        if rate == 0.0:
            return x
        return _maybe_symbolic_noise(x, None, rate, noise_shape, pair, name)
    return _maybe_symbolic_noise(x, rate, None, noise_shape, pair, name)


def _maybe_symbolic_noise(x, rate, number, noise_shape, pair, name):
    noise = _noise(noise_shape)
    if noise is None or isinstance(noise, tuple):
        return _dropout(x, rate, number, noise, *pair, name=name)

    # A shape known only when the graph runs: draw with the public operation, for which a seed of 0 is a seed.
    given = None if seeds.is_unseeded(*pair) else pair[1]

    def sampler(shape, dtype):
        return tf_random.uniform(shape, dtype=dtype, seed=given)

    return general_dropout(x, number if rate is None else rate, sampler, noise, name=name)


@op("GeneralDropout", x="T", random="T", rate="T?", T=dt.FLOATS, register=False, scope="dropout")
def _drop(x, random, rate, number, name=None):
    """Drops by numbers that were drawn."""
    return _dropped(x, number if rate is None else rate, random)


@constant_called("general_dropout/x")
@composite
def general_dropout(x, rate, uniform_sampler, noise_shape=None, name=None):
    """Set elements to zero at random, by random numbers of your own. Mirrors `tf.nn.experimental.general_dropout`.

    Arguments:
        x: a tensor of floats.
        rate: the probability of an element to become 0, from 0 to less than 1; the others are divided by `1 - rate`.
        uniform_sampler: a function of `shape` and `dtype`, which are given by name, that returns numbers from 0 to less than 1. Elements
            become 0 where it is less than `rate`.
        noise_shape: a shape that broadcasts to that of `x`; elements along its sizes of 1 share their fate. None: each for itself.
        name: a name for the operation in graphs.

    Returns:
        A tensor like `x`.

    Raises:
        ValueError: no floats, or a `rate` outside its range.

    Example:
        >>> sampler = lambda shape, dtype: tf.constant([0.1, 0.6, 0.4, 0.9], dtype)
        >>> tf.nn.experimental.general_dropout(tf.ones([4]), rate=0.5, uniform_sampler=sampler).numpy()
        array([0., 2., 0., 2.], dtype=float32)
    """
    x, rate = _checked(x, rate)
    if type(rate) is float and rate == 0.0:
        return x
    noise = _noise(noise_shape)
    if noise is None:
        noise = x.shape if x.shape.is_fully_defined() else shape(x)
    elif isinstance(noise, tuple) and None in noise:
        if x.shape.rank == len(noise):
            noise = tuple(d if n is None else n for n, d in zip(noise, x.shape.as_list(), strict=True))
    random = convert_to_tensor(uniform_sampler(shape=noise, dtype=x.dtype))
    number = rate if type(rate) is float else None
    made = _drop(x, random, None if number is not None else rate, number, name=name)
    if type(made) is not EagerTensor:
        made.set_shape(x.shape)
    return made


@constant_called("stateless_dropout/x")
@composite
def stateless_dropout(x, rate, seed, rng_alg=None, noise_shape=None, name=None):
    """Set elements to zero at random, the same ones for the same seed. Mirrors `tf.nn.experimental.stateless_dropout`.

    Arguments:
        x: a tensor of floats.
        rate: the probability of an element to become 0, from 0 to less than 1; the others are divided by `1 - rate`.
        seed: two integers, `[2]`, on which the choice depends alone.
        rng_alg: "philox", "threefry" or "auto_select", as in `tf.random.stateless_uniform`; None: the last.
        noise_shape: a shape that broadcasts to that of `x`; elements along its sizes of 1 share their fate. None: each for itself.
        name: a name for the operation in graphs.

    Returns:
        A tensor like `x`.

    Raises:
        ValueError: no floats, or a `rate` outside its range.

    Example:
        >>> x = tf.ones([4])
        >>> first, second = (tf.nn.experimental.stateless_dropout(x, rate=0.5, seed=[1, 2]) for _ in range(2))
        >>> bool(tf.reduce_all(first == second)), sorted(set(first.numpy().tolist())) in ([0.0, 2.0], [0.0], [2.0])
        (True, True)
    """

    def sampler(shape, dtype):
        return tf_random.stateless_uniform(shape, seed, dtype=dtype, alg=rng_alg or "auto_select")

    return general_dropout(x, rate, sampler, noise_shape, name=name)
