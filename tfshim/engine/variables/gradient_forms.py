"""Whether the gradient of a step has the shape and the dtype of its weight.

torch's kernels for steps do not look: some read and write beyond the end of a smaller tensor, others spread it over the weight.
"""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.ops import op_defs
from tfshim.engine.runtime import errors
from tfshim.engine.values.dtypes import FROM_TORCH, string
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.variables.variable_ops import inside


def check(op_type: str, weight: torch.Tensor, gradient: torch.Tensor) -> None:
    """Raise InvalidArgumentError where `op_type`, TensorFlow's operation for the step, would not take them together."""
    if gradient.dtype is not weight.dtype:
        raise _other_dtype(op_type, weight, gradient)
    if gradient.shape != weight.shape:
        what = _inputs(op_type)[_place(op_type)].name
        shapes = f"{dims_text(weight.shape)} {dims_text(gradient.shape)}"
        raise errors.op_error(errors.InvalidArgumentError, f"var and {what} do not have the same shape{shapes}", op_type)


def check_rows(indices: torch.Tensor, size: int) -> None:
    """Raise InvalidArgumentError where a gradient is of a row that a table of `size` rows does not have; on GPUs nobody looks."""
    if indices.is_cpu and len(indices) and not inside(indices.long(), size):
        at, wrong = next((i, k) for i, k in enumerate(dict.fromkeys(indices.tolist())) if not 0 <= k < size)
        raise errors.op_error(errors.InvalidArgumentError, f"indices[{at}] = {wrong} is not in [0, {size})", "ResourceScatterAdd")


def _inputs(op_type: str) -> Any:
    definition: Any = op_defs.find(op_type)
    return definition.inputs


def _place(op_type: str) -> int:
    """Where the gradient stands among the inputs."""
    return next(i for i, given in enumerate(_inputs(op_type)) if given.name in ("grad", "delta"))


def _other_dtype(op_type: str, weight: torch.Tensor, gradient: torch.Tensor) -> Exception:
    """The first number of the step decides what all of them have to be; that may be the gradient itself."""
    numbers = [i for i, given in enumerate(_inputs(op_type)) if given.type_attr == "T"]
    place = _place(op_type)
    own, other = FROM_TORCH[weight.dtype], FROM_TORCH.get(gradient.dtype, string)  # strings are arrays
    at, wanted, given = (numbers[1], other, own) if numbers[0] == place else (place, own, other)
    return errors.dtype_mismatch(op_type, at, wanted, given)
