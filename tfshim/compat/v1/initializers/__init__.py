"""Initializers of TensorFlow 1: `tf.compat.v1.initializers` and the `tf.compat.v1.*_initializer` names.

Called with a shape they give a tensor; with a seed their numbers are those of the random operations with that seed.
"""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
