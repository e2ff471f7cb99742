"""A second device for machines without an accelerator: `pytest -p tests.simulated_device` runs tests with their tensors on it.

Its memory and kernels are the processor's, but torch takes it for an accelerator: tensors lie on it or not, one operation takes no
tensors of both, and NumPy cannot look at them. So tests find what a GPU would find of places. It lacks sparse tensors, random streams
of its own, more than one device and a compiler; what a CUDA kernel computes differently is not seen. It is built once, by a C++ compiler.
"""

import types
from pathlib import Path

import torch
from torch.utils import cpp_extension

HERE = Path(__file__).resolve().parent
NAME = "simulated"


def _module():
    """What torch asks of the module of a device."""
    module = types.ModuleType(f"torch.{NAME}")
    module.is_available = lambda: True
    module.device_count = lambda: 1
    module.current_device = lambda: 0
    module.manual_seed_all = lambda seed: None
    module._is_in_bad_fork = lambda: False
    return module


def load():
    """Build the device, if that was not done, and make it torch's accelerator in this process."""
    folder = HERE.parents[1] / "build" / "simulated_device"
    folder.mkdir(parents=True, exist_ok=True)
    cpp_extension.load("simulated_device", [str(HERE / "device.cpp")], build_directory=str(folder), extra_cflags=["-O1"])
    torch.utils.rename_privateuse1_backend(NAME)
    torch._register_device_module(NAME, _module())


load()
