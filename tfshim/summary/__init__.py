"""`tf.summary`: numbers, distributions, images, texts and sounds written to event files for TensorBoard."""

from tfshim._listing import lazily, names

_MODULES = {
    "audio_clips": "audio",
    "histograms": "histogram",
    "images": "image",
    "recording": "record_if should_record_summaries write",
    "scalars": "scalar",
    "texts": "text",
    "tracing": "graph trace_export trace_off trace_on",
    "writers": "SummaryWriter create_file_writer create_noop_writer flush",
}
_SUBMODULES = "experimental".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
