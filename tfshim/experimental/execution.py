"""How functions are run: what TensorFlow lets one choose, and what there is to choose here."""

from __future__ import annotations

import contextlib
from typing import Any

from tfshim._export import tf_export
from tfshim.refusals import refused


@tf_export("experimental.async_scope")
@contextlib.contextmanager
def async_scope() -> Any:
    """A context in which calls may return before they are done; here they never do. Mirrors `tf.experimental.async_scope`."""
    yield


@tf_export("experimental.async_clear_error")
def async_clear_error() -> None:
    """Forget errors of calls that were still running: there are none. Mirrors `tf.experimental.async_clear_error`."""


@tf_export("experimental.function_executor_type")
@contextlib.contextmanager
def function_executor_type(executor_type: str) -> Any:
    """A context for the type of executor of functions; "" and None mean the only one. Mirrors `tf.experimental.function_executor_type`.

    Raises NotImplementedError for other types.
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
