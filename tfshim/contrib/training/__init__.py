"""`tf.contrib.training` of TensorFlow 1: hyperparameters, training operations with clipped gradients, and evaluations."""

from tfshim.contrib._names import absent, bound
from tfshim.contrib.training.evaluation import (
    StopAfterNEvalsHook,
    SummaryAtEndHook,
    checkpoints_iterator,
    evaluate_once,
    evaluate_repeatedly,
    get_or_create_eval_step,
    wait_for_new_checkpoint,
)
from tfshim.contrib.training.hparams import HParams
from tfshim.contrib.training.training import (
    add_gradients_summaries,
    clip_gradient_norms,
    clip_gradient_norms_fn,
    create_train_op,
    multiply_gradients,
)

__all__ = bound(globals())
__getattr__ = absent("training", globals())
