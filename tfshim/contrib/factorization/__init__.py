"""`tf.contrib.factorization` of TensorFlow 1: clustering by k-means."""

from tfshim.contrib._names import bound
from tfshim.contrib.factorization.clustering import (
    COSINE_DISTANCE,
    KMC2_INIT,
    KMEANS_PLUS_PLUS_INIT,
    RANDOM_INIT,
    SQUARED_EUCLIDEAN_DISTANCE,
    KMeans,
)

__all__ = bound(globals())

_INSTEAD = {
    "GMM": "sklearn.mixture.GaussianMixture",
    "GMMAlgorithm": "sklearn.mixture.GaussianMixture",
    "gmm": "sklearn.mixture.GaussianMixture",
    "WALSModel": "a Keras model of two tf.keras.layers.Embedding",
    "WALSMatrixFactorization": "a Keras model of two tf.keras.layers.Embedding",
    "KMeansClustering": "tf.contrib.factorization.KMeans",
}


def __getattr__(name):
    instead = f"use {_INSTEAD[name]}" if name in _INSTEAD else f"it has {', '.join(__all__)}"
    raise AttributeError(f"tf.contrib.factorization.{name} is not part of tfshim; {instead}.")
