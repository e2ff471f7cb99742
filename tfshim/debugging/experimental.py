"""`tf.debugging.experimental`."""

from tfshim._listing import listing

__all__ = ["disable_dump_debug_info", "enable_dump_debug_info"]
__dir__ = listing(globals())


def enable_dump_debug_info(dump_root, tensor_debug_mode="NO_TENSOR", circular_buffer_size=1000, op_regex=None,
                           tensor_dtypes=None):
    """Not supported: raises NotImplementedError. Mirrors `tf.debugging.experimental.enable_dump_debug_info`."""
    raise NotImplementedError(
        "tf.debugging.experimental.enable_dump_debug_info is not supported: the files of Debugger V2 cannot be written. Use "
        "tf.debugging.enable_check_numerics to find the operation that gives NaN or infinity, or tf.print for values."
    )


def disable_dump_debug_info():
    """Undo `enable_dump_debug_info`; nothing is ever dumped. Mirrors
    `tf.debugging.experimental.disable_dump_debug_info`.
    """
