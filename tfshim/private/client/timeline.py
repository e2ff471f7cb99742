"""Replaces `tensorflow.python.client.timeline`."""

from tfshim.profiler.timeline import AllocationMaximum, StepStatsAnalysis, Timeline

_REPLACES = "tensorflow.python.client.timeline"
__all__ = ["AllocationMaximum", "StepStatsAnalysis", "Timeline"]
