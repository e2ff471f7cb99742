"""Replaces `keras.src.utils.conv_utils` and `tensorflow.python.layers.utils`: arguments and sizes of convolutions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tfshim import keras
from tfshim.private import smart_cond as conditions
from tfshim.refusals import refused

_REPLACES = ("keras.src.utils.conv_utils", "tensorflow.python.layers.utils")

smart_cond, constant_value = conditions.smart_cond, conditions.smart_constant_value


def convert_data_format(data_format: str, ndim: int) -> str:
    """The letters of a layout, such as "NHWC", from "channels_last" or "channels_first" and the rank (3, 4 or 5)."""
    letters = {3: "W", 4: "HW", 5: "DHW"}
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError(f'Invalid data_format: {data_format}. Expected values are ["channels_first", "channels_last"]')
    if ndim not in letters:
        raise ValueError(f"Input rank not supported: {ndim}. Expected values are [3, 4, 5]")
    return f"N{letters[ndim]}C" if data_format == "channels_last" else f"NC{letters[ndim]}"


def normalize_tuple(value: Any, n: int, name: str, allow_zero: bool = False) -> tuple[int, ...]:
    """`n` integers of an argument called `name` that is one for all or an iterable of `n`. Raises ValueError for anything else."""
    wanted = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    if isinstance(value, int):
        given = (value,) * n
    else:
        try:
            given = tuple(value)
        except TypeError:
            raise ValueError(wanted) from None
        if len(given) != n:
            raise ValueError(wanted)
        for single in given:
            try:
                int(single)
            except (ValueError, TypeError):
                raise ValueError(f"{wanted}including element {single} of type {type(single)}") from None
    below = {v for v in given if (v < 0 if allow_zero else v <= 0)}
    if below:
        raise ValueError(f"{wanted} including {below} that does not satisfy the requirement `{'>= 0' if allow_zero else '> 0'}`.")
    return given


def conv_output_length(input_length: int | None, filter_size: int, padding: str, stride: int, dilation: int = 1) -> int | None:
    """The size of a convolution's result along a dimension; None where that of the input is."""
    if input_length is None:
        return None
    reach = filter_size + (filter_size - 1) * (dilation - 1)
    length = {
        "same": input_length,
        "causal": input_length,
        "valid": input_length - reach + 1,
        "full": input_length + reach - 1,
    }[padding]
    return (length + stride - 1) // stride


def conv_input_length(output_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """The size of the input of a convolution with a result of `output_length`; None where that is."""
    if output_length is None:
        return None
    pad = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
    return (output_length - 1) * stride - 2 * pad + filter_size


def deconv_output_length(
    input_length: int | None, filter_size: int, padding: str, output_padding: int | None = None, stride: int = 0, dilation: int = 1
) -> int | None:
    """The size of a transposed convolution's result along a dimension; None where that of the input is."""
    if input_length is None:
        return None
    reach = filter_size + (filter_size - 1) * (dilation - 1)
    if output_padding is None:
        return {
            "valid": input_length * stride + max(reach - stride, 0),
            "full": input_length * stride - (stride + reach - 2),
            "same": input_length * stride,
        }[padding]
    pad = {"same": reach // 2, "valid": 0, "full": reach - 1}[padding]
    return (input_length - 1) * stride + reach - 2 * pad + output_padding


def normalize_data_format(value: str | None) -> str:
    """ "channels_first" or "channels_last" from that in any case, or Keras' default for None."""
    format = (keras.backend.image_data_format() if value is None else value).lower()
    if format not in ("channels_first", "channels_last"):
        raise ValueError(f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}')
    return format


def normalize_padding(value: Any) -> Any:
    """ "valid", "same" or "causal" from that in any case; a list or tuple is as it was."""
    if isinstance(value, (list, tuple)):
        return value
    padding = value.lower()
    if padding not in ("valid", "same", "causal"):
        raise ValueError(
            f'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). Received: {padding}'
        )
    return padding


def conv_connected_inputs(
    input_shape: Sequence[int], kernel_shape: Sequence[int], output_position: Sequence[int], strides: Sequence[int], padding: str
) -> list[range]:
    """For each dimension the positions of the input that the result's `output_position` depends on."""
    ranges = []
    for size, kernel, position, stride in zip(input_shape, kernel_shape, output_position, strides):
        before = kernel // 2
        center = position * stride + (before if padding == "valid" else 0)
        ranges.append(range(max(0, center - before), min(size, center + kernel - before)))
    return ranges


def conv_output_shape(
    input_shape: Sequence[int], kernel_shape: Sequence[int], strides: Sequence[int], padding: str
) -> tuple[int | None, ...]:
    """The sizes of a convolution's result without batch and channels."""
    rows = zip(input_shape, kernel_shape, strides)
    return tuple(conv_output_length(size, kernel, padding, stride) for size, kernel, stride in rows)


def conv_kernel_mask(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> np.ndarray:
    """Which inputs each output depends on: a bool array of the sizes of the input and then those of the result."""
    input_shape, kernel_shape, strides = _of_one_rank(input_shape, kernel_shape, strides, padding)
    output_shape = conv_output_shape(input_shape, kernel_shape, strides, padding)
    mask = np.zeros((*input_shape, *output_shape), bool)
    for position in itertools.product(*map(range, output_shape)):
        for place in itertools.product(*conv_connected_inputs(input_shape, kernel_shape, position, strides, padding)):
            mask[(*place, *position)] = True
    return mask


def conv_kernel_idxs(
    input_shape: Any, kernel_shape: Any, strides: Any, padding: str, filters_in: int, filters_out: int, data_format: str
) -> Iterator[tuple[int, int]]:
    """The places in the flat result and the flat input, channels included, that a layer with weights of their own for each connects."""
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f'Data format {data_format} not recognized. `data_format` must be "channels_first" or "channels_last".')
    input_shape, kernel_shape, strides = _of_one_rank(input_shape, kernel_shape, strides, padding)
    output_shape = conv_output_shape(input_shape, kernel_shape, strides, padding)

    def flat(channel, channels, place, sizes):
        if data_format == "channels_first":
            return int(np.ravel_multi_index((channel, *place), (channels, *sizes)))
        return int(np.ravel_multi_index((*place, channel), (*sizes, channels)))

    for position in itertools.product(*map(range, output_shape)):
        for place in itertools.product(*conv_connected_inputs(input_shape, kernel_shape, position, strides, padding)):
            for f_in, f_out in itertools.product(range(filters_in), range(filters_out)):
                yield flat(f_out, filters_out, position, output_shape), flat(f_in, filters_in, place, input_shape)


def _of_one_rank(input_shape, kernel_shape, strides, padding):
    if padding not in ("same", "valid"):
        raise refused("keras.src.utils.conv_utils.conv_kernel_mask", "padding", value=padding)
    shape = (input_shape,) if isinstance(input_shape, int) else tuple(input_shape)
    kernel = (kernel_shape,) * len(shape) if isinstance(kernel_shape, int) else tuple(kernel_shape)
    steps = (strides,) * len(shape) if isinstance(strides, int) else tuple(strides)
    if len(kernel) != len(shape) or len(steps) != len(shape):
        raise ValueError(f"The ranks of the input, the kernel and the strides must be the same. Received: {shape=}, {kernel=}, {steps=}.")
    return shape, kernel, steps
