"""Names of `tf.data.experimental` that belong to parts of TensorFlow that are not here."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_export
from tfshim.refusals import refused


@tf_export("data.experimental.CheckpointInputPipelineHook")
class CheckpointInputPipelineHook:
    """Not supported: saved the iterators of an Estimator. Save iterators with `tf.train.Checkpoint`."""

    def __init__(self, estimator: Any, external_state_policy: Any = None) -> None:
        raise refused("tf.data.experimental.CheckpointInputPipelineHook")

    def begin(self) -> None:
        """Called before a session is made."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Called when the session is there."""

    def before_run(self, run_context: Any) -> None:
        """Called before each run."""

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Called after each run."""

    def end(self, session: Any) -> None:
        """Called at the end."""
