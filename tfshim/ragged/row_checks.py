"""Row partitions as TensorFlow's graphs make them: within scopes of names, and after the checks that they are valid."""

from tfshim import debugging
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import shape
from tfshim.debugging.assertion import with_dependencies
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math.cumulative import cumsum


def check_validate(validate, text=None):
    """Raise TypeError, with `text`, for a `validate` that is no bool."""
    if validate is not True and validate is not False:
        raise TypeError(text or f"Argument `validate` must have type bool. Received {validate}.")


def as_node(x, name):
    """The tensor of the graph under construction for `x`, a constant of that name where it is none yet."""
    return TS.graph.constant(x, name) if type(x) is EagerTensor else x


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


def after_total(values, splits):
    """`splits`, once it is checked that the rows hold as many elements as there are `values`, a dense tensor."""
    count = shape(values, out_type=splits.dtype)[0]
    text = "Arguments to _from_row_partition do not form a valid RaggedTensor"
    checks = [debugging.assert_equal(splits[-1], cast(count, splits.dtype), message=text), debugging.assert_rank_at_least(values, 1)]
    return with_dependencies(checks, splits)
