"""Settings of `tf.debugging`."""

from __future__ import annotations

from tfshim._export import tf_export
from tfshim.engine.ops import result_checks
from tfshim.engine.runtime.tracebacks import Filtering


class _Settings:
    log_placement = False


@tf_export("debugging.enable_traceback_filtering")
def enable_traceback_filtering() -> None:
    """Leave most frames of the package out of tracebacks, as from the start. Mirrors `tf.debugging.enable_traceback_filtering`.

    Exceptions of operations, of functions being traced, of Keras' `fit`, `evaluate` and `predict`, and of iterators over datasets
    come without the frames below that call which are not yours; only the last one stays. What a script or a notebook
    that tfshim runs ends with, and what IPython shows, has your frames and the last one alone.

    Returns:
        None.

    Example:
        >>> tf.debugging.disable_traceback_filtering()
        >>> tf.debugging.is_traceback_filtering_enabled()
        False
        >>> tf.debugging.enable_traceback_filtering()
        >>> tf.debugging.is_traceback_filtering_enabled()
        True
    """
    Filtering.enabled = True


@tf_export("debugging.disable_traceback_filtering")
def disable_traceback_filtering() -> None:
    """Show every frame of the package in tracebacks. Mirrors `tf.debugging.disable_traceback_filtering`.

    For those who look for a fault in tfshim, or in a library whose frames are hidden: the whole way from a call to the exception is
    shown, through `tf.function`, AutoGraph and Keras. `tf.debugging.enable_traceback_filtering` goes back to short tracebacks. It
    holds for the whole process, for all threads of it, and for errors that are raised after the call.

    Returns:
        None.

    Example:
        >>> tf.debugging.disable_traceback_filtering()
        >>> tf.debugging.is_traceback_filtering_enabled()
        False
        >>> tf.debugging.enable_traceback_filtering()
    """
    Filtering.enabled = False


@tf_export("debugging.is_traceback_filtering_enabled")
def is_traceback_filtering_enabled() -> bool:
    """Whether tracebacks of traced functions are shortened. Mirrors `tf.debugging.is_traceback_filtering_enabled`.

    What `tf.debugging.enable_traceback_filtering` and `tf.debugging.disable_traceback_filtering` last set. Code that shortens or prints
    tracebacks itself asks it, to do as the user wants it.

    It holds for all threads of the process.

    Returns:
        A bool; True at first.

    Example:
        >>> tf.debugging.is_traceback_filtering_enabled()
        True
        >>> tf.debugging.disable_traceback_filtering()
        >>> tf.debugging.is_traceback_filtering_enabled()
        False
        >>> tf.debugging.enable_traceback_filtering()
    """
    return Filtering.enabled


@tf_export("debugging.get_log_device_placement")
def get_log_device_placement() -> bool:
    """Whether the device of each operation is logged. Mirrors `tf.debugging.get_log_device_placement`.

    What `tf.debugging.set_log_device_placement` last set. A program that finds out where its operations run turns it on for a few
    of them and goes back to what was set before.

    It is a setting of the whole process, for all threads.

    Returns:
        A bool; False at first.

    Example:
        >>> before = tf.debugging.get_log_device_placement()
        >>> before
        False
        >>> tf.debugging.set_log_device_placement(True)
        >>> tf.debugging.get_log_device_placement()
        True
        >>> tf.debugging.set_log_device_placement(before)
    """
    return _Settings.log_placement


@tf_export("debugging.set_log_device_placement")
def set_log_device_placement(enabled: bool) -> None:
    """Log on which device each operation runs, or do not. Mirrors `tf.debugging.set_log_device_placement`.

    The lines go to standard error as the operations run, outside of functions; they answer whether a GPU is used at all, and what
    remains on the processor. `tensor.device` says it for one result.

    It is meant for finding mistakes, as it slows a program down.

    Arguments:
        enabled: a bool.

    Returns:
        None.

    Example:
        >>> tf.debugging.set_log_device_placement(True)
        >>> x = tf.constant([1.0]) + 1.0
        >>> tf.debugging.set_log_device_placement(False)
        >>> x.device.rpartition("/")[-1]
        'device:CPU:0'
    """
    _Settings.log_placement = bool(enabled)
    result_checks.log_placement(_Settings.log_placement)
