"""Settings of `tf.debugging`."""

from __future__ import annotations

from tfshim._export import tf_export
from tfshim.engine.ops import result_checks
from tfshim.engine.runtime.tracebacks import Filtering


class _Settings:
    log_placement = False


@tf_export("debugging.enable_traceback_filtering")
def enable_traceback_filtering() -> None:
    """Show only the user's and Keras' frames in the texts and tracebacks of errors from traced functions, as at first.

    Mirrors `tf.debugging.enable_traceback_filtering`.
    """
    Filtering.enabled = True


@tf_export("debugging.disable_traceback_filtering")
def disable_traceback_filtering() -> None:
    """Show every frame there. Mirrors `tf.debugging.disable_traceback_filtering`."""
    Filtering.enabled = False


@tf_export("debugging.is_traceback_filtering_enabled")
def is_traceback_filtering_enabled() -> bool:
    """Whether filtering was last enabled; True at first. Mirrors `tf.debugging.is_traceback_filtering_enabled`."""
    return Filtering.enabled


@tf_export("debugging.get_log_device_placement")
def get_log_device_placement() -> bool:
    """Whether the device of each operation is logged. Mirrors `tf.debugging.get_log_device_placement`."""
    return _Settings.log_placement


@tf_export("debugging.set_log_device_placement")
def set_log_device_placement(enabled: bool) -> None:
    """Log the device that each operation runs on to standard error (True), or do not. Mirrors
    `tf.debugging.set_log_device_placement`.

    Operations run outside of functions are logged as they run.
    """
    _Settings.log_placement = bool(enabled)
    result_checks.log_placement(_Settings.log_placement)
