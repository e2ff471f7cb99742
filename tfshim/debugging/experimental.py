"""`tf.debugging.experimental`: what a program does, for TensorBoard's page Debugger V2."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
