"""Iterating over datasets."""

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest


class Iterator:
    """The elements of a dataset, one after the other. Mirrors `tf.contrib.eager.Iterator`.

    Raises RuntimeError unless executing eagerly.
    """

    def __init__(self, dataset):
        if TS.graph is not None:
            raise RuntimeError(
                "tf.contrib.eager.Iterator is only supported when eager execution is enabled; use "
                "dataset.make_initializable_iterator or dataset.make_one_shot_iterator for graph construction."
            )
        self._items, self._dataset = iter(dataset), dataset

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._items)

    def next(self):
        """The next element. Raises StopIteration at the end."""
        return next(self._items)

    def get_next(self, name=None):
        """The next element. Raises OutOfRangeError at the end."""
        try:
            return next(self._items)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, "End of sequence") from None

    output_shapes = property(lambda self: _each(self._dataset, "shape"), doc="The shapes of the elements.")
    output_types = property(lambda self: _each(self._dataset, "dtype"), doc="The dtypes of the elements.")


def _each(dataset, what):
    return nest.map_structure(lambda s: getattr(s, what), dataset.element_spec)
