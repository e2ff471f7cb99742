"""Gradients of convolutions and pools, which TensorFlow has as operations, and layers of an older age."""

import torch

from tfshim import array_ops, image, math, nn
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import InvalidArgumentError, UnimplementedError, invalid, op_error
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.memory import check_count
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.image import cropping, resizing, suppression
from tfshim.nn import ctc, fractional, gradient_ops
from tfshim.nn.convolution_gradients import conv2d_backprop_filter_v2
from tfshim.raw_forms._backward import backward
from tfshim.raw_forms._nodes import computed, unknown, when_run
from tfshim.raw_forms._ranks import of_rank
from tfshim.refusals import refused


@raw_op("Conv2DBackpropFilter")
def _filter_grad(input, filter_sizes, out_backprop, strides, padding, explicit_paddings, data_format, dilations):  # noqa: A002
    filters = array_ops.zeros(filter_sizes, input.dtype)  # only its shape counts
    return conv2d_backprop_filter_v2(
        input,
        filters,
        out_backprop,
        strides,
        padding,
        explicit_paddings=explicit_paddings or (),
        data_format=data_format,
        dilations=dilations,
    )


@raw_op("Conv3DBackpropFilterV2")
def _filter_grad_3d(input, filter_sizes, out_backprop, strides, padding, data_format, dilations):  # noqa: A002
    def forward(filters):
        return nn.conv3d(input, filters, strides, padding, data_format, dilations)

    return backward(forward, [array_ops.zeros(filter_sizes, input.dtype)], out_backprop)[0]


def _dilation(x, filters, strides, rates, padding):
    return nn.dilation2d(x, filters, strides, padding, "NHWC", rates)


@raw_op("Dilation2D")
def _dilation_2d(input, filter, strides, rates, padding):  # noqa: A002
    return _dilation(input, filter, strides, rates, padding)


@raw_op("Dilation2DBackpropInput")
def _dilation_input_grad(input, filter, out_backprop, strides, rates, padding):  # noqa: A002
    return backward(lambda x: _dilation(x, filter, strides, rates, padding), [input], out_backprop)[0]


@raw_op("Dilation2DBackpropFilter")
def _dilation_filter_grad(input, filter, out_backprop, strides, rates, padding):  # noqa: A002
    return backward(lambda f: _dilation(input, f, strides, rates, padding), [filter], out_backprop)[0]


@raw_op("AvgPool3DGrad")
def _average_grad_3d(orig_input_shape, grad, ksize, strides, padding, data_format):
    def forward(x):
        return nn.avg_pool3d(x, ksize, strides, padding, data_format)

    return backward(forward, [array_ops.zeros(orig_input_shape, grad.dtype)], grad)[0]


