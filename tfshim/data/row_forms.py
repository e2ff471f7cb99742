"""Operations on many elements at once.

A function of one element becomes a function of a piece of many, whose tensors have one more dimension in front: each operation is
recorded once more, in a graph of its own, in the form that does the same to every row. That is possible where the results are the
same numbers, bit for bit, and sizes are known; operations for which nobody has said so are not in the table.
"""

from collections import namedtuple

from tfshim import array_ops
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.recording import record
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
# the largest tensor has for each.
RowsForm = namedtuple("RowsForm", "graph varying row_bytes")


class NoForm(Exception):
    """An operation, or this use of it, is computed element by element."""


class _Call:
    """An operation of the function of one element, with its arguments for many.

    `given`: the arguments in the graph of one element; `values`: those in the other graph. A tensor is one that `moves` if it differs
    from element to element; only such tensors have the dimension in front.
    """

    def __init__(self, node, known):
        self.node, self.names = node, node._op_def.names
        self.given = node.arguments
        self._known = known
        self.values = [self._other(a) for a in node.arguments]

    def _other(self, argument):
        if type(argument) is list:
            return [self._other(a) for a in argument]
        return self._known[id(argument)][0] if isinstance(argument, Tensor) else argument

    def moves(self, tensor):
        """Whether a tensor of the graph of one element differs from element to element."""
        return isinstance(tensor, Tensor) and self._known[id(tensor)][1]

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
        made = self._known[id(tensor)][0]
        if self.moves(tensor):
            return made
        like = next(self._known[id(t)][0] for t in self.tensors() if self.moves(t))
        count = array_ops.shape(like)[0]
        return array_ops.broadcast_to(made, array_ops.stack([count, *tensor.shape.as_list()]))


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
    found = {"Shape": given.shape.as_list(), "Size": given.shape.num_elements(), "Rank": given.shape.rank}[call.node.type]
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


_ELEMENTWISE = """
    AddV2 Add Sub Mul Neg Abs Square Maximum Minimum FloorMod FloorDiv Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd
    LogicalOr LogicalNot LogicalXor Cast Sign RealDiv Div DivNoNan TruncateDiv SelectV2 BitwiseAnd BitwiseOr BitwiseXor Sqrt Rsqrt Exp
    Log Log1p Tanh Sin Cos Floor Ceil Round Rint SquaredDifference Relu Relu6 ZerosLike OnesLike IsNan IsInf IsFinite
"""
_FORMS = {
    **dict.fromkeys(_ELEMENTWISE.split(), _by_element),
    **dict.fromkeys(("Identity", "StopGradient"), _passed),
    **dict.fromkeys(("Reshape", "ExpandDims", "Squeeze", "EnsureShape"), _reshaped),
    **dict.fromkeys(("Sum", "Mean", "Max", "Min", "Prod", "Any", "All", "StandardDeviation", "Variance"), _reduced),
    **dict.fromkeys(("ArgMax", "ArgMin"), _place_of_extreme),
    **dict.fromkeys(("Pad", "PadV2", "MirrorPad"), _padded),
    **dict.fromkeys(("Pack", "ConcatV2"), _joined),
    **dict.fromkeys(("Unpack", "Split", "SplitV"), _taken_apart),
    **dict.fromkeys(("RGBToHSV", "HSVToRGB", "AdjustContrastv2", "AdjustHue", "AdjustSaturation"), _same),
    "AddN": _summed_up, "Transpose": _transposed, "ReverseV2": _reversed, "StridedSlice": _masked_slice, "Slice": _slice,
    "Tile": _tiled, "BroadcastTo": _broadcast, "Roll": _rolled, "Pow": _power,
    "Softmax": _softmax, "Cumsum": _running, "OneHot": _one_hot, "GatherV2": _gathered, "MatMul": _product,
    "ResizeBilinear": _linear_pictures, "ResizeNearestNeighbor": _pictures, "ParseExampleV2": _parsed,
}  # fmt: skip
_OF_STRINGS = frozenset(("Identity", "ParseExampleV2"))
_SIZES = frozenset(("Shape", "Size", "Rank"))


def _plain(node):
    """Whether a node gives the same whenever it is run, and runs nothing of the user's."""
    graphs = any(hasattr(x, "_operations") for a in node.arguments for x in (a if type(a) is tuple else (a,)))
    return not (node.stateful or graphs or node.rng is not None or getattr(node._op_def, "outside", None))


def _asserted(node, known):
    """Whether a node asserts something about all elements alike, such as their sizes."""
    tensors = [x for a in node.arguments for x in (a if type(a) is list else (a,)) if isinstance(x, Tensor)]
    return node.type == "Assert" and not any(known[id(t)][1] for t in tensors)


def _sized(tensor, kinds=NUMBERS):
    return bool(tensor.dtype.mask & kinds) and tensor.shape.is_fully_defined() and tensor.shape.num_elements() > 0


def _recorded(node, known):
    """(what a node gives for many elements, whether that has a row for each)"""
    if node.type == "Const":
        return TS.graph.as_node(node.arguments[0]), False
    call = _Call(node, known)
    if node.type in _SIZES and all(map(_sized, call.tensors())):
        return _constant_shape(call), False
    if not any(map(call.moves, call.tensors())):
        return call.again(), False
    kinds = NUMBERS | STRINGS if node.type in _OF_STRINGS else NUMBERS
    if not all(_sized(t, kinds) for t in [*filter(call.moves, call.tensors()), *node.outputs]):
        raise NoForm
    if any(t.shape.rank is None or not t.dtype.mask & kinds for t in call.tensors()):
        raise NoForm
    form = _FORMS.get(node.type)
    if form is None:
        raise NoForm
    return form(call), True


def _trace(source, captured):
    made = FuncGraph(source.name + "_of_rows")
    with building(made):
        known = {}
        for t in source.inputs:
            known[id(t)] = made.placeholder(t.dtype, [None, *t.shape.as_list()]), True
        for t, value in zip(source.internal_captures, captured):
            known[id(t)] = made.placeholder(t.dtype, value.shape), False
        made.inputs = [known[id(t)][0] for t in (*source.inputs, *source.internal_captures)]
        for node in source._operations:
            if node.outputs and all(id(t) in known for t in node.outputs):
                continue
            if not _plain(node) and not _asserted(node, known):
                raise NoForm
            result, moves = _recorded(node, known)
            for t, other in zip(node.outputs, nest.flatten(result), strict=True):
                if moves and (other.dtype != t.dtype or other.shape.as_list()[1:] != t.shape.as_list()):
                    raise NoForm
                known[id(t)] = other, moves
        made.outputs = [known[id(t)][0] for t in source.outputs]
    sizes = [t.shape.num_elements() * t.dtype.size for node in source._operations for t in node.outputs if _sized(t)]
    return RowsForm(made, [known[id(t)][1] for t in source.outputs], max(sizes, default=1))


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
        return _trace(graph, captured)
    except Exception:  # also what a form did not foresee: one by one the function gives or raises what is right
        return None
