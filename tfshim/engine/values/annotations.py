"""The types that the signatures of public functions name. Only type checkers and editors import this.

An operation takes whatever can become a tensor: users register conversions (`tf.register_tensor_conversion_function`) and
dispatchers for classes of their own, and Keras' symbolic tensors go everywhere. So no union is wide enough, and these names tell a
reader what is meant while a checker lets any value pass. `DTypeLike` and `ShapeLike`, which are closed, stand beside `DType` and
`TensorShape`.

A kernel under `@op` is annotated with what the public operation takes and gives, though its body sees torch tensors.
"""

import os
from collections.abc import Sequence
from typing import Any, TypeAlias

# Tensors, variables, numbers, texts, arrays, nested lists of them, and lists of tensors.
TensorLike: TypeAlias = Any

# What an operation gives that passes other types on: a `Tensor`, for a ragged, sparse or user's type mostly one of that type.
AnyTensor: TypeAlias = Any

# One number or truth value, also as a scalar tensor.
IntLike: TypeAlias = Any
FloatLike: TypeAlias = Any
BoolLike: TypeAlias = Any

# Sizes: integers, also as an integer tensor or a `TensorShape`; a list of sizes may hold scalar tensors.
SizesLike: TypeAlias = Any

# None, an axis or several, also as an integer tensor; negative ones count from the end.
Axis: TypeAlias = Any

# The extent of a window, its strides or dilations: one for all dimensions, or one for each.
Window: TypeAlias = "int | Sequence[int]"

# The name of a file or folder.
Path: TypeAlias = "str | os.PathLike[str]"
