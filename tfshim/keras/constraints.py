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
    from tfshim.keras.annotations import Identifier

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.constraints.Constraint")
@serializable
class Constraint(PicklesAtHome):
    """The base of constraints: what is done to a weight after each update of the optimizer.

    Mirrors `tf.keras.constraints.Constraint`. Subclasses have `__call__(w)`, which gives the new value, and `get_config`. Layers take one
    as `kernel_constraint`, `bias_constraint` and the like; any function of a tensor serves, too. Loops of one's own get it by
    `optimizer.apply_gradients`.

    Arguments:
        w: when called: the weight.

    Returns:
        When called, a tensor of the weight's shape.

    Example:
        >>> class Centered(tf.keras.constraints.Constraint):
        ...     def __call__(self, w):
        ...         return w - tf.reduce_mean(w)
        >>> w = tf.Variable([1.0, 3.0], constraint=Centered())
        >>> _ = tf.keras.optimizers.SGD(1.0).apply_gradients([(tf.constant([0.0, 0.0]), w)])
        >>> w.numpy().tolist()
        [-1.0, 1.0]
    """

    __module__ = "keras.src.constraints"
    _home = __name__

    def __call__(self, w: TensorLike) -> AnyTensor:
        return w

    def get_config(self) -> dict[str, Any]:
        """The arguments with which the constraint was made. Mirrors `tf.keras.constraints.Constraint.get_config`.

        The configuration of a layer holds it beside the name of the class, so that a model that was saved has its constraints again. A
        subclass with arguments of its own overrides it; the base has none.

        Returns:
            A dictionary that `from_config` of the same class takes, such as "max_value" and "axis". With the name of the class beside it:
            `tf.keras.constraints.serialize`.

        Example:
            >>> tf.keras.constraints.MaxNorm(3).get_config()
            {'max_value': 3, 'axis': 0}
            >>> tf.keras.constraints.NonNeg().get_config()
            {}
        """
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A constraint with the arguments that a dictionary holds. Mirrors `tf.keras.constraints.Constraint.from_config`.

        It is called on the class that is wanted: `tf.keras.constraints.deserialize` finds the class by its name.

        Arguments:
            config: what `get_config` gave: names of arguments and their values; what is left out has its default.

        Returns:
            A new constraint of this class.

        Raises:
            TypeError: an entry that is no argument of the constructor.

        Example:
            >>> constraint = tf.keras.constraints.MaxNorm.from_config({"max_value": 5.0})
            >>> constraint(tf.constant([[6.0], [8.0]])).numpy().round(3).tolist()
            [[3.0], [4.0]]
        """
        return cls(**config)


def _norms(w, axis):
    return sqrt(math.reduce_sum(math.square(w), axis=axis, keepdims=True))


@tf_export("keras.constraints.MaxNorm", "keras.constraints.max_norm")
class MaxNorm(Constraint):
    """Shortens vectors of a weight that are longer than a bound.

    Mirrors `tf.keras.constraints.MaxNorm`, also under `max_norm`. For a kernel [inputs, units] and `axis` 0 these are the weights of each
    unit; for a convolution [rows, columns, inputs, filters] say `axis=[0, 1, 2]`.

    Arguments:
        max_value: the greatest Euclidean norm; 2 by default.
        axis: the axis, or axes, along which the norm is taken; 0 by default.
        w: when called: the weight.

    Returns:
        When called, a tensor of the weight's shape.

    Example:
        >>> constraint = tf.keras.constraints.MaxNorm(max_value=1.0)
        >>> constraint(tf.constant([[3.0, 0.3], [4.0, 0.4]])).numpy().round(3)
        array([[0.6, 0.3],
               [0.8, 0.4]], dtype=float32)
    """

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
    """Sets negative numbers of a weight to zero.

    Mirrors `tf.keras.constraints.NonNeg`, also under `non_neg`. It is for models in which more of an input can only mean more of the
    output, as mixtures and monotone networks. It has no arguments of its own.

    Arguments:
        w: when called: the weight.

    Returns:
        When called, a tensor of the weight's shape.

    For a layer it is set as `kernel_constraint`, and acts after each step of the optimizer.

    Example:
        >>> tf.abs(tf.keras.constraints.NonNeg()(tf.constant([-1.0, 0.5]))).numpy().tolist()
        [0.0, 0.5]
        >>> layer = tf.keras.layers.Dense(1, kernel_constraint="non_neg")
        >>> type(layer.kernel_constraint).__name__
        'NonNeg'
    """

    __module__ = "keras.src.constraints"

    def __call__(self, w: TensorLike) -> AnyTensor:
        return w * cast(math.greater_equal(w, 0.0), floatx())


@tf_export("keras.constraints.UnitNorm", "keras.constraints.unit_norm")
class UnitNorm(Constraint):
    """Brings vectors of a weight to length 1.

    Mirrors `tf.keras.constraints.UnitNorm`, also under `unit_norm`. For a kernel [inputs, units] and `axis` 0 these are the weights of each
    unit; for a convolution [rows, columns, inputs, filters] say `axis=[0, 1, 2]`. Zeros stay zeros.

    Arguments:
        axis: the axis, or axes, along which the norm is taken; 0 by default.
        w: when called: the weight.

    Returns:
        When called, a tensor of the weight's shape.

    Example:
        >>> tf.keras.constraints.UnitNorm()(tf.constant([[3.0, 0.3], [4.0, 0.4]])).numpy().round(3)
        array([[0.6, 0.6],
               [0.8, 0.8]], dtype=float32)
    """

    __module__ = "keras.src.constraints"

    def __init__(self, axis: Axis = 0) -> None:
        self.axis = axis

    def __call__(self, w: TensorLike) -> AnyTensor:
        return w / (epsilon() + _norms(w, self.axis))

    def get_config(self) -> dict[str, Any]:
        return {"axis": self.axis}


@tf_export("keras.constraints.MinMaxNorm", "keras.constraints.min_max_norm")
class MinMaxNorm(Constraint):
    """Brings the lengths of vectors of a weight between two bounds.

    Mirrors `tf.keras.constraints.MinMaxNorm`, also under `min_max_norm`. For a kernel [inputs, units] and `axis` 0 these are the weights of
    each unit; for a convolution [rows, columns, inputs, filters] say `axis=[0, 1, 2]`.

    Arguments:
        min_value, max_value: the bounds of the Euclidean norm; 0.0 and 1.0.
        rate: how much of the way each update goes; 1.0 by default: all of it.
        axis: the axis, or axes, along which the norm is taken; 0 by default.
        w: when called: the weight.

    Returns:
        When called, a tensor of the weight's shape.

    Example:
        >>> constraint = tf.keras.constraints.MinMaxNorm(min_value=1.0, max_value=2.0)
        >>> constraint(tf.constant([[3.0, 0.3], [4.0, 0.4]])).numpy().round(3)
        array([[1.2, 0.6],
               [1.6, 0.8]], dtype=float32)
    """

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
    """Makes kernels of convolutions the same at all places of equal distance from the middle.

    Mirrors `tf.keras.constraints.RadialConstraint`, also under `radial_constraint`. The numbers from the middle to the edge are taken along
    a row and laid around. It takes kernels [rows, columns, channels, filters] with as many rows as columns, of which it changes each [rows,
    columns]. It has no arguments of its own.

    Arguments:
        w: when called: the weight.

    Returns:
        When called, a tensor of the weight's shape.

    Raises:
        ValueError: a weight that is not of rank 4, or not square.

    Example:
        >>> w = tf.reshape(tf.range(9.0), [3, 3, 1, 1])
        >>> tf.keras.constraints.RadialConstraint()(w).numpy().squeeze().tolist()
        [[4.0, 4.0, 4.0], [4.0, 0.0, 4.0], [4.0, 4.0, 4.0]]
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


