"""What iterates over datasets."""

from tfshim.engine import errors, nest


class OwnedIterator:
    """An iterator over the elements of a dataset; mirrors `tf.data.Iterator` when executing eagerly."""

    __module__ = "tensorflow.python.data.ops.iterator_ops"

    def __init__(self, dataset):
        self._dataset, self._flat = dataset, dataset._open()

    @property
    def element_spec(self):
        """The structure of `tf.TensorSpec`s that describes an element."""
        return self._dataset.element_spec

    def __iter__(self):
        return self

    def __next__(self):
        return nest.pack_sequence_as(self._dataset._spec, next(self._flat))

    def get_next(self):
        """The next element. Raises OutOfRangeError after the last one."""
        try:
            return next(self)
        except StopIteration:
            raise errors.op_error(errors.OutOfRangeError, "End of sequence", "IteratorGetNext") from None


class NumpyIterator:
    """An iterator over the elements of a dataset with NumPy arrays for tensors."""

    __module__ = "tensorflow.python.data.ops.dataset_ops"

    def __init__(self, dataset):
        self._iterator = iter(dataset)

    def __iter__(self):
        return self

    def __next__(self):
        return nest.map_structure(lambda x: x.numpy(), next(self._iterator))
