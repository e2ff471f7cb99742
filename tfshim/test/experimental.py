"""`tf.test.experimental`."""

import torch

from tfshim._listing import listing

__all__ = ["sync_devices"]
__dir__ = listing(globals())


def sync_devices():
    """Wait until all devices have done what they were given. Mirrors `tf.test.experimental.sync_devices`."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()
