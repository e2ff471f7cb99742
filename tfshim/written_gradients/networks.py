"""Gradients of what networks are made of beside products and convolutions: biases, normalization, softmax, losses, resized images."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import raw
from tfshim.written_gradients.broadcasting import summed
from tfshim.written_gradients.shapes import like, vector_shape
from tfshim.written_gradients.table import gradient_of


@gradient_of("BiasAdd")
def bias_add(op: Any, grad: Any) -> Any:
    about = {"data_format": op.get_attr("data_format")}
    return [grad, raw("BiasAddGrad", [grad], [like(op.inputs[1])], about)]


@gradient_of("BiasAddGrad")
def bias_add_again(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    shape = vector_shape(x)
    if op.get_attr("data_format") == "NCHW":
        rank = x.shape.rank
        grad = tf.reshape(grad, [1, -1, *[1] * ((rank or 4) - 2)])
    return raw("BroadcastTo", [grad, shape], [like(x)])


@gradient_of("FusedBatchNormV3")
def batch_norm(op: Any, grad: Any, *others: Any) -> Any:
    x, scale, _, mean, variance = op.inputs
    if grad is None:
        return None
    training = op.get_attr("is_training")
    about = {"epsilon": op.get_attr("epsilon"), "data_format": op.get_attr("data_format"), "is_training": training}
    vector = like(scale)
    if not training and about["data_format"][1] == "C" and getattr(TS.graph, "shown", False):
        return _of_channels_first(op, grad, about)
    first, second = (op.outputs[3], op.outputs[4]) if training else (mean, variance)
    outputs = [like(x), vector, vector, (scale.dtype, None), (scale.dtype, None)]
    made = raw("FusedBatchNormGradV3", [grad, x, scale, first, second, op.outputs[5]], outputs, about)
    if training or {3, 4} <= set(op.skipped) or getattr(TS.graph, "shown", False):
        return [*made[:3], None, None]
    # Mean and variance are inputs then, and gradients go back to them too, which TensorFlow leaves out.
    axes = [0, 1, 2] if op.get_attr("data_format") == "NHWC" else [0, 2, 3]
    shape = [1, 1, 1, -1] if op.get_attr("data_format") == "NHWC" else [1, -1, 1, 1]
    root = tf.math.rsqrt(variance + about["epsilon"])
    wide = tf.cast(grad, scale.dtype)
    total = summed(wide, axes, False, scale.shape)
    centered = summed(wide * (tf.cast(x, scale.dtype) - tf.reshape(mean, shape)), axes, False, scale.shape)
    return [*made[:3], -total * scale * root, -0.5 * centered * scale * root * root * root]


def _of_channels_first(op: Any, grad: Any, about: dict[str, Any]) -> list[Any]:
    """With known averages, whose kernel takes the channels last."""
    x, scale, _, mean, variance = op.inputs
    last = list(range(x.shape.rank))
    last.append(last.pop(1))
    back = [0, x.shape.rank - 1, *range(1, x.shape.rank - 1)]
    x, grad = tf.transpose(x, last), tf.transpose(grad, last)
    about = {**about, "data_format": f"N{about['data_format'][2:]}C"}
    vector, spare = like(scale), (scale.dtype, None)
    made = raw("FusedBatchNormGradV3", [grad, x, scale, mean, variance, op.outputs[5]], [like(x), vector, vector, spare, spare], about)
    return [tf.transpose(made[0], back), *made[1:3], None, None]


@gradient_of("Softmax")
def softmax(op: Any, grad: Any) -> Any:
    y = op.outputs[0]
    return (grad - tf.reduce_sum(grad * y, -1, keepdims=True)) * y


@gradient_of("LogSoftmax")
def log_softmax(op: Any, grad: Any) -> Any:
    y = tf.exp(op.outputs[0])
    return grad - tf.reduce_sum(grad, -1, keepdims=True) * y


def _through_logits(logits: Any, again: Any) -> Any:
    """What comes back through the gradient of a cross-entropy."""
    y = tf.nn.softmax(logits)
    return (again - tf.reduce_sum(again * y, -1, keepdims=True)) * y


@gradient_of("SoftmaxCrossEntropyWithLogits")
def cross_entropy(op: Any, grad: Any, again: Any) -> Any:
    logits = op.inputs[0]
    first = second = None
    if grad is not None:
        first = tf.expand_dims(grad, -1) * op.outputs[1]
        opposite = -raw("LogSoftmax", [logits], [like(logits)])
        second = tf.expand_dims(grad, -1) * opposite
    if again is not None:
        more = _through_logits(logits, again)
        first = more if first is None else first + more
    return [first, second]


@gradient_of("SparseSoftmaxCrossEntropyWithLogits")
def sparse_cross_entropy(op: Any, grad: Any, again: Any) -> Any:
    first = None if grad is None else tf.expand_dims(grad, -1) * op.outputs[1]
    if again is not None:
        more = _through_logits(op.inputs[0], again)
        first = more if first is None else first + more
    return [first, None]


@gradient_of("CTCLoss", "CTCLossV2")
def ctc_loss(op: Any, grad: Any, _: Any) -> Any:
    if grad is None:
        return [None, None, None, None]
    kept = raw("PreventGradient", [op.outputs[1]], [like(op.outputs[1])], {"message": _ONCE})
    return [tf.expand_dims(grad, -1) * kept, None, None, None]


_ONCE = (
    "Currently there is no way to take the second  derivative of ctc_loss due to the fused implementation's interaction  with "
    "tf.gradients()"
)


@gradient_of("TopK", "TopKV2")
def top(op: Any, grad: Any, _: Any) -> Any:
    if grad is None:
        return None
    x, places = op.inputs[0], op.outputs[1]
    flat = tf.reshape(places, tf.stack([-1, tf.shape(places)[-1]]))
    count = tf.shape(x)[-1]
    rows = tf.range(tf.shape(flat)[0])[:, None] * count
    values = raw("UnsortedSegmentSum", [tf.reshape(grad, [-1]), tf.reshape(flat + rows, [-1]), tf.size(x)], [(grad.dtype, [None])])
    return [raw("Reshape", [values, vector_shape(x)], [like(x)]), None]


@gradient_of("LRN")
def local_response(op: Any, grad: Any) -> Any:
    about = {key: op.get_attr(key) for key in ("depth_radius", "bias", "alpha", "beta")}
    return raw("LRNGrad", [grad, op.inputs[0], op.outputs[0]], [like(grad)], about)


# ---------------------------------------------------------------------- images
_RESIZED = ("align_corners", "half_pixel_centers")


@gradient_of("ResizeBilinear", "ResizeBicubic")
def resize(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return [raw(f"{op.type}Grad", [grad, x], [like(x)], {key: op.get_attr(key) for key in _RESIZED}), None]


@gradient_of("ResizeNearestNeighbor")
def resize_nearest(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    known = x.shape.as_list()[1:3]
    size: Any = known if None not in known else tf.shape(x)[1:3]
    return [raw("ResizeNearestNeighborGrad", [grad, size], [like(x)], {key: op.get_attr(key) for key in _RESIZED}), None]


@gradient_of("ScaleAndTranslate")
def scale_and_translate(op: Any, grad: Any) -> Any:
    x, _, scale, translation = op.inputs
    about = {key: op.get_attr(key) for key in ("kernel_type", "antialias")}
    return [raw("ScaleAndTranslateGrad", [grad, x, scale, translation], [like(x)], about), None, None, None]


@gradient_of("CropAndResize")
def crop_and_resize(op: Any, grad: Any) -> Any:
    x, boxes, of_box, _ = op.inputs
    about = {"method": op.get_attr("method")}
    images = raw("CropAndResizeGradImage", [grad, boxes, of_box, vector_shape(x)], [like(x)], {**about, "T": x.dtype})
    return [images, raw("CropAndResizeGradBoxes", [grad, x, boxes, of_box], [like(boxes)]), None, None]


@gradient_of("FakeQuantWithMinMaxArgs")
def fake_quant(op: Any, grad: Any) -> Any:
    about = {key: op.get_attr(key) for key in ("min", "max", "num_bits", "narrow_range")}
    return raw("FakeQuantWithMinMaxArgsGradient", [grad, op.inputs[0]], [like(grad)], about)


@gradient_of("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsPerChannel")
def fake_quant_by_range(op: Any, grad: Any) -> Any:
    about = {key: op.get_attr(key) for key in ("num_bits", "narrow_range")}
    return raw(f"{op.type}Gradient", [grad, *op.inputs], [like(x) for x in op.inputs], about)
