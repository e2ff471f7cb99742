# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.summary import experimental as experimental
from tfshim.summary.audio_clips import audio as audio
from tfshim.summary.histograms import histogram as histogram
from tfshim.summary.images import image as image
from tfshim.summary.recording import record_if as record_if, should_record_summaries as should_record_summaries, write as write
from tfshim.summary.scalars import scalar as scalar
from tfshim.summary.texts import text as text
from tfshim.summary.tracing import graph as graph, trace_export as trace_export, trace_off as trace_off, trace_on as trace_on
from tfshim.summary.writers import SummaryWriter as SummaryWriter, create_file_writer as create_file_writer
from tfshim.summary.writers import create_noop_writer as create_noop_writer, flush as flush
