"""The types that signatures of `tf.compat.v1` name besides those of `engine/values/annotations.py`. Only type checkers import this."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tfshim.engine.values.annotations import TensorLike
from tfshim.engine.values.tensor import Tensor

# A protocol buffer: the classes of messages are made when they are first used.
Message: TypeAlias = Any

# What a variable begins with: a value, or what is called with a shape and a dtype, or with nothing.
Initializer: TypeAlias = TensorLike | Callable[..., TensorLike]

# What is called with a variable and gives a penalty, or None.
Regularizer: TypeAlias = Callable[[Any], Tensor | None]

# What is called with the new value of a variable, and gives the one to be kept.
Constraint: TypeAlias = Callable[[Any], TensorLike]

# What is called with a shape and a dtype, by name, and gives the number of parts along each axis.
Partitioner: TypeAlias = Callable[..., Sequence[int]]

# What is called with the getter it stands for, a name and the arguments of `get_variable`, and gives a variable.
Getter: TypeAlias = Callable[..., Any]

# The name of a device, a `DeviceSpec`, or a function of an operation that gives the name.
Device: TypeAlias = Any

# What a session evaluates, or is fed with: {tensor: value}.
Fetches: TypeAlias = Any
FeedDict: TypeAlias = dict[Any, Any]
