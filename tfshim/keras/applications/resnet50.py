"""`tf.keras.applications.resnet50`: the network ResNet50 for images."""

from tfshim._listing import listing
from tfshim.keras.applications.resnet import ResNet50, decode_predictions, preprocess_input

__all__ = ["ResNet50", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())
