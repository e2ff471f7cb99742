"""Operations on many elements at once.

A function of one element becomes a function of a piece of many, whose tensors have one more dimension in front: each operation is
recorded once more, in a graph of its own, in the form that does the same to every row. That is possible where the results are the
same numbers, bit for bit, and sizes are known; operations for which nobody has said so are not in the table.

Where such operations stand in the middle, as the decoding of a picture does, they are one node that calls them row by row: what is
before and after them is computed for all rows at once (`_Recording`).
"""

from collections import namedtuple

import numpy as np

from tfshim import array_ops
from tfshim.array_ops.casting import elements_at_once
from tfshim.data.batching import stack
from tfshim.data.rows.calls import Call
from tfshim.data.rows.chosen_rows import chosen, parts
from tfshim.data.rows.drawn_rows import BY_NUMBERS, OF_SEEDS, NoForm, adjusted_each, drawn
from tfshim.data.sources import row_of
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor

STRINGS = dtypes.string.mask
NUMBERS = sum(d.mask for d in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.bool, dtypes.uint8))
# A product over more columns may be summed in another order when it has more rows.
_FEW_COLUMNS = 4
_EXACT_POWERS = (2.0, 0.5)


# graph: does to many elements what another does to one; varying: which of its results have a row for each of them; row_bytes: what
# the largest tensor has for each; row_by_row: whether some of it is called for each; otherwise: where this one takes them to be of one
# size, the form for those that are not; fails: whether it may raise for some elements only.
RowsForm = namedtuple("RowsForm", "graph varying row_bytes row_by_row otherwise fails")


def _rows(tensor, shape):
    return array_ops.reshape(tensor, [-1, *shape])


def _by_element(call):
    """An operation that does to each number what it does to a single one; smaller tensors are broadcast."""
    rank = max(t.shape.rank for t in call.tensors())
    values = []
    for given, value in zip(call.given, call.values):
        if call.moves(given) and given.shape.rank < rank:
            value = _rows(value, [1] * (rank - given.shape.rank) + given.shape.as_list())
        values.append(value)
    return call.again(*values)


def _same(call):
    """An operation on the last dimensions, which takes any number of them in front."""
    if call.moves(call.given[0]) and not any(map(call.moves, call.given[1:])):
        return call.again()
    raise NoForm


def _summed_up(call):
    if any(t.shape != call.node.outputs[0].shape for t in call.tensors()):
        raise NoForm
    return call.again()


def _reshaped(call):
    if any(map(call.moves, call.given[1:])):
        raise NoForm
    return _rows(call.values[0], call.node.outputs[0].shape.as_list())


def _passed(call):
    return call.values[0]


def _constant_shape(call):
    """The shape of an element, which is known."""
    (given,) = call.tensors()
    found = {"Shape": given.shape.as_list(), "Size": given.shape.num_elements(), "Rank": given.shape.rank}[call.node.kind]
    return convert_to_tensor(found, call.node.outputs[0].dtype)


def _transposed(call):
    x, permutation = call.named("a", "perm")
    permutation = range(call.rank - 1, -1, -1) if permutation is None else permutation
    return call.again(x, (0, *(call.axis(p, call.rank) for p in permutation)))


def _reversed(call):
    x, axes = call.named("tensor", "axis")
    return call.again(x, tuple(call.axis(a, call.rank) for a in axes))


def _masked_slice(call):
    names = "input_", "begin", "end", "strides", "begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"
    x, begin, end, strides, *masks = call.named(*names)
    strides = (1,) * len(begin) if strides is None else strides
    # The dimension in front is taken as a whole.
    begin_mask, end_mask, *others = (m << 1 for m in masks)
    return call.again(x, (0, *begin), (0, *end), (1, *strides), begin_mask | 1, end_mask | 1, *others)


