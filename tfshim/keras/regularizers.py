"""`tf.keras.regularizers`: penalties on weights and activities."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import linalg, math, nn
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
    """The base of regularizers: penalties for weights or outputs, which are added to the loss.

    Mirrors `tf.keras.regularizers.Regularizer`. Subclasses have `__call__(x)`, which gives a scalar tensor, and `get_config`. Layers take
    one as `kernel_regularizer`, `bias_regularizer` and `activity_regularizer`; a name ("l2") or any function of a tensor serves, too. The
    penalties are in `layer.losses` and `model.losses`.

    Arguments:
        x: when called: the weight or the output, a tensor.

    Returns:
        When called, a scalar tensor.

    Raises:
        NotImplementedError: a model with one that lacks `get_config` is saved.

    Example:
        >>> class Sum(tf.keras.regularizers.Regularizer):
        ...     def __call__(self, x):
        ...         return 0.5 * tf.square(tf.reduce_sum(x) - 1.0)
        >>> layer = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=Sum())
        >>> _ = layer(tf.ones([1, 3]))
        >>> float(layer.losses[0])
        2.0
    """

    __module__ = "keras.src.regularizers"
    _home = __name__

    def __call__(self, x: TensorLike) -> AnyTensor:
        return 0.0

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A regularizer with the arguments that a dictionary holds. Mirrors `tf.keras.regularizers.Regularizer.from_config`.

        It is called on the class that is wanted: `tf.keras.regularizers.deserialize` finds the class by its name.

        Arguments:
            config: what `get_config` gave: a dictionary from names of arguments to their values; what is left out has its default.

        Returns:
            A new regularizer of this class.

        Raises:
            TypeError: an entry that is no argument of the constructor.

        Example:
            >>> penalty = tf.keras.regularizers.L2.from_config({"l2": 0.5})
            >>> float(penalty(tf.constant([1.0, 3.0])))
            5.0
        """
        return cls(**config)

    def get_config(self) -> dict[str, Any]:
        """The arguments with which the regularizer was made. Mirrors `tf.keras.regularizers.Regularizer.get_config`.

        The configuration of a layer holds it beside the name of the class, so that a model that was saved has its penalties again. A
        subclass that is to be saved overrides it.

        Returns:
            A dictionary that `from_config` of the same class takes, its factors as Python floats. With the name of the class beside it:
            `tf.keras.regularizers.serialize`.

        Raises:
            NotImplementedError: a subclass without one, as when a model that has it is saved.

        Example:
            >>> tf.keras.regularizers.L1L2(l1=0.25, l2=0.5).get_config()
            {'l1': 0.25, 'l2': 0.5}
        """
        raise NotImplementedError(f"{self} does not implement get_config()")


def _factor(x):
    """`x` as the float32 number it will be in a computation. Raises ValueError for what is no finite number."""
    if not isinstance(x, (int, float)):
        raise ValueError(f"Value {x} is not a valid regularization penalty number, expected an int or float value.")
    if x != x or x in (float("inf"), float("-inf")):
        raise ValueError(f"Value {x} is not a valid regularization penalty number, an infinite number or NaN are not valid values.")
    return float(np.float32(x))


