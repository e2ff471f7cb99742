"""`tf.compat.v1.data`: datasets with iterators whose elements are tensors of a graph.

In a graph a dataset is built eagerly; where it depends on tensors of the graph (placeholders) it is built when its
iterator is initialized. Each session has its own position in it.
"""

import importlib

from tfshim.compat.v1._fallback import exported

__all__, _find, __dir__ = exported(globals(), ("experimental",), target="tfshim.data")


def __getattr__(name):
    return importlib.import_module(f"{__name__}.{name}") if name == "experimental" else _find(name)
