"""How functions are run: what TensorFlow lets one choose, and what there is to choose here."""

from __future__ import annotations

import contextlib
from typing import Any

from tfshim._export import tf_export
from tfshim.refusals import refused


@tf_export("experimental.async_scope")
@contextlib.contextmanager
def async_scope() -> Any:
    """A block in which calls may return before they are done; here they never do. Mirrors `tf.experimental.async_scope`.

    In TensorFlow it lets a loop schedule functions on other tasks without waiting, as with parameter servers; errors come at the
    latest at the end of the block. Here calls in it are those outside of it: errors are raised where they arise, and GPUs compute
    behind the program in any case.

    Returns:
        A context manager, which gives nothing.

    Example:
        >>> total = tf.Variable(0)
        >>> with tf.experimental.async_scope():
        ...     for i in range(3):
        ...         updated = total.assign_add(i)
        >>> int(total)
        3
    """
    yield


@tf_export("experimental.async_clear_error")
def async_clear_error() -> None:
    """Forget errors of calls that were still running. Mirrors `tf.experimental.async_clear_error`.

    In TensorFlow a call within `tf.experimental.async_scope` may return before it is done, and its error comes with a later call;
    after this, further calls run again. Here calls are done, or handed to a GPU in their order, when they return, so there is never
    such an error, and nothing is forgotten.

    Returns:
        None.

    Example:
        >>> with tf.experimental.async_scope():
        ...     try:
        ...         tf.debugging.assert_equal(1, 2)
        ...     except tf.errors.InvalidArgumentError:
        ...         print("raised at once")
        raised at once
        >>> tf.experimental.async_clear_error()
    """


@tf_export("experimental.function_executor_type")
@contextlib.contextmanager
def function_executor_type(executor_type: str) -> Any:
    """A block for the type of executor that runs functions. Mirrors `tf.experimental.function_executor_type`.

    TensorFlow has several ways to run the operations of a traced function. Here there is one, which programs ask for by "" or None;
    results do not depend on it in either.

    Arguments:
        executor_type: "" or None.

    Returns:
        A context manager, which gives nothing.

    Raises:
        NotImplementedError: another type, as "SINGLE_THREADED_EXECUTOR": `tf.config.threading` sets how many threads compute.

    Example:
        >>> with tf.experimental.function_executor_type(""):
        ...     print(int(tf.function(lambda x: x + 1)(tf.constant(1))))
        2
    """
    if executor_type not in ("", None):
        raise refused("tf.experimental.function_executor_type", "executor_type", value=executor_type)
    yield


@tf_export("experimental.enable_strict_mode")
def enable_strict_mode() -> None:
    """Not there: names that are deprecated work without an error. Mirrors `tf.experimental.enable_strict_mode`."""
    raise refused("tf.experimental.enable_strict_mode")


@tf_export("experimental.register_filesystem_plugin")
def register_filesystem_plugin(plugin_location: str) -> Any:
    """Not there: file systems are those of fsspec. Mirrors `tf.experimental.register_filesystem_plugin`."""
    raise refused("tf.experimental.register_filesystem_plugin")


__all__ = ["async_clear_error", "async_scope", "enable_strict_mode", "function_executor_type", "register_filesystem_plugin"]
