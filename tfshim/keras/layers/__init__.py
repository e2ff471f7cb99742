"""`tf.keras.layers`: the parts that models are built of."""

from tfshim._listing import exported
from tfshim.keras.layers import operators  # noqa: F401 - gives Keras tensors their operators
from tfshim.keras.v1 import calls  # noqa: F401 - calls layers in TF 1 graphs

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("experimental",),
)
