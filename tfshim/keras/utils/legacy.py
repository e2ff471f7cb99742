"""`tf.keras.utils.legacy`: Keras objects as dictionaries in the form before Keras 2.13."""

from tfshim._listing import listing
from tfshim.keras.saving.legacy import deserialize_keras_object, serialize_keras_object

__all__ = ["deserialize_keras_object", "serialize_keras_object"]
__dir__ = listing(globals())