@tf_export("keras.regularizers.L1", "keras.regularizers.l1")
class L1(Regularizer):
    """The penalty `l1 * sum(abs(x))`, which makes weights exactly zero. As a name: "l1".

    Mirrors `tf.keras.regularizers.L1`, also under `l1`. The sum is over all numbers of the weight; for an output, `activity_regularizer`
    divides it by the number of examples.

    Arguments:
        l1: the factor, a finite number; 0.01 by default, also for None.
        x: when called: a tensor of any shape.

    Returns:
        When called, a scalar tensor.

    Raises:
        ValueError: what is no finite number. TypeError: an unknown keyword.

    Example:
        >>> float(tf.keras.regularizers.L1(0.5)(tf.constant([1.0, -3.0])))
        2.0
        >>> layer = tf.keras.layers.Dense(1, kernel_regularizer="l1")
        >>> round(float(layer.kernel_regularizer(tf.constant([[100.0]]))), 3)
        1.0
    """

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
    """The penalty `l2 * sum(x ** 2)`, which makes large weights smaller. As a name: "l2".

    Mirrors `tf.keras.regularizers.L2`, also under `l2`. The sum is over all numbers of the weight, without a factor of 1/2; for an output,
    `activity_regularizer` divides it by the number of examples. With adaptive optimizers it is not the same as weight decay: see
    `tf.keras.optimizers.AdamW`.

    Arguments:
        l2: the factor, a finite number; 0.01 by default, also for None.
        x: when called: a tensor of any shape.

    Returns:
        When called, a scalar tensor.

    Raises:
        ValueError: what is no finite number. TypeError: an unknown keyword.

    Example:
        >>> float(tf.keras.regularizers.L2(0.5)(tf.constant([1.0, -3.0])))
        5.0
    """

    __module__ = "keras.src.regularizers"

    def __init__(self, l2: float | None = 0.01, **kwargs: Any) -> None:
        # The name of the argument in earlier versions of Keras.
        l2 = kwargs.pop("l", l2)
        if kwargs:
            raise TypeError(f"Argument(s) not recognized: {kwargs}")
        l2 = 0.01 if l2 is None else l2
        self.l2 = _factor(l2)

    def __call__(self, x: TensorLike) -> AnyTensor:
        return 2.0 * self.l2 * nn.l2_loss(x)

    def get_config(self) -> dict[str, Any]:
        return {"l2": float(self.l2)}


@tf_export("keras.regularizers.L1L2")
class L1L2(Regularizer):
    """Both penalties together: `l1 * sum(abs(x)) + l2 * sum(x ** 2)`; the elastic net.

    Mirrors `tf.keras.regularizers.L1L2`. The sums are over all numbers of the weight; for an output, `activity_regularizer` divides by the
    number of examples. `tf.keras.regularizers.l1_l2` has 0.01 for both by default.

    Arguments:
        l1, l2: the factors, finite numbers; 0.0 by default, also for None.
        x: when called: a tensor of any shape.

    Returns:
        When called, a scalar tensor.

    Raises:
        ValueError: what is no finite number.

    Example:
        >>> float(tf.keras.regularizers.L1L2(l1=0.5, l2=0.25)(tf.constant([1.0, -3.0])))
        4.5
    """

    __module__ = "keras.src.regularizers"

    def __init__(self, l1: float | None = 0.0, l2: float | None = 0.0) -> None:
        l1, l2 = 0.0 if l1 is None else l1, 0.0 if l2 is None else l2
        self.l1, self.l2 = _factor(l1), _factor(l2)

    def __call__(self, x: TensorLike) -> AnyTensor:
        total = constant(0.0, dtype=x.dtype)
        if self.l1:
            total = total + self.l1 * math.reduce_sum(math.abs(x))
        if self.l2:
            total = total + 2.0 * self.l2 * nn.l2_loss(x)
        return total

    def get_config(self) -> dict[str, Any]:
        return {"l1": float(self.l1), "l2": float(self.l2)}


