"""`tf.contrib.summary` of TensorFlow 1: summaries with the global step as their step, written as they are computed.

In a graph each is an operation, one of `all_summary_ops()`, to be run once in each step that it records.
"""

import contextlib

import numpy as np

import tfshim as tf
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1.summary.messages import audio_messages, histogram_message, image_messages
from tfshim.compat.v1.train.steps import get_or_create_global_step
from tfshim.contrib._names import absent, defined
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.protos.tensors import make_tensor_proto
from tfshim.summary.tracing import graph as write
from tfshim.summary.writers import (
    SummaryWriter,  # noqa: F401 - a name of this namespace
    begun_writer,
)


class _Recording:
    """Whether summaries are recorded: a function that is called for each summary. By default none are."""

    condition = staticmethod(lambda: False)


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None):
    """A writer of an event file in the folder `logdir`; see `tf.summary.create_file_writer`."""
    return begun_writer(logdir, max_queue, flush_millis, filename_suffix)


@contextlib.contextmanager
def _recording(condition):
    outer, _Recording.condition = _Recording.condition, condition
    try:
        yield
    finally:
        _Recording.condition = outer


def always_record_summaries():
    """A context in which every summary is recorded."""
    return _recording(lambda: True)


def never_record_summaries():
    """A context in which no summary is recorded."""
    return _recording(lambda: False)


def record_summaries_every_n_global_steps(n, global_step=None):
    """A context in which summaries are recorded where the global step is a multiple of `n`."""
    step = get_or_create_global_step() if global_step is None else global_step
    return _recording(lambda: tf.equal(tf.convert_to_tensor(step) % n, 0))


def should_record_summaries():
    """Whether summaries are recorded now: a bool, in a graph perhaps a boolean tensor."""
    if STATE.writer is None:
        return False
    asked = _Recording.condition()
    return asked if isinstance(asked, bool) or TS.graph is not None else bool(asked.numpy())


# TensorFlow's name of the collection, by which programs may look it up.
_COLLECTION = "_SUMMARY_V2"


def _write(writer, fill, tag, recorded, step, value):
    if bool(recorded):
        event = message("Event")(step=int(step))
        fill(event.summary, tag, value if isinstance(value, np.ndarray) else value.detach().cpu().numpy())
        writer.add_event(event)
    return []


_WRITE = InnerOp("WriteSummary", _write, stateful=True, names=("writer", "fill", "tag", "recorded", "step", "value"), grad=None)
_FLUSH = InnerOp("FlushSummaryWriter", lambda writer: writer.flush() or [], stateful=True, names=("writer",), grad=None)


def _record(name, fill, family, step, value):
    """Write what `fill(summary, tag, array)` makes of the tensor `value`; in a graph the operation that does."""
    with tf.name_scope(f"{family}/{name}" if family else name) as scope:
        recorded = should_record_summaries()
        if recorded is False:
            return None if TS.graph is None else tf.no_op()
        step = get_or_create_global_step() if step is None else step
        tag = f"{family}/{scope.rstrip('/')}" if family else scope.rstrip("/")
        if TS.graph is None:
            _write(STATE.writer, fill, tag, True, convert_to_tensor(step).numpy(), np.asarray(convert_to_tensor(value).numpy()))
            return None
        graph = TS.graph
        parts = [as_graph_tensor(graph, x) for x in (recorded, tf.cast(step, tf.int64), value)]
        graph._add(_WRITE, [STATE.writer, fill, tag, *parts], [], "WriteSummary")
        # It has no output, so `add` gives nothing to know it by.
        made = graph.get_operations()[-1]
        graph.add_to_collection(_COLLECTION, made)
        return made


def scalar(name, tensor, family=None, step=None):
    """Write the scalar `tensor` under `name` at `step` (the global step), where summaries are recorded."""

    def fill(summary, tag, array):
        summary.value.add(tag=tag, simple_value=float(array))

    return _record(name, fill, family, step, tensor)


def histogram(name, tensor, family=None, step=None):
    """Write the distribution of `tensor`."""

    def fill(summary, tag, array):
        summary.value.add(tag=tag).histo.CopyFrom(histogram_message(array, tag))

    return _record(name, fill, family, step, tensor)


def image(name, tensor, bad_color=None, max_images=3, family=None, step=None):
    """Write the first `max_images` of a batch of images. `bad_color`: four numbers up to 255 for pixels that are not finite."""
    color = (255, 0, 0, 255) if bad_color is None else [int(x) for x in np.asarray(tf.get_static_value(tf.convert_to_tensor(bad_color)))]

    def fill(summary, tag, array):
        for i, picture in enumerate(image_messages(array, max_images, color)):
            # A single one has no number, as with TensorFlow's writer.
            summary.value.add(tag=f"{tag}/image/{i}" if max_images > 1 else f"{tag}/image").image.CopyFrom(picture)

    return _record(name, fill, family, step, tensor)


def audio(name, tensor, sample_rate, max_outputs, family=None, step=None):
    """Write the first `max_outputs` of a batch of audio clips, floats in [-1, 1], of `sample_rate` samples a second."""
    rate = float(tf.get_static_value(tf.convert_to_tensor(sample_rate)))

    def fill(summary, tag, array):
        for i, sound in enumerate(audio_messages(array, rate, max_outputs)):
            summary.value.add(tag=f"{tag}/audio/{i}" if max_outputs > 1 else f"{tag}/audio").audio.CopyFrom(sound)

    return _record(name, fill, family, step, tensor)


def generic(name, tensor, metadata=None, family=None, step=None):
    """Write `tensor` as it is, with the SummaryMetadata `metadata`."""

    def fill(summary, tag, array):
        value = summary.value.add(tag=tag)
        value.tensor.ParseFromString(make_tensor_proto(array).SerializeToString())
        if metadata is not None:
            value.metadata.ParseFromString(metadata if isinstance(metadata, bytes) else metadata.SerializeToString())

    return _record(name, fill, family, step, tensor)


def graph(param, step=None, name=None):
    """Write the graph `param` (a Graph or a GraphDef)."""
    return write(param)


def flush(writer=None, name=None):
    """Write out what waits in `writer` (the default one); in a graph the operation that does."""
    writer = STATE.writer if writer is None else writer
    if TS.graph is None:
        return None if writer is None else writer.flush()
    if writer is None:
        return tf.no_op()
    TS.graph._add(_FLUSH, [writer], [], name or "FlushSummaryWriter")
    return TS.graph.get_operations()[-1]


def initialize(graph=None, session=None):
    """Begin the use of the default writer: it is ready; a `graph` is written. RuntimeError in a graph without a writer or session."""
    if TS.graph is not None:
        if STATE.writer is None:
            raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
        if session is None and tf.compat.v1.get_default_session() is None:
            raise ValueError("session must be provided if no default session exists")
    if graph is not None and STATE.writer is not None:
        event = message("Event")(graph_def=graph.as_graph_def(add_shapes=True).SerializeToString())
        STATE.writer.add_event(event)


def summary_writer_initializer_op():
    """The operations that make the writers, which are made already. Raises RuntimeError while executing eagerly."""
    if TS.graph is None:
        raise RuntimeError("tf.contrib.summary.summary_writer_initializer_op is only supported in graph mode.")
    return [tf.no_op(name="init_summary_writer")]


def all_summary_ops():
    """The operations of the graph that write summaries; None while executing eagerly."""
    return None if TS.graph is None else list(TS.graph.get_collection(_COLLECTION))


__all__ = defined(globals(), "SummaryWriter")
__getattr__ = absent("summary", globals())
