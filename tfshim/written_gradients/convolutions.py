"""Gradients of convolutions and pools."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like, vector_shape
from tfshim.written_gradients.table import gradient_of

_CONV = ("strides", "padding", "explicit_paddings", "data_format", "dilations")
_CONV3D = ("strides", "padding", "data_format", "dilations")
_POOL = ("ksize", "strides", "padding", "data_format")


def _attributes(op: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {key: op.get_attr(key) for key in names}


def _shapes(*tensors: Any) -> Any:
    """Their shapes, by one node."""
    return raw("ShapeN", [list(tensors)], [(tf.int32, [t.shape.rank]) for t in tensors], {"out_type": tf.int32})


@gradient_of("Conv2D")
def conv2d(op: Any, grad: Any) -> Any:
    x, w = op.inputs
    about = _attributes(op, _CONV)
    of_x, of_w = _shapes(x, w)
    return [
        raw("Conv2DBackpropInput", [of_x, w, grad], [like(x)], about),
        raw("Conv2DBackpropFilter", [x, of_w, grad], [like(w)], about),
    ]


@gradient_of("Conv2DBackpropInput")
def conv2d_input(op: Any, grad: Any) -> Any:
    _, w, y = op.inputs
    about = _attributes(op, _CONV)
    return [None, raw("Conv2DBackpropFilter", [grad, vector_shape(w), y], [like(w)], about), raw("Conv2D", [grad, w], [like(y)], about)]


@gradient_of("Conv2DBackpropFilter")
def conv2d_filter(op: Any, grad: Any) -> Any:
    x, _, y = op.inputs
    about = _attributes(op, _CONV)
    return [raw("Conv2DBackpropInput", [vector_shape(x), grad, y], [like(x)], about), None, raw("Conv2D", [x, grad], [like(y)], about)]


@gradient_of("DepthwiseConv2dNative")
def depthwise(op: Any, grad: Any) -> Any:
    x, w = op.inputs
    about = _attributes(op, _CONV)
    return [
        raw("DepthwiseConv2dNativeBackpropInput", [vector_shape(x), w, grad], [like(x)], about),
        raw("DepthwiseConv2dNativeBackpropFilter", [x, vector_shape(w), grad], [like(w)], about),
    ]


@gradient_of("DepthwiseConv2dNativeBackpropInput")
def depthwise_input(op: Any, grad: Any) -> Any:
    _, w, y = op.inputs
    about = _attributes(op, _CONV)
    return [
        None,
        raw("DepthwiseConv2dNativeBackpropFilter", [grad, vector_shape(w), y], [like(w)], about),
        raw("DepthwiseConv2dNative", [grad, w], [like(y)], about),
    ]


@gradient_of("DepthwiseConv2dNativeBackpropFilter")
def depthwise_filter(op: Any, grad: Any) -> Any:
    x, _, y = op.inputs
    about = _attributes(op, _CONV)
    return [
        raw("DepthwiseConv2dNativeBackpropInput", [vector_shape(x), grad, y], [like(x)], about),
        None,
        raw("DepthwiseConv2dNative", [x, grad], [like(y)], about),
    ]


@gradient_of("Conv3D")
def conv3d(op: Any, grad: Any) -> Any:
    x, w = op.inputs
    about = _attributes(op, _CONV3D)
    of_x, of_w = _shapes(x, w)
    return [
        raw("Conv3DBackpropInputV2", [of_x, w, grad], [like(x)], about),
        raw("Conv3DBackpropFilterV2", [x, of_w, grad], [like(w)], about),
    ]


@gradient_of("Conv3DBackpropInputV2")
def conv3d_input(op: Any, grad: Any) -> Any:
    _, w, y = op.inputs
    about = _attributes(op, _CONV3D)
    return [None, raw("Conv3DBackpropFilterV2", [grad, vector_shape(w), y], [like(w)], about), raw("Conv3D", [grad, w], [like(y)], about)]


@gradient_of("Conv3DBackpropFilterV2")
def conv3d_filter(op: Any, grad: Any) -> Any:
    x, _, y = op.inputs
    about = _attributes(op, _CONV3D)
    return [raw("Conv3DBackpropInputV2", [vector_shape(x), grad, y], [like(x)], about), None, raw("Conv3D", [x, grad], [like(y)], about)]


# ---------------------------------------------------------------------- pools
@gradient_of("MaxPool")
def max_pool(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return raw("MaxPoolGrad", [x, op.outputs[0], grad], [like(x)], _attributes(op, (*_POOL, "explicit_paddings")))


@gradient_of("MaxPoolGrad")
def max_pool_again(op: Any, grad: Any) -> Any:
    x, y, first = op.inputs
    return [tf.zeros_like(x), tf.zeros_like(y), raw("MaxPoolGradGrad", [x, y, grad], [like(first)], _attributes(op, _POOL))]


@gradient_of("MaxPoolV2")
def max_pool_by_inputs(op: Any, grad: Any) -> Any:
    x, ksize, strides = op.inputs
    about = _attributes(op, ("padding", "data_format"))
    return [raw("MaxPoolGradV2", [x, op.outputs[0], grad, ksize, strides], [like(x)], about), None, None]


@gradient_of("MaxPoolWithArgmax")
def max_pool_with_places(op: Any, grad: Any, _: Any) -> Any:
    if grad is None:
        return None
    about = _attributes(op, ("ksize", "strides", "padding", "include_batch_in_index"))
    return raw("MaxPoolGradWithArgmax", [op.inputs[0], grad, op.outputs[1]], [like(op.inputs[0])], about)


@gradient_of("AvgPool")
def avg_pool(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return raw("AvgPoolGrad", [vector_shape(x), grad], [like(x)], _attributes(op, _POOL))


@gradient_of("AvgPoolGrad")
def avg_pool_again(op: Any, grad: Any) -> Any:
    return [None, raw("AvgPool", [grad], [like(op.inputs[1])], _attributes(op, _POOL))]


@gradient_of("MaxPool3D")
def max_pool_of_volumes(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return raw("MaxPool3DGrad", [x, op.outputs[0], grad], [like(x)], _attributes(op, _POOL))


@gradient_of("AvgPool3D")
def avg_pool_of_volumes(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return raw("AvgPool3DGrad", [vector_shape(x), grad], [like(x)], _attributes(op, _POOL))


@gradient_of("Dilation2D")
def dilation(op: Any, grad: Any) -> Any:
    x, w = op.inputs
    about = _attributes(op, ("strides", "rates", "padding"))
    return [
        raw("Dilation2DBackpropInput", [x, w, grad], [like(x)], about),
        raw("Dilation2DBackpropFilter", [x, w, grad], [like(w)], about),
    ]
