# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.preprocessing import image as image, sequence as sequence, text as text
from tfshim.keras.utils.directories import image_dataset_from_directory as image_dataset_from_directory
from tfshim.keras.utils.directories import text_dataset_from_directory as text_dataset_from_directory
from tfshim.keras.utils.series import timeseries_dataset_from_array as timeseries_dataset_from_array
