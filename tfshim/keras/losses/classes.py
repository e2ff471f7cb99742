"""The losses as classes: each calls the function of the same name and reduces what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.keras.losses import crossentropies, functions
from tfshim.keras.losses.base import LossFunctionWrapper, Reduction

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.annotations import Axes


@tf_export("keras.losses.MeanSquaredError")
class MeanSquaredError(LossFunctionWrapper):
    """The mean of squared differences: the usual loss of regression.

    Mirrors `tf.keras.losses.MeanSquaredError`. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one
    shape (a last axis of size 1 may lack in one of them); the mean is taken over the last axis, times the weights, then over the batch.
    Ragged tensors are taken.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "mean_squared_error".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.MeanSquaredError()
        >>> float(loss([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 0.0]]))
        0.5
        >>> float(loss([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 0.0]], sample_weight=[1.0, 0.0]))
        0.25
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_squared_error") -> None:
        super().__init__(functions.mean_squared_error, reduction=reduction, name=name)


@tf_export("keras.losses.MeanAbsoluteError")
class MeanAbsoluteError(LossFunctionWrapper):
    """The mean of absolute differences: a loss of regression that outliers disturb less than squares.

    Mirrors `tf.keras.losses.MeanAbsoluteError`. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one
    shape (a last axis of size 1 may lack in one of them); the mean is taken over the last axis, times the weights, then over the batch.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "mean_absolute_error".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.MeanAbsoluteError()
        >>> float(loss([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [4.0, 0.0]]))
        1.25
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_absolute_error") -> None:
        super().__init__(functions.mean_absolute_error, reduction=reduction, name=name)


@tf_export("keras.losses.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(LossFunctionWrapper):
    """The mean of absolute differences in percent of the targets.

    Mirrors `tf.keras.losses.MeanAbsolutePercentageError`. `100 * mean(abs((y_true - y_pred) / y_true))`; targets below 1e-7 count as 1e-7,
    so that targets of 0 give very large losses. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one
    shape.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "mean_absolute_percentage_error".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.MeanAbsolutePercentageError()
        >>> float(loss([[2.0, 4.0]], [[1.0, 5.0]]))
        37.5
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_absolute_percentage_error") -> None:
        super().__init__(functions.mean_absolute_percentage_error, reduction=reduction, name=name)


