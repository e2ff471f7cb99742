"""Random numbers from seeds that are given to each draw."""

from tfshim import array_ops, random
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.values import dtypes as dt


@raw_op("StatelessRandomNormal")
def _normal(shape, seed, dtype):
    return random.stateless_normal(shape, seed, dtype=dtype)


@raw_op("StatelessTruncatedNormal")
def _truncated(shape, seed, dtype):
    return random.stateless_truncated_normal(shape, seed, dtype=dtype)


@raw_op("StatelessRandomUniform")
def _uniform(shape, seed, dtype):
    return random.stateless_uniform(shape, seed, dtype=dtype)


@raw_op("StatelessRandomUniformInt")
def _integers(shape, seed, minval, maxval):
    return random.stateless_uniform(shape, seed, minval, maxval, minval.dtype)


@raw_op("StatelessRandomUniformFullInt")
def _all_integers(shape, seed, dtype):
    return random.stateless_uniform(shape, seed, None, None, dtype)


@raw_op("StatelessRandomGammaV2")
def _gamma(shape, seed, alpha):
    return random.stateless_gamma(shape, seed, alpha, dtype=alpha.dtype)


@raw_op("StatelessRandomGetAlg")
def _algorithm():
    """Philox, as TensorFlow on a CPU."""
    return array_ops.constant(1, dt.int32)