def _slice(call):
    if call.moves(call.given[1]):
        return parts(call)
    x, begin, size = call.named("input_", "begin", "size")
    return call.again(x, (0, *begin), (-1, *size))


def _padded(call):
    x, paddings = call.values[:2]
    if call.names[:2] != ("tensor", "paddings") or any(map(call.moves, call.given[1:])) or isinstance(paddings, Tensor):
        raise NoForm
    return call.again(x, ((0, 0), *paddings))


def _tiled(call):
    x, multiples = call.named("input", "multiples")
    return call.again(x, (1, *multiples))


def _reduced(call):
    x, axis = call.named("input_tensor", "axis")
    rank = call.rank
    axes = range(rank) if axis is None else axis if type(axis) is tuple else (axis,)
    if not rank:
        raise NoForm
    return call.again(x, tuple(call.axis(a, rank) for a in axes))


def _place_of_extreme(call):
    x, axis = call.named("input", "axis")
    return call.again(x, call.axis(0 if axis is None else axis, call.rank))


def _softmax(call):
    x, axis = call.named("logits", "axis")
    return call.again(x, call.axis(-1 if axis is None else axis, call.rank))


def _running(call):
    x, axis = call.named("x", "axis")
    return call.again(x, call.axis(axis, call.rank))


def _one_hot(call):
    if call.names[:5] != ("indices", "depth", "on_value", "off_value", "axis") or any(map(call.moves, call.given[1:])):
        raise NoForm
    indices, depth, on, off, axis = call.values
    if isinstance(depth, Tensor):
        raise NoForm
    return call.again(indices, depth, on, off, call.axis(axis, call.rank + 1))


def _broadcast(call):
    if any(map(call.moves, call.given[1:])):
        raise NoForm
    shape, given = call.node.outputs[0].shape.as_list(), call.given[0].shape.as_list()
    value = _rows(call.values[0], [1] * (len(shape) - len(given)) + given)
    return array_ops.broadcast_to(value, array_ops.stack([array_ops.shape(value)[0], *shape]))


def _rolled(call):
    x, shift, axes = call.named("input", "shift", "axis")
    return call.again(x, shift, tuple(call.axis(a, call.rank) for a in axes))


def _power(call):
    """Only for exponents that torch has a way of its own for; others are approximated differently at the end of a row."""
    exponent = call.given[1].op
    if exponent.type != "Const" or float(exponent.arguments[0]) not in _EXACT_POWERS:
        raise NoForm
    return call.again()


def _joined(call):
    values, axis = call.named("values", "axis")
    rank = call.node.outputs[0].shape.rank
    return call.again([call.stacked(x) for x in call.given[0]], call.axis(axis, rank))


def _taken_apart(call):
    x, sizes, axis = call.named("value", "sizes" if "sizes" in call.names else "num", "axis")
    return call.again(x, sizes, call.axis(axis, call.rank))


def _gathered(call):
    """Rows of a constant table, or the same places of every element."""
    names = ("params", "indices", "validate_indices", "axis", "batch_dims")
    if call.names[:5] != names or len(call.given) != 5:
        raise NoForm
    params, indices, validate, axis, batch = call.values
    axis = 0 if axis is None else axis
    if batch or isinstance(axis, Tensor):
        raise NoForm
    if call.moves(call.given[0]):
        if call.moves(call.given[1]):
            raise NoForm
        return call.again(params, indices, validate, call.axis(axis, call.rank), 0)
    if axis != 0:
        raise NoForm
    return call.again()


def _pictures(call):
    """Pictures [batch, height, width, channels] are independent, so all rows are one batch."""
    x = call.named("images", "size")[0]
    return _rows(call.again(_rows(x, call.given[0].shape.as_list()[1:])), call.node.outputs[0].shape.as_list())


def _pictures_by_number(call):
    """Pictures that are changed by a number, which may differ from one element to the next."""
    pictures, number = call.given[:2]
    if not call.moves(number):
        return _same(call)
    if not call.moves(pictures):
        raise NoForm
    return adjusted_each(call.node, *call.values[:2])


