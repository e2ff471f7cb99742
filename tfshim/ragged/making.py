"""How ragged tensors are made: of their values and of what says where rows begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import debugging
from tfshim._listing import LateBound
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.composite import class_method
from tfshim.engine.ops.type_errors import index_type
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import equal
from tfshim.protos.tensors import get_static_value
from tfshim.ragged import row_checks
from tfshim.ragged.partitions import lengths_to_splits, segment_ids_to_row_splits

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_PRIVATE = object()

# What makes them of dense and sparse tensors, which makes ragged tensors itself.
_above = LateBound("tfshim.ragged", {"dense": "from_dense from_sparse"})


def own_index_type(x):
    """int32 for an array of NumPy's that holds such numbers, which it keeps where a list would be int64; else None."""
    return dt.int32 if isinstance(x, np.ndarray) and x.dtype == np.int32 else None


def as_row_places(x, argument, dtype=None):
    """`x` as an integer vector of row places."""
    x = _tensor(x, dtype or own_index_type(x) or dt.int64)
    if not x.dtype.mask & dt.INDEX:
        raise ValueError(f"{argument} must have dtype int32 or int64")
    x.shape.assert_has_rank(1)
    if dtype is not None and x.dtype != dtype:
        x = cast(x, dtype)
    return x


def _values(values):
    return values if isinstance(values, RaggedConstruction) else _tensor(values)


def _tensor(value, hint=None):
    """`value` as a tensor. Raises TypeError for one of a model that is being put together, of which there is a layer to be made."""
    if hasattr(type(value), "_layer_of_whole"):
        raise TypeError(f"Expected a tensor, got {value}")
    return convert_to_tensor(value, dtype_hint=hint)


def count_rows(x):
    """The number of rows of a ragged or dense tensor, an int64 scalar."""
    return x.nrows() if isinstance(x, RaggedConstruction) else cast(shape(x)[0], dt.int64)


