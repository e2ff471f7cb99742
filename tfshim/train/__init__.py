"""`tf.train`: checkpoints and what is kept of a training."""

from tfshim.train.checkpoint import Checkpoint, CheckpointOptions
from tfshim.train.manager import CheckpointManager
from tfshim.train.reading import (
    checkpoints_iterator,
    get_checkpoint_state,
    latest_checkpoint,
    list_variables,
    load_checkpoint,
    load_variable,
)
