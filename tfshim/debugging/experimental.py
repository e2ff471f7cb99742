"""`tf.debugging.experimental`."""

from tfshim._listing import listing
from tfshim.refusals import warn

__all__ = ["disable_dump_debug_info", "enable_dump_debug_info"]
__dir__ = listing(globals())


def enable_dump_debug_info(dump_root, tensor_debug_mode="NO_TENSOR", circular_buffer_size=1000, op_regex=None, tensor_dtypes=None):
    """Warns that nothing is dumped, and returns. Mirrors `tf.debugging.experimental.enable_dump_debug_info`."""
    warn("tf.debugging.experimental.enable_dump_debug_info")


def disable_dump_debug_info():
    """Undo `enable_dump_debug_info`; nothing is ever dumped. Mirrors
    `tf.debugging.experimental.disable_dump_debug_info`.
    """