class RaggedConstruction:
    """The class methods of `tf.RaggedTensor`, by which each is made."""

    @classmethod
    def _make(cls, values, splits, uniform=None):
        return cls(values, (splits, uniform), _PRIVATE)

    @classmethod
    @class_method("RaggedTensor")
    def from_row_splits(cls, values: TensorLike, row_splits: TensorLike, name: str | None = None, validate: bool = True) -> Self:
        """Make a ragged tensor of values and the places where rows begin and end. Mirrors `tf.RaggedTensor.from_row_splits`.

        Arguments:
            values: the elements of all rows, one after the other: a tensor of rank 1 or more, or a ragged tensor.
            row_splits: int32 or int64 of shape `[nrows + 1]`, rising from 0 to the number of values; row i is
                `values[row_splits[i]:row_splits[i + 1]]`.
            name: a name for the operations in graphs.
            validate: whether the splits are checked, True; without it, wrong ones give rows that make no sense.

        Returns:
            A RaggedTensor of shape `[nrows, None, ...]` with the dtype of `values`.

        Raises:
            ValueError: `row_splits` is empty or of another dtype.
            InvalidArgumentError: the splits fall, or do not go from 0 to the number of values.

        Example:
            >>> tf.RaggedTensor.from_row_splits([3, 1, 4, 1], [0, 2, 2, 4])
            <tf.RaggedTensor [[3, 1], [], [4, 1]]>
        """
        row_checks.check_validate(validate)
        values, splits = _values(values), as_row_places(row_splits, "row_splits", _splits_dtype(values))
        if splits.shape[0] == 0:
            raise ValueError("row_splits tensor may not be empty.")
        if validate:
            splits = _after_total(values, row_checks.checked_splits(splits))
        return cls._make(values, splits)

    @classmethod
    @class_method("RaggedTensor")
    def from_row_lengths(cls, values: TensorLike, row_lengths: TensorLike, name: str | None = None, validate: bool = True) -> Self:
        """Make a ragged tensor of values and the lengths of its rows. Mirrors `tf.RaggedTensor.from_row_lengths`.

        Arguments:
            values: the elements of all rows, one after the other: a tensor of rank 1 or more, or a ragged tensor.
            row_lengths: int32 or int64 of shape `[nrows]`, none below 0; their sum is the number of values.
            name: a name for the operations in graphs.
            validate: whether the lengths are checked, True.

        Returns:
            A RaggedTensor of shape `[nrows, None, ...]` with the dtype of `values`.

        Raises:
            ValueError: `row_lengths` is no vector or of another dtype.
            InvalidArgumentError: a length is below 0, or they do not add up to the number of values.

        Example:
            >>> tf.RaggedTensor.from_row_lengths(["to", "be", "or", "not"], [2, 0, 2])
            <tf.RaggedTensor [[b'to', b'be'], [], [b'or', b'not']]>
        """
        row_checks.check_validate(validate)
        values, lengths = _values(values), as_row_places(row_lengths, "row_lengths", _splits_dtype(values))
        if TS.graph is not None and isinstance(values, Tensor):
            with name_scope(name or "RaggedFromRowLengths"):
                splits = row_checks.splits_of_lengths(lengths, validate)
                return cls._make(values, row_checks.after_total(values, splits) if validate else splits)
        if validate:
            debugging.assert_non_negative(lengths, message="Arguments to from_row_lengths do not form a valid RowPartition")
        splits = lengths_to_splits(lengths)
        return cls._make(values, _after_total(values, splits) if validate else splits)

    @classmethod
    @class_method("RaggedTensor")
    def from_value_rowids(
        cls, values: TensorLike, value_rowids: TensorLike, nrows: IntLike | None = None, name: str | None = None, validate: bool = True
    ) -> Self:
        """Make a ragged tensor of values and the row that each is in. Mirrors `tf.RaggedTensor.from_value_rowids`.

        Arguments:
            values: the elements of all rows, one after the other: a tensor of rank 1 or more, or a ragged tensor.
            value_rowids: int32 or int64 of shape `[nvals]`, a row for each value, from 0 and never falling. A row that is not named is
                empty.
            nrows: the number of rows; None: one more than the last of `value_rowids`. More adds empty rows at the end.
            name: a name for the operations in graphs.
            validate: whether the ids are checked, True.

        Returns:
            A RaggedTensor of shape `[nrows, None, ...]` with the dtype of `values`.

        Raises:
            ValueError: `nrows` is too small, or there are not as many ids as values.
            InvalidArgumentError: the ids fall, or one is below 0.

        Example:
            >>> tf.RaggedTensor.from_value_rowids([5, 6, 7], [0, 0, 2], nrows=4)
            <tf.RaggedTensor [[5, 6], [], [7], []]>
        """
        row_checks.check_validate(validate)
        values, ids = _values(values), as_row_places(value_rowids, "value_rowids", _splits_dtype(values))
        known = nrows if nrows is None or isinstance(nrows, int) else _known(nrows)
        row_checks.check_count(known, _known(ids[-1:]))
        if nrows is not None and not isinstance(nrows, int):
            nrows = convert_to_tensor(nrows, ids.dtype, name="nrows")
            nrows.shape.assert_has_rank(0)
        (values.shape[:1]).assert_is_compatible_with(ids.shape)
        if validate:
            more = []
            if ids.shape.rank is None or ids.shape[0] is None or values.shape[:1].as_list() != ids.shape.as_list():
                text = "Arguments to _from_row_partition do not form a valid RaggedTensor"
                more = [debugging.assert_equal(cast(count_rows(ids), ids.dtype), cast(count_rows(values), ids.dtype), message=text)]
            ids = row_checks.checked_ids(ids, more)
        return cls._make(values, segment_ids_to_row_splits(ids, nrows))

    @classmethod
    @class_method("RaggedTensor")
    def from_row_starts(cls, values: TensorLike, row_starts: TensorLike, name: str | None = None, validate: bool = True) -> Self:
        """Make a ragged tensor of values and the places where rows begin. Mirrors `tf.RaggedTensor.from_row_starts`.

        Arguments:
            values: the elements of all rows, one after the other: a tensor of rank 1 or more, or a ragged tensor.
            row_starts: int32 or int64 of shape `[nrows]`, from 0 and never falling. A row ends where the next begins, the last one at
                the end of the values.
            name: a name for the operations in graphs.
            validate: whether the starts are checked, True.

        Returns:
            A RaggedTensor of shape `[nrows, None, ...]` with the dtype of `values`.

        Raises:
            ValueError: `row_starts` is no vector or of another dtype.
            InvalidArgumentError: the first start is not 0, or they fall.

        Example:
            >>> tf.RaggedTensor.from_row_starts([3, 1, 4, 1], [0, 1, 4])
            <tf.RaggedTensor [[3], [1, 4, 1], []]>
        """
        row_checks.check_validate(validate)
        values, starts = _values(values), as_row_places(row_starts, "row_starts", _splits_dtype(values))
        return cls._make(values, row_checks.splits_of_starts(starts, count_rows(values), validate))

    @classmethod
    @class_method("RaggedTensor")
    def from_row_limits(cls, values: TensorLike, row_limits: TensorLike, name: str | None = None, validate: bool = True) -> Self:
        """Make a ragged tensor of values and the places where rows end. Mirrors `tf.RaggedTensor.from_row_limits`.

        Arguments:
            values: the elements of all rows, one after the other: a tensor of rank 1 or more, or a ragged tensor.
            row_limits: int32 or int64 of shape `[nrows]`, never falling; the last is the number of values. A row begins where the one
                before it ends, the first at 0.
            name: a name for the operations in graphs.
            validate: whether the limits are checked, True.

        Returns:
            A RaggedTensor of shape `[nrows, None, ...]` with the dtype of `values`.

        Raises:
            ValueError: `row_limits` is no vector or of another dtype.
            InvalidArgumentError: the limits fall, or do not end with the number of values.

        Example:
            >>> tf.RaggedTensor.from_row_limits([3, 1, 4, 1], [1, 1, 4])
            <tf.RaggedTensor [[3], [], [1, 4, 1]]>
        """
        row_checks.check_validate(validate)
        values, limits = _values(values), as_row_places(row_limits, "row_limits", _splits_dtype(values))
        splits = row_checks.splits_of_limits(limits, validate)
        return cls._make(values, _after_total(values, splits) if validate else splits)

    @classmethod
    @class_method("RaggedTensor")
    def from_uniform_row_length(
        cls, values: TensorLike, uniform_row_length: IntLike, nrows: IntLike | None = None, validate: bool = True, name: str | None = None
    ) -> Self:
        """Make a ragged tensor whose rows have one length, which its static shape knows. Mirrors `tf.RaggedTensor.from_uniform_row_length`.
        It is of use around ragged values: a matrix whose cells are lists of different lengths.

        Arguments:
            values: the elements of all rows, one after the other: a tensor of rank 1 or more, or a ragged tensor.
            uniform_row_length: the length of every row, an integer of 0 or more.
            nrows: the number of rows; None: the number of values divided by the length. It is needed where the length is 0.
            validate: whether rows times length is checked to be the number of values, True.
            name: a name for the operations in graphs.

        Returns:
            A RaggedTensor of shape `[nrows, uniform_row_length, ...]`.

        Raises:
            ValueError: the length is below 0, or the values do not fill the rows.

        Example:
            >>> cells = tf.ragged.constant([[1], [2, 3], [], [4]])
            >>> r = tf.RaggedTensor.from_uniform_row_length(cells, 2)
            >>> r.to_list(), r.shape
            ([[[1], [2, 3]], [[], [4]]], TensorShape([2, 2, None]))
        """
        row_checks.check_validate(validate)
        values = _values(values)
        made = _tensor(uniform_row_length, _splits_dtype(values) or dt.int64)
        if not made.dtype.mask & dt.INDEX:
            raise ValueError("UniformRowLength must have dtype int32 or int64")
        made.shape.assert_has_rank(0)
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
        count = rows if isinstance(rows, int) else _known(rows)
        wrong = total is None or count is None or count * length != total
        if validate and wrong and None not in (total, count) and (TS.graph is None or nrows is not None or length == 0):
            raise ValueError(f"uniform_row_length={length} times nrows={count} must equal nvals={total}")
        dtype = _splits_dtype(values) or dt.int64
        rows = cast(convert_to_tensor(rows), dtype)
        if validate and wrong:
            given = count_rows(values)
            text = ["uniform_row_length", convert_to_tensor(length, dtype), "times nrows", rows, "must equal nvals", given]
            rows = row_checks.after([debugging.Assert(equal(cast(rows, dt.int64) * length, given), text)], rows)
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
    ) -> Self:
        """Make a ragged tensor with several ragged axes of the row splits of each. Mirrors `tf.RaggedTensor.from_nested_row_splits`.

        Arguments:
            flat_values: the innermost values, a tensor of rank 1 or more.
            nested_row_splits: a list of int32 or int64 vectors, as `from_row_splits` takes them, that of the outermost axis first. None
                at all gives `flat_values` back.
            name: a name for the operations in graphs.
            validate: whether the splits are checked, True.

        Returns:
            A RaggedTensor whose ragged rank is the number of vectors.

        Raises:
            TypeError: `nested_row_splits` is no list or tuple.
            InvalidArgumentError: splits fall, or do not end with the number of what they divide.

        Example:
            >>> tf.RaggedTensor.from_nested_row_splits([1, 2, 3, 4], [[0, 2, 3], [0, 1, 3, 4]])
            <tf.RaggedTensor [[[1], [2, 3]], [[4]]]>
        """
        row_checks.check_validate(validate)
        return cls._nested(lambda v, p: cls.from_row_splits(v, p, validate=validate), flat_values, nested_row_splits, "nested_row_splits")

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: TensorLike, nested_row_lengths: TensorLike, name: str | None = None, validate: bool = True
    ) -> Self:
        """Make a ragged tensor with several ragged axes of the row lengths of each. Mirrors `tf.RaggedTensor.from_nested_row_lengths`.

        Arguments:
            flat_values: the innermost values, a tensor of rank 1 or more.
            nested_row_lengths: a list of int32 or int64 vectors, as `from_row_lengths` takes them, that of the outermost axis first.
                None at all gives `flat_values` back.
            name: a name for the operations in graphs.
            validate: whether the lengths are checked, True.

        Returns:
            A RaggedTensor whose ragged rank is the number of vectors.

        Raises:
            TypeError: `nested_row_lengths` is no list or tuple.
            InvalidArgumentError: lengths do not add up to the number of what they divide.

        Example:
            >>> tf.RaggedTensor.from_nested_row_lengths([1, 2, 3, 4], [[2, 1], [1, 2, 1]])
            <tf.RaggedTensor [[[1], [2, 3]], [[4]]]>
        """
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
    ) -> Self:
        """Make a ragged tensor with several ragged axes of the row ids of each. Mirrors `tf.RaggedTensor.from_nested_value_rowids`.

        Arguments:
            flat_values: the innermost values, a tensor of rank 1 or more.
            nested_value_rowids: a list of int32 or int64 vectors, as `from_value_rowids` takes them, that of the outermost axis first.
            nested_nrows: a list with the number of rows for each of them; None: each has as many rows as its ids name.
            name: a name for the operations in graphs.
            validate: whether the ids are checked, True.

        Returns:
            A RaggedTensor whose ragged rank is the number of vectors.

        Raises:
            ValueError: the two lists have different lengths, or a number of rows is too small.
            InvalidArgumentError: ids fall.

        Example:
            >>> tf.RaggedTensor.from_nested_value_rowids([1, 2, 3, 4], [[0, 0, 1], [0, 1, 1, 2]])
            <tf.RaggedTensor [[[1], [2, 3]], [[4]]]>
        """
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
    ) -> Self:
        """Make a ragged tensor of the rows of a dense one, whole or without what fills them up. Mirrors `tf.RaggedTensor.from_tensor`.

        Arguments:
            tensor: a tensor of rank `ragged_rank + 1` or more.
            lengths: int32 or int64 of shape `[nrows]`: how much of each row is kept; or a tuple of such vectors, one for each ragged
                axis. None: all.
            padding: a value that is left out where it stands at the end of rows; None: nothing is. Not together with `lengths`.
            ragged_rank: how many axes become ragged, 1.
            name: a name for the operations in graphs.
            row_splits_dtype: `tf.int64`, or `tf.int32`.

        Returns:
            A RaggedTensor with the dtype of `tensor`. `to_tensor` is the way back.

        Raises:
            ValueError: both `lengths` and `padding` are given, or `ragged_rank` does not fit.

        Example:
            >>> padded = tf.constant([[5, 7, 0], [0, 3, 0], [0, 0, 0]])
            >>> tf.RaggedTensor.from_tensor(padded, padding=0)
            <tf.RaggedTensor [[5, 7], [0, 3], []]>
            >>> tf.RaggedTensor.from_tensor(padded, lengths=[1, 0, 3])
            <tf.RaggedTensor [[5], [], [0, 0, 0]]>
        """
        for value in (tensor, lengths):
            if hasattr(type(value), "_layer_of_whole"):
                _tensor(value)
        return _above.from_dense(cls, tensor, lengths, padding, ragged_rank, index_type("Shape", "out_type", row_splits_dtype))

    @classmethod
    @class_method("RaggedTensor")
    def from_sparse(cls, st_input: TensorLike, name: str | None = None, row_splits_dtype: DTypeLike = dt.int64) -> Self:
        """Make a ragged tensor of the rows of a sparse matrix. Mirrors `tf.RaggedTensor.from_sparse`.

        Arguments:
            st_input: a `tf.SparseTensor` of rank 2. In each row the elements have the columns 0, 1, ..., without a gap, as in the
                results of splitting texts.
            name: a name for the operations in graphs.
            row_splits_dtype: `tf.int64`, or `tf.int32`.

        Returns:
            A RaggedTensor of shape `[nrows, None]` with the dtype of the elements. `to_sparse` is the way back.

        Raises:
            TypeError: `st_input` is no SparseTensor.
            ValueError: its rank is not 2.
            InvalidArgumentError: a row has a gap, or does not begin at column 0.

        Example:
            >>> st = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [3, 2])
            >>> tf.RaggedTensor.from_sparse(st)
            <tf.RaggedTensor [[1, 2], [], [3]]>
        """
        return _above.from_sparse(st_input, as_dtype(row_splits_dtype))


