"""`tf.summary`: numbers, distributions, images, texts and sounds written to event files for TensorBoard."""

from tfshim._listing import listing
from tfshim.summary import experimental
from tfshim.summary.audio_clips import audio
from tfshim.summary.histograms import histogram
from tfshim.summary.images import image
from tfshim.summary.recording import record_if, should_record_summaries, write
from tfshim.summary.scalars import scalar
from tfshim.summary.texts import text
from tfshim.summary.tracing import graph, trace_export, trace_off, trace_on
from tfshim.summary.writers import SummaryWriter, create_file_writer, create_noop_writer, flush

__all__ = [
    "SummaryWriter",
    "audio",
    "create_file_writer",
    "create_noop_writer",
    "experimental",
    "flush",
    "graph",
    "histogram",
    "image",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "trace_export",
    "trace_off",
    "trace_on",
    "write",
]
__dir__ = listing(globals())
