"""`tf.keras.regularizers`: penalties on weights and activities."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import linalg, math
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.array_ops import constant
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.keras._serializable import serializable
from tfshim.keras._serialization import Kind, PublicNames

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Identifier

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.regularizers.Regularizer")
@serializable
class Regularizer(PicklesAtHome):
    """The base: `regularizer(x)` gives a scalar penalty. Mirrors `tf.keras.regularizers.Regularizer`."""

    __module__ = "keras.src.regularizers"
    _home = __name__

    def __call__(self, x: TensorLike) -> AnyTensor:
        return 0.0

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A regularizer with the arguments `config`."""
        return cls(**config)

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary."""
        raise NotImplementedError(f"{self} does not implement get_config()")


def _factor(x):
    """`x` as the float32 number it will be in a computation. Raises ValueError for what is no finite number."""
    if isinstance(x, bool) or not isinstance(x, (int, float)) or x != x or x in (float("inf"), float("-inf")):
        raise ValueError(f"Value: {x} is not a valid regularization penalty number, expected an int or float value")
    return float(np.float32(x))


@tf_export("keras.regularizers.L1", "keras.regularizers.l1")
class L1(Regularizer):
    """`l1 * sum(|x|)`."""

    __module__ = "keras.src.regularizers"

    def __init__(self, l1: float | None = 0.01, **kwargs: Any) -> None:
        # The name of the argument in earlier versions of Keras.
        l1 = kwargs.pop("l", l1)
        if kwargs:
            raise TypeError(f"Argument(s) not recognized: {kwargs}")
        l1 = 0.01 if l1 is None else l1
        self.l1 = _factor(l1)

    def __call__(self, x: TensorLike) -> AnyTensor:
        return self.l1 * math.reduce_sum(math.abs(x))

    def get_config(self) -> dict[str, Any]:
        return {"l1": float(self.l1)}


@tf_export("keras.regularizers.L2", "keras.regularizers.l2")
class L2(Regularizer):
    """`l2 * sum(x ** 2)`."""

    __module__ = "keras.src.regularizers"

    def __init__(self, l2: float | None = 0.01, **kwargs: Any) -> None:
        # The name of the argument in earlier versions of Keras.
        l2 = kwargs.pop("l", l2)
        if kwargs:
            raise TypeError(f"Argument(s) not recognized: {kwargs}")
        l2 = 0.01 if l2 is None else l2
        self.l2 = _factor(l2)

    def __call__(self, x: TensorLike) -> AnyTensor:
        return self.l2 * math.reduce_sum(math.square(x))

    def get_config(self) -> dict[str, Any]:
        return {"l2": float(self.l2)}


@tf_export("keras.regularizers.L1L2")
class L1L2(Regularizer):
    """The sum of both penalties."""

    __module__ = "keras.src.regularizers"

    def __init__(self, l1: float | None = 0.0, l2: float | None = 0.0) -> None:
        l1, l2 = 0.0 if l1 is None else l1, 0.0 if l2 is None else l2
        self.l1, self.l2 = _factor(l1), _factor(l2)

    def __call__(self, x: TensorLike) -> AnyTensor:
        total = constant(0.0, dtype=x.dtype)
        if self.l1:
            total = total + self.l1 * math.reduce_sum(math.abs(x))
        if self.l2:
            total = total + self.l2 * math.reduce_sum(math.square(x))
        return total

    def get_config(self) -> dict[str, Any]:
        return {"l1": float(self.l1), "l2": float(self.l2)}


@tf_export("keras.regularizers.OrthogonalRegularizer", "keras.regularizers.orthogonal_regularizer")
class OrthogonalRegularizer(Regularizer):
    """`factor` times the mean cosine between rows, or columns, of a matrix; mirrors `tf.keras.regularizers.OrthogonalRegularizer`.

    `mode`: "rows" or "columns". Raises ValueError for another mode, or for weights that are no matrix.
    """

    __module__ = "keras.src.regularizers"

    def __init__(self, factor: float = 0.01, mode: str = "rows") -> None:
        if mode not in {"rows", "columns"}:
            raise ValueError(f'Invalid value for argument `mode`. Expected one of {{"rows", "columns"}}. Received: mode={mode}')
        self.factor, self.mode = _factor(factor), mode

    def __call__(self, inputs: TensorLike) -> AnyTensor:
        if inputs.shape.rank != 2:
            raise ValueError(f"Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape == {inputs.shape}")
        rows = self.mode == "rows"
        unit = math.l2_normalize(inputs, axis=1 if rows else 0)
        products = linalg.matmul(unit, unit, transpose_b=True) if rows else linalg.matmul(unit, unit, transpose_a=True)
        size = inputs.shape[0 if rows else 1]
        others = products * (1.0 - linalg.eye(size, dtype=inputs.dtype))
        pairs = size * (size - 1.0) / 2.0
        return self.factor * 0.5 * math.reduce_sum(math.abs(others)) / pairs

    def get_config(self) -> dict[str, Any]:
        return {"factor": float(self.factor), "mode": self.mode}


@tf_export("keras.regularizers.l1_l2")
def l1_l2(l1: float | None = 0.01, l2: float | None = 0.01) -> L1L2:
    """An `L1L2` with both penalties."""
    return L1L2(l1=l1, l2=l2)


_KIND = Kind(
    "regularizer", "keras.regularizers", PublicNames("keras.regularizers", without=("Regularizer", "l1_l2"), also={"l1_l2": "L1L2"})
)


@tf_export("keras.regularizers.serialize")
def serialize(regularizer: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The configuration of a regularizer; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(regularizer, use_legacy_format)


@tf_export("keras.regularizers.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The regularizer that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
    # By this name both factors are 0.01, while those of the class are 0 by default.
    if config == "l1_l2":
        return L1L2(l1=0.01, l2=0.01)
    return _KIND.deserialize(config, custom_objects)


@tf_export("keras.regularizers.get")
def get(identifier: Identifier) -> Any:
    """A regularizer from None, a name, a configuration or a callable."""
    return l1_l2() if identifier == "l1_l2" else _KIND.get(identifier)
