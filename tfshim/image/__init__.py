"""`tf.image`: pictures as tensors. So far brightness, contrast and changes of dtype."""

from tfshim.image.adjusting import adjust_brightness, adjust_contrast, convert_image_dtype
