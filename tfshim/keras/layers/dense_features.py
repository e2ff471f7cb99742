"""`DenseFeatures`, which needs feature columns."""

from tfshim.keras.layers.base_layer import Layer


class DenseFeatures(Layer):
    """Not available: feature columns are not supported. Raises NotImplementedError; mirrors `tf.keras.layers.DenseFeatures`."""

    __module__ = "keras.src.feature_column.dense_features"

    def __init__(self, feature_columns, trainable=True, name=None, **kwargs):
        raise NotImplementedError("tf.keras.layers.DenseFeatures: `feature_columns` are not supported; use the preprocessing layers "
                                  "(Normalization, StringLookup, CategoryEncoding, ...) instead.")
