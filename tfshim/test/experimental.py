"""`tf.test.experimental`: waiting for devices."""

import torch

from tfshim._listing import listing

__all__ = ["sync_devices"]
__dir__ = listing(globals())


def sync_devices():
    """Wait until all devices have done what they were given. Mirrors `tf.test.experimental.sync_devices`.

    Operations on a GPU are only started when Python calls them, and computed while it goes on. A measurement of time that ends without
    waiting for them counts the starting alone; `tensor.numpy()` waits for that tensor. On a machine without a GPU everything is done
    already when an operation returns, and this does nothing. It takes no arguments.

    Returns:
        None.

    Example:
        >>> import time
        >>> x = tf.ones([100, 100])
        >>> started = time.perf_counter()
        >>> y = tf.matmul(x, x)
        >>> tf.test.experimental.sync_devices()
        >>> time.perf_counter() - started > 0
        True
    """
    if torch.cuda.is_available():
        torch.cuda.synchronize()
