"""Gradients of TensorFlow's lists of tensors: what comes back for a list is a list."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like
from tfshim.written_gradients.table import gradient_of

_LIST = (tf.variant, [])


def _element_shape(flow: Any) -> Any:
    return raw("TensorListElementShape", [flow], [(tf.int32, None)], {"shape_type": tf.int32})


def _reserved(like_list: Any, dtype: Any) -> Any:
    """A list of as many places as `like_list` has, with nothing in them."""
    size = raw("TensorListLength", [like_list], [(tf.int32, [])])
    return raw("TensorListReserve", [_element_shape(like_list), size], [_LIST], {"element_dtype": dtype})


@gradient_of("TensorListSetItem")
def set_item(op: Any, grad: Any) -> Any:
    _, index, item = op.inputs
    found = raw("TensorListGetItem", [grad, index, tf.shape(item)], [like(item)], {"element_dtype": item.dtype})
    kept = raw("TensorListSetItem", [grad, index, tf.zeros_like(item)], [_LIST], {"element_dtype": item.dtype})
    return [kept, None, found]


@gradient_of("TensorListGetItem")
def get_item(op: Any, grad: Any) -> Any:
    flow, index, _ = op.inputs
    made = raw("TensorListSetItem", [_reserved(flow, grad.dtype), index, grad], [_LIST], {"element_dtype": grad.dtype})
    return [made, None, None]


@gradient_of("TensorListPushBack")
def push_back(op: Any, grad: Any) -> Any:
    item = op.inputs[1]
    return list(raw("TensorListPopBack", [grad, tf.shape(item)], [_LIST, like(item)], {"element_dtype": item.dtype}))


@gradient_of("TensorListStack")
def stack(op: Any, grad: Any) -> Any:
    about = {"element_dtype": grad.dtype}
    return [raw("TensorListFromTensor", [grad, _element_shape(op.inputs[0])], [_LIST], about), None]


@gradient_of("TensorListFromTensor")
def from_tensor(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    row = tf.shape(x)[1:]
    return [raw("TensorListStack", [grad, row], [like(x)], {"element_dtype": x.dtype}), None]


@gradient_of("TensorListGather")
def gather(op: Any, grad: Any) -> Any:
    flow, indices, _ = op.inputs
    about = {"element_dtype": grad.dtype}
    return [raw("TensorListScatterIntoExistingList", [_reserved(flow, grad.dtype), grad, indices], [_LIST], about), None, None]


@gradient_of("TensorListScatterIntoExistingList")
def scatter_into(op: Any, grad: Any) -> Any:
    _, values, indices = op.inputs
    about = {"element_dtype": values.dtype}
    found = raw("TensorListGather", [grad, indices, tf.shape(values)[1:]], [like(values)], about)
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
