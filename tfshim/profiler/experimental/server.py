"""`tf.profiler.experimental.server`: letting other programs ask for profiles of this one."""

from __future__ import annotations

from operator import index

from tfshim._listing import listing
from tfshim.profiler import service

__all__ = ["start"]
__dir__ = listing(globals())


def start(port: int) -> None:
    """Answer requests for profiles of this program, until it ends. Mirrors `tf.profiler.experimental.server.start`.

    `tf.profiler.experimental.client.trace` of another program asks, and so does TensorBoard's profile page ("Capture profile"). The
    program goes on meanwhile, and records only while it is asked. Whoever reaches the port may ask, and says into which folder of
    this machine the profile is written: open it only in a network that is trusted.

    >>> import socket

    Arguments:
        port: the port, 6009 for example.

    Returns:
        None, also where the port is in use: an error in the log tells of it.

    Raises:
        TypeError: what is no integer.

    Example:
        >>> with socket.create_server(("localhost", 0)) as free:
        ...     port = free.getsockname()[1]
        >>> tf.profiler.experimental.server.start(port)
    """
    try:
        number = index(port)
    except TypeError:
        raise TypeError(f"start(): `port` is a number, not {port!r}") from None
    service.serve(number)
