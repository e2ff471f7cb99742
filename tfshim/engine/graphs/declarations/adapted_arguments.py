"""What has to change in the arguments of our operations before they are those of the operations that TensorFlow declares."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor


def _bias_add(given: dict[str, Any]) -> None:
    given["data_format"] = "NCHW" if given.pop("first") else "NHWC"


def _bad_color(given: dict[str, Any]) -> None:
    """The colour of pixels that are not finite, which pictures always have."""
    given["bad_color"] = convert_to_tensor(np.array([255, 0, 0, 255], np.uint8))


def _explicit(given: dict[str, Any]) -> None:
    """Windows for every axis; explicit paddings are an attribute of their own."""
    _for_every_axis(given)
    if isinstance(given.get("padding"), (list, tuple)):
        given["explicit_paddings"] = [n for pair in given["padding"] for n in pair]
        given["padding"] = "EXPLICIT"


def _all_three(given: dict[str, Any]) -> None:
    """As `_unpadded`, for windows over volumes."""
    if given.get("dilations") is None:
        given.pop("dilations", None)
    _for_every_axis(given, 3)


def _no_batch(given: dict[str, Any]) -> None:
    if given.get("batch_dims") == 0:
        given.pop("batch_dims")


def _split_sizes(given: dict[str, Any]) -> None:
    given["num_split"] = len(given["sizes"]) if isinstance(given["sizes"], (list, tuple)) else None


def _axes(given: dict[str, Any]) -> None:
    axis = given["axis"]
    given["axis"] = [] if axis is None else [axis] if isinstance(axis, int) else list(axis)


def _unpadded(given: dict[str, Any]) -> None:
    if given.get("dilations") is None:
        given.pop("dilations", None)
    _explicit(given)


def _function_of_python(given: dict[str, Any]) -> None:
    """A function has a token, which says nothing in another process."""
    call = given.pop("call")
    given["token"], given["Tout"] = call.token, [dtype for dtype, _ in call.outputs]


def _first_axis(given: dict[str, Any]) -> None:
    given["axis"] = 0 if given["axis"] is None else given["axis"]


def _rows_of(given: dict[str, Any]) -> None:
    given.pop("validate_indices", None)
    if given["axis"] is None:
        given["axis"] = given.get("batch_dims") or 0
    elif type(given["axis"]) is int and given["axis"] == 0:
        given.pop("batch_dims", None)  # which TensorFlow's function then does not look at


def _named_noise(given: dict[str, Any]) -> None:
    given["uniform_noise"] = False


def _all_axes_backwards(given: dict[str, Any]) -> None:
    """Strings are joined along the last axis first."""
    key, x = next(k for k in ("axis", "reduction_indices") if k in given), given["inputs"]
    if given[key] is None and isinstance(x, Tensor) and x.shape.rank is not None:
        given[key] = tuple(range(x.shape.rank))[::-1]


def _reverse_axes(given: dict[str, Any]) -> None:
    """All axes in reverse where `perm` is not given."""
    x = given["a"]
    if given["perm"] is None and isinstance(x, Tensor) and x.shape.rank is not None:
        given["perm"] = tuple(range(x.shape.rank))[::-1]


def _any_rows(given: dict[str, Any]) -> None:
    given.pop("value_type")


def _one_diagonal(given: dict[str, Any]) -> None:
    if isinstance(given["k"], (list, tuple)) and len(given["k"]) == 1:
        given["k"] = given["k"][0]


def _steps(given: dict[str, Any]) -> None:
    begin = given["begin"]
    if given["strides"] is None and isinstance(begin, (list, tuple)):
        given["strides"] = (1,) * len(begin)
    elif given["strides"] is None and isinstance(begin, Tensor) and begin.shape.rank == 1 and begin.shape[0] is not None:
        given["strides"] = (1,) * begin.shape[0]


def _for_every_axis(given: dict[str, Any], n: int = 2) -> None:
    """Window sizes and steps over `n` axes as lists for every axis, as TensorFlow has them."""
    first = str(given.get("data_format") or "NHWC").startswith("NC")
    for key in ("strides", "ksize", "dilations"):
        value = given.get(key)
        value = [value] if isinstance(value, int) else list(value) if isinstance(value, (list, tuple)) else None
        if value is not None and len(value) < n + 2 and all(isinstance(v, int) for v in value):
            value = value * n if len(value) == 1 else value
            given[key] = [1, 1, *value] if first else [1, *value, 1]


# Operations that call a Python function, whose token says nothing in another process.
OF_PYTHON = ("EagerPyFunc", "PyFunc", "PyFuncStateless")

# By type of operation, a function that changes the dictionary of arguments.
ADAPTED = {
    "BiasAdd": _bias_add,
    "ImageSummary": _bad_color,
    "Conv2D": _unpadded,
    "Conv3D": _unpadded,
    "Conv2DBackpropInput": _unpadded,
    "MaxPool": _explicit,
    "DepthwiseConv2dNative": _unpadded,
    "SplitV": _split_sizes,
    "Squeeze": _axes,
    "AvgPool": _explicit,
    "AvgPool3D": _all_three,
    "MaxPool3D": _all_three,
    "GatherNd": _no_batch,
    "Transpose": _reverse_axes,
    "StridedSlice": _steps,
    "ArgMax": _first_axis,
    "ArgMin": _first_axis,
    "GatherV2": _rows_of,
    "ExtractGlimpse": _named_noise,
    "ExtractGlimpseV2": _named_noise,
    "MatrixDiagV3": _one_diagonal,
    "RandomShuffle": _any_rows,
    "ReduceJoin": _all_axes_backwards,
    **dict.fromkeys(OF_PYTHON, _function_of_python),
}
