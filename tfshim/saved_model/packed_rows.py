"""Ragged tensors as TensorFlow's variants hold them."""

import torch


class PackedRows:
    """A ragged tensor within a variant: `splits`, one tensor for each ragged axis, and `values`."""

    __slots__ = ("splits", "values")

    def __init__(self, splits, values):
        self.splits, self.values = splits, values

    def zeros_like(self):
        """As many zeros, in the same rows."""
        return PackedRows(self.splits, torch.zeros_like(self.values))

    def __add__(self, other):
        return PackedRows(self.splits, self.values + other.values)
