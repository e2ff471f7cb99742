"""What of the machine torch and tfshim use, in words."""

import os

import torch

from tfshim.engine.ops import products
from tfshim.engine.runtime import devices
from tfshim.engine.runtime.processor import threads


def lines():
    """What `tfshim doctor` says of devices, processors and threads."""
    return [_devices(), _processors(), _threads()]


def _devices():
    found = devices.accelerator()
    if found is None:
        return "devices: the processor; torch finds no accelerator"
    count = torch.accelerator.device_count()
    name = torch.cuda.get_device_name(0) if found.type == "cuda" else found.type
    return f"devices: the processor, and {count} x {name} ({found.type}) as /GPU:0{f' to /GPU:{count - 1}' if count > 1 else ''}"


def _processors():
    allowed, whole = threads.processors(), os.cpu_count()
    limit = "" if allowed == whole else f" of {whole} that the machine has: by affinity or the quota of a container"
    return f"processors: {allowed}{limit}"


def _threads():
    chosen = [name for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS") if name in os.environ]
    held = f"{', '.join(chosen)} fixes it" if chosen else "fewer while other programs keep processors busy"
    fast = "torch's BLAS" if products.BLAS_IS_FASTEST else "oneDNN or torch's BLAS, whichever the first product finds to be faster"
    return f"threads: {torch.get_num_threads()} ({held}); matrix products by {fast}"
