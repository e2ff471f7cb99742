"""`tf.RaggedTensor`: rows of different lengths, as the values of all rows and the places where rows end.

It is one class: what it is made of and asked for. What is computed with it is in the modules of `above`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import debugging, math
from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.ops.composite import class_method
from tfshim.engine.ops.type_errors import index_type
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.composite_tensor import CompositeGradient, CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import RAGGED
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.math.comparison import maximum
from tfshim.math.reductions import reduce_max
from tfshim.protos.tensors import get_static_value
from tfshim.ragged import row_checks
from tfshim.ragged.partitions import lengths_to_splits, ragged_range, row_splits_to_segment_ids, segment_ids_to_row_splits

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_PRIVATE = object()

# What is done with ragged tensors in modules that make ragged tensors themselves.
above = LateBound(
    "tfshim.ragged",
    {
        "dense": "from_dense from_sparse to_dense to_sparse",
        "dispatch": "dispatch",
        "factories": "boolean_mask",
        "indexing": "getitem",
        "ragged_tensor_spec": "RaggedTensorSpec",
        "tfshim.looping": "map_fn",
        "tfshim.strings.plain": "reduce_join unsorted_segment_join",
    },
)


def as_row_places(x, argument, dtype=None):
    """`x` as an integer vector of row places."""
    x = _tensor(x, dtype or dt.int64)
    if not x.dtype.mask & dt.INDEX:
        raise ValueError(f"{argument} must have dtype int32 or int64")
    x.shape.assert_has_rank(1)
    if dtype is not None and x.dtype != dtype:
        x = cast(x, dtype)
    return x


def _values(values):
    return values if isinstance(values, RaggedTensor) else _tensor(values)


def _tensor(value, hint=None):
    """`value` as a tensor. Raises TypeError for one of a model that is being put together, of which there is a layer to be made."""
    if hasattr(type(value), "_layer_of_whole"):
        raise TypeError(f"Expected a tensor, got {value}")
    return convert_to_tensor(value, dtype_hint=hint)


def count_rows(x):
    """The number of rows of a ragged or dense tensor, an int64 scalar."""
    return x.nrows() if isinstance(x, RaggedTensor) else cast(shape(x)[0], dt.int64)


class _FlatValues(CompositeGradient):
    """The gradient of a ragged tensor is that of its flat values."""

    def get_gradient_components(self, value):
        return value.flat_values

    def replace_gradient_components(self, value, component_grads):
        return value.with_flat_values(convert_to_tensor(component_grads))


@tf_export("RaggedTensor")
class RaggedTensor(CompositeTensor):
    """A tensor whose rows have different lengths. Mirrors `tf.RaggedTensor`; `tf.ragged.constant` and the methods
    `from_row_splits`, `from_row_lengths`, `from_value_rowids`, `from_tensor` make one.

    Arguments:
        values: the elements of all rows, one after the other; ragged itself for more than one ragged axis.
        row_partition: where rows begin.
        internal: must be True: the constructor is for the methods that make one.

    Row i is `values[row_splits[i]:row_splits[i + 1]]`. Operations that work element by element take it, reductions take
    its axes, `tf.concat`, `tf.gather` and indexing work on rows, and Keras' layers for embeddings and recurrences have
    it as input. `to_tensor` pads it, `to_list` makes nested lists.

    Example:
        >>> r = tf.ragged.constant([[1, 2, 3], [], [4]])
        >>> r * 10
        <tf.RaggedTensor [[10, 20, 30], [], [40]]>
        >>> r.row_lengths(), r.shape
        (<tf.Tensor: shape=(3,), dtype=int64, numpy=array([3, 0, 1])>, TensorShape([3, None]))
        >>> r.to_tensor(default_value=-1)
        <tf.Tensor: shape=(3, 3), dtype=int32, numpy=
        array([[ 1,  2,  3],
               [-1, -1, -1],
               [ 4, -1, -1]], dtype=int32)>
    """

    __module__ = "tensorflow.python.ops.ragged.ragged_tensor"
    _holds_variables = False
    __composite_gradient__ = _FlatValues()
    is_tensor_like = True
    _tfshim_kind = RAGGED
    __array_priority__ = 100

    def __init__(self, values: TensorLike, row_partition: Any, internal: Any = False) -> None:
        if internal is not _PRIVATE:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., RaggedTensor.from_row_lengths())"
            )
        self._values, (self._splits, self._uniform) = values, row_partition

    # ------------------------------------------------------------------ making
    @classmethod
    def _make(cls, values, splits, uniform=None):
        return cls(values, (splits, uniform), _PRIVATE)

    @classmethod
    @class_method("RaggedTensor")
    def from_row_splits(cls, values: TensorLike, row_splits: TensorLike, name: str | None = None, validate: bool = True) -> RaggedTensor:
        """Rows that end where `row_splits`, of which the first is 0, say; `validate` checks that they may."""
        row_checks.check_validate(validate)
        values, splits = _values(values), as_row_places(row_splits, "row_splits", _splits_dtype(values))
        if splits.shape[0] == 0:
            raise ValueError("row_splits tensor may not be empty.")
        if validate:
            text = "Arguments to from_row_splits do not form a valid RaggedTensor:"
            debugging.assert_equal(splits[:1], convert_to_tensor([0], splits.dtype), message=text + "zero")
            debugging.assert_non_negative(splits[1:] - splits[:-1], message=text + "monotonic")
            _check_total(values, splits)
        return cls._make(values, splits)

    @classmethod
    @class_method("RaggedTensor")
    def from_row_lengths(cls, values: TensorLike, row_lengths: TensorLike, name: str | None = None, validate: bool = True) -> RaggedTensor:
        """Rows of the given lengths."""
        row_checks.check_validate(validate)
        values, lengths = _values(values), as_row_places(row_lengths, "row_lengths", _splits_dtype(values))
        if TS.graph is not None and isinstance(values, Tensor):
            with name_scope(name or "RaggedFromRowLengths"):
                splits = row_checks.splits_of_lengths(lengths, validate)
                return cls._make(values, row_checks.after_total(values, splits) if validate else splits)
        if validate:
            debugging.assert_non_negative(lengths, message="Arguments to from_row_lengths do not form a valid RowPartition")
        splits = lengths_to_splits(lengths)
        if validate:
            _check_total(values, splits)
        return cls._make(values, splits)

    @classmethod
    @class_method("RaggedTensor")
    def from_value_rowids(
        cls, values: TensorLike, value_rowids: TensorLike, nrows: IntLike | None = None, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Each value in the row that `value_rowids`, which do not fall, name; `nrows` adds empty rows at the end."""
        row_checks.check_validate(validate)
        values, ids = _values(values), as_row_places(value_rowids, "value_rowids", _splits_dtype(values))
        known = nrows if nrows is None or isinstance(nrows, int) else _known(nrows)
        last = _known(ids[-1:])
        if known is not None and known < 0:
            raise ValueError(f"Expected nrows >= 0; got {known}")
        if known is not None and last is not None and known < last + 1:
            raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={known}, value_rowids[-1]={last}")
        (values.shape[:1]).assert_is_compatible_with(ids.shape)
        if validate:
            text = "Arguments to from_value_rowids do not form a valid RowPartition"
            debugging.assert_non_negative(ids[:1], message=text)
            debugging.assert_non_negative(ids[1:] - ids[:-1], message=text)
            if values.shape[:1].as_list() != ids.shape.as_list() or ids.shape[0] is None:
                text = "Arguments to from_value_rowids do not form a valid RaggedTensor"
                debugging.assert_equal(cast(count_rows(values), ids.dtype), cast(count_rows(ids), ids.dtype), message=text)
        return cls._make(values, segment_ids_to_row_splits(ids, nrows))

    @classmethod
    @class_method("RaggedTensor")
    def from_row_starts(cls, values: TensorLike, row_starts: TensorLike, name: str | None = None, validate: bool = True) -> RaggedTensor:
        """Rows that begin at `row_starts`, the first of them at 0, and end where the next begins."""
        row_checks.check_validate(validate)
        values, starts = _values(values), as_row_places(row_starts, "row_starts", _splits_dtype(values))
        if validate:
            text = "Arguments to from_row_starts do not form a valid RaggedTensor"
            debugging.assert_equal(starts[:1], starts[:1] * 0, message=text)
        total = cast(count_rows(values), starts.dtype)
        return cls.from_row_splits(values, concat([starts, total[None]], 0), validate=validate)

    @classmethod
    @class_method("RaggedTensor")
    def from_row_limits(cls, values: TensorLike, row_limits: TensorLike, name: str | None = None, validate: bool = True) -> RaggedTensor:
        """Rows that end at `row_limits`."""
        row_checks.check_validate(validate)
        values, limits = _values(values), as_row_places(row_limits, "row_limits", _splits_dtype(values))
        return cls.from_row_splits(values, concat([convert_to_tensor([0], limits.dtype), limits], 0), validate=validate)

    @classmethod
    @class_method("RaggedTensor")
    def from_uniform_row_length(
        cls, values: TensorLike, uniform_row_length: IntLike, nrows: IntLike | None = None, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows of one length; `nrows` is needed where that is 0."""
        row_checks.check_validate(validate)
        values = _values(values)
        made = _tensor(uniform_row_length, _splits_dtype(values) or dt.int64)
        if not made.dtype.mask & dt.INDEX:
            raise ValueError("UniformRowLength must have dtype int32 or int64")
        if nrows is not None and not isinstance(nrows, (int, Tensor)):
            nrows = convert_to_tensor(nrows, made.dtype)
        length = get_static_value(made)
        if length is None:  # known only when the graph runs: the rows are like any others then
            length = cast(convert_to_tensor(uniform_row_length), _splits_dtype(values) or dt.int64)
            rows = cast(count_rows(values), length.dtype) // length if nrows is None else cast(convert_to_tensor(nrows), length.dtype)
            return cls.from_row_splits(values, tf_range(rows + 1) * length, validate=validate)
        length, total = int(length), values.shape[0]
        if length < 0:
            raise ValueError(f"uniform_row_length must be nonnegative, got {length}")
        rows = nrows if nrows is not None else (total // length if length and total is not None else 0)
        if total is None and nrows is None:
            rows = count_rows(values) // max(length, 1)
        if validate and total is not None and isinstance(rows, int) and rows * length != total:
            raise ValueError(f"uniform_row_length={length} times nrows={rows} must equal nvals={total}")
        dtype = _splits_dtype(values) or dt.int64
        rows = cast(convert_to_tensor(rows), dtype)
        return cls._make(values, tf_range(rows + 1) * convert_to_tensor(length, dtype), length)

    @classmethod
    def _nested(cls, make, values, parts, argument):
        if not isinstance(parts, (list, tuple)):
            raise TypeError(f"Argument `{argument}` must be a list of Tensors. Received {parts}")
        for part in reversed(parts):
            values = make(values, part)
        return values

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: TensorLike, nested_row_splits: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows of rows: a list of row splits, the outermost first."""
        row_checks.check_validate(validate)
        return cls._nested(lambda v, p: cls.from_row_splits(v, p, validate=validate), flat_values, nested_row_splits, "nested_row_splits")

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: TensorLike, nested_row_lengths: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows of rows: a list of row lengths, the outermost first."""
        row_checks.check_validate(validate)
        return cls._nested(
            lambda v, p: cls.from_row_lengths(v, p, validate=validate), flat_values, nested_row_lengths, "nested_row_lengths"
        )

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: TensorLike,
        nested_value_rowids: TensorLike,
        nested_nrows: TensorLike | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Rows of rows: a list of row ids, the outermost first, and maybe one of row counts."""
        row_checks.check_validate(validate)
        counts = nested_nrows if nested_nrows is not None else [None] * len(nested_value_rowids)
        if len(counts) != len(nested_value_rowids):
            raise ValueError("nested_nrows must have the same length as nested_value_rowids")
        pairs = list(zip(nested_value_rowids, counts, strict=True))
        return cls._nested(lambda v, p: cls.from_value_rowids(v, *p, validate=validate), flat_values, pairs, "nested_value_rowids")

    @classmethod
    @class_method("RaggedTensor")
    def from_tensor(
        cls,
        tensor: TensorLike,
        lengths: TensorLike | None = None,
        padding: str | Sequence[Any] | None = None,
        ragged_rank: IntLike = 1,
        name: str | None = None,
        row_splits_dtype: DTypeLike = dt.int64,
    ) -> RaggedTensor:
        """The rows of a dense tensor: whole, cut to `lengths`, or without the `padding` values at their ends."""
        for value in (tensor, lengths):
            if hasattr(type(value), "_layer_of_whole"):
                _tensor(value)
        return above.from_dense(cls, tensor, lengths, padding, ragged_rank, index_type("Shape", "out_type", row_splits_dtype))

    @classmethod
    @class_method("RaggedTensor")
    def from_sparse(cls, st_input: TensorLike, name: str | None = None, row_splits_dtype: DTypeLike = dt.int64) -> RaggedTensor:
        """The rows of a SparseTensor of rank 2, whose elements must begin at column 0 and have no gaps."""
        return above.from_sparse(st_input, as_dtype(row_splits_dtype))

    # ------------------------------------------------------------------ asking
    values = property(lambda self: self._values, doc="The values of all rows: a tensor, ragged or not.")
    row_splits = property(lambda self: self._splits, doc="Where rows end: an integer vector that starts with 0.")
    dtype = property(lambda self: self._values.dtype, doc="The dtype of the values.")
    uniform_row_length = property(
        lambda self: None if self._uniform is None else convert_to_tensor(self._uniform, self._splits.dtype),
        doc="The length of every row where the type says that they agree, else None.",
    )

    @property
    def flat_values(self) -> Any:
        """The innermost values, a dense tensor."""
        inner = self._values
        return inner.flat_values if isinstance(inner, RaggedTensor) else inner

    @property
    def ragged_rank(self) -> int:
        """How many dimensions are made by row splits."""
        return 1 + (self._values.ragged_rank if isinstance(self._values, RaggedTensor) else 0)

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of all ragged dimensions, the outermost first."""
        return (self._splits, *(self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()))

    @property
    def shape(self) -> TensorShape:
        """The static shape; ragged dimensions are None."""
        rows = self._splits.shape[0]
        inner = self._values.shape
        if inner.rank is None:
            return TensorShape(None)
        return TensorShape([None if rows is None else rows - 1, self._uniform, *inner.as_list()[1:]])

    def get_shape(self) -> TensorShape:
        """`shape`."""
        return self.shape

    @property
    def _type_spec(self):
        return above.RaggedTensorSpec.from_value(self)

    def nrows(self, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
        """The number of rows, an integer scalar."""
        kind = self._splits.dtype if out_type is None else as_dtype(out_type)
        if not kind.mask & dt.INDEX:  # which TensorFlow makes of what is known
            return cast(self.nrows(), kind)
        if TS.graph is not None and self._splits.shape[0] is not None:
            with name_scope(name or "RaggedNRows"):
                return row_checks.as_node(convert_to_tensor(self._splits.shape[0] - 1, kind), "Const")
        return shape(self._splits, out_type=kind)[0] - 1

    def row_starts(self, name: str | None = None) -> Tensor:
        """Where rows begin."""
        if TS.graph is None:
            return self._splits[:-1]
        with name_scope(name or "RaggedRowStarts"):
            return self._splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """Where rows end."""
        if TS.graph is None:
            return self._splits[1:]
        with name_scope(name or "RaggedRowLimits"):
            return self._splits[1:]

    def value_rowids(self, name: str | None = None) -> Tensor:
        """The row of each value."""
        return row_splits_to_segment_ids(self._splits)

    def row_lengths(self, axis: Axis = 1, name: str | None = None) -> AnyTensor:
        """The lengths of rows along `axis`, ragged itself for inner axes. Raises ValueError beyond the rank."""
        rank = self.shape.rank
        if rank is not None and not -rank <= axis < rank:
            raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
        axis = axis % rank if rank else axis
        if axis == 0:
            return self.nrows()
        if axis == 1:
            return self._splits[1:] - self._splits[:-1]
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.row_lengths(axis - 1))
        sizes = shape(self._values, out_type=self._splits.dtype)
        return self.with_values(ones(sizes[: axis - 1], self._splits.dtype) * sizes[axis - 1])

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row lengths of all ragged dimensions, the outermost first."""
        inner = self._values.nested_row_lengths() if isinstance(self._values, RaggedTensor) else ()
        return (self.row_lengths(), *inner)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row ids of all ragged dimensions, the outermost first."""
        inner = self._values.nested_value_rowids() if isinstance(self._values, RaggedTensor) else ()
        return (self.value_rowids(), *inner)

    def bounding_shape(self, axis: Axis = None, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
        """The shape of the smallest dense tensor that holds all rows, or its sizes along `axis`."""
        dtype = index_type("Shape", "out_type", out_type) if out_type is not None else self._splits.dtype
        inner = self._values.bounding_shape() if isinstance(self._values, RaggedTensor) else shape(self._values)
        # A zero beside the lengths, since there may be no row to take the longest of.
        longest = maximum(reduce_max(concat_sizes([self.row_lengths(), convert_to_tensor([0], self._splits.dtype)])), 0)
        sizes = concat_sizes([cast(self.nrows(), dtype)[None], cast(longest, dtype)[None], cast(inner, dtype)[1:]])
        return sizes if axis is None else gather(sizes, axis)

    def consumers(self) -> Any:
        """The operations of the graph that use the components."""
        return self._consumers()

    # ------------------------------------------------------------------ changing
    def with_values(self, new_values: TensorLike) -> RaggedTensor:
        """The same rows of other values. Raises ValueError where their number is another."""
        new = _values(new_values)
        if new.shape.rank == 0:
            raise ValueError("Shape () must have rank at least 1")
        self._values.shape[:1].assert_is_compatible_with(new.shape[:1])
        if isinstance(new, RaggedTensor) and new.row_splits.dtype != self._splits.dtype:
            new = new.with_row_splits_dtype(self._splits.dtype)
        return RaggedTensor._make(new, self._splits, self._uniform)

    def with_flat_values(self, new_values: TensorLike) -> RaggedTensor:
        """The same rows, at all depths, of other innermost values."""
        inner = self._values
        return self.with_values(inner.with_flat_values(new_values) if isinstance(inner, RaggedTensor) else new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """The same with row splits of int32 or int64. Raises ValueError for another dtype."""
        dtype = as_dtype(dtype)
        if not dtype.mask & dt.INDEX:
            raise ValueError(f"Argument `row_splits` dtype must be int32 or int64. Received <dtype: '{dtype.name}'>.")
        inner = self._values.with_row_splits_dtype(dtype) if isinstance(self._values, RaggedTensor) else self._values
        return RaggedTensor._make(inner, cast(self._splits, dtype), self._uniform)

    def merge_dims(self, outer_axis: IntLike, inner_axis: IntLike) -> AnyTensor:
        """The tensor with the dimensions from `outer_axis` to `inner_axis` made one."""
        rank = self.shape.rank
        for name, a in (("outer_axis", outer_axis), ("inner_axis", inner_axis)):
            if not -rank <= a < rank:
                raise ValueError(f"{name}={a} out of bounds: expected {-rank}<={name}<{rank}")
        outer, inner = outer_axis % rank, inner_axis % rank
        if outer > inner:
            raise ValueError(f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis}).")
        if outer == inner:
            return self
        if outer > 0:
            merged = self._values
            if isinstance(merged, RaggedTensor):
                return self.with_values(merged.merge_dims(outer - 1, inner - 1)) if outer > 1 else self._fold(inner)
            if outer > 1:
                sizes = shape(merged)
                return self.with_values(reshape(merged, concat_sizes([sizes[: outer - 1], [-1], sizes[inner:]])))
            return self._fold(inner)
        if inner == 1:
            return self._values
        if isinstance(self._values, RaggedTensor):
            return self._values.merge_dims(0, inner - 1)
        sizes = shape(self._values)
        return reshape(self._values, concat_sizes([[-1], sizes[inner:]]))

    def _fold(self, inner):
        """Dimensions 1 to `inner` made one."""
        values = self._values
        if isinstance(values, RaggedTensor):
            made = RaggedTensor._make(values.values, gather(values.row_splits, self._splits))
            return made if inner == 2 else made._fold(inner - 1)
        sizes = shape(values, out_type=self._splits.dtype)
        width = sizes[1]
        made = RaggedTensor._make(reshape(values, concat_sizes([[-1], sizes[2:]])), self._splits * width)
        return made if inner == 2 else made._fold(inner - 1)

    def to_tensor(self, default_value: TensorLike | None = None, name: str | None = None, shape: SizesLike | None = None) -> Tensor:
        """A dense tensor with the rows, filled up with `default_value` (0), cut or filled to `shape` where given."""
        return above.to_dense(self, default_value, shape)

    def to_sparse(self, name: str | None = None) -> Any:
        """The SparseTensor that holds each value at its coordinates."""
        return above.to_sparse(self)

    # ------------------------------------------------------------------ Python values
    def _eager(self):
        if not isinstance(self.flat_values, EagerTensor):
            raise ValueError("RaggedTensor.numpy() is only supported in eager mode; return the tensor from the function.")

    def numpy(self) -> np.ndarray:
        """The rows as a NumPy array: of rows, where their lengths differ."""
        self._eager()
        values, splits = self._values.numpy(), self._splits.numpy()
        rows = [values[a:b] for a, b in zip(splits[:-1], splits[1:], strict=True)]
        if any(len(row) != len(rows[0]) for row in rows):
            out = np.empty(len(rows), dtype=object)
            for i, row in enumerate(rows):
                out[i] = row
            return out
        return np.array(rows) if rows else np.zeros((0, 0, *values.shape[1:]), values.dtype)

    def to_list(self) -> list[Any]:
        """The rows as lists of Python values."""
        self._eager()
        inner = self._values
        items = inner.to_list() if isinstance(inner, RaggedTensor) else inner.numpy().tolist()
        splits = self._splits.numpy().tolist()
        return [items[a:b] for a, b in zip(splits[:-1], splits[1:], strict=True)]

    def __repr__(self):
        if not isinstance(self.flat_values, EagerTensor):
            return f"tf.RaggedTensor(values={self._values}, row_splits={self._splits})"
        with np.printoptions(formatter={"all": _shown}):
            return f"<tf.RaggedTensor {_shown(self.numpy())}>"

    __str__ = __repr__

    def __hash__(self):
        raise TypeError("RaggedTensor is unhashable.")

    def __bool__(self):
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __getitem__(self, key):
        return above.getitem(self, key)

    def __iter__(self):
        self._eager()
        return (self[i] for i in range(int(self.nrows())))

    @staticmethod
    def _tfshim_dispatch(function, args, kwargs):
        return above.dispatch(function, args, kwargs)


def _shown(x):
    if not isinstance(x, np.ndarray):
        return str(x)
    return np.array2string(x, separator=", ") if x.size else repr(x.tolist())


def concat_sizes(parts):
    """Vectors of sizes joined; all take the dtype of the first tensor among them."""
    dtype = next(p.dtype for p in parts if not isinstance(p, list))
    return concat([convert_to_tensor(p, dtype) if isinstance(p, list) else cast(p, dtype) for p in parts], 0)


def _known(x):
    """The number in the tensor `x` where it is known and there is one, else None."""
    value = get_static_value(convert_to_tensor(x))
    return int(value.reshape(-1)[0]) if value is not None and value.size else None


def _splits_dtype(values):
    return values.row_splits.dtype if isinstance(values, RaggedTensor) else None


def _check_total(values, splits):
    if not isinstance(values, RaggedTensor) and values.shape.rank == 0:
        raise invalid("`values` must have at least one dimension.")
    debugging.assert_equal(
        splits[-1:],
        cast(count_rows(values), splits.dtype)[None],
        message="Arguments to _from_row_partition do not form a valid RaggedTensor",
    )


def range_rows(starts, limits, deltas=None):
    """`(row_splits, values)` of the places between `starts` and `limits`."""
    deltas = convert_to_tensor(1, starts.dtype) if deltas is None else deltas
    return ragged_range(starts, limits, deltas, starts.dtype)


def _compared(function, x, y, differing):
    """`function` element by element; `differing` where the two do not broadcast, which `==` returns rather than raises."""
    try:
        return differing if y is None else function(x, y)
    except (errors.InvalidArgumentError, ValueError, TypeError):
        return differing


def _install_operators():
    names = {
        "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "truediv", "floordiv": "floordiv", "mod": "floormod",
        "pow": "pow", "and": "logical_and", "or": "logical_or", "xor": "logical_xor",
    }  # fmt: skip
    for short, long in names.items():
        function = getattr(math, long)
        # `f` is bound here, since `function` changes with the loop.
        setattr(RaggedTensor, f"__{short}__", lambda x, y, f=function: f(x, y))
        setattr(RaggedTensor, f"__r{short}__", lambda x, y, f=function: f(y, x))
    for short, long in {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}.items():
        function = getattr(math, long)
        setattr(RaggedTensor, f"__{short}__", lambda x, y, f=function: f(x, y))
    RaggedTensor.__eq__ = lambda x, y: _compared(math.equal, x, y, False)
    RaggedTensor.__ne__ = lambda x, y: _compared(math.not_equal, x, y, True)
    for short, long in {"neg": "negative", "abs": "abs", "invert": "logical_not"}.items():
        function = getattr(math, long)
        setattr(RaggedTensor, f"__{short}__", lambda x, f=function: f(x))


_install_operators()
