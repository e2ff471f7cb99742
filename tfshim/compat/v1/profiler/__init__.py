"""`tf.compat.v1.profiler`: how many parameters a graph has, and how many operations on floats it takes.

The traces of TensorFlow's own runtime, which it read besides, are not there: requests for what stands in these are accepted with a
warning, and programs go on without.
"""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.profiler")
