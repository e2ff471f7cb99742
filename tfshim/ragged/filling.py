"""`tf.ragged_fill_empty_rows`: a default value in every row that has none."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


RaggedFillEmptyRows = collections.namedtuple(
    "RaggedFillEmptyRows", "output_value_rowids output_values empty_row_indicator reverse_index_map"
)


def _filled_shape(value_rowids, values, nrows, default_value):
    return RaggedFillEmptyRows((dt.int64, [None]), (values.dtype, [None]), (dt.bool, [None]), (dt.int64, value_rowids.shape))


@tf_export("ragged_fill_empty_rows")
@op(
    "RaggedFillEmptyRows",
    value_rowids="int64",
    values="T",
    nrows="int64",
    default_value="T",
    dtype_agnostic=True,
    scope="",
    shape_fallback=_filled_shape,
)
def ragged_fill_empty_rows(
    value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike, name: str | None = None
) -> RaggedFillEmptyRows:
    """The values of a ragged tensor, row by row, with a default in each row that has none. Mirrors
    `tf.ragged_fill_empty_rows`.

    Arguments:
        value_rowids: the row of each value, int64, ascending.
        values: the values, a vector of any dtype.
        nrows: how many rows there are, an int64 scalar.
        default_value: a scalar of the dtype of `values`.
        name: a name for the operation in graphs.

    Returns:
        A named tuple: `output_value_rowids`, `output_values`, `empty_row_indicator` (bool, for each row), and
        `reverse_index_map`, where each value went.

    Raises:
        InvalidArgumentError: a row is out of range, or lengths differ.

    Example:
        >>> filled = tf.ragged_fill_empty_rows(tf.constant([0, 2], tf.int64), [7, 9], tf.constant(3, tf.int64), -1)
        >>> filled.output_values
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([ 7, -1,  9], dtype=int32)>
        >>> filled.empty_row_indicator
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True, False])>
    """
    count = int(nrows)
    if values.shape[0] != value_rowids.shape[0]:
        raise invalid(
            f"The length of `values` ({values.shape[0]}) must match the first dimension of `value_rowids` ({value_rowids.shape[0]}).",
        )
    wrong = ((value_rowids < 0) | (value_rowids >= count)).nonzero()
    if len(wrong):
        at = int(wrong[0, 0])
        row = int(value_rowids[at])
        reason = f"{row} < 0" if row < 0 else f"{row} >= {count}"
        raise invalid(f"indices({at}, 0) is invalid: {reason}")
    found = torch.bincount(value_rowids, minlength=count)
    empty = found == 0
    rows = torch.cat([value_rowids, empty.nonzero()[:, 0]])
    order = torch.argsort(rows, stable=True)
    everything = torch.cat([values, default_value.reshape(1).expand(int(empty.sum()))])
    places = torch.empty_like(order)
    places[order] = torch.arange(len(order), device=order.device)
    return RaggedFillEmptyRows(rows[order], everything[order], empty, places[: values.shape[0]])


RaggedFillEmptyRowsGrad = collections.namedtuple("RaggedFillEmptyRowsGrad", "d_values d_default_value")


def _gradient_shape(reverse_index_map, grad_values):
    return RaggedFillEmptyRowsGrad((grad_values.dtype, reverse_index_map.shape), (grad_values.dtype, []))


@tf_export("ragged_fill_empty_rows_grad")
@op("RaggedFillEmptyRowsGrad", reverse_index_map="int64", grad_values="T", T=dt.NUMBERS, grad="missing", shape_fallback=_gradient_shape)
def ragged_fill_empty_rows_grad(reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = None) -> RaggedFillEmptyRowsGrad:
    """The gradients of `tf.ragged_fill_empty_rows` for its values and its default. Mirrors
    `tf.ragged_fill_empty_rows_grad`.

    Arguments:
        reverse_index_map: where each value went, int64.
        grad_values: the gradient for the filled values.
        name: a name for the operation in graphs.

    Returns:
        A named pair: `d_values`, the gradient for each value, and `d_default_value`, the sum over the rows that were
        empty.

    Raises:
        InvalidArgumentError: an index is out of range.

    `tf.GradientTape` takes it by itself.

    Example:
        >>> gradients = tf.ragged_fill_empty_rows_grad(tf.constant([0, 2], tf.int64), [1.0, 10.0, 100.0])
        >>> gradients.d_values
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([  1., 100.], dtype=float32)>
        >>> gradients.d_default_value
        <tf.Tensor: shape=(), dtype=float32, numpy=10.0>
    """
    taken = torch.ones(grad_values.shape[0], dtype=torch.bool, device=grad_values.device)
    taken[reverse_index_map] = False
    return RaggedFillEmptyRowsGrad(grad_values[reverse_index_map], grad_values[taken].sum().to(grad_values.dtype))
