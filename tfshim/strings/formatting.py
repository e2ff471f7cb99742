"""Numbers as text and text as numbers: `as_string`, `to_number`, `format`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import is_tensor
from tfshim.engine.values.text import number_in, numbers_of_array, text_storage
from tfshim.logging_ops import Template
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue
from tfshim.strings._elements import each, numbers, same_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_UNSIGNED = torch.uint8, torch.uint16, torch.uint32, torch.uint64
_KINDS = dt.REALS | dt.COMPLEX | dt.INTS | dt.BOOL | dt.STRING


def _check(input, precision, scientific, shortest, fill):
    """Refuse what TensorFlow's operation refuses before it looks at a value, in its order."""
    if type(input) is not np.ndarray and not (input.is_floating_point() or input.is_complex()):
        kind = dt.FROM_TORCH[input.dtype]
        if scientific or shortest:
            raise invalid(f"scientific and shortest format not supported for datatype {kind.name}")
        if precision > -1:
            raise invalid(f"precision not supported for datatype {kind.name}")
    if len(fill) > 1:
        raise invalid("Fill string must be one or fewer characters")
    if scientific and shortest:
        raise invalid("Cannot select both scientific and shortest notation")
    if fill not in ("", " ", "+", "-", "0", "#"):
        raise invalid(f'Fill argument not supported: "{fill}"')


def _pattern(dtype, precision, scientific, shortest, width, fill):
    """The printf conversion for one number."""
    if fill in (" ", "+") and dtype in _UNSIGNED:
        fill = ""  # flags for signed numbers
    pattern = "%" + fill + (str(width) if width > -1 else "")
    if not (dtype.is_floating_point or dtype.is_complex):
        return pattern + "d"
    return pattern + (f".{precision}" if precision > -1 else "") + ("e" if scientific else "g" if shortest else "f")


def _all_formatted(pattern, values):
    """The texts of many numbers, which `pattern` gives no line ends."""
    return ((pattern + "\n") * len(values) % tuple(values)).encode().split(b"\n")[:-1]


_TRUTH = np.array([b"false", b"true"], object)


def _as_strings(input, precision=-1, scientific=False, shortest=False, width=-1, fill="", name=None):
    fill = fill.decode() if isinstance(fill, bytes) else fill
    _check(input, precision, scientific, shortest, fill)
    if type(input) is np.ndarray:
        padded = bytes.ljust if fill == "-" else bytes.rjust
        return each(input, lambda item: padded(item, max(width, 0)))
    pattern = _pattern(input.dtype, precision, scientific, shortest, width, fill)
    values = input.detach().cpu()
    if values.dtype == torch.bool:
        return _TRUTH[values.numpy().astype(np.intp).reshape(-1)].reshape(values.shape)
    if values.numel() >= _MANY and not values.is_complex() and (fill != "0" or bool(torch.isfinite(values).all())):
        return text_storage(_all_formatted(pattern, values.reshape(-1).tolist()), input.shape)
    if values.is_complex():
        texts = [f"({pattern % v.real},{pattern % v.imag})" for v in values.reshape(-1).tolist()]
    else:
        # What is no number is not padded with zeros.
        spaced = "%" + pattern[1:].lstrip("0") if fill == "0" else pattern
        texts = [(pattern if math.isfinite(v) else spaced) % v for v in values.reshape(-1).tolist()]
    out = np.empty(tuple(input.shape), dtype=object)
    out.reshape(-1)[:] = [t.encode() for t in texts] if texts else []
    return out


@tf_export("strings.as_string", "as_string", v1=["strings.as_string", "as_string", "dtypes.as_string"], elementwise="unary")
@op("AsString", input="T", T=_KINDS, grad=None, out=dt.string, objects=_as_strings, shape_fn=same_shape(dt.string))
def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int | None = -1,
    fill: str = "",
    name: str | None = None,
) -> AnyTensor:
    """Numbers and truth values as strings. Mirrors `tf.strings.as_string` and `tf.as_string`.

    Arguments:
        input: a tensor of numbers or bools.
        precision: how many digits behind the point, for floats and complex numbers; -1 (the default) is 6.
        scientific: True writes 1.5e+00; False by default.
        shortest: True writes whichever of both ways is shorter; False by default.
        width: the least number of characters; -1 (the default) for any.
        fill: what fills them: "" for spaces, "0" for zeros, or another flag of printf: "+", " ", "-" (spaces on the
            right) or "#".
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`.

    Raises:
        InvalidArgumentError: arguments that the dtype or each other rule out.

    Example:
        >>> tf.strings.as_string([1.5, 2.25], precision=2)
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'1.50', b'2.25'], dtype=object)>
        >>> tf.strings.as_string([7, 42], width=4, fill="0")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'0007', b'0042'], dtype=object)>
        >>> tf.strings.as_string([True, False])
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'true', b'false'], dtype=object)>
    """
    return _as_strings(input, precision, scientific, shortest, width, fill)


