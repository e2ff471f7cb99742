"""Replaces `tensorflow.python.ops.parallel_for.control_flow_ops`: loops whose turns do not depend on each other."""

import inspect

import tfshim
from tfshim.looping.vectorized import vectorized_map  # noqa: F401 - one of the module's names
from tfshim.refusals import refused

_REPLACES = "tensorflow.python.ops.parallel_for.control_flow_ops"


def pfor(loop_fn, iters, fallback_to_while_loop=True, parallel_iterations=None, warn=False):
    """What `loop_fn(i)` returns for each `i` below `iters`, stacked, computed for all of them at once where torch can batch it.

    Args:
        loop_fn: takes a scalar int32 tensor and returns a structure of tensors.
        iters: how many turns: an int or a scalar tensor.
        fallback_to_while_loop: take the turns one after the other where they cannot be batched, instead of raising.
        parallel_iterations: how many turns to batch at most; it changes no result.
        warn: a hint.

    Raises:
        ValueError: `parallel_iterations` is 1 or less: that is a loop.
    """
    if parallel_iterations is not None and parallel_iterations <= 1:
        raise ValueError(f"Argument `parallel_iterations` must be None or > 1. Received: {parallel_iterations}.")
    if "pfor_config" in inspect.signature(loop_fn).parameters:
        raise refused("pfor", "pfor_config")
    iters = tfshim.convert_to_tensor(iters)
    return tfshim.vectorized_map(loop_fn, tfshim.range(tfshim.cast(iters, tfshim.int32)), fallback_to_while_loop, warn)


def for_loop(loop_fn, loop_fn_dtypes, iters, parallel_iterations=None):
    """As `pfor`, but the turns are taken one after the other; `loop_fn_dtypes` is the structure of the results' dtypes."""
    indices = tfshim.range(tfshim.cast(tfshim.convert_to_tensor(iters), tfshim.int32))
    return tfshim.map_fn(loop_fn, indices, fn_output_signature=loop_fn_dtypes, parallel_iterations=parallel_iterations)
