"""The base of everything a checkpoint can hold."""


class Trackable:
    """An object that stands in the object graph of a checkpoint."""

    __module__ = "tensorflow.python.trackable.base"
    __slots__ = ()
