"""Random numbers for many elements at once, and pictures that are changed each by a number of its own."""

import torch

from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random import free
from tfshim.engine.random.seeds import is_unseeded
from tfshim.engine.runtime.state import TS
from tfshim.image._hues import hue_adjusted, saturation_adjusted
from tfshim.image.adjusting import spread


class NoForm(Exception):
    """An operation, or this use of it, is computed element by element."""


def _spread_each(images, factors):
    return spread(images, factors.view(-1, *[1] * (images.ndim - 1)))


BY_NUMBERS = {"AdjustHue": hue_adjusted, "AdjustSaturation": saturation_adjusted, "AdjustContrastv2": _spread_each}
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


def _added(kernel, node, values):
    """A new tensor in the graph under construction, which `kernel` makes of `values`: a row for each result of `node`."""
    (of_one,) = node.outputs
    operation = InnerOp(f"_{node.kind}OfRows", kernel, names=("values", "numbers")[: len(values)], grad=None)
    return TS.graph.add(operation, values, abstract.leaf(of_one.dtype, [None, *of_one.shape.as_list()]), None).outputs[0]
