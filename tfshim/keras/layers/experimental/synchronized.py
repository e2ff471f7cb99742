"""`SyncBatchNormalization`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.keras.layers.normalization import BatchNormalization

if TYPE_CHECKING:
    from tfshim.keras.annotations import Axes, ConstraintLike, InitializerLike, RegularizerLike


@tf_export("keras.layers.experimental.SyncBatchNormalization")
class SyncBatchNormalization(BatchNormalization):
    """`BatchNormalization` over the batches of all replicas together. Mirrors `tf.keras.layers.experimental.SyncBatchNormalization`.

    Under a strategy each replica has a part of the batch, and a part that is small makes poor means and variances: here they are computed
    over all parts. Without a strategy, or with one replica, it is `BatchNormalization`. To make one logs a warning that the name is
    deprecated: new code says `tf.keras.layers.BatchNormalization(synchronized=True)`.

    Arguments:
        axis, momentum, epsilon, center, scale: -1, 0.99, 0.001, True and True, as in `BatchNormalization`; its initializers, regularizers
            and constraints as well.
        **kwargs: those of `Layer`.

    Returns:
        When called: a tensor of the shape of the input.

    Example:
        >>> layer = tf.keras.layers.experimental.SyncBatchNormalization()
        >>> layer(tf.constant([[1.0], [3.0]]), training=True).numpy().round(2).tolist()
        [[-1.0], [1.0]]
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
        get_logger().warning(
            "`tf.keras.layers.experimental.SyncBatchNormalization` endpoint is deprecated and will be removed in a future release. Please "
            "use `tf.keras.layers.BatchNormalization` with parameter `synchronized` set to True."
        )
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
