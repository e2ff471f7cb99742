"""The types that the signatures of Keras name. Only type checkers and editors import this.

See `engine/values/annotations.py` for what is said of tensors: values that a user's class, or a Keras tensor, can stand for are `Any`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.values.annotations import TensorLike
from tfshim.engine.values.dtypes import DTypeLike
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.keras.mixed_precision.policy import Policy

# What `get` of a namespace such as `tf.keras.initializers` takes: a name, a configuration, a class, a function or an object.
Identifier: TypeAlias = "str | dict[str, Any] | Callable[..., Any] | None"

# A name, a configuration, a function or an object; None is the linear activation.
ActivationLike: TypeAlias = "str | dict[str, Any] | Callable[..., Any] | None"

# A name, a configuration, a function, a class or an object. None is what the layer says: no penalty, no constraint, a default initializer.
InitializerLike: TypeAlias = "str | dict[str, Any] | Callable[..., Any] | None"
RegularizerLike: TypeAlias = "str | dict[str, Any] | Callable[..., Any] | None"
ConstraintLike: TypeAlias = "str | dict[str, Any] | Callable[..., Any] | None"

# A name, a configuration or an object, also of a user's class; for several outputs a list or dictionary of them, or of lists of them.
OptimizerLike: TypeAlias = Any
LossLike: TypeAlias = "str | Callable[..., Any] | Sequence[Any] | Mapping[str, Any] | None"
MetricLike: TypeAlias = "str | Callable[..., Any] | Sequence[Any] | Mapping[str, Any] | None"

# What a gradient is taken of: a tensor with the tape that recorded it, or a function that computes it.
LossToMinimize: TypeAlias = "TensorLike | Callable[[], TensorLike]"

# Pairs as `apply_gradients` takes them; a gradient may be None.
GradientsAndVariables: TypeAlias = "Iterable[tuple[TensorLike, Variable]]"

# What layers compute in: a dtype, or a policy as an object, a name or a configuration; None is the global policy.
PolicyLike: TypeAlias = "DTypeLike | Policy | dict[str, Any] | None"

# The shape of one tensor, or a list, tuple or dictionary of shapes where a layer takes or gives several tensors.
Shapes: TypeAlias = Any

# Keras tensors: one, or a list, tuple or dictionary of them. In graphs of TensorFlow 1 they are tensors.
KerasTensors: TypeAlias = Any

# One axis or several; negative ones count from the end.
Axes: TypeAlias = "int | Sequence[int]"

# How much to add or cut at the edges of each axis of space: one number for all, one for each axis, or (before, after) for each axis.
Margins: TypeAlias = "int | Sequence[int | Sequence[int]]"

# One number for both directions, as a share: [-factor, factor]; or the lowest and the highest.
Factor: TypeAlias = "float | Sequence[float]"

# What `fit` and its like take: arrays or tensors (one, a list or a dictionary), a dataset, a generator or a `Sequence`.
Batches: TypeAlias = Any

# Where a layer saves its variables: arrays by name, in a dictionary or a file.
Store: TypeAlias = Any

# Classes of modules above those whose signatures name them.
Layer: TypeAlias = Any  # engine.base_layer
Metric: TypeAlias = Any  # metrics.base
Model: TypeAlias = Any  # models.model
