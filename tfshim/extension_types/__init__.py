"""User-defined types composed of tensors: `tf.experimental.ExtensionType` and related classes."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
