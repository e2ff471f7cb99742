"""`tf.experimental.numpy`: NumPy's functions on tensors, with its names, defaults and promotion of dtypes."""

from math import e, inf, pi

from tfshim._export import tf_export
from tfshim._listing import exported

tf_export("experimental.numpy.e")(e)
tf_export("experimental.numpy.inf")(inf)
tf_export("experimental.numpy.pi")(pi)
__all__, __getattr__, __dir__ = exported(globals(), ("random",))
