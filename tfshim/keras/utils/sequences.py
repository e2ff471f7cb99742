"""`tf.keras.utils.Sequence`."""

from __future__ import annotations

from tfshim._export import tf_export


@tf_export("keras.utils.Sequence")
class Sequence:
    """The base of data sets that give batches by number: override `__getitem__` and `__len__`; mirrors `tf.keras.utils.Sequence`."""

    __module__ = "keras.src.utils.data_utils"

    def __getitem__(self, index):
        """The batch at position `index`, a tuple of inputs and, if any, targets and sample weights."""
        raise NotImplementedError("Sequence: override `__getitem__(self, index)` to give the batch at a position.")

    def __len__(self):
        """The number of batches."""
        raise NotImplementedError("Sequence: override `__len__(self)` to give the number of batches.")

    def on_epoch_end(self) -> None:
        """Called at the end of every epoch."""

    def __iter__(self):
        """The batches, one after the other."""
        for i in range(len(self)):
            yield self[i]
