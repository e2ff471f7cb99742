"""Profiles of parts of a program, as Chrome traces that TensorBoard and browsers show."""

import collections
import os
import threading
import time

import torch

from tfshim.engine.runtime import errors
from tfshim.files.replacing import Replacement
from tfshim.refusals import warn


class ProfilerOptions(
    collections.namedtuple("ProfilerOptions", ["host_tracer_level", "python_tracer_level", "device_tracer_level", "delay_ms"])
):
    """How much is recorded: of the host (0 to 3), of Python calls (0 or 1), of devices (0 or 1); after a delay in milliseconds.

    Mirrors `tf.profiler.experimental.ProfilerOptions`.
    """

    def __new__(cls, host_tracer_level=2, python_tracer_level=0, device_tracer_level=1, delay_ms=None):
        return super().__new__(cls, host_tracer_level, python_tracer_level, device_tracer_level, delay_ms)


_lock = threading.Lock()
_running = None


def start(logdir, options=None):
    """Begin to record; `stop` writes the profile into the directory `logdir`. Mirrors `tf.profiler.experimental.start`.

    Raises AlreadyExistsError if a profile is being recorded; a delay gives a warning.
    """
    global _running
    options = options or ProfilerOptions()
    if options.delay_ms:
        warn("tf.profiler.experimental.ProfilerOptions", "delay_ms")
    with _lock:
        if _running is not None:
            raise errors.AlreadyExistsError(None, None, "Another profiler is running.")
        kinds = [torch.profiler.ProfilerActivity.CPU] if options.host_tracer_level else []
        if options.device_tracer_level and torch.cuda.is_available():
            kinds.append(torch.profiler.ProfilerActivity.CUDA)
        profiler = torch.profiler.profile(activities=kinds or None, with_stack=bool(options.python_tracer_level))
        profiler.__enter__()
        _running = profiler, os.fspath(logdir)


def stop(save=True):
    """End the recording and write it as `LOGDIR/plugins/profile/TIME/HOST.trace.json.gz` if `save`.

    Mirrors `tf.profiler.experimental.stop`. Raises UnavailableError if none is running.
    """
    global _running
    with _lock:
        if _running is None:
            raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")
        (profiler, logdir), _running = _running, None
    profiler.__exit__(None, None, None)
    if save:
        folder = os.path.join(logdir, "plugins", "profile", time.strftime("%Y_%m_%d_%H_%M_%S"))
        with Replacement(os.path.join(folder, f"{os.uname().nodename}.trace.json.gz")) as beside:
            profiler.export_chrome_trace(beside)


class Profile:
    """A context that records a profile from its beginning to its end. Mirrors `tf.profiler.experimental.Profile`."""

    def __init__(self, logdir, options=None):
        self._arguments = logdir, options

    def __enter__(self):
        start(*self._arguments)
        return self

    def __exit__(self, kind, value, traceback):
        stop()


class Trace:
    """A context that shows under `name` in profiles, with the keywords as its metadata. Mirrors `tf.profiler.experimental.Trace`."""

    def __init__(self, name, **kwargs):
        self._name, self._metadata, self._scope = name, kwargs, None

    def __enter__(self):
        shown = "".join(f"#{k}={v}" for k, v in self._metadata.items())
        self._scope = torch.profiler.record_function(self._name + shown)
        self._scope.__enter__()
        return self

    def set_metadata(self, **kwargs):
        """Add to the metadata, where the context has not been entered yet."""
        self._metadata.update(kwargs)

    def __exit__(self, kind, value, traceback):
        self._scope.__exit__(kind, value, traceback)
