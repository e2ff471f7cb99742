"""Gradients of TensorFlow's lists of tensors: what comes back for a list is a list."""

from __future__ import annotations

from typing import Any

import numpy as np

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like
from tfshim.written_gradients.table import gradient_of

_LIST = (tf.variant, [])


def _element_shape(flow: Any) -> Any:
    return raw("TensorListElementShape", [flow], [(tf.int32, None)], {"shape_type": tf.int32})


def _length(flow: Any) -> Any:
    return raw("TensorListLength", [flow], [(tf.int32, [])])


def _reserved(shape: Any, size: Any, dtype: Any) -> Any:
    return raw("TensorListReserve", [shape, size], [_LIST], {"element_dtype": dtype})


def _row_sizes(x: Any) -> Any:
    """The sizes of a row of `x`."""
    return tf.slice(tf.shape(x), [1], [-1])


def _set(flow: Any, index: Any, item: Any) -> Any:
    about = {"element_dtype": item.dtype, "resize_if_index_out_of_bounds": False}
    return raw("TensorListSetItem", [flow, index, item], [_LIST], about)


@gradient_of("TensorListSetItem")
def set_item(op: Any, grad: Any) -> Any:
    flow, index, item = op.inputs
    kept = _set(grad, index, tf.zeros_like(item))
    found = raw("TensorListGetItem", [grad, index, tf.shape(item)], [like(item)], {"element_dtype": item.dtype})
    if op.get_attr("resize_if_index_out_of_bounds"):
        kept = raw("TensorListResize", [kept, _length(flow)], [_LIST])
    return [kept, None, found]


@gradient_of("TensorListGetItem")
def get_item(op: Any, grad: Any) -> Any:
    flow, index, _ = op.inputs
    size = _length(flow)
    return [_set(_reserved(_element_shape(flow), size, grad.dtype), index, grad), None, None]


@gradient_of("TensorListPushBack")
def push_back(op: Any, grad: Any) -> Any:
    item = op.inputs[1]
    return list(raw("TensorListPopBack", [grad, tf.shape(item)], [_LIST, like(item)], {"element_dtype": item.dtype}))


@gradient_of("TensorListStack")
def stack(op: Any, grad: Any) -> Any:
    row = grad.shape[1:]
    if row.rank == 0:
        sizes = tf.constant([], tf.int32)
    else:
        sizes = -1 if row.rank is None else np.array([-1 if d is None else d for d in row.as_list()], np.int32)
    return [raw("TensorListFromTensor", [grad, sizes], [_LIST], {"element_dtype": grad.dtype}), None]


@gradient_of("TensorListFromTensor")
def from_tensor(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    about = {"element_dtype": x.dtype}
    if x.shape.rank and x.shape[0] is not None:
        about["num_elements"] = x.shape[0]
    return [raw("TensorListStack", [grad, _row_sizes(x)], [like(x)], about), None]


@gradient_of("TensorListGather")
def gather(op: Any, grad: Any) -> Any:
    flow, indices, _ = op.inputs
    about = {"element_dtype": grad.dtype}
    shape = _element_shape(flow)
    made = _reserved(shape, _length(flow), grad.dtype)
    return [raw("TensorListScatterIntoExistingList", [made, grad, indices], [_LIST], about), None, None]


@gradient_of("TensorListScatterIntoExistingList")
def scatter_into(op: Any, grad: Any) -> Any:
    _, values, indices = op.inputs
    about = {"element_dtype": values.dtype}
    found = raw("TensorListGather", [grad, indices, _row_sizes(values)], [like(values)], about)
    zeros = raw("TensorListScatterIntoExistingList", [grad, tf.zeros_like(values), indices], [_LIST], about)
    return [zeros, found, None]


@gradient_of("TensorListConcatV2")
def concat(op: Any, grad: Any, _: Any) -> Any:
    if grad is None:
        return None
    shape = _element_shape(op.inputs[0])
    return [raw("TensorListSplit", [grad, shape, op.outputs[1]], [_LIST], {"element_dtype": grad.dtype}), None, None]


@gradient_of("TensorListSplit")
def split(op: Any, grad: Any) -> Any:
    x, shape, lengths = op.inputs
    made = raw("TensorListConcatV2", [grad, shape, lengths], [like(x), (tf.int64, [None])], {"element_dtype": x.dtype})
    return [made[0], None, None]


@gradient_of("TensorListResize")
def resize(op: Any, grad: Any) -> Any:
    size = raw("TensorListLength", [op.inputs[0]], [(tf.int32, [])])
    return [raw("TensorListResize", [grad, size], [_LIST]), None]
