"""`tf.keras.dtensor.experimental`: layouts over meshes of devices are refused, with an error that names the alternative."""

import collections.abc

from tfshim._listing import listing
from tfshim.keras.dtensor.experimental import optimizers
from tfshim.refusals import refused


class LayoutMap(collections.abc.MutableMapping):
    """Where the variables of a model lie on a mesh of devices: not there. Mirrors `tf.keras.dtensor.experimental.LayoutMap`.

    In TensorFlow it maps patterns of variables' paths to `tf.experimental.dtensor.Layout`s, and layers that are made in its `scope` cut
    their weights accordingly. Here no variable is cut: to make a map raises an error that says so. A model that fits one device is trained
    on several by `tf.distribute.MirroredStrategy`, which needs no layouts.

    Arguments:
        mesh: a `tf.experimental.dtensor.Mesh`; None.

    Raises:
        NotImplementedError: in any case.

    Example:
        >>> try:
        ...     tf.keras.dtensor.experimental.LayoutMap()
        ... except NotImplementedError as error:
        ...     print("LayoutMap" in str(error))
        True
    """

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