def _linear_pictures(call):
    if not call.named("images", "size", "align_corners", "half_pixel_centers")[3]:
        raise NoForm  # the older ways are products of matrices
    return _pictures(call)


def _product(call):
    if call.names[:4] != ("a", "b", "transpose_a", "transpose_b") or any(call.given[2:4]) or call.moves(call.given[1]):
        raise NoForm
    a, b = call.given[:2]
    if a.shape.rank != 2 or b.shape.rank != 2 or a.shape.as_list()[1] > _FEW_COLUMNS:
        raise NoForm
    return _rows(call.again(_rows(call.values[0], a.shape.as_list()[1:])), call.node.outputs[0].shape.as_list())


def _parsed(call):
    """Serialized examples, where every feature has a fixed shape."""
    if call.names[:4] != ("serialized", "names", "dense_defaults", "items") or any(item.form != "dense" for item in call.given[3]):
        raise NoForm
    serialized, names = call.given[:2]
    if serialized.shape.rank != 0 or names.shape.as_list() != [0] or any(map(call.moves, call.tensors()[1:])):
        raise NoForm
    return call.again()


def _chosen(call):
    return chosen(call, _Recording, _fails)


def _columns_of_lines(call):
    """Lines of values between commas, with the same defaults."""
    if call.names[:2] != ("records", "record_defaults") or any(map(call.moves, call.tensors()[1:])):
        raise NoForm
    return call.again()


def _cast(call):
    """As `_by_element`, but where a cast treats the last numbers of an element otherwise than the rest."""
    _check_cast(call)
    return _by_element(call)


def _check_cast(call):
    x, made = call.tensors()[0], call.node.outputs[0]
    size = elements_at_once(x.dtype.torch, made.dtype.torch)
    if size and (made.shape.num_elements() is None or made.shape.num_elements() % size):
        raise NoForm


_ELEMENTWISE = """
    AddV2 Add Sub Mul Neg Abs Square Maximum Minimum FloorMod FloorDiv Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd
    LogicalOr LogicalNot LogicalXor Sign RealDiv Div DivNoNan TruncateDiv SelectV2 BitwiseAnd BitwiseOr BitwiseXor Sqrt Rsqrt Exp
    Log Log1p Tanh Sin Cos Floor Ceil Round Rint SquaredDifference Relu Relu6 ZerosLike OnesLike IsNan IsInf IsFinite
"""
_FORMS = {
    **dict.fromkeys(_ELEMENTWISE.split(), _by_element),
    "Cast": _cast,
    **dict.fromkeys(("Identity", "StopGradient"), _passed),
    **dict.fromkeys(("Reshape", "ExpandDims", "Squeeze", "EnsureShape"), _reshaped),
    **dict.fromkeys(("Sum", "Mean", "Max", "Min", "Prod", "Any", "All", "StandardDeviation", "Variance"), _reduced),
    **dict.fromkeys(("ArgMax", "ArgMin"), _place_of_extreme),
    **dict.fromkeys(("Pad", "PadV2", "MirrorPad"), _padded),
    **dict.fromkeys(("Pack", "ConcatV2"), _joined),
    **dict.fromkeys(("Unpack", "Split", "SplitV"), _taken_apart),
    **dict.fromkeys(("RGBToHSV", "HSVToRGB"), _same), **dict.fromkeys(BY_NUMBERS, _pictures_by_number),
    "AddN": _summed_up, "Transpose": _transposed, "ReverseV2": _reversed, "StridedSlice": _masked_slice, "Slice": _slice,
    "Tile": _tiled, "BroadcastTo": _broadcast, "Roll": _rolled, "Pow": _power,
    "Softmax": _softmax, "Cumsum": _running, "OneHot": _one_hot, "GatherV2": _gathered, "MatMul": _product,
    "ResizeBilinear": _linear_pictures, "ResizeNearestNeighbor": _pictures, "ParseExampleV2": _parsed,
    "DecodeCSV": _columns_of_lines, "StatelessIf": _chosen, **OF_SEEDS,
}  # fmt: skip


