"""`tf.profiler.experimental`: what a program does in its time, recorded for TensorBoard."""

from tfshim._listing import listing
from tfshim.profiler.experimental import client, server
from tfshim.profiler.experimental.recording import Profile, ProfilerOptions, Trace, start, stop

__all__ = ["Profile", "ProfilerOptions", "Trace", "client", "server", "start", "stop"]
__dir__ = listing(globals())
