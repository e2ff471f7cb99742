"""`tf.keras.layers.experimental.preprocessing`: the preprocessing layers under their former names."""

from tfshim._listing import listing
from tfshim.keras.layers.preprocessing.augmentation import (
    RandomContrast,
    RandomCrop,
    RandomFlip,
    RandomHeight,
    RandomRotation,
    RandomTranslation,
    RandomWidth,
    RandomZoom,
)
from tfshim.keras.layers.preprocessing.base import PreprocessingLayer
from tfshim.keras.layers.preprocessing.categories import CategoryEncoding, HashedCrossing, Hashing
from tfshim.keras.layers.preprocessing.images import CenterCrop, Rescaling, Resizing
from tfshim.keras.layers.preprocessing.lookup import IntegerLookup, StringLookup
from tfshim.keras.layers.preprocessing.numbers import Discretization, Normalization
from tfshim.keras.layers.preprocessing.text import TextVectorization

__all__ = [
    "CategoryEncoding",
    "CenterCrop",
    "Discretization",
    "HashedCrossing",
    "Hashing",
    "IntegerLookup",
    "Normalization",
    "PreprocessingLayer",
    "RandomContrast",
    "RandomCrop",
    "RandomFlip",
    "RandomHeight",
    "RandomRotation",
    "RandomTranslation",
    "RandomWidth",
    "RandomZoom",
    "Rescaling",
    "Resizing",
    "StringLookup",
    "TextVectorization",
]
__dir__ = listing(globals())