def _cast_of_any_size(call):
    _check_cast(call)
    return _by_number(call)


def _by_number(call):
    """As `_by_element`, with numbers alone beside what differs from element to element."""
    rank = max(t.shape.rank for t in call.tensors())
    if any(t.shape.rank != (rank if call.moves(t) else 0) for t in call.tensors()):
        raise NoForm
    return call.again()


def _expanded(call):
    x, axis = call.named("input", "axis")
    return call.again(x, call.axis(axis, call.rank + 1))


def _one_picture(call):
    """What is a batch of one picture for an element is one of as many pictures as there are elements."""
    x, given = call.named("images", "size")[0], call.given[0].shape.as_list()
    if given[0] != 1 or not call.node.outputs[0].shape.is_fully_defined():
        raise NoForm
    if call.node.kind == "ResizeBilinear" and not call.named("images", "size", "align_corners", "half_pixel_centers")[3]:
        raise NoForm
    return _rows(call.again(array_ops.squeeze(x, 1)), call.node.outputs[0].shape.as_list())


# Forms for elements of one size, which is not known beforehand.
_OF_ANY_SIZE = {
    **dict.fromkeys(("Mul", "RealDiv", "AddV2", "Sub"), _by_number), "Cast": _cast_of_any_size,
    "ExpandDims": _expanded, "ResizeBilinear": _one_picture, "ResizeNearestNeighbor": _one_picture,
}  # fmt: skip
# Operations that take or give other types than numbers.
_TYPES = {
    **dict.fromkeys(("Identity", "ParseExampleV2", "DecodeCSV"), NUMBERS | STRINGS),
    **dict.fromkeys(OF_SEEDS, NUMBERS | dtypes.uint64.mask),
}
_SIZES = frozenset(("Shape", "Size", "Rank"))


def _plain(node):
    """Whether a node gives the same whenever it is run, and runs nothing of the user's."""
    graphs = [x for a in node.arguments for x in (a if type(a) is tuple else (a,)) if hasattr(x, "_operations")]
    if node.kind == "StatelessIf" and all(_plain(n) for graph in graphs for n in graph._operations):
        graphs = []
    return not (node.stateful or graphs or node.rng is not None or getattr(node._op_def, "outside", None))


def _tensors(node):
    return [x for a in node.arguments for x in (a if type(a) is list else (a,)) if isinstance(x, Tensor)]


_FAILING = frozenset(("ParseExampleV2", "DecodeCSV", "GatherV2"))
_DIVISIONS = frozenset(("FloorDiv", "FloorMod", "TruncateDiv", "Div", "RealDiv"))


def _fails(node):
    """Whether what a node has a form for may raise for some values: that it does for all alike is no matter."""
    if node.kind in _DIVISIONS and node.outputs[0].dtype.is_integer:
        divisor = node.arguments[1].op
        return divisor.type != "Const" or not np.all(divisor.arguments[0])
    if node.kind == "StatelessIf":
        return any(_fails(n) for graph in node.arguments[1] for n in graph._operations)
    return node.kind in _FAILING or node.kind == "Slice" and isinstance(node.arguments[1], Tensor)


def _asserted(node, known):
    """Whether a node asserts something about all elements alike, such as their sizes."""
    return node.kind == "Assert" and not any(known[id(t)][1] for t in _tensors(node))


def _sized(tensor, kinds=NUMBERS):
    return bool(tensor.dtype.mask & kinds) and tensor.shape.is_fully_defined() and tensor.shape.num_elements() > 0


def _ranked(tensor):
    return bool(tensor.dtype.mask & NUMBERS) and tensor.shape.rank is not None


