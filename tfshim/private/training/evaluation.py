"""What `tensorflow.python.training.evaluation` has: an evaluation of a checkpoint in a session, until a hook has counted enough."""

from tfshim.compat.v1.train.sessions.evaluation import StopAfterNEvalsHook as _StopAfterNEvalsHook
from tfshim.compat.v1.train.sessions.evaluation import evaluate_once as _evaluate_once
from tfshim.compat.v1.train.sessions.evaluation import get_latest_eval_step_value as _get_latest_eval_step_value
from tfshim.compat.v1.train.sessions.evaluation import get_or_create_eval_step as _get_or_create_eval_step

_REPLACES = "tensorflow.python.training.evaluation"
__all__ = ["_StopAfterNEvalsHook", "_evaluate_once", "_get_latest_eval_step_value", "_get_or_create_eval_step"]