_ALSO = {"maxnorm": "MaxNorm", "nonneg": "NonNeg", "unitnorm": "UnitNorm"}  # names in earlier versions of Keras
_KIND = Kind(
    "constraint", "keras.constraints", PublicNames("keras.constraints", also=_ALSO), called="constraint function", base="Constraint"
)


@tf_export("keras.constraints.get")
def get(identifier: Identifier) -> Any:
    """A constraint from what stands for one: a name, a configuration, a class, a function, or None.

    Mirrors `tf.keras.constraints.get`; layers use it for their arguments. Names are those of the classes, as "MaxNorm"
    or "max_norm", and those that were registered; one gets the defaults of the class.

    Arguments:
        identifier: a name; a dictionary of `serialize`; a class; an object or function, which is given back; None.

    Returns:
        A function of a weight, or None for None.

    Raises:
        ValueError: an unknown name or another kind of object.

    Example:
        >>> type(tf.keras.constraints.get("max_norm")).__name__
        'MaxNorm'
        >>> print(tf.keras.constraints.get(None))
        None
    """
    return _KIND.get(identifier)


@tf_export("keras.constraints.serialize")
def serialize(constraint: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The class and the arguments of a constraint, as a dictionary of plain values.

    Mirrors `tf.keras.constraints.serialize`; configurations of layers hold it. `deserialize` makes a constraint of it again.

    Arguments:
        constraint: a constraint, a function, or None.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary, the name of a function, or None.

    Example:
        >>> config = tf.keras.constraints.serialize(tf.keras.constraints.MaxNorm(3.0))
        >>> config["class_name"], config["config"]
        ('MaxNorm', {'max_value': 3.0, 'axis': 0})
    """
    return _KIND.serialize(constraint, use_legacy_format)


@tf_export("keras.constraints.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The constraint that a dictionary of `serialize`, or a name, describes.

    Mirrors `tf.keras.constraints.deserialize`. Both formats are recognized by their keys. Names are looked up among those of Keras and
    those that were registered or are given.

    Arguments:
        config: the dictionary or the name.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A constraint.

    Raises:
        ValueError: an unknown name. TypeError: arguments that the class does not take.

    Example:
        >>> tf.keras.constraints.deserialize({"class_name": "MaxNorm", "config": {"max_value": 3.0}}).max_value
        3.0
    """
    return _KIND.deserialize(config, custom_objects, use_legacy_format)
