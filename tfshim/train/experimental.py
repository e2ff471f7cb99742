"""`tf.train.experimental`."""

import abc

from tfshim._listing import listing
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.trackable import Trackable

__all__ = ["PythonState"]
__dir__ = listing(globals())


class PythonState(Trackable, metaclass=abc.ABCMeta):
    """A base of objects that put a string of their own into checkpoints. Mirrors `tf.train.experimental.PythonState`."""

    @abc.abstractmethod
    def serialize(self):
        """The state as a string."""

    @abc.abstractmethod
    def deserialize(self, string_value):
        """Take the state back from a string."""

    def _serialize_to_tensors(self):
        return {"py_state": convert_to_tensor(self.serialize(), "string")}

    def _restore_from_tensors(self, restored_tensors):
        self.deserialize(convert_to_tensor(restored_tensors["py_state"]).numpy())