def _recorded(node, known, alike):
    """(what a node gives for many elements, whether that has a row for each)

    `alike`: whether sizes that are not known may be taken to be those of all elements.
    """
    if node.kind == "Const":
        return TS.graph._as_node(node.arguments[0]), False
    call = Call(node, known)
    if node.kind in _SIZES and all(map(_sized, call.tensors())):
        return _constant_shape(call), False
    if not any(map(call.moves, call.tensors())):
        return call.again(), False
    kinds = _TYPES.get(node.kind, NUMBERS)
    if alike and node.kind in _OF_ANY_SIZE and not all(map(_sized, call.tensors())):
        if not all(map(_ranked, (*call.tensors(), *node.outputs))):
            raise NoForm
        return _OF_ANY_SIZE[node.kind](call), True
    if not all(_sized(t, kinds) for t in [*filter(call.moves, call.tensors()), *node.outputs]):
        raise NoForm
    if any(t.shape.rank is None or not t.dtype.mask & kinds for t in call.tensors()):
        raise NoForm
    form = _FORMS.get(node.kind)
    if form is None:
        raise NoForm
    return form(call), True


# What may be called ahead of its turn although it looks outside: it changes nothing.
_READ = frozenset(("ReadFile",))


class _Recording:
    """The nodes of the function of one element, recorded once more for many.

    `known`: by the id of a tensor of the one graph, what it is in the other and whether it differs from element to element.
    """

    def __init__(self, source, alike):
        self._source, self._alike, self.known = source, alike, {}
        self.row_by_row = self.of_one_size = False
        self._gains = False  # whether anything is computed for many at once

    def nodes(self):
        """Record all nodes; NoForm where that is not possible, or would gain nothing."""
        waiting, formless = [], set()
        for node in self._source._operations:
            if not node.outputs or not all(id(t) in self.known for t in node.outputs):
                if not self._recorded(node, formless):
                    waiting.append(node)
        if not waiting:
            return
        self.row_by_row, before = True, dict(self.known)
        while not self._rest(waiting, formless):
            self.known = dict(before)
        if not self._gains:
            raise NoForm

    def _recorded(self, node, formless):
        """Record one node, or note that it is `formless`; whether its results are known now."""
        if node.kind != "Const" and any(id(t) not in self.known for t in _tensors(node)):
            if not _plain(node) and node.kind != "Assert" and node.kind not in _READ:
                raise NoForm
            if node.kind == "Assert" or not self._known_sizes(node):
                formless.add(node)
            return False
        if node.rng is not None and self._source.inputs:
            self.known[id(node.outputs[0])] = drawn(node, self.known[id(self._source.inputs[0])][0]), True
            return True
        if not _plain(node) and not _asserted(node, self.known):
            if node.kind not in _READ:
                raise NoForm
            formless.add(node)
            return False
        try:
            result, moves = _recorded(node, self.known, self._alike)
        except NoForm:
            formless.add(node)
            return False
        for t, other in zip(node.outputs, nest.flatten(result), strict=True):
            if moves and (other.dtype != t.dtype or other.shape.as_list()[1:] != t.shape.as_list()):
                raise NoForm
            self.known[id(t)] = other, moves
        self._gains = self._gains or moves and _FORMS.get(node.kind) is not _passed
        return True

    def _known_sizes(self, node):
        return all(_sized(t, NUMBERS | STRINGS) for t in (*_tensors(node), *node.outputs)) or self._alike and node.kind in _OF_ANY_SIZE

    def _rest(self, waiting, formless):
        """Record the nodes that are `waiting`: those that others without a form need are called row by row; whether all could be."""
        made_by = {id(t): node for node in waiting for t in node.outputs}
        inner, found = set(), list(formless)
        while found:
            node = found.pop()
            if node not in inner:
                inner.add(node)
                found.extend(made_by[id(t)] for t in _tensors(node) if id(t) in made_by)
        after = [node for node in waiting if node not in inner]
        wanted = {id(t) for node in after for t in _tensors(node)} | {id(t) for t in self._source.outputs}
        self._row_by_row([n for n in waiting if n in inner], [t for n in waiting if n in inner for t in n.outputs if id(t) in wanted])
        return all([self._recorded(node, formless) for node in after])

    def _row_by_row(self, nodes, outputs):
        """Record `nodes` as one that calls them for each row and gives their `outputs`."""
        if not outputs or not all(
            _sized(t, NUMBERS | STRINGS) or self._alike and _ranked(t) and not t.shape.is_fully_defined() for t in outputs
        ):
            raise NoForm
        self.of_one_size = not all(t.shape.is_fully_defined() for t in outputs)
        constants = [n for n in self._source._operations if n.kind == "Const"]
        given = {id(t) for n in (*nodes, *constants) for t in n.outputs}
        inputs = list({id(t): t for n in nodes for t in _tensors(n) if id(t) not in given}.values())
        values = [self.known[id(t)] for t in inputs]
        if not any(moves for _, moves in values):
            raise NoForm
        program = Program(select([*constants, *nodes], outputs, stop=inputs), inputs, outputs, self._source.name)
        operation = InnerOp("_EachRow", _each_row(program, [moves for _, moves in values]), names=("values",), grad=None)
        leaves = [abstract.leaf(t.dtype, [None, *t.shape.as_list()]) for t in outputs]
        node = TS.graph._add(operation, [[value for value, _ in values]], leaves, None)
        for t, other in zip(outputs, node.outputs, strict=True):
            self.known[id(t)] = other, True


