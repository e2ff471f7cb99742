"""`tf.contrib.summary` of TensorFlow 1: summaries while executing eagerly, with the global step as their step."""

import contextlib

import numpy as np

from tfshim.compat.v1.train.steps import get_or_create_global_step
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.state import TS
from tfshim.summary import flush
from tfshim.summary._state import STATE
from tfshim.summary.writers import SummaryWriter
from tfshim.summary.writers import create_file_writer as _create

__all__ = [
    "SummaryWriter", "all_summary_ops", "always_record_summaries", "audio", "create_file_writer", "flush", "generic", "graph",
    "histogram", "image", "initialize", "never_record_summaries", "record_summaries_every_n_global_steps", "scalar",
    "should_record_summaries", "summary_writer_initializer_op",
]


class _Recording:
    """Whether summaries are recorded: a function, asked at every summary. At first none are."""

    condition = staticmethod(lambda: False)


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None):
    """A writer of an event file in the folder `logdir`; see `tf.summary.create_file_writer`."""
    return _create(logdir, max_queue, flush_millis, filename_suffix, name)


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
    return _recording(lambda: int(convert_to_tensor(step).numpy()) % n == 0)


def should_record_summaries():
    """Whether summaries are recorded now."""
    return STATE.writer is not None and bool(_Recording.condition())


def _record(name, fill, family, step):
    if TS.graph is not None:
        raise NotImplementedError("tf.contrib.summary: summaries in graphs are not supported; use tf.summary with a FileWriter.")
    if not should_record_summaries():
        return
    from tensorboard.compat.proto.event_pb2 import Event

    step = get_or_create_global_step() if step is None else step
    event = Event(step=int(convert_to_tensor(step).numpy()))
    value = event.summary.value.add()
    value.tag = f"{family}/{name}" if family else name
    fill(value)
    STATE.writer.add_event(event)


def scalar(name, tensor, family=None, step=None):
    """Write the scalar `tensor` under `name` at `step` (the global step), where summaries are recorded."""

    def fill(value):
        value.simple_value = float(convert_to_tensor(tensor).numpy())

    _record(name, fill, family, step)


def histogram(name, tensor, family=None, step=None):
    """Write the distribution of `tensor`."""
    from tfshim.compat.v1.summary_ops import histogram_message

    _record(name, lambda value: value.histo.CopyFrom(histogram_message(convert_to_tensor(tensor).numpy())), family, step)


def image(name, tensor, bad_color=None, max_images=3, family=None, step=None):
    """Write the first `max_images` of a batch of images. `bad_color` is refused."""
    if bad_color is not None:
        raise NotImplementedError("tf.contrib.summary.image: `bad_color` is not supported.")
    from tfshim.compat.v1.summary_ops import image_messages

    for i, message in enumerate(image_messages(convert_to_tensor(tensor).numpy(), max_images)):
        _record(f"{name}/image/{i}", lambda value, m=message: value.image.CopyFrom(m), family, step)


def audio(name, tensor, sample_rate, max_outputs, family=None, step=None):
    """Not supported: use `tfshim.summary.audio`. Raises NotImplementedError."""
    raise NotImplementedError("tf.contrib.summary.audio is not supported; use tf.compat.v1.summary.audio or TensorBoard's audio plugin.")


def generic(name, tensor, metadata=None, family=None, step=None):
    """Write `tensor` as it is, with the SummaryMetadata `metadata`."""
    from tfshim.tensor_protos import make_tensor_proto

    def fill(value):
        value.tensor.ParseFromString(make_tensor_proto(np.asarray(convert_to_tensor(tensor).numpy())).SerializeToString())
        if metadata is not None:
            value.metadata.ParseFromString(metadata if isinstance(metadata, bytes) else metadata.SerializeToString())

    _record(name, fill, family, step)


def graph(param, step=None, name=None):
    """Write the graph `param` (a Graph or a GraphDef)."""
    from tfshim.summary.tracing import graph as write

    return write(param)


def initialize(graph=None, session=None):
    """Begin the use of the default writer: it is ready; a `graph` is written."""
    if graph is not None and STATE.writer is not None:
        from tfshim.summary.tracing import graph as write

        write(graph)


def summary_writer_initializer_op():
    """The operations that make the writers: they are made already. Raises RuntimeError while executing eagerly."""
    if TS.graph is None:
        raise RuntimeError("tf.contrib.summary.summary_writer_initializer_op is only supported in graph mode.")
    return []


def all_summary_ops():
    """The operations that write summaries: none, while executing eagerly."""
    return None if TS.graph is None else []
