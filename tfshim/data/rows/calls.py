"""An operation of the function of one element, as the forms of operations for many see it."""

from tfshim import array_ops
from tfshim.data.rows.drawn_rows import NoForm
from tfshim.engine.graphs.recording import record
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor


class Call:
    """An operation of the function of one element, with its arguments for many.

    `given`: the arguments in the graph of one element; `values`: those in the other graph. A tensor is one that `moves` if it differs
    from element to element; only such tensors have the dimension in front.
    """

    def __init__(self, node, known):
        self.node, self.names = node, node._op_def.names
        self.given = node.arguments
        self.known = known
        self.values = [self._other(a) for a in node.arguments]

    def _other(self, argument):
        if type(argument) is list:
            return [self._other(a) for a in argument]
        return self.known[id(argument)][0] if isinstance(argument, Tensor) else argument

    def moves(self, tensor):
        """Whether a tensor of the graph of one element differs from element to element."""
        return isinstance(tensor, Tensor) and self.known[id(tensor)][1]

    def tensors(self):
        """Its tensors in the graph of one element."""
        return [x for a in self.given for x in (a if type(a) is list else (a,)) if isinstance(x, Tensor)]

    def named(self, *names):
        """The arguments for many, which have to be `names`. Only the first may be or hold tensors."""
        if tuple(n for n in self.names if n != "name")[: len(names)] != names or len(self.given) < len(names):
            raise NoForm
        if any(isinstance(a, Tensor) or type(a) is list for a in self.given[1:]):
            raise NoForm
        return self.values[: len(names)]

    def again(self, *first):
        """The operation with other values for its first arguments."""
        return record(TS.graph, self.node._op_def, [*first, *self.values[len(first) :]], None)

    @property
    def rank(self):
        """The rank of its first tensor, in the graph of one element."""
        return self.tensors()[0].shape.rank

    def axis(self, axis, rank):
        """An axis of rows for one of elements with `rank`."""
        if type(axis) is not int or not -rank <= axis < rank:
            raise NoForm
        return axis % rank + 1

    def stacked(self, tensor):
        """`tensor` of the graph of one element for many, with a row for each of these even where it does not differ."""
        made = self.known[id(tensor)][0]
        if self.moves(tensor):
            return made
        return self.for_each(made, tensor)

    def for_each(self, made, one):
        """`made`, broadcast to a row of the shape of `one` for each element."""
        like = next(self.known[id(t)][0] for t in self.tensors() if self.moves(t))
        return array_ops.broadcast_to(made, array_ops.stack([array_ops.shape(like)[0], *one.shape.as_list()]))