@tf_export("keras.losses.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(LossFunctionWrapper):
    """The mean of squared differences of `log(y + 1)`, for targets over several orders of magnitude.

    Mirrors `tf.keras.losses.MeanSquaredLogarithmicError`. Proportions count rather than differences, and predictions that are too low more
    than those too high. Numbers below 1e-7 count as 1e-7. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n]
    of one shape.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "mean_squared_logarithmic_error".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.MeanSquaredLogarithmicError()
        >>> round(float(loss([[9.0, 99.0]], [[99.0, 99.0]])), 3)
        2.651
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_squared_logarithmic_error") -> None:
        super().__init__(functions.mean_squared_logarithmic_error, reduction=reduction, name=name)


@tf_export("keras.losses.BinaryCrossentropy")
class BinaryCrossentropy(LossFunctionWrapper):
    """The cross-entropy of labels of 0 and 1, for one or several yes-or-no questions.

    Mirrors `tf.keras.losses.BinaryCrossentropy`. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors of one shape [batch,
    ..., n]. With `from_logits=True`, and no sigmoid at the end of the model, it is more exact for large numbers.

    Arguments:
        from_logits: whether predictions are any numbers, which pass through a sigmoid; False by default: they lie in [0, 1].
        label_smoothing: how far labels are pulled to 0.5, from 0 (default) to 1.
        axis: the axis that the mean for an example is taken over; -1 by default.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "binary_crossentropy".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.BinaryCrossentropy()
        >>> round(float(loss([[0.0], [1.0]], [[0.2], [0.9]])), 3)
        0.164
        >>> logits = tf.keras.losses.BinaryCrossentropy(from_logits=True)
        >>> round(float(logits([[0.0], [1.0]], [[-1.386], [2.197]])), 3)
        0.164
    """

    __module__ = "keras.src.losses"

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: FloatLike = 0.0,
        axis: Axes = -1,
        reduction: str = Reduction.AUTO,
        name: str | None = "binary_crossentropy",
    ) -> None:
        super().__init__(
            crossentropies.binary_crossentropy,
            reduction=reduction,
            name=name,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )
        self.from_logits = from_logits


@tf_export("keras.losses.BinaryFocalCrossentropy")
class BinaryFocalCrossentropy(LossFunctionWrapper):
    """Binary cross-entropy in which examples that are predicted well count less (Lin et al., 2018).

    Mirrors `tf.keras.losses.BinaryFocalCrossentropy`. The cross-entropy is multiplied by `(1 - p) ** gamma`, p being the probability that
    the prediction gives to the label. It is for classes of which one is rare.

    Arguments:
        apply_class_balancing: whether it is also multiplied by `alpha` for labels of 1 and `1 - alpha` for labels of 0; False by default.
        alpha: with `apply_class_balancing` the weight of ones; zeros have what is left of 1. 0.25 by default.
        gamma: 2.0 by default; 0 gives the cross-entropy itself.
        from_logits, label_smoothing, axis: as in `BinaryCrossentropy`: False, 0.0, -1.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "binary_focal_crossentropy".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> y_true, y_pred = [[1.0], [1.0]], [[0.9], [0.5]]
        >>> tf.keras.losses.BinaryFocalCrossentropy(reduction="none")(y_true, y_pred).numpy().round(3)
        array([0.001, 0.173], dtype=float32)
        >>> tf.keras.losses.BinaryCrossentropy(reduction="none")(y_true, y_pred).numpy().round(3)
        array([0.105, 0.693], dtype=float32)
    """

    __module__ = "keras.src.losses"

    def __init__(
        self,
        apply_class_balancing: bool = False,
        alpha: FloatLike = 0.25,
        gamma: FloatLike = 2.0,
        from_logits: bool = False,
        label_smoothing: FloatLike = 0.0,
        axis: Axes = -1,
        reduction: str = Reduction.AUTO,
        name: str | None = "binary_focal_crossentropy",
    ) -> None:
        super().__init__(
            crossentropies.binary_focal_crossentropy,
            reduction=reduction,
            name=name,
            apply_class_balancing=apply_class_balancing,
            alpha=alpha,
            gamma=gamma,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )
        self.from_logits, self.apply_class_balancing = from_logits, apply_class_balancing
        self.alpha, self.gamma = alpha, gamma


@tf_export("keras.losses.CategoricalCrossentropy")
class CategoricalCrossentropy(LossFunctionWrapper):
    """The cross-entropy of labels and predictions over several classes, labels being one-hot or probabilities.

    Mirrors `tf.keras.losses.CategoricalCrossentropy`. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors of one shape
    [batch, ..., classes]. Where labels are numbers of classes, use `SparseCategoricalCrossentropy`.

    Arguments:
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default: they are probabilities, which are
            divided by their sum.
        label_smoothing: the share of each label that is spread evenly over all classes, from 0 (default) to 1.
        axis: the axis of the classes; -1 by default.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "categorical_crossentropy".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Raises:
        ValueError: shapes that do not fit.

    Example:
        >>> loss = tf.keras.losses.CategoricalCrossentropy()
        >>> round(float(loss([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[0.1, 0.8, 0.1], [0.2, 0.3, 0.5]])), 3)
        0.458
    """

    __module__ = "keras.src.losses"

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: FloatLike = 0.0,
        axis: int = -1,
        reduction: str = Reduction.AUTO,
        name: str | None = "categorical_crossentropy",
    ) -> None:
        super().__init__(
            crossentropies.categorical_crossentropy,
            reduction=reduction,
            name=name,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )


@tf_export("keras.losses.CategoricalFocalCrossentropy")
class CategoricalFocalCrossentropy(LossFunctionWrapper):
    """Categorical cross-entropy in which examples that are predicted well count less (Lin et al., 2018).

    Mirrors `tf.keras.losses.CategoricalFocalCrossentropy`. The cross-entropy of each class is multiplied by `alpha * (1 - p) ** gamma`, p
    being the probability that the prediction gives to it. Called with one-hot labels and predictions of one shape [batch, ..., classes].

    Arguments:
        alpha: a factor, or a list with one for each class; 0.25 by default.
        gamma: 2.0 by default; 0 gives `alpha` times the cross-entropy.
        from_logits, label_smoothing, axis: as in `CategoricalCrossentropy`: False, 0.0, -1.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "categorical_focal_crossentropy".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.CategoricalFocalCrossentropy(alpha=1.0)
        >>> round(float(loss([[0.0, 1.0], [0.0, 1.0]], [[0.1, 0.9], [0.5, 0.5]])), 4)
        0.0872
    """

    __module__ = "keras.src.losses"

    def __init__(
        self,
        alpha: FloatLike = 0.25,
        gamma: FloatLike = 2.0,
        from_logits: bool = False,
        label_smoothing: FloatLike = 0.0,
        axis: int = -1,
        reduction: str = Reduction.AUTO,
        name: str | None = "categorical_focal_crossentropy",
    ) -> None:
        super().__init__(
            crossentropies.categorical_focal_crossentropy,
            reduction=reduction,
            name=name,
            alpha=alpha,
            gamma=gamma,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )
        self.from_logits, self.alpha, self.gamma = from_logits, alpha, gamma


@tf_export("keras.losses.SparseCategoricalCrossentropy")
class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The cross-entropy of labels that are numbers of classes, and predictions over the classes.

    Mirrors `tf.keras.losses.SparseCategoricalCrossentropy`. Called as `loss(y_true, y_pred, sample_weight=None)` with integers [batch, ...]
    (or [batch, ..., 1]) and predictions [batch, ..., classes]. Where labels are one-hot, use `CategoricalCrossentropy`.

    Arguments:
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default: they are probabilities.
        ignore_class: labels of this number count for nothing, as -1 for padding; None (default): none.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "sparse_categorical_crossentropy".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Raises:
        tf.errors.InvalidArgumentError: on a CPU, labels that are no classes.

    Example:
        >>> loss = tf.keras.losses.SparseCategoricalCrossentropy()
        >>> round(float(loss([1, 2], [[0.1, 0.8, 0.1], [0.2, 0.3, 0.5]])), 3)
        0.458
        >>> round(float(tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)([0], [[2.0, 0.0]])), 3)
        0.127
    """

    __module__ = "keras.src.losses"

    def __init__(
        self,
        from_logits: bool = False,
        ignore_class: int | None = None,
        reduction: str = Reduction.AUTO,
        name: str | None = "sparse_categorical_crossentropy",
    ) -> None:
        super().__init__(
            crossentropies.sparse_categorical_crossentropy,
            reduction=reduction,
            name=name,
            from_logits=from_logits,
            ignore_class=ignore_class,
        )


@tf_export("keras.losses.Hinge")
class Hinge(LossFunctionWrapper):
    """The hinge loss of labels of -1 and 1: `mean(max(1 - y_true * y_pred, 0))`.

    Mirrors `tf.keras.losses.Hinge`. Predictions are any numbers, whose sign is the class; those beyond 1 on the right side cost nothing.
    Labels that are all 0 or 1 become -1 and 1. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one
    shape.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "hinge".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.Hinge(reduction="none")
        >>> loss([[1.0], [-1.0], [1.0]], [[2.0], [-0.5], [-1.0]]).numpy().tolist()
        [0.0, 0.5, 2.0]
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "hinge") -> None:
        super().__init__(functions.hinge, reduction=reduction, name=name)


@tf_export("keras.losses.SquaredHinge")
class SquaredHinge(LossFunctionWrapper):
    """The squared hinge loss of labels of -1 and 1: `mean(max(1 - y_true * y_pred, 0) ** 2)`.

    Mirrors `tf.keras.losses.SquaredHinge`. It punishes large errors more than `Hinge` and is smooth where that has an edge. Labels that are
    all 0 or 1 become -1 and 1. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one shape.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "squared_hinge".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.SquaredHinge(reduction="none")
        >>> loss([[1.0], [-1.0], [1.0]], [[2.0], [-0.5], [-1.0]]).numpy().tolist()
        [0.0, 0.25, 4.0]
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "squared_hinge") -> None:
        super().__init__(functions.squared_hinge, reduction=reduction, name=name)


