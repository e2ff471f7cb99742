"""Writing values: `tf.summary.write`, the default step, and whether anything is recorded."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import torch
from google.protobuf.message import DecodeError

from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.context import get_current_name_scope, name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values.convert import convert_to_tensor, is_eager
from tfshim.engine.values.dtypes import bool as bool_type
from tfshim.engine.values.dtypes import int64, string
from tfshim.protos.tensors import get_static_value
from tfshim.summary._protos import as_metadata, fill_tensor
from tfshim.summary.graph_writers import GraphWriter, collected

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


NO_STEP = "No step set. Please specify one either through the `step` argument or through tf.summary.experimental.set_step()"
_NOT_IN_SCOPES = re.compile(r"[^-_/.A-Za-z0-9]")


def get_step():
    """Tell which step summaries get where none is given. Mirrors `tf.summary.experimental.get_step`.

    Returns:
        What `set_step`, `writer.as_default(step)` or `writer.set_as_default(step)` set last for this thread: an int, or the int64 tensor
        or variable itself. None where nothing was set; then each summary has to be given its step.

    A variable gives the value that it has when the summary is written: with `optimizer.iterations` as the step, summaries get the number
    of the update without being told.

    Example:
        >>> tf.summary.experimental.set_step(7)
        >>> tf.summary.experimental.get_step()
        7
        >>> tf.summary.experimental.set_step(None)
        >>> print(tf.summary.experimental.get_step())
        None
    """
    return STATE.step


def set_step(step):
    """Set the step that summaries get where none is given. Mirrors `tf.summary.experimental.set_step`.

    Arguments:
        step: an int, an int64 tensor, or a variable, whose value counts when a summary is written; None: there is none any more.

    Returns:
        None. It holds for this thread. Within `writer.as_default(step)` the step of the context holds, and after it the one before.

    In a `tf.function` an int that was set outside is built into the trace; a variable goes on counting.

    Example:
        >>> step = tf.Variable(0, dtype=tf.int64)
        >>> tf.summary.experimental.set_step(step)
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     for _ in range(2):
        ...         written = tf.summary.scalar("loss", 0.5)
        ...         count = step.assign_add(1)
        >>> int(tf.summary.experimental.get_step())
        2
        >>> tf.summary.experimental.set_step(None)
    """
    STATE.step = step


@tf_export("summary.record_if", v1=[])
@contextlib.contextmanager
def record_if(condition: TensorLike) -> Any:
    """A context in which summaries are recorded only if a condition holds.

    Mirrors `tf.summary.record_if`. It is for writing every hundredth step, for instance, without an `if` at each summary.

    Arguments:
        condition: a boolean, a boolean tensor, or a function without arguments that gives one and is asked at every summary; None: wherever
            there is a default writer.

    Returns:
        A context manager.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     for step in range(4):
        ...         with tf.summary.record_if(step % 2 == 0):
        ...             print(step, bool(tf.summary.scalar("loss", 0.5, step=step)))
        0 True
        1 False
        2 True
        3 False
    """
    outer = STATE.condition
    STATE.condition = condition
    try:
        yield
    finally:
        STATE.condition = outer


@tf_export("summary.should_record_summaries", v1=[])
def should_record_summaries() -> Tensor:
    """Whether a summary would be recorded here: there is a default writer, and the condition of `record_if` holds.

    Mirrors `tf.summary.should_record_summaries`. It saves computing what would not be written.

    In a `tf.function` it is a value of the moment, not of the time of tracing.

    Returns:
        A boolean tensor.

    Example:
        >>> bool(tf.summary.should_record_summaries())
        False
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.should_record_summaries()))
        ...     with tf.summary.record_if(False):
        ...         print(bool(tf.summary.should_record_summaries()))
        True
        False
    """
    if STATE.writer is None:
        return convert_to_tensor(False)
    condition = STATE.condition() if callable(STATE.condition) else STATE.condition
    if condition is None:
        return convert_to_tensor(True)
    if isinstance(condition, (bool, int, float, str)):
        condition = bool(condition)
    return convert_to_tensor(condition, bool_type)


@contextlib.contextmanager
def summary_scope(name, default_name="summary", values=None):
    """Give a scope of names for a summary, with the tag that TensorBoard shows. Mirrors `tf.summary.experimental.summary_scope`.

    Arguments:
        name: the name of the summary, which may hold characters that scopes may not, as spaces; the tag keeps them.
        default_name: the name where `name` is empty, "summary".
        values: tensors of the summary; without effect.

    Returns:
        A context manager that gives a pair: the tag, which is `name` after the scopes around it, and the name of the new scope.

    It is for summaries of one's own that are written by `tf.summary.write(tag, tensor)`, so that their operations and tags are named as
    those of `tf.summary.scalar` and its like are.

    Example:
        >>> with tf.name_scope("layer"), tf.summary.experimental.summary_scope("my loss") as (tag, scope):
        ...     print(tag)
        layer/my loss
    """
    name = name or default_name
    around = get_current_name_scope()
    tag = f"{around}/{name}" if around else name
    with name_scope(_NOT_IN_SCOPES.sub("", name) or default_name) as scope:
        yield tag, scope


def if_recording(act):
    """What `act()` returns if summaries are recorded now, else a false tensor.

    In a graph whose condition is known only when it runs, the graph decides.
    """
    recording = should_record_summaries()
    if not isinstance(STATE.writer, GraphWriter):
        if is_eager(recording):
            return act() if recording else recording
        return cond(recording, act, lambda: convert_to_tensor(False))
    known = get_static_value(recording)
    if known is None:
        return collected(cond(recording, act, lambda: convert_to_tensor(False), name="summary_cond"))
    return collected(act()) if known else collected(recording)


def resolve_step(step):
    """`step`, or the default one, as an int64 tensor; `ValueError` if there is none."""
    step = STATE.step if step is None else step
    if step is None:
        raise ValueError(NO_STEP)
    return convert_to_tensor(step, int64)


def _flag(*_):
    return bool_type, ()


@op("WriteSummary", tensor="any", step="int64", tag="string", scope="", grad=None, stateful=True, outside="files", shape_fn=_flag)
def _write_summary(tensor, step, tag, metadata, writer, name=None):
    """Adds one value to the event file of `writer`; true."""
    event = _event(step)
    value = event.summary.value.add(tag=_scalar_text(tag, "tag"))
    if metadata is not None:
        value.metadata.CopyFrom(metadata)
    fill_tensor(value.tensor, tensor)
    writer.add_event(event)
    return torch.ones((), dtype=torch.bool)


@op("WriteRawProtoSummary", tensor="any", step="int64", scope="", grad=None, stateful=True, outside="files", shape_fn=_flag)
def _write_raw(tensor, step, writer, name=None):
    """Adds the values of all serialized Summaries in `tensor` to the event file of `writer`; true."""
    event = _event(step)
    for index, serialized in enumerate(tensor.reshape(-1).tolist()):
        try:
            event.summary.MergeFromString(serialized)
        except DecodeError as error:
            raise errors.DataLossError(None, None, f"Bad tf.compat.v1.Summary binary proto tensor string at index {index}") from error
    writer.add_event(event)
    return torch.ones((), dtype=torch.bool)


def _event(step):
    if step.numel() != 1:
        raise invalid(f"step must be a scalar, got shape {tuple(step.shape)}")
    return messages.event.Event(step=int(step.reshape(()).item()))


def _scalar_text(strings, what):
    if strings.size != 1:
        raise invalid(f"{what} must be a scalar, got shape {strings.shape}")
    return strings.reshape(-1)[0].decode("utf-8")


@tf_export("summary.write", v1=[])
def write(tag: str, tensor: TensorLike, step: IntLike | None = None, metadata: Any = None, name: str | None = None) -> Tensor:
    """Writes a tensor of any shape and dtype at a step, under a tag: what the other summaries are made of.

    Mirrors `tf.summary.write`. Plugins of TensorBoard recognize what is theirs by the metadata. Without a default writer nothing happens.

    Arguments:
        tag: the tag. Scopes of `tf.name_scope` do not come in front.
        tensor: the value, or a function without arguments that gives it, which is called only if something is recorded.
        step: an integer; None (default): that of `tf.summary.experimental.set_step` or of the writer.
        metadata: a SummaryMetadata message, or its bytes; None.
        name: of the operation; None.

    Returns:
        A boolean tensor: whether it was recorded.

    Raises:
        ValueError: there is a writer but no step.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.write("anything", tf.eye(2), step=0)))
        True
    """

    def record():
        at = resolve_step(step)
        value = tensor() if callable(tensor) else tensor
        if isinstance(STATE.writer, GraphWriter):
            return STATE.writer.write_tensor(value, at, tag, as_metadata(metadata), scope)
        return _write_summary(value, at, tag, as_metadata(metadata), STATE.writer)

    with _named(name, "write_summary") as scope:
        return if_recording(record)


def write_raw_pb(tensor, step=None, name=None):
    """Write summaries that are messages already to the default writer. Mirrors `tf.summary.experimental.write_raw_pb`.

    Arguments:
        tensor: a string tensor of one serialized `Summary` message, or of several.
        step: the step, an int64; None: the one that `tf.summary.experimental.set_step` or the writer's context set.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor: whether something was written, which is not so without a writer or outside of `tf.summary.record_if`.

    Raises:
        ValueError: there is no step.
        DataLossError: a string is no such message.

    It brings over what `tf.compat.v1.summary` makes, or what was read from an event file.

    Example:
        >>> message = tf.compat.v1.Summary(value=[tf.compat.v1.Summary.Value(tag="loss", simple_value=0.5)])
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.experimental.write_raw_pb(message.SerializeToString(), step=1)))
        True
    """

    def record():
        at, messages = resolve_step(step), convert_to_tensor(tensor)
        if messages.dtype != string:
            raise errors.dtype_mismatch("WriteRawProtoSummary", 2, string, messages.dtype)
        if isinstance(STATE.writer, GraphWriter):
            return STATE.writer.write_messages(messages, at, scope)
        return _write_raw(messages, at, STATE.writer)

    with _named(name, "write_raw_pb") as scope:
        return if_recording(record)


@contextlib.contextmanager
def _named(name, default):
    """The scope of an operation in a graph that sessions run, where what it makes is also in a collection."""
    if not isinstance(STATE.writer, GraphWriter):
        yield None
    else:
        with name_scope(name or default) as scope:
            yield scope
