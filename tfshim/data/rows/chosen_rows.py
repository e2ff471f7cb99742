"""What differs from element to element by more than its numbers: which branch is taken, and where a part begins."""

import torch

from tfshim import array_ops
from tfshim.data.rows.drawn_rows import NoForm, added
from tfshim.engine.values import dtypes

# Nodes of a branch up to which computing both for all elements takes less time than one of them for each.
_MOST_NODES = 12


def chosen(call, recording, fails):
    """What a `call` of StatelessIf gives: of each element the results of its branch, of which both are computed for all.

    `recording`: makes what records the nodes of a graph; `fails`: whether a node may raise for some elements only.
    """
    predicate, graphs, _, counts = call.given
    if predicate.dtype is not dtypes.bool or predicate.shape.rank != 0:
        raise NoForm
    first, branches = 0, []
    for graph, count in zip(graphs, counts, strict=True):
        if len(graph._operations) > _MOST_NODES or any(map(fails, graph._operations)):
            raise NoForm
        inner = recording(graph, False)
        for t, value in zip([*graph.inputs, *graph.inner_captures], call.given[2][first : first + count], strict=True):
            inner.known[id(t)] = call.known[id(value)]
        inner.nodes()
        if inner.row_by_row:
            raise NoForm
        branches.append([inner.known[id(t)][0] for t in graph.outputs if t is not None])
        first += count
    return [_either(call, t, *both) for t, *both in zip(call.node.outputs, *branches, strict=True)]


def _either(call, t, one, other):
    condition = call.values[0]
    if call.moves(call.given[0]):
        condition = array_ops.reshape(condition, [-1, *[1] * t.shape.rank])
    # Where no branch has a row for each element, there is one for all of them.
    return call.for_each(array_ops.where(condition, one, other), t)


def parts(call):
    """What a `call` of Slice gives whose parts begin at places of their own and have one size."""
    size = call.given[2]
    if call.names[:3] != ("input_", "begin", "size") or type(size) is not tuple or not all(type(n) is int and n >= 0 for n in size):
        raise NoForm

    def sliced(values, begins):
        if bool((begins < 0).any()) or bool((begins + begins.new_tensor(size) > begins.new_tensor(values.shape[1:])).any()):
            raise ValueError("a part is not within its tensor")  # one by one TensorFlow's error is raised
        places = begins.tolist()
        return torch.stack([x[tuple(slice(at, at + n) for at, n in zip(row, size))] for x, row in zip(values, places)])

    return added(sliced, call.node, [call.stacked(call.given[0]), call.stacked(call.given[1])])
