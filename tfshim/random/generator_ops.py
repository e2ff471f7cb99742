"""The operations that advance the state variable of a `tf.random.Generator`."""

import torch

from tfshim.engine.ops.op import op
from tfshim.engine.random.philox import MASK64, skip
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.variables.in_place import LOCK
from tfshim.random._arguments import declared, element_count
from tfshim.random.stateless_ops import _RATES, _samples, _uint64, binomial_values

_BLOCKS = 256  # that a draw moves the counter by, for each value


def _signed(value):
    value &= MASK64
    return value - 2**64 if value >> 63 else value


def _advance(op_type, resource, alg, blocks):
    """Move the counter in the variable on by `blocks`; the three numbers of the state before."""
    if alg == 2:
        raise errors.UnimplementedError(
            None, None, "Non-XLA devices don't support the ThreeFry algorithm. Make the generator with alg='philox'."
        )
    if alg not in (1, 3):
        raise invalid(f"Unsupported algorithm id: {alg}")
    # Reading and moving on are one step: no two threads get the same numbers.
    with LOCK:
        return _advanced(resource, blocks)


def _advanced(resource, blocks):
    state = resource._t
    if state is None:
        raise errors.FailedPreconditionError(
            None, None, f"Could not find variable {resource.name}: the generator's state has not been initialized."
        )
    if state.dtype is not torch.int64 or state.dim() != 1 or state.shape[0] < 3:
        raise invalid(
            f"The state of the generator must be an int64 vector of 3 elements for the algorithm Philox; got dtype "
            f"{dtypes.FROM_TORCH[state.dtype].name} and shape {list(state.shape)}.",
        )
    before = state.tolist()
    counter = skip((before[0] & MASK64) | ((before[1] & MASK64) << 64), blocks)
    after = torch.tensor([_signed(counter), _signed(counter >> 64), *before[2:]], device=state.device)
    resource._store(after)
    return before


@op(
    "RngReadAndSkip",
    alg="int",
    delta="int",
    stateful=True,
    grad=None,
    scope="",
    shape_fn=lambda resource, alg, delta: (dtypes.int64, resource.shape),
)
def read_and_skip(resource, alg, delta, name=None):
    """The state in the variable `resource`, whose counter is advanced by 256 times `delta`."""
    return torch.tensor(_advance("RngReadAndSkip", resource, alg, _BLOCKS * delta))


@op(
    "RngReadAndSkip",
    alg="int",
    delta="int",
    stateful=True,
    grad=None,
    scope="",
    register=False,
    shape_fn=lambda resource, alg, delta: ((dtypes.uint64, [1]), (dtypes.uint64, [2])),
)
def draw_position(resource, alg, delta, name=None):
    """As `read_and_skip`, with the key and the counter before as two tensors."""
    low, high, key = _advance("RngReadAndSkip", resource, alg, _BLOCKS * delta)[:3]
    return _uint64([key]), _uint64([low, high])


@op(
    "StatefulRandomBinomial",
    algorithm="int",
    shape="shape",
    counts="T",
    probs="T",
    dtype="dtype",
    T=_RATES,
    stateful=True,
    grad="missing",
    scope="",
    shape_fn=lambda resource, algorithm, shape, counts, probs, dtype: declared(dtype, shape),
)
def binomial(resource, algorithm, shape, counts, probs, dtype=dtypes.int64, name=None):
    """Binomial counts of `shape`, which ends with the shape that `counts` and `probs` have together."""
    try:
        parameters = torch.broadcast_shapes(counts.shape, probs.shape)
    except RuntimeError:
        raise invalid(
            f"counts and probs must have compatible batch dimensions: {list(counts.shape)} vs. {list(probs.shape)}",
        ) from None
    samples = _samples(shape, parameters)
    # What TensorFlow reserves, so that the next draw starts at the same place as there.
    blocks = _BLOCKS * (element_count(parameters) * 200 * (samples + 3) // 4)
    low, high, key = _advance("StatefulRandomBinomial", resource, algorithm, blocks)[:3]
    position = key & MASK64, (low & MASK64) | ((high & MASK64) << 64)
    return binomial_values(position, shape, counts, probs, dtype, "StatefulRandomBinomial")
