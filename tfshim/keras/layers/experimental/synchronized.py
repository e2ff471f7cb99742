"""`SyncBatchNormalization`."""

from tfshim._export import tf_export
from tfshim.keras.layers.normalization import BatchNormalization


@tf_export("keras.layers.experimental.SyncBatchNormalization")
class SyncBatchNormalization(BatchNormalization):
    """`BatchNormalization` with `synchronized=True`; mirrors `tf.keras.layers.experimental.SyncBatchNormalization`."""

    __module__ = "keras.src.layers.normalization.batch_normalization"

    def __init__(
        self,
        axis=-1,
        momentum=0.99,
        epsilon=1e-3,
        center=True,
        scale=True,
        beta_initializer="zeros",
        gamma_initializer="ones",
        moving_mean_initializer="zeros",
        moving_variance_initializer="ones",
        beta_regularizer=None,
        gamma_regularizer=None,
        beta_constraint=None,
        gamma_constraint=None,
        **kwargs,
    ):
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
