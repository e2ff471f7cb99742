"""Random numbers for many elements at once, and pictures that are changed each by a number of its own."""

from math import prod

import torch

from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random import free
from tfshim.engine.random.seeds import is_unseeded
from tfshim.engine.random.stateless import scramble_each
from tfshim.engine.random.uniform import few_of_each
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.image._hues import hue_adjusted, saturation_adjusted
from tfshim.image.adjusting import spread


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

    return _added(adjusted, node, [images, numbers])


def drawn(node, like):
    """The random numbers of `node` that no seed determines, as many rows as `like` has."""
    if node.kind not in _DRAWS:
        raise NoForm
    (shape, dtype, *seeds), draw = node.arguments[:4], _DRAWS[node.kind]
    if not is_unseeded(*seeds) or type(shape) is not tuple:
        raise NoForm
    return _added(lambda rows: draw((len(rows), *shape), dtype.torch), node, [like])


def _keys_of_seeds(seeds):
    keys, counters = scramble_each(seeds.long().contiguous().numpy())
    return torch.from_numpy(keys[:, None]), torch.from_numpy(counters)


def keys_and_counters(call):
    """What a `call` of StatelessRandomGetKeyCounter gives for each seed."""
    if call.given[0].shape.as_list() != [2]:
        raise NoForm
    return _added(_keys_of_seeds, call.node, call.values[:1])


def uniform_each(call):
    """The few numbers that a `call` of StatelessRandomUniformV2 draws, for each of many positions."""
    shape, key, counter, algorithm, dtype = call.given[:5]
    if type(shape) is not tuple or prod(shape) > 4 or dtype is not dtypes.float32 or algorithm not in _PHILOX:
        raise NoForm
    if not call.moves(key) or not call.moves(counter):
        raise NoForm

    def draw(keys, counters):
        return torch.from_numpy(few_of_each(keys.numpy()[:, 0], counters.numpy(), prod(shape))).view(-1, *shape)

    return _added(draw, call.node, call.values[1:3])


def _added(kernel, node, values):
    """New tensors in the graph under construction, which `kernel` makes of `values`: a row for each result of `node`."""
    operation = InnerOp(f"_{node.kind}OfRows", kernel, names=("values", "others")[: len(values)], grad=None)
    leaves = [abstract.leaf(t.dtype, [None, *t.shape.as_list()]) for t in node.outputs]
    made = TS.graph._add(operation, values, leaves if len(leaves) > 1 else leaves[0], None).outputs
    return made if len(made) > 1 else made[0]
