"""`SyncBatchNormalization`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.layers.normalization import BatchNormalization

if TYPE_CHECKING:
    from tfshim.keras.annotations import Axes, ConstraintLike, InitializerLike, RegularizerLike


@tf_export("keras.layers.experimental.SyncBatchNormalization")
class SyncBatchNormalization(BatchNormalization):
    """`BatchNormalization` with `synchronized=True`; mirrors `tf.keras.layers.experimental.SyncBatchNormalization`.

    Arguments as in `BatchNormalization`.
    """

    __module__ = "keras.src.layers.normalization.batch_normalization"

    def __init__(
        self,
        axis: Axes = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        moving_mean_initializer: InitializerLike = "zeros",
        moving_variance_initializer: InitializerLike = "ones",
        beta_regularizer: RegularizerLike = None,
        gamma_regularizer: RegularizerLike = None,
        beta_constraint: ConstraintLike = None,
        gamma_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        kwargs.pop("synchronized", None)
        super().__init__(
            axis,
            momentum,
            epsilon,
            center,
            scale,
            beta_initializer,
            gamma_initializer,
            moving_mean_initializer,
            moving_variance_initializer,
            beta_regularizer,
            gamma_regularizer,
            beta_constraint,
            gamma_constraint,
            synchronized=True,
            **kwargs,
        )
