"""Random numbers for many elements at once, and pictures that are changed each by a number of its own."""

from math import prod

import torch

from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random import free
from tfshim.engine.random.normal import normal_of_each
from tfshim.engine.random.seeds import is_unseeded
from tfshim.engine.random.stateless import scramble_each
from tfshim.engine.random.uniform import integers_of_each, uniform_of_each
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.image._hues import hue_adjusted, saturation_adjusted
from tfshim.image.adjusting import spread
from tfshim.random.stateful_ops import check_limits, integer_limits


class NoForm(Exception):
    """An operation, or this use of it, is computed element by element."""


def _spread_each(images, factors):
    return spread(images, factors.view(-1, *[1] * (images.ndim - 1)))


BY_NUMBERS = {"AdjustHue": hue_adjusted, "AdjustSaturation": saturation_adjusted, "AdjustContrastv2": _spread_each}
_PHILOX = (1, 3)  # the algorithms that are this one
_DRAWS = {"RandomUniform": free.uniform, "RandomStandardNormal": free.normal, "TruncatedNormal": free.truncated_normal}


def adjusted_each(node, images, numbers):
    """What the operation `node` of `BY_NUMBERS`, of one picture, gives for `images` with a number for each."""
    of_one, number = node.arguments[:2]
    if of_one.shape.rank < 3 or number.shape.rank:
        raise NoForm
    function, kernel = BY_NUMBERS[node.kind], node._op_def.kernel

    def adjusted(images, numbers):
        made = function(images, numbers)
        return torch.stack(list(map(kernel, images, numbers))) if made is None else made

    return added(adjusted, node, [images, numbers])


def drawn(node, like):
    """The random numbers of `node` that no seed determines, as many rows as `like` has."""
    if node.kind == "RandomUniformInt":
        return _integers_drawn(node, like)
    if node.kind not in _DRAWS:
        raise NoForm
    (shape, dtype, *seeds), draw = node.arguments[:4], _DRAWS[node.kind]
    if not is_unseeded(*seeds) or type(shape) is not tuple:
        raise NoForm
    return added(lambda rows: draw((len(rows), *shape), dtype.torch), node, [like])


def _integers_drawn(node, like):
    (_, minval, maxval, *seeds), made = node.arguments[:5], node.outputs[0]
    if not is_unseeded(*seeds) or minval.op.type != "Const" or maxval.op.type != "Const" or not made.shape.is_fully_defined():
        raise NoForm
    low, high = integer_limits(minval.op.arguments[0]._t, maxval.op.arguments[0]._t)
    if not 0 < high - low < 1 << 63:
        raise NoForm
    return added(lambda rows: free.integers((len(rows), *made.shape.as_list()), made.dtype.torch, low, high), node, [like])


def _keys_of_seeds(seeds):
    keys, counters = scramble_each(seeds.long().contiguous().numpy())
    return torch.from_numpy(keys[:, None]), torch.from_numpy(counters)


def keys_and_counters(call):
    """What a `call` of StatelessRandomGetKeyCounter gives for each seed."""
    if call.given[0].shape.as_list() != [2]:
        raise NoForm
    return added(_keys_of_seeds, call.node, call.values[:1])


# Of one draw: for more of them, what comes before each draw hardly matters, and the words would not stay in the processor's cache.
_MOST = 1 << 12
_FLOATS = {"StatelessRandomUniformV2": uniform_of_each, "StatelessRandomNormalV2": normal_of_each}


def _draw_of_each(call):
    """(shape, how many numbers) of what `call` draws, where it does so at a position for each element."""
    shape, key, counter, algorithm = call.given[:4]
    if type(shape) is not tuple or algorithm not in _PHILOX or not call.moves(key) or not call.moves(counter):
        raise NoForm
    count = prod(shape)
    if not 0 < count <= _MOST:
        raise NoForm
    return shape, count


def floats_each(call):
    """The floats that a `call` of one of `_FLOATS` draws, for each of many positions."""
    (shape, count), draw = _draw_of_each(call), _FLOATS[call.node.kind]
    if call.given[4] is not dtypes.float32:
        raise NoForm

    def drawn(keys, counters):
        return torch.from_numpy(draw(keys.numpy()[:, 0], counters.numpy(), count)).view(-1, *shape)

    return added(drawn, call.node, call.values[1:3])


def integers_each(call):
    """The integers that a `call` of StatelessRandomUniformIntV2 draws, for each of many positions."""
    (shape, count), limits = _draw_of_each(call), call.given[4:6]
    if any(map(call.moves, limits)):
        raise NoForm

    def drawn(keys, counters, minval, maxval):
        low, high = integer_limits(minval, maxval)
        check_limits(count, low, high)
        return integers_of_each(keys.numpy()[:, 0], counters.numpy(), count, minval.dtype, low, high).view(-1, *shape)

    return added(drawn, call.node, call.values[1:3] + call.values[4:6])


# The forms of what begins at a seed.
OF_SEEDS = {
    "StatelessRandomGetKeyCounter": keys_and_counters,
    **dict.fromkeys(_FLOATS, floats_each),
    "StatelessRandomUniformIntV2": integers_each,
}


def added(kernel, node, values):
    """New tensors in the graph under construction, which `kernel` makes of `values`: a row for each result of `node`."""
    operation = InnerOp(f"_{node.kind}OfRows", kernel, names=("values", "others", "first", "second")[: len(values)], grad=None)
    leaves = [abstract.leaf(t.dtype, [None, *t.shape.as_list()]) for t in node.outputs]
    made = TS.graph._add(operation, values, leaves if len(leaves) > 1 else leaves[0], None).outputs
    return made if len(made) > 1 else made[0]
