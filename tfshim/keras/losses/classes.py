"""The losses as classes: each calls the function of the same name and reduces what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.keras.losses import functions
from tfshim.keras.losses.base import LossFunctionWrapper, Reduction

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.annotations import Axes


@tf_export("keras.losses.MeanSquaredError")
class MeanSquaredError(LossFunctionWrapper):
    """The mean of squared differences; mirrors `tf.keras.losses.MeanSquaredError`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_squared_error") -> None:
        super().__init__(functions.mean_squared_error, reduction=reduction, name=name)


@tf_export("keras.losses.MeanAbsoluteError")
class MeanAbsoluteError(LossFunctionWrapper):
    """The mean of absolute differences; mirrors `tf.keras.losses.MeanAbsoluteError`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_absolute_error") -> None:
        super().__init__(functions.mean_absolute_error, reduction=reduction, name=name)


@tf_export("keras.losses.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(LossFunctionWrapper):
    """The mean of absolute differences in percent of the targets; mirrors `tf.keras.losses.MeanAbsolutePercentageError`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_absolute_percentage_error") -> None:
        super().__init__(functions.mean_absolute_percentage_error, reduction=reduction, name=name)


@tf_export("keras.losses.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(LossFunctionWrapper):
    """The mean of squared differences of logarithms; mirrors `tf.keras.losses.MeanSquaredLogarithmicError`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "mean_squared_logarithmic_error") -> None:
        super().__init__(functions.mean_squared_logarithmic_error, reduction=reduction, name=name)


@tf_export("keras.losses.BinaryCrossentropy")
class BinaryCrossentropy(LossFunctionWrapper):
    """The cross-entropy of labels of 0 and 1 and predictions of the same shape; mirrors `tf.keras.losses.BinaryCrossentropy`.

    `from_logits`: predictions are logits rather than probabilities; `label_smoothing`: how far, from 0 to 1, labels are pulled to 0.5;
    `axis`: the axis that the mean is taken along.
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
            functions.binary_crossentropy,
            reduction=reduction,
            name=name,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )
        self.from_logits = from_logits


@tf_export("keras.losses.BinaryFocalCrossentropy")
class BinaryFocalCrossentropy(LossFunctionWrapper):
    """Binary cross-entropy that weighs hard examples more; mirrors `tf.keras.losses.BinaryFocalCrossentropy`.

    The cross-entropy is multiplied by (1 - probability of the label) ** `gamma`, and with `apply_class_balancing` by `alpha` for
    labels of 1 and 1 - `alpha` for labels of 0. Other arguments as for `BinaryCrossentropy`.
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
            functions.binary_focal_crossentropy,
            reduction=reduction,
            name=name,
            apply_class_balancing=apply_class_balancing,
            alpha=alpha,
            gamma=gamma,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )


@tf_export("keras.losses.CategoricalCrossentropy")
class CategoricalCrossentropy(LossFunctionWrapper):
    """The cross-entropy of one-hot labels and predictions; mirrors `tf.keras.losses.CategoricalCrossentropy`.

    `from_logits`: predictions are logits rather than probabilities; `label_smoothing`: the part of each label that is spread evenly over
    all classes; `axis`: the axis of the classes.
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
            functions.categorical_crossentropy,
            reduction=reduction,
            name=name,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )


@tf_export("keras.losses.CategoricalFocalCrossentropy")
class CategoricalFocalCrossentropy(LossFunctionWrapper):
    """Categorical cross-entropy that weighs hard examples more; mirrors `tf.keras.losses.CategoricalFocalCrossentropy`.

    The cross-entropy is multiplied by `alpha` * (1 - p) ** `gamma`. Other arguments as for `CategoricalCrossentropy`.
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
            functions.categorical_focal_crossentropy,
            reduction=reduction,
            name=name,
            alpha=alpha,
            gamma=gamma,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )


@tf_export("keras.losses.SparseCategoricalCrossentropy")
class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The cross-entropy of class numbers and predictions; mirrors `tf.keras.losses.SparseCategoricalCrossentropy`.

    Predictions have one axis more than the labels, the last one, for the classes. `from_logits`: predictions are logits rather
    than probabilities; `ignore_class`: labels of this class are left out.
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
            functions.sparse_categorical_crossentropy, reduction=reduction, name=name, from_logits=from_logits, ignore_class=ignore_class
        )


@tf_export("keras.losses.Hinge")
class Hinge(LossFunctionWrapper):
    """The hinge loss of labels of -1 and 1; mirrors `tf.keras.losses.Hinge`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "hinge") -> None:
        super().__init__(functions.hinge, reduction=reduction, name=name)


@tf_export("keras.losses.SquaredHinge")
class SquaredHinge(LossFunctionWrapper):
    """The squared hinge loss of labels of -1 and 1; mirrors `tf.keras.losses.SquaredHinge`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "squared_hinge") -> None:
        super().__init__(functions.squared_hinge, reduction=reduction, name=name)


@tf_export("keras.losses.CategoricalHinge")
class CategoricalHinge(LossFunctionWrapper):
    """The hinge loss of one-hot labels; mirrors `tf.keras.losses.CategoricalHinge`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "categorical_hinge") -> None:
        super().__init__(functions.categorical_hinge, reduction=reduction, name=name)


@tf_export("keras.losses.Poisson")
class Poisson(LossFunctionWrapper):
    """The Poisson loss; mirrors `tf.keras.losses.Poisson`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "poisson") -> None:
        super().__init__(functions.poisson, reduction=reduction, name=name)


@tf_export("keras.losses.LogCosh")
class LogCosh(LossFunctionWrapper):
    """The logarithm of the hyperbolic cosine of the difference; mirrors `tf.keras.losses.LogCosh`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "log_cosh") -> None:
        super().__init__(functions.log_cosh, reduction=reduction, name=name)


@tf_export("keras.losses.KLDivergence")
class KLDivergence(LossFunctionWrapper):
    """The Kullback-Leibler divergence; mirrors `tf.keras.losses.KLDivergence`."""

    __module__ = "keras.src.losses"

    def __init__(self, reduction: str = Reduction.AUTO, name: str | None = "kl_divergence") -> None:
        super().__init__(functions.kl_divergence, reduction=reduction, name=name)


@tf_export("keras.losses.Huber")
class Huber(LossFunctionWrapper):
    """Squared near zero, linear beyond `delta`; mirrors `tf.keras.losses.Huber`."""

    __module__ = "keras.src.losses"

    def __init__(self, delta: FloatLike = 1.0, reduction: str = Reduction.AUTO, name: str | None = "huber_loss") -> None:
        super().__init__(functions.huber, reduction=reduction, name=name, delta=delta)


@tf_export("keras.losses.CosineSimilarity")
class CosineSimilarity(LossFunctionWrapper):
    """Minus the cosine of the angle; mirrors `tf.keras.losses.CosineSimilarity`."""

    __module__ = "keras.src.losses"

    def __init__(self, axis: Axes = -1, reduction: str = Reduction.AUTO, name: str | None = "cosine_similarity") -> None:
        super().__init__(functions.cosine_similarity, reduction=reduction, name=name, axis=axis)
