"""What gives the items of a dataset as tensors."""


class DataProvider:
    """Tensors by the names of items: of one example each time they run."""

    def __init__(self, items_to_tensors, num_samples):
        self._tensors, self._count = items_to_tensors, num_samples

    def get(self, items):
        """The tensors of `items`, a list of names. Raises ValueError for anything else, and for other names."""
        if not isinstance(items, (list, tuple)):
            raise ValueError("items must be a list or tuple")
        valid = self.list_items()
        for item in items:
            if item not in valid:
                raise ValueError(f"Item [{item}] is invalid. Valid entries include: {valid}")
        return [self._tensors[item] for item in items]

    def list_items(self):
        """The names of the items."""
        return self._tensors.keys()

    def num_samples(self):
        """The number of examples."""
        return self._count
