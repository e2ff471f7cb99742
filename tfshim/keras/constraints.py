"""`tf.keras.constraints`: what optimizers apply to weights after an update."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.array_ops import cast
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.keras._serializable import serializable
from tfshim.keras._serialization import Kind, PublicNames
from tfshim.keras.backend import epsilon, floatx, sqrt

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.constraints.Constraint")
@serializable
class Constraint(PicklesAtHome):
    """The base: `constraint(w)` gives the weight that fulfils it."""

    __module__ = "keras.src.constraints"
    _home = __name__

    def __call__(self, w: TensorLike) -> AnyTensor:
        return w

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A constraint with the arguments `config`."""
        return cls(**config)


def _norms(w, axis):
    return sqrt(math.reduce_sum(math.square(w), axis=axis, keepdims=True))


@tf_export("keras.constraints.MaxNorm", "keras.constraints.max_norm")
class MaxNorm(Constraint):
    """Norms along `axis` of at most `max_value`."""

    __module__ = "keras.src.constraints"

    def __init__(self, max_value: FloatLike = 2, axis: Axis = 0) -> None:
        self.max_value, self.axis = max_value, axis

    def __call__(self, w: TensorLike) -> AnyTensor:
        norms = _norms(w, self.axis)
        # Norms may be zero.
        return w * (math.clip_by_value(norms, 0, self.max_value) / (epsilon() + norms))  # type: ignore[attr-defined]

    def get_config(self) -> dict[str, Any]:
        return {"max_value": self.max_value, "axis": self.axis}


@tf_export("keras.constraints.NonNeg", "keras.constraints.non_neg")
class NonNeg(Constraint):
    """No negative weights."""

    __module__ = "keras.src.constraints"

    def __call__(self, w: TensorLike) -> AnyTensor:
        return w * cast(math.greater_equal(w, 0.0), floatx())


@tf_export("keras.constraints.UnitNorm", "keras.constraints.unit_norm")
class UnitNorm(Constraint):
    """Norms along `axis` of 1."""

    __module__ = "keras.src.constraints"

    def __init__(self, axis: Axis = 0) -> None:
        self.axis = axis

    def __call__(self, w: TensorLike) -> AnyTensor:
        return w / (epsilon() + _norms(w, self.axis))

    def get_config(self) -> dict[str, Any]:
        return {"axis": self.axis}


@tf_export("keras.constraints.MinMaxNorm", "keras.constraints.min_max_norm")
class MinMaxNorm(Constraint):
    """Norms along `axis` between two values; `rate` is the fraction of the correction applied at each update."""

    __module__ = "keras.src.constraints"

    def __init__(self, min_value: FloatLike = 0.0, max_value: FloatLike = 1.0, rate: FloatLike = 1.0, axis: Axis = 0) -> None:
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w: TensorLike) -> AnyTensor:
        norms = _norms(w, self.axis)
        wanted = self.rate * math.clip_by_value(norms, self.min_value, self.max_value) + (1 - self.rate) * norms  # type: ignore[attr-defined]
        return w * (wanted / (epsilon() + norms))

    def get_config(self) -> dict[str, Any]:
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


@tf_export("keras.constraints.RadialConstraint", "keras.constraints.radial_constraint")
class RadialConstraint(Constraint):
    """Kernels of convolutions [rows, columns, inputs, outputs] that are the same all around their middle.

    Each ring gets a value of the diagonal. Raises ValueError for weights that are not of rank 4.
    Mirrors `tf.keras.constraints.RadialConstraint`.
    """

    __module__ = "keras.src.constraints"

    def __call__(self, w: TensorLike) -> AnyTensor:
        shape = w.shape
        if shape.rank is None or shape.rank != 4:
            raise ValueError(f"The weight tensor must have rank 4. Received weight tensor with shape: {shape}")
        size = shape[0]
        middle = size // 2
        # Keras takes the middle from one step before it, and from there goes out along the diagonal.
        sources = [middle - 1] + [middle + r - (1 if size % 2 else 0) for r in range(1, (size + 1) // 2)]
        ring = [[sources[-1 - min(y, x, size - 1 - y, size - 1 - x)] for x in range(size)] for y in range(size)]
        return array_ops.gather_nd(w, [[[at, at] for at in row] for row in ring])


_KIND = Kind("constraint", "keras.constraints", PublicNames("keras.constraints"))
get = _KIND.get


@tf_export("keras.constraints.serialize")
def serialize(constraint: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The configuration of a constraint; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(constraint, use_legacy_format)


@tf_export("keras.constraints.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The constraint that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(config, custom_objects)


tf_export("keras.constraints.get")(get)
