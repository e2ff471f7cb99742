"""`tf.test.experimental`."""

import torch


def sync_devices():
    """Wait until all devices have done what they were given. Mirrors `tf.test.experimental.sync_devices`."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()
