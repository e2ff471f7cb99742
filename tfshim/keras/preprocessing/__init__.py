"""`tf.keras.preprocessing`: images, sequences and texts made ready for models."""

from tfshim._listing import listing
from tfshim.keras.preprocessing import image, sequence, text
from tfshim.keras.utils.directories import image_dataset_from_directory, text_dataset_from_directory
from tfshim.keras.utils.series import timeseries_dataset_from_array

__all__ = ["image", "image_dataset_from_directory", "sequence", "text", "text_dataset_from_directory", "timeseries_dataset_from_array"]
__dir__ = listing(globals())
