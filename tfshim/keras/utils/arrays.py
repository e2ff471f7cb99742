"""Class vectors and norms of NumPy arrays."""

import numpy as np


def to_categorical(y, num_classes=None, dtype="float32"):
    """One-hot rows for the class numbers `y`; the number of classes defaults to the largest plus one."""
    y = np.asarray(y, dtype="int")
    shape = y.shape[:-1] if y.ndim > 1 and y.shape[-1] == 1 else y.shape
    y = y.ravel()
    num_classes = num_classes or int(y.max()) + 1
    made = np.zeros((len(y), num_classes), dtype=dtype)
    made[np.arange(len(y)), y] = 1
    return made.reshape((*shape, num_classes))


def normalize(x, axis=-1, order=2):
    """`x` over its norms along `axis`; a norm of zero counts as one."""
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    norms[norms == 0] = 1
    return x / np.expand_dims(norms, axis)
