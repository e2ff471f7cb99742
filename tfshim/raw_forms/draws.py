"""Random numbers from seeds that are given to each draw."""

import os

import numpy as np
import torch

from tfshim import array_ops, math, random
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.random import generator_ops, stateless_ops
from tfshim.raw_forms._nodes import computed


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


# ---------------------------------------------------------------------- from the state in a variable
def _algorithm_of(given):
    """A number, or a tensor whose value the graph does not know."""
    chosen = static_value(convert_to_tensor(given))
    return array_ops.cast(given, dt.int32) if chosen is None else int(chosen)


def _position(resource, algorithm, shape):
    """The key, the counter and the algorithm of a draw of `shape` from the state in a variable, which is advanced past it."""
    if not is_variable(resource):
        raise invalid(f"Expected the handle of a variable with the state of a generator, got {resource!r}.")
    chosen = _algorithm_of(algorithm)
    count = array_ops.cast(math.reduce_prod(array_ops.cast(shape, dt.int64)), dt.uint64)
    return *generator_ops.draw_position(resource, chosen, count), chosen


@raw_op("StatefulStandardNormalV2")
def _stateful_normal(resource, algorithm, shape, dtype):
    return stateless_ops.normal_floats(shape, *_position(resource, algorithm, shape), dtype)


@raw_op("StatefulTruncatedNormal")
def _stateful_truncated(resource, algorithm, shape, dtype):
    return stateless_ops.truncated_floats(shape, *_position(resource, algorithm, shape), dtype)


@raw_op("StatefulUniform")
def _stateful_uniform(resource, algorithm, shape, dtype):
    return stateless_ops.uniform_floats(shape, *_position(resource, algorithm, shape), dtype)


@raw_op("StatefulUniformInt")
def _stateful_integers(resource, algorithm, shape, minval, maxval):
    return stateless_ops.uniform_integers(shape, *_position(resource, algorithm, shape), minval, maxval)


@raw_op("StatefulUniformFullInt")
def _stateful_all_integers(resource, algorithm, shape, dtype):
    return stateless_ops.full_range_integers(shape, *_position(resource, algorithm, shape), dtype)


@raw_op("RngSkip")
def _skip(resource, algorithm, delta):
    """Advance the state as if `delta` blocks of 128 bits had been drawn."""
    generator_ops.read_and_skip(resource, _algorithm_of(algorithm), array_ops.cast(delta, dt.uint64))


@raw_op("NonDeterministicInts")
def _system(shape, dtype):
    """Integers from the operating system, over the whole range of `dtype`."""
    kind = dt.as_dtype(dtype)
    if kind not in (dt.int32, dt.int64, dt.uint32, dt.uint64):
        raise invalid(f"NonDeterministicInts has no kernel for {kind.proto_name}.")

    def kernel(shape):
        sizes = shape.tolist()
        count = 1
        for n in sizes:
            count *= n
        drawn = np.frombuffer(os.urandom(count * kind.size), kind.as_numpy_dtype).reshape(sizes)
        return [torch.from_numpy(drawn.copy())]

    return computed("NonDeterministicInts", kernel, [shape], [(kind, static_value(shape))], stateful=True)


@raw_op("StatelessRandomGetKeyCounterAlg")
def _key_counter_algorithm(seed):
    return *stateless_ops.key_and_counter(seed), _algorithm()
