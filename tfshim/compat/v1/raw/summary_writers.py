"""Writers of event files by their handles, and what is written to them."""

import threading

import numpy as np
from google.protobuf.message import DecodeError

from tfshim.compat.v1.summary import kernels
from tfshim.compat.v1.summary.messages import image_messages
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.errors import invalid
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import handle, opened, resource
from tfshim.summary._event_file import EventFile
from tfshim.summary._protos import fill_tensor


class _Writer:
    """What the handle of a writer refers to: the file is made by an operation of its own."""

    def __init__(self):
        self.file, self.lock = None, threading.Lock()

    def make(self, *arguments):
        """Begin the file, unless there is one."""
        with self.lock:
            if self.file is None:
                self.file = EventFile(*arguments)

    def events(self):
        """The file. Raises NotFoundError where none was made, or it was closed."""
        if self.file is None:
            raise errors.NotFoundError(None, None, "Resource localhost//N10tensorflow22SummaryWriterInterfaceE does not exist.")
        return self.file

    def close(self):
        """Write out what waits, and end the file."""
        with self.lock:
            file, self.file = self.events(), None
        file.close()


def _opened(storage):
    return opened(storage, _Writer, "SummaryWriter")


def _text(storage):
    value = storage.item()
    return value.decode(errors="replace") if isinstance(value, bytes) else value


@raw_op("SummaryWriter")
def _writer(shared_name, container):
    return resource("SummaryWriter", _Writer, container, shared_name)


@raw_op("CreateSummaryFileWriter")
def _create(writer, logdir, max_queue, flush_millis, filename_suffix):
    def kernel(writer, logdir, max_queue, flush_millis, suffix):
        _opened(writer).make(_text(logdir), int(max_queue), int(flush_millis), _text(suffix))
        return []

    return computed(
        "CreateSummaryFileWriter", kernel, [handle(writer), logdir, max_queue, flush_millis, filename_suffix], [], stateful=True
    )


@raw_op("FlushSummaryWriter")
def _flush(writer):
    return computed("FlushSummaryWriter", lambda w: _opened(w).events().flush() or [], [handle(writer)], [], stateful=True)


@raw_op("CloseSummaryWriter")
def _close(writer):
    def kernel(storage):
        _opened(storage).close()
        return []

    return computed("CloseSummaryWriter", kernel, [handle(writer)], [], stateful=True)


# ---------------------------------------------------------------------- what is written
def _written(op_type, fill, writer, step, *arguments):
    """An operation that writes an event at `step`, which `fill(event, *storages of the arguments)` fills."""

    def kernel(writer, step, *values):
        file = _opened(writer).events()
        event = messages.event.Event(step=int(step))
        fill(event, *values)
        file.add(event)
        return []

    return computed(op_type, kernel, [handle(writer), step, *arguments], [], stateful=True)


def _merge(event, serialized, place=0):
    """Take the values of a serialized Summary in."""
    try:
        event.summary.MergeFromString(serialized)
    except DecodeError:
        raise errors.DataLossError(None, None, f"Bad tf.compat.v1.Summary binary proto tensor string at index {place}") from None


@raw_op("WriteSummary")
def _tensor(writer, step, tensor, tag, summary_metadata):
    def fill(event, tensor, tag, metadata):
        value = event.summary.value.add(tag=_text(tag))
        if metadata.item():
            try:
                value.metadata.ParseFromString(metadata.item())
            except DecodeError:
                raise invalid("Unable to deserialize SummaryMetadata") from None
        fill_tensor(value.tensor, tensor)

    return _written("WriteSummary", fill, writer, step, tensor, tag, summary_metadata)


@raw_op("WriteRawProtoSummary")
def _raw(writer, step, tensor):
    def fill(event, tensor):
        for place, serialized in enumerate(np.asarray(tensor).reshape(-1)):
            _merge(event, serialized, place)

    return _written("WriteRawProtoSummary", fill, writer, step, tensor)


def _summary_of(made, *options):
    """What fills an event with the Summary that the operation `made` of TensorFlow 1 makes of the values."""
    kernel = made._tfshim_op.kernel
    return lambda event, *values: _merge(event, kernel(*values, *options).item())


@raw_op("WriteScalarSummary")
def _number(writer, step, tag, value):
    return _written("WriteScalarSummary", _summary_of(kernels.scalar_summary), writer, step, tag, value)


@raw_op("WriteHistogramSummary")
def _histogram(writer, step, tag, values):
    return _written("WriteHistogramSummary", _summary_of(kernels.histogram_summary), writer, step, tag, values)


@raw_op("WriteAudioSummary")
def _sounds(writer, step, tag, tensor, sample_rate, max_outputs):
    fill = _summary_of(kernels.audio_summary, max_outputs)
    return _written("WriteAudioSummary", fill, writer, step, tag, tensor, sample_rate)


@raw_op("WriteImageSummary")
def _images(writer, step, tag, tensor, bad_color, max_images):
    def fill(event, tag, tensor, bad_color):
        pictures = image_messages(tensor.detach().cpu().numpy(), max_images, bad_color.tolist())
        for i, picture in enumerate(pictures):
            event.summary.value.add(tag=kernels.image_tag(_text(tag), i, max_images)).image.MergeFromString(picture.SerializeToString())

    return _written("WriteImageSummary", fill, writer, step, tag, tensor, bad_color)


@raw_op("WriteGraphSummary")
def _graph(writer, step, tensor):
    def fill(event, tensor):
        try:
            messages.graph.GraphDef.FromString(tensor.item())
        except DecodeError:
            raise errors.DataLossError(None, None, "Bad tf.GraphDef binary proto tensor string") from None
        event.graph_def = tensor.item()

    return _written("WriteGraphSummary", fill, writer, step, tensor)


@raw_op("ImportEvent")
def _event(writer, event):
    def kernel(writer, event):
        file = _opened(writer).events()
        try:
            file.add(messages.event.Event.FromString(event.item()))
        except DecodeError:
            raise errors.DataLossError(None, None, "Bad tf.Event binary proto tensor string") from None
        return []

    return computed("ImportEvent", kernel, [handle(writer), event], [], stateful=True)
