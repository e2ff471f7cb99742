"""The base of results that are elsewhere."""

from __future__ import annotations

from typing import Any


class RemoteValue:
    """A result that may still be computed elsewhere. Mirrors `tf.distribute.coordinator.RemoteValue`."""

    __module__ = "tensorflow.python.distribute.coordinator.remote_value"

    def fetch(self) -> Any:
        """The result as arrays, once it is there. Raises the error of what computes it."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def get(self) -> Any:
        """The result as tensors, once it is there. Raises the error of what computes it."""
        raise NotImplementedError("Must be implemented in subclasses.")
