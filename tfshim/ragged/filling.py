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
    """The values of a ragged tensor, row by row, with `default_value` in each row that has none.

    value_rowids: int64, the row of each of `values`; nrows: the number of rows, an int64 scalar; default_value: a scalar. The result
    is a named tuple: the rows and values, which rows were empty, and where each of `values` went. Raises InvalidArgumentError for
    row numbers out of range or other lengths. Mirrors `tf.ragged_fill_empty_rows`.
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
    """The gradients of `ragged_fill_empty_rows` for its values and its default value, as a named tuple.

    reverse_index_map: int64, where each value went; grad_values: the gradient for the filled values. Mirrors
    `tf.ragged_fill_empty_rows_grad`.
    """
    taken = torch.ones(grad_values.shape[0], dtype=torch.bool, device=grad_values.device)
    taken[reverse_index_map] = False
    return RaggedFillEmptyRowsGrad(grad_values[reverse_index_map], grad_values[taken].sum().to(grad_values.dtype))
