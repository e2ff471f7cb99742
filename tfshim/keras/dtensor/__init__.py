"""`tf.keras.dtensor`: models laid out over meshes of devices, which tfshim refuses."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
