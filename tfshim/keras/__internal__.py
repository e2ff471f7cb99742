"""`tf.keras.__internal__`: names of Keras' own that other libraries use. They are declared where they are defined."""

from tfshim.__internal__ import namespaces_below, or_private
from tfshim._listing import exported

_children = namespaces_below(__name__)
__all__, _declared, __dir__ = exported(globals(), _children)
__getattr__ = or_private(__name__, _declared)
globals().update(_children)
