"""`tf.train.experimental`: objects that write themselves into checkpoints."""

import abc

from tfshim._listing import listing
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.trackable import Trackable

__all__ = ["PythonState"]
__dir__ = listing(globals())


class PythonState(Trackable, metaclass=abc.ABCMeta):
    """A base of objects that have a text or bytes of their own in checkpoints. Mirrors `tf.train.experimental.PythonState`.

    A subclass defines `serialize()`, which gives the state as a string when a checkpoint is written, and `deserialize(string_value)`,
    which takes it when one is restored. Objects of it are attributes of a `tf.train.Checkpoint`, a module or a model, as variables are,
    and hold what is no tensor: a vocabulary, settings, the place in a file, NumPy's random state.

    Restoring happens at once, not when a variable is made later.

    Example:
        >>> import json
        >>> class Settings(tf.train.experimental.PythonState):
        ...     def __init__(self, **values): self.values = values
        ...     def serialize(self): return json.dumps(self.values)
        ...     def deserialize(self, string_value): self.values = json.loads(string_value)
        >>> path = tf.train.Checkpoint(settings=Settings(rate=0.5)).write("state")
        >>> settings = Settings()
        >>> _ = tf.train.Checkpoint(settings=settings).read(path)
        >>> settings.values
        {'rate': 0.5}
    """

    @abc.abstractmethod
    def serialize(self):
        """Give the state as a string. Mirrors `tf.train.experimental.PythonState.serialize`; a subclass has to define it.

        Returns:
            A str or bytes, with all that `deserialize` needs.

        It is called each time a checkpoint is written, by `tf.train.Checkpoint.save` or `write`, a `tf.train.CheckpointManager`, or a
        model's `save_weights`. JSON is a form that other versions of a program read as well; pickled objects run code of whoever wrote
        the file.

        Example:
            >>> class Place(tf.train.experimental.PythonState):
            ...     line = 0
            ...     def serialize(self): return str(self.line)
            ...     def deserialize(self, string_value): self.line = int(string_value)
            >>> place = Place()
            >>> place.line = 7
            >>> place.serialize()
            '7'
        """

    @abc.abstractmethod
    def deserialize(self, string_value):
        """Take the state from a string. Mirrors `tf.train.experimental.PythonState.deserialize`; a subclass has to define it.

        Arguments:
            string_value: what `serialize` gave when the checkpoint was written, as bytes.

        Returns:
            None.

        It is called when a checkpoint that has the object is restored, by `tf.train.Checkpoint.restore` or `read`; not, if the object is
        not in it. Whatever it raises comes out of that call.

        Example:
            >>> class Place(tf.train.experimental.PythonState):
            ...     line = 0
            ...     def serialize(self): return str(self.line)
            ...     def deserialize(self, string_value): self.line = int(string_value)
            >>> place = Place()
            >>> place.deserialize(b"7")
            >>> place.line
            7
        """

    def _serialize_to_tensors(self):
        return {"py_state": convert_to_tensor(self.serialize(), "string")}

    def _restore_from_tensors(self, restored_tensors):
        self.deserialize(convert_to_tensor(restored_tensors["py_state"]).numpy())
