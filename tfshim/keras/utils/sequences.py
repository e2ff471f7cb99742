"""`tf.keras.utils.Sequence`."""

from __future__ import annotations

from tfshim._export import tf_export


@tf_export("keras.utils.Sequence")
class Sequence:
    """The base of data that give batches by number, for `fit`, `evaluate` and `predict`.

    Mirrors `tf.keras.utils.Sequence`. Subclasses have `__len__()`, the number of batches of an epoch, and `__getitem__(index)`, which gives
    batch `index`: `(x, y)` or `(x, y, sample_weight)`. `on_epoch_end()` is called after each epoch, for a new order, for instance. Unlike a
    generator, it may be read by several workers at once without giving a batch twice: `fit(..., workers=4)`.

    Raises:
        NotImplementedError: a subclass lacks one of the two.

    Example:
        >>> class Squares(tf.keras.utils.Sequence):
        ...     def __len__(self):
        ...         return 3
        ...     def __getitem__(self, index):
        ...         x = np.array([[index], [index + 1.0]])
        ...         return x, x**2
        >>> [float(x[0, 0]) for x, y in Squares()]
        [0.0, 1.0, 2.0]
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
        >>> model.compile(loss="mse")
        >>> round(model.evaluate(Squares(), verbose=0), 3)
        19.167
    """

    __module__ = "keras.src.utils.data_utils"

    def __getitem__(self, index):
        """The batch at position `index`, a tuple of inputs and, if any, targets and sample weights."""
        raise NotImplementedError("Sequence: override `__getitem__(self, index)` to give the batch at a position.")

    def __len__(self):
        """The number of batches."""
        raise NotImplementedError("Sequence: override `__len__(self)` to give the number of batches.")

    def on_epoch_end(self) -> None:
        """What happens between two epochs; subclasses write it. Mirrors `tf.keras.utils.Sequence.on_epoch_end`.

        `fit` calls it after each epoch, when all batches of the epoch were made. The usual use is a new order of the samples, drawn here
        and used in `__getitem__`; others are harder examples as the training goes on. With several processes as workers the copies that
        these hold do not see a change: use threads. That of the base class does nothing.

        Returns:
            None.

        Example:
            >>> class Shuffled(tf.keras.utils.Sequence):
            ...     def __init__(self, x):
            ...         self.x = x
            ...     def __len__(self):
            ...         return len(self.x)
            ...     def __getitem__(self, index):
            ...         return self.x[index : index + 1]
            ...     def on_epoch_end(self):
            ...         self.x = self.x[::-1]
            >>> batches = Shuffled(np.arange(3))
            >>> batches.on_epoch_end()
            >>> batches[0].tolist()
            [2]
        """

    def __iter__(self):
        """The batches, one after the other."""
        for i in range(len(self)):
            yield self[i]
