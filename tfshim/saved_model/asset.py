"""Files that belong to a saved object."""

import os

from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.trackable import Trackable


class Asset(Trackable):
    """A file that is copied into what is saved. Mirrors `tf.saved_model.Asset`.

    `path`: its name; `asset_path` is the name as a string tensor, after loading that of the copy.
    """

    __module__ = "tensorflow.python.trackable.asset"

    def __init__(self, path):
        self._path = os.fspath(path.numpy().decode() if hasattr(path, "numpy") else path)

    @property
    def asset_path(self):
        """The name of the file, a scalar string."""
        return convert_to_tensor(self._path)
