"""Types of users that are made of tensors: `tf.experimental.ExtensionType` and its kin."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