def _each_row(program, moving):
    """The kernel that calls `program` for each row of the values that are `moving`, and stacks what it gives."""

    def each_row(values):
        count = next(len(v) for v, moves in zip(values, moving) if moves)
        columns = [_row_list(v) if moves else [v] * count for v, moves in zip(values, moving)]
        return [stack(parts) for parts in zip(*map(program, *columns))]

    return each_row


def _row_list(storage):
    return list(storage.unbind(0)) if hasattr(storage, "unbind") else [row_of(storage, i) for i in range(len(storage))]


def _trace(source, captured, alike):
    made = FuncGraph(source.name + "_of_rows")
    with building(made):
        recording = _Recording(source, alike)
        known = recording.known
        for t in source.inputs:
            known[id(t)] = made.placeholder(t.dtype, [None, *t.shape.as_list()]), True
        for t, value in zip(source.inner_captures, captured):
            known[id(t)] = made.placeholder(t.dtype, value.shape), False
        made.inputs = [known[id(t)][0] for t in (*source.inputs, *source.inner_captures)]
        recording.nodes()
        known = recording.known
        made.outputs = [known[id(t)][0] for t in source.outputs]
    sizes = [t.shape.num_elements() * t.dtype.size for node in source._operations for t in node.outputs if _sized(t)]
    otherwise = _trace(source, captured, False) if recording.of_one_size else None
    varying, fails = [known[id(t)][1] for t in source.outputs], recording.row_by_row or any(map(_fails, source._operations))
    return RowsForm(made, varying, max(sizes, default=1), recording.row_by_row, otherwise, fails)


def rows_form(graph, captured):
    """The RowsForm of the graph of a function of one element, or None.

    `captured`: the tensors that it takes from outside.
    """
    if not all(_sized(t, NUMBERS | STRINGS) for t in graph.inputs):
        return None
    if not all(type(c) is EagerTensor and c.dtype.mask & NUMBERS for c in captured):
        return None
    if not all(t.dtype.mask & (NUMBERS | STRINGS) and t.shape.is_fully_defined() for t in graph.outputs):
        return None
    try:
        return _trace(graph, captured, True)
    except Exception:  # also what a form did not foresee: one by one the function gives or raises what is right
        return None
