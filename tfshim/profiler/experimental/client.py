"""`tf.profiler.experimental.client`: profiles of other programs."""

from __future__ import annotations

import os
from operator import index
from typing import TYPE_CHECKING

from tfshim._listing import listing
from tfshim.engine.runtime import errors
from tfshim.profiler import service
from tfshim.profiler.experimental.recording import ProfilerOptions

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path

__all__ = ["monitor", "trace"]
__dir__ = listing(globals())


def _addresses(text: str) -> list[str]:
    found = [address.removeprefix("grpc://") for address in text.split(",")]
    service.checked(found)
    return found


def trace(
    service_addr: str,
    logdir: Path,
    duration_ms: int,
    worker_list: str = "",
    num_tracing_attempts: int = 3,
    options: ProfilerOptions | None = None,
) -> None:
    """Have other programs record what they do for a time, and wait for it. Mirrors `tf.profiler.experimental.client.trace`.

    These have called `tf.profiler.experimental.server.start`, under tfshim or TensorFlow, and write the
    profiles themselves: TensorBoard's
    page Profile shows them.

    >>> try:
    ...     tf.profiler.experimental.client.trace("localhost:1", "profiles", duration_ms=1, num_tracing_attempts=1)
    ... except tf.errors.UnavailableError:
    ...     print("nobody answers")
    Starting to trace for 1 ms. Remaining attempt(s): 0
    No trace event is collected after 1 attempt(s). Perhaps, you want to try again (with more attempts?).
    Tip: increase number of attempts with --num_tracing_attempts.
    nobody answers

    Arguments:
        service_addr: their addresses with commas between, each `grpc://HOST:PORT` or `HOST:PORT`.
        logdir: the folder for logs, which they must reach under this name; profiles come below `plugins/profile`.
        duration_ms: for how many milliseconds.
        worker_list: addresses that are asked instead, with commas between; "" (the default) for those of `service_addr`.
        num_tracing_attempts: how often it is tried where nothing was recorded; 3.
        options: a `ProfilerOptions`, with what is recorded and after which delay; None for its defaults.

    Raises:
        InvalidArgumentError: no time, or what is no address.
        UnavailableError: nobody answered, or had anything to tell.
    """
    if duration_ms <= 0:
        raise errors.InvalidArgumentError(None, None, "duration_ms must be greater than zero.")
    duration_ms, left = index(duration_ms), index(num_tracing_attempts)
    addresses = _addresses(service_addr)
    if worker_list:
        addresses = _addresses(worker_list)
    attempts = left
    while True:
        left -= 1
        print(f"Starting to trace for {duration_ms} ms. Remaining attempt(s): {left}", flush=True)
        if service.profile(addresses, os.fspath(logdir), duration_ms, options or ProfilerOptions()):
            return
        if left <= 0:
            break
        print("No trace event is collected. Automatically retrying.\n", flush=True)
    print(
        f"No trace event is collected after {attempts} attempt(s). Perhaps, you want to try again (with more attempts?).\n"
        "Tip: increase number of attempts with --num_tracing_attempts.",
        flush=True,
    )
    reason = "No trace event was collected because there were no responses from clients or the responses did not have trace data."
    raise errors.UnavailableError(None, None, reason)


def monitor(service_addr: str, duration_ms: int, level: int = 1) -> str:
    """Ask another program what it tells of its work in a time. Mirrors `tf.profiler.experimental.client.monitor`.

    Programs on TPUs answer, other programs do not, whether they run TensorFlow or tfshim. `tf.profiler.experimental.client.trace` has
    any program write a profile.

    Arguments:
        service_addr: its address, `grpc://HOST:PORT` or `HOST:PORT`.
        duration_ms: for how many milliseconds.
        level: how much it tells: 1 (the default) or 2.

    Returns:
        A str, a text of several lines.

    Raises:
        UnimplementedError: the program has no TPU.
        UnavailableError: nobody answers.

    Example:
        >>> try:
        ...     tf.profiler.experimental.client.monitor("localhost:1", duration_ms=1)
        ... except tf.errors.UnavailableError:
        ...     print("nobody answers")
        nobody answers
    """
    return service.monitor(service_addr.removeprefix("grpc://"), index(duration_ms), level)