def _known(x):
    """The number in the tensor `x` where it is known and there is one, else None."""
    value = get_static_value(convert_to_tensor(x))
    return int(value.reshape(-1)[0]) if value is not None and value.size else None


def uniform_rows(uniform_row_length, nvals, nrows, validate, kind):
    """(length of each row, number of rows, number of values) as scalars of the dtype `kind`; `nvals` or `nrows` may be None.

    Raises ValueError for a length below 0; where `validate` holds, InvalidArgumentError for values that do not fill the rows.
    """
    length = cast(convert_to_tensor(uniform_row_length), kind)
    length.shape.assert_has_rank(0)
    known = _known(length)
    if known is not None and known < 0:
        raise ValueError("uniform_row_length must be >= 0.")
    count, many = (None if n is None else _known(n) for n in (nrows, nvals))
    count = many // known if nrows is None and many is not None and known else count
    if validate and None not in (known, count, many) and known * count != many:
        raise ValueError(f"uniform_row_length={known} times nrows={count} must equal nvals={many}")
    if nrows is None:
        total = cast(convert_to_tensor(nvals), kind)
        rows = total // convert_to_tensor(max(known, 1), kind) if known is not None else total // length
        if validate:
            check = debugging.assert_equal(rows * length, total, message="uniform_row_length does not divide nvals")
            rows = row_checks.after([check], rows)
    else:
        rows = cast(convert_to_tensor(nrows), kind)
        total = cast(convert_to_tensor(nvals), kind) if nvals is not None else rows * length
        if validate and nvals is not None:
            check = debugging.assert_equal(rows * length, total, message="uniform_row_length times nrows must equal nvals")
            rows = row_checks.after([check], rows)
    return length, rows, total


def _splits_dtype(values):
    return values.row_splits.dtype if isinstance(values, RaggedConstruction) else None


def _after_total(values, splits):
    """`splits`, once it is checked that the rows hold as many elements as there are `values`."""
    if not isinstance(values, RaggedConstruction) and values.shape.rank == 0:
        raise invalid("`values` must have at least one dimension.")
    text = "Arguments to _from_row_partition do not form a valid RaggedTensor"
    return row_checks.after([debugging.assert_equal(splits[-1], cast(count_rows(values), splits.dtype), message=text)], splits)