@raw_op("MaxPool3DGrad")
def _largest_grad_3d(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    forward = _checked(
        "MaxPool3DGrad", lambda x: nn.max_pool3d(x, ksize, strides, padding, data_format), orig_input, orig_output, grad, rank=5
    )
    return backward(forward, [orig_input], grad)[0]


def _checks(op_type, x, output, grad, name="", **kind):
    """A function that raises where the eager tensors given have not the ranks or, given what the pool gives, the sizes that they need."""

    def check(made=None):
        if all(isinstance(t, EagerTensor) for t in (x, output, grad)):
            text = gradient_ops.unlike_pooled(x, output, grad, made, **kind)
            if text is not None:
                raise op_error(InvalidArgumentError, text, op_type, name=name)

    return check


def _checked(op_type, pool, x, output, grad, **about):
    """`pool`, whose call raises where the output or gradient of it that are there have other sizes; for eager tensors."""
    check = _checks(op_type, x, output, grad, **about)

    def checked(x):
        made = pool(x)
        check(made)
        return made

    check()
    return checked


@raw_op("MaxPoolV2")
def _largest(input, ksize, strides, padding, data_format):  # noqa: A002
    if unknown(ksize, strides):
        tensors = {"input": input, "ksize": ksize, "strides": strides}
        return when_run("MaxPoolV2", _largest, tensors, [(input.dtype, None)], padding=padding, data_format=data_format)
    ksize, strides = _numbers(ksize), _numbers(strides)
    _check_windows(ksize, strides)
    return nn.max_pool2d(input, ksize, strides, padding, data_format)


def _check_windows(ksize, strides):
    """Raise for windows that the operation with windows as tensors refuses; in its own words, as these have no checks as attributes."""

    def bad(text, kind=InvalidArgumentError):
        return op_error(kind, text, "MaxPoolV2", name=None)

    if len(ksize) != 4:
        raise bad("Sliding window ksize field must specify 4 dimensions")
    if min(ksize) <= 0:
        raise bad("Sliding window ksize must be positive.")
    if len(strides) != 4:
        raise bad("Sliding window stride field must specify 4 dimensions")
    if ksize[0] != 1 or strides[0] != 1:
        raise bad("Pooling is not yet supported on the batch dimension.", UnimplementedError)
    if min(strides) <= 0:
        raise bad(f"Stride must be > 0, but got {next(n for n in strides if n <= 0)}")


@raw_op("MaxPoolGradV2")
def _largest_grad(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    if unknown(ksize, strides):
        tensors = {"orig_input": orig_input, "orig_output": orig_output, "grad": grad, "ksize": ksize, "strides": strides}
        leaf = orig_input.dtype, orig_input.shape
        return when_run("MaxPoolGradV2", _largest_grad, tensors, [leaf], padding=padding, data_format=data_format)
    ksize, strides = _numbers(ksize), _numbers(strides)
    pool = _checked(
        "MaxPoolGradV2", lambda x: nn.max_pool2d(x, ksize, strides, padding, data_format), orig_input, orig_output, grad, name=None
    )
    return backward(pool, [orig_input], grad)[0]


def _numbers(sizes):
    return static_value(sizes).tolist() if isinstance(sizes, Tensor) else sizes


def _in_places(x, argmax, include_batch):
    """The elements of `x` at the places that a pool has found, in the shape of these."""
    batch = array_ops.shape(x)[0]
    each = array_ops.size(x, dt.int64) // array_ops.cast(batch, dt.int64)
    if not include_batch:
        first = array_ops.range(array_ops.cast(batch, dt.int64)) * each
        argmax = array_ops.cast(argmax, dt.int64) + array_ops.reshape(first, [-1, 1, 1, 1])
    return array_ops.gather(array_ops.reshape(x, [-1]), argmax)


@raw_op("MaxPoolGradWithArgmax")
def _largest_grad_at(input, grad, argmax, ksize, strides, padding, include_batch_in_index):  # noqa: A002
    if all(isinstance(t, EagerTensor) for t in (input, grad, argmax)):
        wanted = nn.max_pool2d(input, ksize, strides, padding).shape
        for name, x in (("grad", grad), ("argmax", argmax)):
            if x.shape != wanted:
                text = f"Expected {name} shape to be {dims_text(wanted)}, but got {dims_text(x.shape)}"
                raise op_error(InvalidArgumentError, text, "MaxPoolGradWithArgmax")
    return array_ops.reshape(
        array_ops.identity(backward(lambda x: _in_places(x, argmax, include_batch_in_index), [input], grad)[0]), array_ops.shape(input)
    )


@raw_op("MaxPoolGradGradWithArgmax")
def _largest_grad_grad_at(input, grad, argmax, ksize, strides, padding, include_batch_in_index):  # noqa: A002
    del input, ksize, strides, padding
    return _in_places(grad, argmax, include_batch_in_index)


@raw_op("MaxPoolGradGrad")
def _largest_grad_grad(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    if data_format != "NHWC":
        raise refused("tf.raw_ops", "attribute", op_type="MaxPoolGradGrad", key="data_format")
    check = _checks("MaxPoolGradGrad", orig_input, orig_output, grad, again=True)
    check()
    largest = nn.max_pool_with_argmax(orig_input, ksize, strides, padding, include_batch_in_index=True)
    check(largest.output)
    return _in_places(grad, largest.argmax, True)


@raw_op("MaxPoolGradGradV2")
def _largest_grad_grad_of(orig_input, orig_output, grad, ksize, strides, padding, data_format):
    if unknown(ksize, strides):
        tensors = {"orig_input": orig_input, "orig_output": orig_output, "grad": grad, "ksize": ksize, "strides": strides}
        leaf = orig_input.dtype, None
        return when_run("MaxPoolGradGradV2", _largest_grad_grad_of, tensors, [leaf], padding=padding, data_format=data_format)
    return _largest_grad_grad(orig_input, orig_output, grad, _numbers(ksize), _numbers(strides), padding, data_format)


@raw_op("FractionalMaxPool")
def _cells_largest(value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2):
    return fractional.fractional_max_pool_v1(value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2)


@raw_op("FractionalAvgPool")
def _cells_mean(value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2):
    return fractional.fractional_avg_pool_v1(value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2)


@raw_op("FusedPadConv2D")
def _padded_convolution(input, paddings, filter, mode, strides, padding):  # noqa: A002
    return nn.conv2d(array_ops.pad(input, paddings, mode), filter, strides, padding)


# ---------------------------------------------------------------------- biases and losses
@raw_op("BiasAdd", "BiasAddV1")
def _biased(value, bias, data_format="NHWC"):
    return nn.bias_add(value, bias, data_format)


@raw_op("SoftmaxCrossEntropyWithLogits")
def _cross_entropy(features, labels):
    return gradient_ops.cross_entropy_and_gradient(labels, features)


@raw_op("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_cross_entropy(features, labels):
    return gradient_ops.sparse_cross_entropy_and_gradient(labels, features)


# ---------------------------------------------------------------------- images
def _resize_grad(resize):
    def grad_of(grads, original_image, align_corners, half_pixel_centers):
        original_image = of_rank(original_image, 4)
        size = array_ops.shape(of_rank(grads, 4))[1:3]
        found = backward(lambda x: resize(x, size, align_corners, half_pixel_centers), [original_image], grads)[0]
        return array_ops.cast(found, original_image.dtype)

    return grad_of


raw_op("ResizeBilinearGrad")(_resize_grad(resizing.resize_bilinear))
raw_op("ResizeBicubicGrad")(_resize_grad(resizing.resize_bicubic))


@raw_op("ResizeNearestNeighborGrad")
def _nearest_grad(grads, size, align_corners, half_pixel_centers):
    dims = array_ops.shape(of_rank(grads, 4))
    sizes = static_value(convert_to_tensor(size))
    try:
        if sizes is not None and (sizes <= 0).any():
            raise invalid("shape_t's elements must be positive")
        if sizes is not None:
            check_count([grads.shape[0] or 1, *sizes.tolist(), grads.shape[3] or 1])
    except InvalidArgumentError as error:
        raise op_error(InvalidArgumentError, error.message, "ResizeNearestNeighborGrad", name=None) from None
    given = of_rank(array_ops.zeros(array_ops.concat([dims[:1], size, dims[3:]], 0), grads.dtype), 4)
    return backward(lambda x: resizing.resize_nearest(x, dims[1:3], align_corners, half_pixel_centers), [given], grads)[0]


@raw_op("ScaleAndTranslate")
def _scaled_and_translated(images, size, scale, translation, kernel_type, antialias):
    if images.shape.rank not in (None, 4):
        raise invalid(f"input must be 4-dimensional{images.shape.as_list()}")

    def kernel(pictures, sizes, scales, translations):
        return [resizing.placed(pictures, sizes.tolist(), scales.tolist(), translations.tolist(), kernel_type, antialias)]

    known = images.shape.as_list() if images.shape.rank is not None else [None] * 4
    dims = [known[0], *(sizes_of(size) or [None, None]), known[3]]
    return computed("ScaleAndTranslate", kernel, [images, size, scale, translation], [(dt.float32, dims)])


@raw_op("ExtractGlimpseV2")
def _glimpses(input, size, offsets, centered, normalized, uniform_noise, noise):  # noqa: A002
    return cropping.glimpses_of_corners(input, size, offsets, centered, normalized, _kind_of_noise(uniform_noise, noise))


@raw_op("ExtractGlimpse")
def _former_glimpses(input, size, offsets, centered, normalized, uniform_noise, noise):  # noqa: A002
    return cropping.glimpses_of_middles(input, size, offsets, centered, normalized, _kind_of_noise(uniform_noise, noise))


def _kind_of_noise(uniform, noise):
    if uniform and noise not in ("uniform", ""):
        raise invalid("The uniform_noise and noise could not be specified at the same time")
    return noise or ("uniform" if uniform else "gaussian")


@raw_op("CropAndResizeGradImage")
def _crop_image_grad(grads, boxes, box_ind, image_size, T, method):  # noqa: N803
    def forward(x):
        return image.crop_and_resize(x, boxes, box_ind, array_ops.shape(grads)[1:3], method)

    return array_ops.cast(backward(forward, [array_ops.zeros(image_size, dt.float32)], grads)[0], T)


@raw_op("NonMaxSuppressionV2")
def _suppressed(boxes, scores, max_output_size, iou_threshold):
    threshold = convert_to_tensor(iou_threshold)  # of which the dtype need not be that of the boxes
    return image.non_max_suppression(boxes, scores, max_output_size, threshold, array_ops.cast(float("-inf"), threshold.dtype))


@raw_op("NonMaxSuppressionV4")
def _suppressed_padded(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size):
    boxes, scores = of_rank(boxes, 2), of_rank(scores, 1)
    found = image.non_max_suppression(boxes, scores, max_output_size, iou_threshold, score_threshold)
    return _filled_up(found, max_output_size) if pad_to_max_output_size else found, array_ops.size(found)


def _filled_up(found, count):
    """The vector `found` with zeros up to `count` numbers."""
    return array_ops.reshape(array_ops.pad(found, [[0, count - array_ops.size(found)]]), [count])


@raw_op("NonMaxSuppressionV5")
def _suppressed_with_scores(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma, pad_to_max_output_size):
    found, left = suppression.best_with_scores(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma)
    count = array_ops.size(found)
    if pad_to_max_output_size:
        found, left = _filled_up(found, max_output_size), _filled_up(left, max_output_size)
    return found, left, count


# ---------------------------------------------------------------------- labels of sequences
@raw_op("CTCBeamSearchDecoder")
def _best_paths(inputs, sequence_length, beam_width, top_paths, merge_repeated):
    found, scores = ctc.ctc_beam_search_decoder_v1(inputs, sequence_length, beam_width, top_paths, merge_repeated)
    return [x.indices for x in found], [x.values for x in found], [x.dense_shape for x in found], scores


@raw_op("CTCLoss")
def _sequence_loss(
    inputs,
    labels_indices,
    labels_values,
    sequence_length,
    preprocess_collapse_repeated,
    ctc_merge_repeated,
    ignore_longer_outputs_than_inputs,
):
    """(losses, their gradient)."""

    def loss(logits):
        return ctc.sparse_loss(
            logits,
            labels_indices,
            labels_values,
            sequence_length,
            True,
            None,
            ignore_longer_outputs_than_inputs,
            preprocess_collapse_repeated,
            ctc_merge_repeated,
        )

    made = loss(inputs)
    return made, backward(loss, [inputs], array_ops.ones_like(made))[0]


@raw_op("NearestNeighbors")
def _nearest(points, centers, k):
    """(places, squared distances) of the `k` nearest of `centers`, nearest first."""
    points, centers = of_rank(points, 2), of_rank(centers, 2)
    if points.shape.rank != 2 or centers.shape.rank != 2:
        raise invalid("Input points and centers should be 2-D.")
    apart = math.reduce_sum(math.squared_difference(points[:, None], centers[None]), -1)
    count = math.minimum(array_ops.cast(k, dt.int32), array_ops.shape(centers)[0])
    found = math.top_k(-apart, count)
    return array_ops.cast(found.indices, dt.int64), -found.values


@raw_op("CropAndResizeGradBoxes")
def _crop_boxes_grad(grads, image, boxes, box_ind, method):
    def forward(b):
        return cropping.crop_and_resize(array_ops.cast(image, dt.float32), b, box_ind, array_ops.shape(grads)[1:3], method)

    return backward(forward, [boxes], grads)[0]


# ---------------------------------------------------------------------- gradients of pools over cells of various sizes
def _cells(sequence, overlapping, size):
    """(first, behind the last) of each cell along a dimension."""
    ends = sequence.tolist()
    return [(a, min(b + overlapping, size)) for a, b in zip(ends, ends[1:])]


def _wrong(op_type, text):
    return op_error(InvalidArgumentError, text, op_type, name=None)


@raw_op("FractionalAvgPoolGrad")
def _fractional_average_grad(orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence, overlapping):
    def kernel(shape, grad, rows, columns):
        if shape.ndim != 1 or shape.numel() != 4:
            raise _wrong("FractionalAvgPoolGrad", "original input tensor shape must be1-dimensional and 4 elements")
        sizes = shape.tolist()
        if (wrong := min(sizes)) < 0:
            raise _wrong("FractionalAvgPoolGrad", f"Expected a non-negative size, got {wrong}")
        for name, sequence, count in (("row", rows, grad.shape[1]), ("col", columns, grad.shape[2])):
            if sequence.numel() <= count:
                raise _wrong(
                    "FractionalAvgPoolGrad",
                    f"Given out_backprop shape {dims_text(grad.shape)}, {name}_seq_tensor must have at least {count + 1} elements, "
                    f"but got {sequence.numel()}",
                )
        made = torch.zeros(sizes, dtype=torch.float64)
        for i, (top, bottom) in enumerate(_cells(rows, overlapping, sizes[1])):
            for j, (left, right) in enumerate(_cells(columns, overlapping, sizes[2])):
                share = grad[:, i, j].to(torch.float64) / ((bottom - top) * (right - left))
                made[:, top:bottom, left:right] += share[:, None, None]
        return [made.to(grad.dtype)]

    given = [orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence]
    return computed("FractionalAvgPoolGrad", kernel, given, [(out_backprop.dtype, [None] * 4)])


@raw_op("FractionalMaxPoolGrad")
def _fractional_largest_grad(orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence, overlapping):
    def kernel(x, y, grad, rows, columns):
        if grad.shape != y.shape:
            raise _wrong(
                "FractionalMaxPoolGrad", f"out_backprop must have the shape {list(y.shape)} of orig_output, got {list(grad.shape)}."
            )
        for name, sequence in (("row", rows), ("col", columns)):
            if sequence.ndim != 1:
                raise _wrong(
                    "FractionalMaxPoolGrad", f"{name}_pooling_sequence must be a vector, received shape {dims_text(sequence.shape)}"
                )
        cells = [_cells(rows, overlapping, x.shape[1]), _cells(columns, overlapping, x.shape[2])]
        if tuple(map(len, cells)) != tuple(y.shape[1:3]) or any(a >= b for each in cells for a, b in each):
            raise _wrong("FractionalMaxPoolGrad", "tensor_out_dup is not the same as tensor_out")
        made = torch.zeros_like(x)
        batch, depth = torch.arange(x.shape[0])[:, None], torch.arange(x.shape[3])[None]
        for i, (top, bottom) in enumerate(cells[0]):
            for j, (left, right) in enumerate(cells[1]):
                cell = x[:, top:bottom, left:right].reshape(x.shape[0], -1, x.shape[3])
                at = cell.argmax(1)
                width = right - left
                made[batch, top + at // width, left + at % width, depth] += grad[:, i, j]
        return [made]

    given = [orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence]
    return computed("FractionalMaxPoolGrad", kernel, given, [(orig_input.dtype, orig_input.shape)])
