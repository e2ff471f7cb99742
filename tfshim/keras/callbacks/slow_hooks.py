"""What users are told of hooks of batches that take longer than the batches themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tfshim.engine.runtime.logger import get_logger

_AFTER = 5  # batches that are timed before a slow hook is reported


def tell_of_slow(mode: str, times: Mapping[str, Sequence[float]], batch_times: Sequence[float]) -> bool:
    """Warn of the hooks of `mode` that are slower than its batches, by the seconds that both took; whether enough are timed to tell."""
    if len(batch_times) < _AFTER:
        return False
    batch = sum(batch_times) / len(batch_times)
    for hook in (f"on_{mode}_batch_begin", f"on_{mode}_batch_end"):
        taken = times.get(hook, [0.0])
        took = sum(taken) / len(taken)
        if took > batch:
            get_logger().warning(
                f"Callback method `{hook}` is slow compared to the batch time (batch time: {batch:.4f}s vs `{hook}` time: "
                f"{took:.4f}s). Check your callbacks."
            )
    return True
