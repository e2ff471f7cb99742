"""The types that signatures of `tf.keras` name besides those of `engine/values/annotations.py`. Only type checkers import this."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from tfshim.engine.values.annotations import TensorLike
from tfshim.engine.variables.variable import Variable

# What `get` of a namespace such as `tf.keras.initializers` takes: a name, a configuration, a class, or what is called in the end.
# None leaves it out, or means the default.
Identifier: TypeAlias = "str | dict[str, Any] | type | Callable[..., Any] | None"
InitializerLike: TypeAlias = Identifier
RegularizerLike: TypeAlias = Identifier
ConstraintLike: TypeAlias = Identifier
ActivationLike: TypeAlias = Identifier

# What a gradient is taken of: a tensor with the tape that recorded it, or a function that computes it.
LossToMinimize: TypeAlias = TensorLike | Callable[[], TensorLike]

# Pairs as `apply_gradients` takes them; a gradient may be None.
GradientsAndVariables: TypeAlias = Iterable[tuple[TensorLike, Variable]]
