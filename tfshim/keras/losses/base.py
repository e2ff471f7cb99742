"""`Loss` and how the losses of examples become one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.distribute import replicas
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras._converted import converted
from tfshim.keras._ranks import match_ranks
from tfshim.keras._serializable import serializable
from tfshim.keras._serialization import KINDS
from tfshim.keras._symbolic_functions import is_symbolic
from tfshim.keras.losses.ragged_rows import flat_losses

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("keras.losses.Reduction")
class Reduction:
    """The ways in which the losses of examples become one: the values that `reduction` of losses takes.

    Mirrors `tf.keras.losses.Reduction`. AUTO ("auto") and SUM_OVER_BATCH_SIZE ("sum_over_batch_size") give the sum over the number of
    losses, SUM ("sum") the sum, and NONE ("none") one loss for each example. The texts may be said in place of the attributes. A loop under
    a strategy with several replicas needs SUM or NONE, and divides by the batch of all replicas. `Reduction.all()` lists them, and
    `Reduction.validate(key)` raises ValueError for another.

    Example:
        >>> y_true, y_pred = tf.constant([[0.0], [0.0]]), tf.constant([[1.0], [3.0]])
        >>> for reduction in ("sum_over_batch_size", tf.keras.losses.Reduction.SUM, tf.keras.losses.Reduction.NONE):
        ...     print(tf.keras.losses.MeanSquaredError(reduction=reduction)(y_true, y_pred).numpy().tolist())
        5.0
        10.0
        [1.0, 9.0]
    """

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """The four reductions that losses know. Mirrors `tf.keras.losses.Reduction.all`.

        Code that checks the argument of a loss of its own, or that makes one loss for each of them, goes through it; whether one value is
        among them is told by `Reduction.validate`. All are texts, in this order: AUTO, which losses take for SUM_OVER_BATCH_SIZE, except in
        loops of one's own under a strategy of several replicas, where it is refused; NONE, a loss for each example; SUM, which adds them;
        and SUM_OVER_BATCH_SIZE, their sum over their number.

        Returns:
            A tuple of four texts.

        Example:
            >>> tf.keras.losses.Reduction.all()
            ('auto', 'none', 'sum', 'sum_over_batch_size')
        """
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key: str) -> None:
        """Check that a value is a reduction that losses know. Mirrors `tf.keras.losses.Reduction.validate`.

        The constructors of losses call it with their argument `reduction`, so that a wrong word is found before the training begins. A
        function that takes such an argument and hands it on need not call it.

        Arguments:
            key: a text; "auto", "none", "sum" and "sum_over_batch_size" are known, in these small letters alone. "mean" is none of them.

        Returns:
            None.

        Raises:
            ValueError: anything else; the message lists what is known.

        Example:
            >>> tf.keras.losses.Reduction.validate("sum")
            >>> tf.keras.losses.Reduction.validate("mean")
            Traceback (most recent call last):
            ValueError: Invalid Reduction Key: mean. Expected keys are "('auto', 'none', 'sum', 'sum_over_batch_size')"
        """
        if key not in cls.all():
            raise ValueError(f'Invalid Reduction Key: {key}. Expected keys are "{cls.all()}"')


_OF_A_PART = (
    "Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE` for loss reduction when losses are used with "
    "`tf.distribute.Strategy`, except for specifying losses in `Model.compile()` for use by the built-in training looop `Model.fit()`.\n"
    "Please see https://www.tensorflow.org/tutorials/distribute/custom_training for more details."
)


def weighted(losses: TensorLike, sample_weight: TensorLike | None = None, reduction: str = Reduction.SUM_OVER_BATCH_SIZE) -> AnyTensor:
    """The losses of examples times their weights, reduced."""
    Reduction.validate(reduction)
    if TS.graph is not None:
        TS.graph._last_loss_reduction = reduction
    if hasattr(losses, "nested_row_splits"):
        if reduction == Reduction.NONE:
            return losses if sample_weight is None else losses.with_flat_values(math.multiply(*flat_losses(losses, sample_weight)))
        losses, sample_weight = flat_losses(losses, sample_weight)
    losses = convert_to_tensor(losses)
    symbolic = is_symbolic(losses)  # each operation is a layer that summaries and files of models show
    dtype = losses.dtype
    if not dtype.is_floating:
        losses = array_ops.cast(losses, "float32")
    if TS.graph is None and not symbolic and not one_by_one.wanted():
        return array_ops.cast(_reduced(losses, sample_weight, reduction), dtype)
    with name_scope("weighted_loss"):
        reduced = shown_parts.recorded(_reduced, losses, sample_weight, reduction, symbolic)
    return reduced if symbolic and dtype.is_floating else array_ops.cast(reduced, dtype)


def _reduced(losses: AnyTensor, sample_weight: TensorLike | None, reduction: str, whole: bool = False) -> AnyTensor:
    """The reduced losses, with Keras' names, by as few operations as it takes.

    With `whole`, or where operations are wanted one by one, by those that Keras has, which multiplies with one where no weights are given.
    """
    whole = whole or one_by_one.wanted()
    if sample_weight is not None:
        losses = math.multiply(*_with_weights(losses, sample_weight))
    elif whole:
        losses = math.multiply(losses, array_ops.cast(constant(1.0), losses.dtype))
    elif reduction == Reduction.NONE and TS.graph is not None:
        losses = array_ops.identity(losses)  # in whose place pages show Keras' product
    return losses if reduction == Reduction.NONE else _total(losses, reduction, whole)


def _total(losses: AnyTensor, reduction: str, whole: bool) -> AnyTensor:
    """The sum or the mean of the weighted losses."""
    total = math.reduce_sum(losses)
    if reduction == Reduction.SUM:
        return total
    number = None if whole else losses.shape.num_elements()
    if number:  # a known number needs no guard against zero, which costs as much as the loss itself
        return math.truediv(total, number, name="value")
    number = _number_of(losses, total.dtype) if number is None else array_ops.cast(number, total.dtype)
    return math.divide_no_nan(math.reduce_sum(total) if whole else total, number, name="value")


def of_output(loss: Loss, y_true: AnyTensor, y_pred: AnyTensor, sample_weight: TensorLike | None) -> AnyTensor:
    """What `loss` is for an output of a model in a graph of TensorFlow 1: the mean is taken beside the weighted losses."""
    losses = convert_to_tensor(converted(loss.call)(y_true, y_pred))
    reduction = Reduction.SUM_OVER_BATCH_SIZE if loss.reduction == Reduction.AUTO else loss.reduction
    if not losses.dtype.is_floating or hasattr(losses, "nested_row_splits"):
        return weighted(losses, sample_weight, reduction)
    return shown_parts.recorded(_of_output, losses, sample_weight, reduction)


def _of_output(losses: AnyTensor, sample_weight: TensorLike | None, reduction: str) -> AnyTensor:
    with name_scope("weighted_loss"):
        losses = _reduced(losses, sample_weight, Reduction.NONE)
    return losses if reduction == Reduction.NONE else _total(losses, reduction, one_by_one.wanted())


def _with_weights(losses: AnyTensor, sample_weight: TensorLike) -> tuple[AnyTensor, AnyTensor]:
    """The losses, and the weights in their dtype and of their rank."""
    losses, _, weights = match_ranks(losses, None, array_ops.cast(convert_to_tensor(sample_weight), losses.dtype))
    return losses, weights


def _number_of(losses: AnyTensor, dtype: Any) -> AnyTensor:
    number = array_ops.size(losses, name="num_elements")
    with name_scope("num_elements/" if TS.graph is None else f"{TS.name_scope}num_elements/"):
        return array_ops.cast(number, dtype)


@tf_export("keras.__internal__.losses.compute_weighted_loss")
def compute_weighted_loss(
    losses: TensorLike, sample_weight: TensorLike | None = None, reduction: str = Reduction.SUM_OVER_BATCH_SIZE, name: str | None = None
) -> AnyTensor:
    """The losses of examples times their weights, reduced; a mean where `reduction` is AUTO.

    Mirrors `tf.keras.__internal__.losses.compute_weighted_loss`.
    """
    Reduction.validate(reduction)
    with name_scope(name or "weighted_loss"):
        return weighted(losses, sample_weight, Reduction.SUM_OVER_BATCH_SIZE if reduction == Reduction.AUTO else reduction)


def _masked(mask, losses, sample_weight, reduction):
    """Weights that leave out what is masked; a mean is then over what is left."""
    weights = array_ops.cast(mask, losses.dtype)
    if reduction == Reduction.SUM_OVER_BATCH_SIZE:
        total = array_ops.cast(array_ops.size(weights), losses.dtype)
        weights = weights * (total / math.reduce_sum(weights))  # NaN where nothing is left, as in Keras
    if sample_weight is None:
        return weights
    weights, _, sample_weight = match_ranks(weights, None, array_ops.cast(convert_to_tensor(sample_weight), losses.dtype))
    return weights * sample_weight


@tf_export("keras.losses.Loss")
@serializable
class Loss(PicklesAtHome):
    """The base of losses: a function of targets and predictions that gives one number for each example, and how these become one.

    Mirrors `tf.keras.losses.Loss`. Subclasses have `call(y_true, y_pred)`, which returns a tensor without the last axis, and `get_config`
    for arguments of their own. A loss is called as `loss(y_true, y_pred, sample_weight=None)`; masks of predictions leave steps out.

    Arguments:
        reduction: of `tf.keras.losses.Reduction`: AUTO (default) and SUM_OVER_BATCH_SIZE: the mean over all examples; SUM; NONE: the
            numbers themselves.
        name: the name, which logs show for a model with several outputs; None.

    Returns:
        When called, a scalar tensor; for NONE one number for each example.

    Raises:
        ValueError: another reduction. NotImplementedError: a subclass without `call`.

    Example:
        >>> class Largest(tf.keras.losses.Loss):
        ...     def call(self, y_true, y_pred):
        ...         return tf.reduce_max(tf.abs(y_true - y_pred), axis=-1)
        >>> float(Largest()(tf.constant([[0.0, 0.0], [0.0, 0.0]]), tf.constant([[1.0, -3.0], [0.5, 1.0]])))
        2.0
    """

    __module__ = "keras.src.losses"
    _home = "tfshim.keras.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = None) -> None:
        Reduction.validate(reduction)
        self.reduction, self.name = reduction, name
        self._set_name_scope()

    def _set_name_scope(self) -> None:
        """Keep the scope of calls: names of scopes may not begin with an underscore, nor contain angle brackets."""
        if self.name is None:
            self._name_scope = type(self).__name__.strip("_")
        elif self.name == "<lambda>":
            self._name_scope = "lambda"
        else:
            self._name_scope = self.name.strip("_")

    _allow_sum_over_batch_size = False  # whether whoever computes the loss takes the number of replicas into account

    def _get_reduction(self) -> str:
        """The reduction of a call: for AUTO the mean over the batch. Losses of libraries ask.

        Raises ValueError for a mean in the scope of a strategy, whose replicas have parts of the batch.
        """
        if self.reduction in (Reduction.AUTO, Reduction.SUM_OVER_BATCH_SIZE) and not self._allow_sum_over_batch_size:
            if replicas.strategy_here() is not None:
                raise ValueError(_OF_A_PART)
        return Reduction.SUM_OVER_BATCH_SIZE if self.reduction == Reduction.AUTO else self.reduction

    def __call__(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> AnyTensor:
        with name_scope(self._name_scope):
            losses = converted(self.call)(y_true, y_pred)
            reduction = self._get_reduction()
            masks = [m for m in (getattr(y_pred, "_keras_mask", None), getattr(losses, "_keras_mask", None)) if m is not None]
            if masks:
                sample_weight = _masked(math.logical_and(*masks) if len(masks) == 2 else masks[0], losses, sample_weight, reduction)
            return weighted(losses, sample_weight, reduction)

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
        """The losses of a batch, one for each row; subclasses say which. Mirrors `tf.keras.losses.Loss.call`.

        Calling the loss (`loss(y_true, y_pred, sample_weight)`) calls this, weighs what it gives and reduces it as `reduction` says.

        Arguments:
            y_true: the labels, a tensor whose first axis is the batch.
            y_pred: what a model gave, mostly of the same shape.

        Returns:
            A tensor without the last axis: [batch] for labels of shape [batch, n].

        Raises:
            NotImplementedError: a subclass has none.

        Example:
            >>> class Worst(tf.keras.losses.Loss):
            ...     def call(self, y_true, y_pred):
            ...         return tf.reduce_max(tf.abs(y_true - y_pred), axis=-1)
            >>> loss = Worst()
            >>> loss.call(tf.zeros([2, 2]), tf.constant([[1.0, -3.0], [1.0, 1.0]])).numpy()
            array([3., 1.], dtype=float32)
            >>> float(loss(tf.zeros([2, 2]), tf.constant([[1.0, -3.0], [1.0, 1.0]])))
            2.0
        """
        raise NotImplementedError("Must be implemented in subclasses.")

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary. Mirrors `tf.keras.losses.Loss.get_config`.

        `type(loss).from_config(config)` makes a loss like it; saved models hold it. A class of one's own whose constructor takes more
        arguments adds them to what `super().get_config()` gives, under their names. Losses of Keras add "fn", the name of the function that
        they call.

        Returns:
            A dictionary that can be written as JSON: "reduction" and "name", and what subclasses add.

        Example:
            >>> loss = tf.keras.losses.Huber(delta=2.0)
            >>> loss.get_config()
            {'reduction': 'auto', 'name': 'huber_loss', 'delta': 2.0, 'fn': 'huber'}
            >>> tf.keras.losses.Huber.from_config(loss.get_config()).name
            'huber_loss'
        """
        return {"reduction": self.reduction, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A loss from what `get_config` gave. Mirrors `tf.keras.losses.Loss.from_config`.

        Arguments:
            config: a dictionary of arguments of the constructor; what is missing in it has its default.

        Returns:
            A new loss of the class that it is called on.

        Raises:
            TypeError: an argument that the constructor has not.

        It is called on the class that is wanted; `tf.keras.losses.deserialize` finds the class by the name in `{"class_name",
        "config"}`. An entry "fn" is left out for classes that have their function.

        Example:
            >>> loss = tf.keras.losses.Huber.from_config({"delta": 2.0, "name": "wide"})
            >>> float(loss([0.0], [1.0])), loss.name
            (0.5, 'wide')
        """
        config = dict(config)
        fn = config.pop("fn", None)
        if cls is LossFunctionWrapper:
            return cls(KINDS["keras.losses"].get(fn), **config)
        return cls(**config)


@tf_export("keras.__internal__.losses.LossFunctionWrapper")
class LossFunctionWrapper(Loss):
    """A loss that wraps the function `fn(y_true, y_pred, **kwargs)`."""

    def __init__(self, fn: Callable[..., Any], reduction: str = Reduction.AUTO, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(reduction=reduction, name=name)
        self.fn, self._fn_kwargs = fn, kwargs

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
        if all(isinstance(y, (Tensor, Variable)) or is_symbolic(y) for y in (y_true, y_pred)):
            y_pred, y_true, _ = match_ranks(y_pred, y_true)
        return converted(self.fn)(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        own = {k: v.numpy() if isinstance(v, (Tensor, Variable)) else v for k, v in self._fn_kwargs.items()}
        return {**super().get_config(), **own, "fn": getattr(self.fn, "__name__", type(self.fn).__name__)}
