# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.train.sessions.evaluation import StopAfterNEvalsHook as StopAfterNEvalsHook, evaluate_once as evaluate_once
from tfshim.compat.v1.train.sessions.evaluation import get_or_create_eval_step as get_or_create_eval_step
from tfshim.contrib.training.evaluation import SummaryAtEndHook as SummaryAtEndHook, checkpoints_iterator as checkpoints_iterator
from tfshim.contrib.training.evaluation import evaluate_repeatedly as evaluate_repeatedly
from tfshim.contrib.training.evaluation import wait_for_new_checkpoint as wait_for_new_checkpoint
from tfshim.contrib.training.hparams import HParams as HParams
from tfshim.contrib.training.training import add_gradients_summaries as add_gradients_summaries, clip_gradient_norms as clip_gradient_norms
from tfshim.contrib.training.training import clip_gradient_norms_fn as clip_gradient_norms_fn, create_train_op as create_train_op
from tfshim.contrib.training.training import multiply_gradients as multiply_gradients