@tf_export("keras.losses.CategoricalHinge")
class CategoricalHinge(LossFunctionWrapper):
    """The hinge loss over several classes: `max(1 + greatest wrong - right, 0)`.

    Mirrors `tf.keras.losses.CategoricalHinge`. Labels are one-hot, predictions any numbers, both [batch, ..., classes]. An example costs
    nothing where the prediction of its class is greater by 1 than all others. Called as `loss(y_true, y_pred, sample_weight=None)`.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "categorical_hinge".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.CategoricalHinge(reduction="none")
        >>> loss([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], [[0.0, 3.0, 1.0], [0.5, 1.0, 0.0]]).numpy().tolist()
        [0.0, 1.5]
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "categorical_hinge") -> None:
        super().__init__(functions.categorical_hinge, reduction=reduction, name=name)


@tf_export("keras.losses.Poisson")
class Poisson(LossFunctionWrapper):
    """The loss of counts under Poisson's distribution: `mean(y_pred - y_true * log(y_pred))`.

    Mirrors `tf.keras.losses.Poisson`. Predictions are expected counts, so that they have to be positive (1e-7 is added in the logarithm):
    models end with "exponential" or "softplus". Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one
    shape.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "poisson".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.Poisson()
        >>> round(float(loss([[2.0, 0.0]], [[2.0, 1.0]])), 3)
        0.807
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "poisson") -> None:
        super().__init__(functions.poisson, reduction=reduction, name=name)


