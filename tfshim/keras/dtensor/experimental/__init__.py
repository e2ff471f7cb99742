"""`tf.keras.dtensor.experimental`: layouts over meshes of devices are refused, with an error that names the alternative."""

import collections.abc

from tfshim._listing import listing
from tfshim.keras.dtensor.experimental import optimizers
from tfshim.refusals import refused


class LayoutMap(collections.abc.MutableMapping):
    """Where the variables of a model lie on a mesh of devices; making one raises NotImplementedError."""

    def __init__(self, mesh=None):
        raise refused("tf.keras.dtensor.experimental.LayoutMap", "mesh")

    def get_default_mesh(self):
        """The mesh."""
        return self._mesh

    def scope(self):
        """A context in which layers take their layouts from here."""
        raise refused("tf.keras.dtensor.experimental.LayoutMap.scope")

    def __getitem__(self, key):
        return self._layouts[key]

    def __setitem__(self, key, layout):
        self._layouts[key] = layout

    def __delitem__(self, key):
        del self._layouts[key]

    def __len__(self):
        return len(self._layouts)

    def __iter__(self):
        return iter(self._layouts)


__all__ = ["LayoutMap", "optimizers"]
__dir__ = listing(globals())
