"""`tf.profiler.experimental`."""

from tfshim.profiler.experimental import client, server
from tfshim.profiler.experimental.recording import Profile, ProfilerOptions, Trace, start, stop