@tf_export("keras.regularizers.OrthogonalRegularizer", "keras.regularizers.orthogonal_regularizer")
class OrthogonalRegularizer(Regularizer):
    """A penalty for rows or columns of a matrix that are not at right angles to each other.

    Mirrors `tf.keras.regularizers.OrthogonalRegularizer`, also under `orthogonal_regularizer`. `factor` times the mean of the absolute
    cosines between each two rows (or columns). It keeps the vectors of a kernel from becoming alike.

    Arguments:
        factor: a finite number; 0.01 by default.
        mode: "rows" (default) or "columns".
        inputs: when called: a matrix.

    Returns:
        When called, a scalar tensor.

    Raises:
        ValueError: another `mode`, or, when called, a tensor that is no matrix.

    Example:
        >>> regularizer = tf.keras.regularizers.OrthogonalRegularizer(factor=1.0)
        >>> round(float(regularizer(tf.constant([[1.0, 0.0], [1.0, 1.0]]))), 3)
        0.707
        >>> float(regularizer(tf.eye(3)))
        0.0
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
    """A regularizer with both penalties, `l1 * sum(abs(x)) + l2 * sum(x ** 2)`, of 0.01 each unless said otherwise.

    Mirrors `tf.keras.regularizers.l1_l2`. It gives an `L1L2`; that class has 0.0 for both by default.

    Arguments:
        l1: the factor of absolute values; 0.01 by default.
        l2: the factor of squares; 0.01 by default.

    Returns:
        A `tf.keras.regularizers.L1L2`.

    Raises:
        ValueError: what is no finite number.

    Example:
        >>> regularizer = tf.keras.regularizers.l1_l2(l1=0.5, l2=0.0)
        >>> float(regularizer(tf.constant([1.0, -3.0])))
        2.0
        >>> type(regularizer).__name__
        'L1L2'
    """
    return L1L2(l1=l1, l2=l2)


_KIND = Kind(
    "regularizer",
    "keras.regularizers",
    PublicNames("keras.regularizers", without=("Regularizer", "l1_l2"), also={"l1_l2": "L1L2"}),
    refuses=False,
    base="Regularizer",
)


@tf_export("keras.regularizers.serialize")
def serialize(regularizer: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The class and the arguments of a regularizer, as a dictionary of plain values.

    Mirrors `tf.keras.regularizers.serialize`; configurations of layers hold it. `deserialize` makes a regularizer of it again.

    Arguments:
        regularizer: a regularizer, a function, or None.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary, the name of a function, or None.

    Raises:
        NotImplementedError: a class without `get_config`.

    Example:
        >>> config = tf.keras.regularizers.serialize(tf.keras.regularizers.L2(0.5))
        >>> config["class_name"], config["config"]
        ('L2', {'l2': 0.5})
    """
    return _KIND.serialize(regularizer, use_legacy_format)


@tf_export("keras.regularizers.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The regularizer that a dictionary of `serialize`, or a name, describes.

    Mirrors `tf.keras.regularizers.deserialize`. "l1_l2" as a class name stands for `L1L2`, as in files of earlier versions. Names are
    looked up among those of Keras and those that were registered or are given.

    Arguments:
        config: the dictionary or the name.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A regularizer.

    Raises:
        ValueError: an unknown name. TypeError: arguments that the class does not take.

    Example:
        >>> regularizer = tf.keras.regularizers.deserialize({"class_name": "L2", "config": {"l2": 0.5}})
        >>> float(regularizer(tf.constant([2.0])))
        2.0
    """
    # By this name both factors are 0.01, while those of the class are 0 by default.
    if config == "l1_l2":
        return L1L2(l1=0.01, l2=0.01)
    return _KIND.deserialize(config, custom_objects, use_legacy_format)


@tf_export("keras.regularizers.get")
def get(identifier: Identifier) -> Any:
    """A regularizer from what stands for one: a name, a configuration, a function, or None.

    Mirrors `tf.keras.regularizers.get`; layers use it. Names are "l1", "l2", "l1_l2" and those of the classes; one gets their defaults.

    Arguments:
        identifier: a name; a dictionary of `serialize`; a regularizer or function of a tensor, which is given back; None.

    Returns:
        A function of a tensor, or None.

    Raises:
        ValueError: an unknown name or another kind of object.

    Layers do so with theirs.

    Example:
        >>> type(tf.keras.regularizers.get("l2")).__name__
        'L2'
        >>> print(tf.keras.regularizers.get(None))
        None
    """
    return l1_l2() if isinstance(identifier, str) and identifier == "l1_l2" else _KIND.get(identifier)
