"""Row partitions as TensorFlow's graphs make them: within scopes of names, and after the checks that they are valid."""

from tfshim import debugging
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import shape
from tfshim.debugging.assertion import with_dependencies
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.math.cumulative import cumsum


def check_validate(validate, text=None):
    """Raise TypeError, with `text`, for a `validate` that is no bool."""
    if validate is not True and validate is not False:
        raise TypeError(text or f"Argument `validate` must have type bool. Received {validate}.")


def as_node(x, name):
    """The tensor of the graph under construction for `x`, a constant of that name where it is none yet."""
    return TS.graph._constant(x, name) if type(x) is EagerTensor else x


def splits_of_lengths(lengths, validate):
    """The row splits of rows of the given `lengths`."""
    with name_scope("RowPartitionFromRowLengths"):
        lengths = as_node(lengths, "row_lengths")
        if validate:
            text = "Arguments to from_row_lengths do not form a valid RowPartition"
            checks = [debugging.assert_rank(lengths, 1, message=text), debugging.assert_non_negative(lengths, message=text)]
            lengths = with_dependencies(checks, lengths)
        limits = cumsum(lengths)
        return concat([convert_to_tensor([0], lengths.dtype), limits], 0)


def after(checks, x):
    """`x`, dense or ragged, in a graph once the operations `checks` have run; where there is none, what they check has been found true.

    Only tensors that are made like this keep a check in a graph of TensorFlow 1, which runs what its results need.
    """
    made = [c for c in checks if c is not None]
    if not made or TS.graph is None:
        return x
    return with_dependencies(made, x) if isinstance(x, Tensor) else x.with_flat_values(with_dependencies(made, x.flat_values))


def check_count(nrows, last):
    """Raise ValueError for a number of rows that is too small; `last`: the last row id. None of either: it is not known."""
    if nrows is not None and nrows < 0:
        raise ValueError(f"Expected nrows >= 0; got {nrows}")
    if nrows is not None and last is not None and nrows < last + 1:
        raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={nrows}, value_rowids[-1]={last}")


def _never_falls(places, text):
    return debugging.assert_non_negative(places[1:] - places[:-1], message=text)


def checked_splits(splits):
    """`splits`, once it is checked that rows may end there."""
    text = "Arguments to from_row_splits do not form a valid RaggedTensor:"
    zero = debugging.assert_equal(splits[0], convert_to_tensor(0, splits.dtype), message=text + "zero")
    return after([zero, _never_falls(splits, text + "monotonic")], splits)


def checked_ids(ids, more=()):
    """The row ids `ids`, once it is checked that they are none of sorted rows, and what the operations `more` check."""
    text = "Arguments to from_value_rowids do not form a valid RowPartition"
    return after([debugging.assert_non_negative(ids[:1], message=text), _never_falls(ids, text), *more], ids)


def splits_of_starts(starts, count, validate):
    """The row splits of rows that begin at `starts`, of `count` values."""
    count = cast(convert_to_tensor(count), starts.dtype)
    if validate:
        text = "Arguments to from_row_starts do not form a valid RaggedTensor"
        checks = [
            debugging.assert_equal(starts[:1], convert_to_tensor(0, starts.dtype), message=text),
            _never_falls(starts, text),
            debugging.assert_less_equal(starts[-1:], count, message=text),
        ]
        starts = after(checks, starts)
    return concat([starts, count[None]], 0)


def splits_of_limits(limits, validate):
    """The row splits of rows that end at `limits`."""
    if validate:
        text = "Arguments to from_row_limits do not form a valid RaggedTensor"
        limits = after([debugging.assert_non_negative(limits[:1], message=text), _never_falls(limits, text)], limits)
    return concat([convert_to_tensor([0], limits.dtype), limits], 0)


def after_total(values, splits):
    """`splits`, once it is checked that the rows hold as many elements as there are `values`, a dense tensor."""
    count = shape(values, out_type=splits.dtype)[0]
    text = "Arguments to _from_row_partition do not form a valid RaggedTensor"
    checks = [debugging.assert_equal(splits[-1], cast(count, splits.dtype), message=text), debugging.assert_rank_at_least(values, 1)]
    return with_dependencies(checks, splits)
