"""Beginning and ending of what Debugger V2 records: `tf.debugging.experimental`."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values.dtypes import as_dtype
from tfshim.summary.debug_dumps.recorder import Recorder

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.summary.debug_dumps.writer import DebugEventsWriter

_MODES = ("NO_TENSOR", "CURT_HEALTH", "CONCISE_HEALTH", "FULL_HEALTH", "SHAPE", "FULL_TENSOR")
_state = threading.local()


@tf_export("debugging.experimental.enable_dump_debug_info")
def enable_dump_debug_info(
    dump_root: Path,
    tensor_debug_mode: str = "NO_TENSOR",
    circular_buffer_size: IntLike = 1000,
    op_regex: str | None = None,
    tensor_dtypes: Sequence[DTypeLike] | Callable[[Any], Any] | None = None,
) -> DebugEventsWriter:
    """Write what this thread runs and traces from now on into a directory, as TensorBoard's Debugger V2 shows it.

    Mirrors `tf.debugging.experimental.enable_dump_debug_info`. Recorded are the operations and functions that run, the graphs of functions
    that are traced, what operations within these give, and where all of it stands in the program. Functions run operation by operation.
    A second call with another directory goes on there.

    Arguments:
        dump_root: the directory.
        tensor_debug_mode: what is kept of each tensor: "NO_TENSOR" nothing; "CURT_HEALTH" whether floats have NaN or infinity,
            "CONCISE_HEALTH" how many, "FULL_HEALTH" also how many are negative, zero and positive; "SHAPE" the dtype and shape of numbers;
            "FULL_TENSOR" all of it.
        circular_buffer_size: of what runs the last so many events wait in memory until they are flushed; 0 or less writes all.
        op_regex: the types of operations whose tensors are kept; None for all.
        tensor_dtypes: the dtypes that are kept, or a function that says so of a dtype; None for all.

    Returns:
        What writes the files, with `FlushNonExecutionFiles()` and `FlushExecutionFiles()`.

    Raises:
        ValueError: a mode or `tensor_dtypes` that does not exist; another mode or size than that of a call before.

    Example:
        >>> _ = tf.debugging.experimental.enable_dump_debug_info("dumps", tensor_debug_mode="FULL_HEALTH")
        >>> float(tf.math.log(0.0))
        -inf
        >>> tf.debugging.experimental.disable_dump_debug_info()
    """
    known = messages.debug_event.TensorDebugMode.keys()
    if tensor_debug_mode not in known:
        raise ValueError(f"Invalid value in tensor_debug_mode ('{tensor_debug_mode}'). Valid options are: {known}")
    if tensor_debug_mode not in _MODES:
        raise NotImplementedError(f"tfdbg dumping: support for tensor debug mode {tensor_debug_mode} is not implemented yet")
    if tensor_dtypes is not None and not callable(tensor_dtypes):
        if not isinstance(tensor_dtypes, (list, tuple)):
            raise ValueError(
                "If specified, tensor_dtypes is expected to be a list, a tuple, or a callable that takes a DType argument and returns a "
                f"boolean, but received {tensor_dtypes}"
            )
        tensor_dtypes = [as_dtype(d) for d in tensor_dtypes]
    recorder: Recorder | None = getattr(_state, "recorder", None)
    if recorder is None:
        recorder = _state.recorder = Recorder(dump_root, tensor_debug_mode, circular_buffer_size, op_regex, tensor_dtypes)
        recorder.begin()
    elif recorder.size != circular_buffer_size:
        raise ValueError(
            f"There is already a dumping callback configured with a different circular-buffer size ({recorder.size}). Therefore the newly "
            f"request circular-buffer size ({circular_buffer_size}) will not be honored."
        )
    elif recorder.mode != tensor_debug_mode:
        raise ValueError(
            f"There is already a dumping callback configured for dump root {recorder.dump_root} with a different tensor-debug mode "
            f"({recorder.mode}). Therefore the newly request tensor-debug mode ({tensor_debug_mode}) size will not be honored."
        )
    if recorder.dump_root != dump_root:
        recorder.open(dump_root)
    get_logger().info(
        "Enabled dumping callback in thread %s (dump root: %s, tensor debug mode: %s)",
        threading.current_thread().name,
        dump_root,
        tensor_debug_mode,
    )
    atexit.register(disable_dump_debug_info)
    return recorder.writer


@tf_export("debugging.experimental.disable_dump_debug_info")
def disable_dump_debug_info() -> None:
    """Stop recording what runs, and write what waits. Mirrors `tf.debugging.experimental.disable_dump_debug_info`.

    It undoes `tf.debugging.experimental.enable_dump_debug_info`, after which every operation of the program leaves a
    record in a folder for TensorBoard's page Debugger V2. Where that was not called, nothing happens, so a program may
    call it at its end in any case.

    Returns:
        None.

    Example:
        >>> writer = tf.debugging.experimental.enable_dump_debug_info("dumped", tensor_debug_mode="NO_TENSOR")
        >>> total = tf.constant(1.0) + tf.constant(2.0)
        >>> tf.debugging.experimental.disable_dump_debug_info()
        >>> len(tf.io.gfile.glob("dumped/*.execution"))
        1
    """
    recorder: Recorder | None = getattr(_state, "recorder", None)
    if recorder is not None:
        del _state.recorder
        recorder.end()
        get_logger().info("Disabled dumping callback in thread %s (dump root: %s)", threading.current_thread().name, recorder.dump_root)
