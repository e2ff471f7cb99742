"""What decodes the records of a dataset."""

import abc


class DataDecoder(abc.ABC):
    """Makes named items of a record."""

    @abc.abstractmethod
    def decode(self, data, items):
        """The tensors of `items`, names, in a record: a list."""

    @abc.abstractmethod
    def list_items(self):
        """The names of what a record has."""
