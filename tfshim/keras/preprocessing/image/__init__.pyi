# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.preprocessing.image.generator import ImageDataGenerator as ImageDataGenerator
from tfshim.keras.preprocessing.image.iterators import DirectoryIterator as DirectoryIterator, Iterator as Iterator
from tfshim.keras.preprocessing.image.iterators import NumpyArrayIterator as NumpyArrayIterator
from tfshim.keras.preprocessing.image.transforms import apply_affine_transform as apply_affine_transform
from tfshim.keras.preprocessing.image.transforms import apply_brightness_shift as apply_brightness_shift
from tfshim.keras.preprocessing.image.transforms import apply_channel_shift as apply_channel_shift, random_brightness as random_brightness
from tfshim.keras.preprocessing.image.transforms import random_channel_shift as random_channel_shift, random_rotation as random_rotation
from tfshim.keras.preprocessing.image.transforms import random_shear as random_shear, random_shift as random_shift
from tfshim.keras.preprocessing.image.transforms import random_zoom as random_zoom
from tfshim.keras.utils.images import array_to_img as array_to_img, img_to_array as img_to_array, load_img as load_img, save_img as save_img
from tfshim.keras.utils.images import smart_resize as smart_resize
