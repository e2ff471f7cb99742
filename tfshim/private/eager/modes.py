"""What `tensorflow.python.eager.context` has of modes and seeds beside the public functions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import tfshim
from tfshim._export import tf_private
from tfshim.compat import v1
from tfshim.config import devices
from tfshim.engine.random.seeds import process_seed, set_seed


@tf_private("tensorflow.python.eager.context.graph_mode")
@contextlib.contextmanager
def graph_mode() -> Iterator[None]:
    """Within it operations are added to the default graph."""
    with v1.get_default_graph().as_default():
        yield


@tf_private("tensorflow.python.eager.context.in_graph_mode")
def in_graph_mode() -> bool:
    """Whether operations are added to a graph."""
    return not tfshim.executing_eagerly()


tf_private("tensorflow.python.eager.context.global_seed")(process_seed)


@tf_private("tensorflow.python.eager.context._reset_context")
def reset_context() -> None:
    """Forget what was set of devices, and the seed of the process: tests configure logical devices anew after it."""
    devices.forget()
    set_seed(None)
