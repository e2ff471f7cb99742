# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.compat.v1.summary.files import FileWriter as FileWriter, FileWriterCache as FileWriterCache
from tfshim.compat.v1.summary.operations import all_v2_summary_ops as all_v2_summary_ops, audio as audio
from tfshim.compat.v1.summary.operations import get_summary_description as get_summary_description, histogram as histogram, image as image
from tfshim.compat.v1.summary.operations import initialize as initialize, merge as merge, merge_all as merge_all, scalar as scalar
from tfshim.compat.v1.summary.operations import tensor_summary as tensor_summary, text as text
Event: type[Any]
SessionLog: type[Any]
Summary: type[Any]
SummaryDescription: type[Any]
TaggedRunMetadata: type[Any]
