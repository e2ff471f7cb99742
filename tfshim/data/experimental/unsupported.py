"""Names of `tf.data.experimental` that belong to parts of TensorFlow that are not here."""

from tfshim.refusals import refused


class CheckpointInputPipelineHook:
    """Saved the iterators of an Estimator: refused, since there are no Estimators. Save iterators with `tf.train.Checkpoint`."""

    def __init__(self, estimator, external_state_policy=None):
        raise refused("tf.data.experimental.CheckpointInputPipelineHook")

    def begin(self):
        """Called before a session is made."""

    def after_create_session(self, session, coord):
        """Called when the session is there."""

    def before_run(self, run_context):
        """Called before each run."""

    def after_run(self, run_context, run_values):
        """Called after each run."""

    def end(self, session):
        """Called at the end."""


def make_saveable_from_iterator(iterator, external_state_policy=None):
    """Made a saveable of a graph's iterator for `tf.compat.v1.train.Saver`: refused. Use `tf.train.Checkpoint`."""
    raise refused("tf.data.experimental.make_saveable_from_iterator")
