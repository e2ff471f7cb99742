"""Operations that act element by element, on ragged tensors."""

from tfshim import array_ops
from tfshim.array_ops.casting import cast
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.masking import where as tf_where
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.ragged.broadcasting import broadcast, rebuild
from tfshim.ragged.dense import coordinates
from tfshim.ragged.factories import map_flat_values
from tfshim.ragged.indexing import taken_in_order
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor


def unary(function, arguments):
    """`function` of the values of the first argument; NotImplemented where another one is ragged."""
    first, *others = arguments
    x = arguments[first]
    if not isinstance(x, RaggedTensor) or any(isinstance(arguments[k], RaggedTensor) for k in others):
        return NotImplemented
    return x.with_flat_values(function(**{**arguments, first: x.flat_values}))


def binary(function, arguments):
    """`function` of the first two arguments, broadcast to common row partitions."""
    first, second = list(arguments)[:2]
    pair = _alike(arguments[first], arguments[second])
    splits, (x, y) = broadcast(pair)
    if TS.tapes and pair[0] is not pair[1] and all(_spreads(v) for v in pair):
        x, y = [
            taken_in_order(flat, v.row_splits.dtype) if isinstance(v, RaggedTensor) and flat is v.flat_values else flat
            for flat, v in zip((x, y), pair, strict=True)
        ]
    return rebuild(splits, function(**{**arguments, first: x, second: y}))


def _alike(x, y):
    """The operands, of which one that is no tensor becomes one: of the other's dtype if it fits, else of its own."""
    if isinstance(y, (bool, int, float, complex, str, bytes)) and hasattr(x, "dtype"):
        y = _as_constant(convert_to_tensor(y, dtype_hint=x.dtype))
    elif isinstance(x, (bool, int, float, complex, str, bytes)) and hasattr(y, "dtype"):
        x = _as_constant(convert_to_tensor(x, dtype_hint=y.dtype))
    return [x, y]


def _as_constant(x):
    """A number as TensorFlow's graphs have it: converted before the operation is made."""
    return x if TS.graph is None else TS.graph._constant(x, "Const")


def _spreads(v):
    """Whether rows are looked up where `v` is one of two operands, as opposed to a scalar."""
    return isinstance(v, (RaggedTensor, list, tuple)) or getattr(v, "shape", ()) != ()


def compared(function, arguments):
    """An assertion on the first two arguments, broadcast to common row partitions."""
    first, second = list(arguments)[:2]
    _, (x, y) = broadcast([arguments[first], arguments[second]])
    return function(**{**arguments, first: x, second: y})


def listed(function, arguments):
    """`function` of the list of tensors that is its first argument: of flat values. Dense tensors stay as they are, as in TensorFlow."""
    first = next(iter(arguments))
    return map_flat_values(lambda flats: function(**{**arguments, first: flats}), list(arguments[first]))


def where(condition, x=None, y=None):
    """`tf.where`: a choice element by element, or the coordinates of what is true."""
    if x is None and y is None:
        return _coordinates(condition)
    if x is None or y is None:
        raise ValueError("x and y must be either both None or both non-None")
    condition = ragged_or_tensor(condition, dt.bool)
    splits, flats = broadcast([condition, x, y])
    return rebuild(splits, array_ops.where(*flats))


def _coordinates(x):
    found = tf_where(x.flat_values)
    outer = cast(gather(stack(coordinates(x), axis=1), found[:, 0]), dt.int64)
    return outer if x.flat_values.shape.rank == 1 else concat([outer, found[:, 1:]], 1)