_MANY = 4  # strings that are read together
_NUMBERS = dt.float32.mask | dt.float64.mask | dt.int32.mask | dt.int64.mask


def _number_shape(input, out_type):
    return out_type, input.shape


@tf_export("strings.to_number", elementwise="unary")
@op("StringToNumber", input="string", out_type="dtype", grad=None, shape_fn=_number_shape, scope="")
def to_number(input: TensorLike, out_type: DTypeLike = dt.float32, name: str | None = None) -> AnyTensor:
    """The numbers that strings spell. Mirrors `tf.strings.to_number`.

    Arguments:
        input: a string tensor of any shape, or what converts to one; ragged too.
        out_type: float32 (the default), float64, int32 or int64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input` and dtype `out_type`. Spaces around a number are ignored.

    Raises:
        InvalidArgumentError: a string is no number of that kind: "1.5" is no int32.

    `tf.io.decode_csv` reads whole lines; `tf.strings.as_string` is the other way round.

    Example:
        >>> tf.strings.to_number(["1.5", " -2 ", "3e2"])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([  1.5,  -2. , 300. ], dtype=float32)>
        >>> tf.strings.to_number("42", tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=42>
    """
    if not out_type.mask & _NUMBERS:
        raise invalid(
            f"Value for attr 'out_type' of {out_type.proto_name} is not in the list of allowed values: float, double, int32, int64"
        )

    def read(item):
        value = number_in(item, out_type)
        if value is None:
            raise invalid(f"StringToNumberOp could not correctly convert string: {item.decode('utf-8', 'replace')}")
        return value

    if input.size >= _MANY:
        made = numbers_of_array(input, out_type)
        if made is not None:
            return torch.from_numpy(made).reshape(input.shape)
    return numbers(input, read, out_type.torch)


@op("StringFormat", inputs="any*", grad=None, out=dt.string, shape_fn=lambda *_: (dt.string, []))
def _format(inputs, pieces, summarize, name=None):
    """The text that `pieces` make of the tensors: each is bytes, or a function of an iterator over storages."""
    storages, out = iter(inputs), np.empty((), dtype=object)
    out[()] = b"".join(p if isinstance(p, bytes) else p(storages, summarize) for p in pieces)
    return out


@tf_export("strings.format")
@composite
def format(template: str, inputs: TensorLike, placeholder: str = "{}", summarize: int = 3, name: str | None = None) -> Tensor:  # noqa: A001 - TensorFlow's name
    """A string with the text of tensors in it. Mirrors `tf.strings.format`.

    Arguments:
        template: a Python string with places for the tensors.
        inputs: a tensor of any dtype, or a list of as many as there are places.
        placeholder: what marks a place, "{}" by default.
        summarize: how many elements to show at both ends of each axis, 3 by default; -1 for all.
        name: a name for the operation in graphs.

    Returns:
        A string scalar, made when a graph runs.

    Raises:
        ValueError: there are more or fewer places than tensors.

    Example:
        >>> tf.strings.format("loss {} after {}", [tf.constant([0.5, 0.25]), tf.constant(3)])
        <tf.Tensor: shape=(), dtype=string, numpy=b'loss [0.5 0.25] after 3'>
    """
    if is_tensor(inputs) or nest.is_composite(inputs) or isinstance(inputs, RaggedTensorValue):
        inputs = [inputs]
    count = template.count(placeholder)
    if count != len(inputs):
        raise ValueError(
            f"The template expects {count} tensors, but the inputs only has {len(inputs)}. Please ensure the number of "
            "placeholders in template matches inputs length."
        )
    made = Template()
    for i, text in enumerate(template.split(placeholder)):
        if i:
            made.tensor(inputs[i - 1])
        made.text(text)
    return _format(made.tensors, made.pieces, int(summarize), name=name)
