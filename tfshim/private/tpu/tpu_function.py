"""Replaces `tensorflow.python.tpu.tpu_function`: over how many shards the computation under construction is spread."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

_REPLACES = "tensorflow.python.tpu.tpu_function"


class TpuContext(threading.local):
    """What this thread knows of the sharded computation that it builds; `number_of_shards` is None while it builds none."""

    def __init__(self) -> None:
        self._number_of_shards: int | None = None

    @property
    def number_of_shards(self) -> int | None:
        """How many shards there are."""
        return self._number_of_shards

    def set_number_of_shards(self, number_of_shards: int | None) -> None:
        """Say how many there are."""
        self._number_of_shards = number_of_shards


_here = TpuContext()


def get_tpu_context() -> TpuContext:
    """The context of this thread."""
    return _here


@contextlib.contextmanager
def tpu_shard_context(number_of_shards: int) -> Iterator[None]:
    """Within it the computation has `number_of_shards`. Raises NotImplementedError within another."""
    if _here.number_of_shards is not None:
        raise NotImplementedError(
            "tpu_shard_context cannot be nested.If you're using TPUEstimator with inference_on_tpu, make sure you have set "
            "export_saved_model_api_version=ExportSavedModelApiVersion.V2 in the creation of TPUEstimator."
        )
    _here.set_number_of_shards(number_of_shards)
    try:
        yield
    finally:
        _here.set_number_of_shards(None)


def on_device_training_loop(func: Callable[..., Any]) -> Callable[..., Any]:
    """`func`, marked as one that has a training loop within it, for tools that show steps."""
    func.step_marker_location = "STEP_MARK_AT_TOP_LEVEL_WHILE_LOOP"  # type: ignore[attr-defined]
    return func