@tf_export("keras.losses.LogCosh")
class LogCosh(LossFunctionWrapper):
    """The mean of `log(cosh(y_pred - y_true))`: about half the square of small differences, and the amount of large ones.

    Mirrors `tf.keras.losses.LogCosh`. It is smooth everywhere, and outliers disturb it less than squares; large differences do not
    overflow. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch, ..., n] of one shape.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "log_cosh".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.LogCosh(reduction="none")
        >>> loss([[0.0], [0.0]], [[0.1], [100.0]]).numpy().round(3)
        array([5.0000e-03, 9.9307e+01], dtype=float32)
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "log_cosh") -> None:
        super().__init__(functions.log_cosh, reduction=reduction, name=name)


@tf_export("keras.losses.KLDivergence")
class KLDivergence(LossFunctionWrapper):
    """The Kullback-Leibler divergence: `sum(y_true * log(y_true / y_pred))`, how much a distribution differs from the one predicted.

    Mirrors `tf.keras.losses.KLDivergence`. Both are probabilities [batch, ..., classes] that sum to 1; numbers below 1e-7 count as 1e-7. It
    is the cross-entropy less the entropy of the labels, hence 0 for a perfect prediction. Called as `loss(y_true, y_pred,
    sample_weight=None)`.

    Arguments:
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "kl_divergence".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.KLDivergence()
        >>> round(float(loss([[0.5, 0.5]], [[0.9, 0.1]])), 3)
        0.511
        >>> round(float(loss([[0.5, 0.5]], [[0.5, 0.5]])), 3)
        0.0
    """

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "kl_divergence") -> None:
        super().__init__(functions.kl_divergence, reduction=reduction, name=name)


@tf_export("keras.losses.Huber")
class Huber(LossFunctionWrapper):
    """Squares for small differences, straight lines for large ones: a loss of regression for data with outliers.

    Mirrors `tf.keras.losses.Huber`. Half the square where the difference is at most `delta`, else `delta * abs(difference) - delta ** 2 /
    2`; the mean is taken over the last axis, then over the batch. Called as `loss(y_true, y_pred, sample_weight=None)` with tensors [batch,
    ..., n] of one shape.

    Arguments:
        delta: where the line begins; 1.0 by default.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "huber_loss".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.Huber(delta=1.0, reduction="none")
        >>> loss([[0.0], [0.0]], [[0.5], [10.0]]).numpy().tolist()
        [0.125, 9.5]
    """

    __module__ = "keras.src.losses"

    def __init__(self, delta: FloatLike = 1.0, reduction: str = Reduction.AUTO, name: str | None = "huber_loss") -> None:
        super().__init__(functions.huber, reduction=reduction, name=name, delta=delta)


@tf_export("keras.losses.CosineSimilarity")
class CosineSimilarity(LossFunctionWrapper):
    """Minus the cosine of the angle between targets and predictions: -1 where they point the same way, 1 where opposite.

    Mirrors `tf.keras.losses.CosineSimilarity`. Lengths do not matter; a vector of zeros gives 0. Called as `loss(y_true, y_pred,
    sample_weight=None)` with tensors [batch, ..., n] of one shape. The metric of this name gives the cosine itself.

    Arguments:
        axis: the axis of the vectors; -1 by default.
        reduction: how the losses of examples become one; AUTO (default): their mean. See `Reduction`.
        name: "cosine_similarity".

    Returns:
        When called, a scalar tensor; with Reduction.NONE one number for each example.

    Example:
        >>> loss = tf.keras.losses.CosineSimilarity(reduction="none")
        >>> loss([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]], [[5.0, 0.0], [0.0, 2.0], [-3.0, 0.0]]).numpy().round(3)
        array([-1., -0.,  1.], dtype=float32)
    """

    __module__ = "keras.src.losses"

    def __init__(self, axis: Axes = -1, reduction: str = Reduction.AUTO, name: str | None = "cosine_similarity") -> None:
        super().__init__(functions.cosine_similarity, reduction=reduction, name=name, axis=axis)
