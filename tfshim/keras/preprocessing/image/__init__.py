"""`tf.keras.preprocessing.image`: images in files and arrays, changed at random, as batches."""

from tfshim._listing import listing
from tfshim.keras.preprocessing.image.generator import ImageDataGenerator
from tfshim.keras.preprocessing.image.iterators import DirectoryIterator, Iterator, NumpyArrayIterator
from tfshim.keras.preprocessing.image.transforms import (
    apply_affine_transform,
    apply_brightness_shift,
    apply_channel_shift,
    random_brightness,
    random_channel_shift,
    random_rotation,
    random_shear,
    random_shift,
    random_zoom,
)
from tfshim.keras.utils.images import array_to_img, img_to_array, load_img, save_img, smart_resize

__all__ = [
    "DirectoryIterator",
    "ImageDataGenerator",
    "Iterator",
    "NumpyArrayIterator",
    "apply_affine_transform",
    "apply_brightness_shift",
    "apply_channel_shift",
    "array_to_img",
    "img_to_array",
    "load_img",
    "random_brightness",
    "random_channel_shift",
    "random_rotation",
    "random_shear",
    "random_shift",
    "random_zoom",
    "save_img",
    "smart_resize",
]
__dir__ = listing(globals())
