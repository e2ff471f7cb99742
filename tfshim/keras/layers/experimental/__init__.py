"""`tf.keras.layers.experimental`: random features of kernels, synchronized normalization, and older names of layers."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("preprocessing",))
