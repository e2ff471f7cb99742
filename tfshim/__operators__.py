"""`tf.__operators__`: what tensors do with `+`, `==`, `!=` and `[]`, as functions."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math import add as _add
from tfshim.ragged import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.variables.variable import Variable

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("__operators__.add")
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x + y`; texts are put together. Mirrors `tf.__operators__.add`."""
    return _add(x, y, name=name or "AddV2")


@tf_export("__operators__.eq")
def eq(self: TensorLike, other: Any) -> Any:
    """`self == other`, element by element; False where `other` is None. Mirrors `tf.__operators__.eq`."""
    return False if other is None else operator.eq(convert_to_tensor(self), other)


@tf_export("__operators__.ne")
def ne(self: TensorLike, other: Any) -> Any:
    """`self != other`, element by element; True where `other` is None. Mirrors `tf.__operators__.ne`."""
    return True if other is None else operator.ne(convert_to_tensor(self), other)


@tf_export("__operators__.getitem")
def getitem(tensor: AnyTensor, slice_spec: Any, var: Variable | None = None) -> Any:
    """`tensor[slice_spec]`; of the variable `var` if there is one, and can be assigned to. Mirrors `tf.__operators__.getitem`."""
    return tensor[slice_spec] if var is None else var[slice_spec]


@tf_export("__operators__.ragged_getitem")
def ragged_getitem(rt_input: RaggedTensor, key: Any) -> AnyTensor:
    """`rt_input[key]` of a ragged tensor. Mirrors `tf.__operators__.ragged_getitem`."""
    return rt_input[key]
