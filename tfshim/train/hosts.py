"""The device on whose host files are to be read and written."""

from __future__ import annotations

from typing import Any

from tfshim.engine.runtime.device_names import to_torch_device


def check_host(options: Any) -> None:
    """Raise InvalidArgumentError where the `experimental_io_device` of `options` belongs to another machine.

    Files are accessed from this one. Raises ValueError for what is no device's name.
    """
    if options is None:
        return
    device = getattr(options, "experimental_io_device", None)
    if device is not None:
        to_torch_device(device)
