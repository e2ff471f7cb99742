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
        """The mesh that the map was made for. Mirrors `tf.keras.dtensor.experimental.LayoutMap.get_default_mesh`.

        There is no map to ask, since to make one is refused: variables are not cut over devices here. Programs that only want to know how
        many devices there are ask `tf.config.list_logical_devices()`, and a strategy, as `tf.distribute.MirroredStrategy`, says how many
        replicas train together: `strategy.num_replicas_in_sync`.

        Returns:
            In TensorFlow a `tf.experimental.dtensor.Mesh`.

        Raises:
            NotImplementedError: by the constructor, before it can be called.

        Example:
            >>> try:
            ...     tf.keras.dtensor.experimental.LayoutMap().get_default_mesh()
            ... except NotImplementedError as error:
            ...     print(type(error).__name__)
            NotImplementedError
        """
        return self._mesh

    def scope(self):
        """A scope in which layers take their layouts from the map. Mirrors `tf.keras.dtensor.experimental.LayoutMap.scope`.

        It is refused, as the map is: layers keep each weight whole, on one device. What `scope` does for a model that is to be trained on
        several devices, `tf.distribute.MirroredStrategy().scope()` does with a copy of the model on each; a model too large for one device
        cannot be trained that way.

        Returns:
            In TensorFlow a context manager.

        Raises:
            NotImplementedError: in any case.

        Example:
            >>> strategy = tf.distribute.MirroredStrategy()
            >>> with strategy.scope():
            ...     model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            >>> model.count_params()
            3
        """
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
