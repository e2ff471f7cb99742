"""`tf.contrib.slim.evaluation`: evaluations of a checkpoint, or of each as it comes, with summaries."""

from tfshim.compat.v1 import summary
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.contrib._names import defined
from tfshim.contrib.training import evaluation as _evaluation
from tfshim.contrib.training.evaluation import checkpoints_iterator, wait_for_new_checkpoint  # noqa: F401 - names of this namespace

# A default of its own, for None means no summaries.
_USE_DEFAULT = 0


def _hooks(count, logdir, summary_op, feeds, more):
    made = [_evaluation.StopAfterNEvalsHook(count)]
    summary_op = summary.merge_all() if summary_op is _USE_DEFAULT else summary_op
    if summary_op is not None:
        made.append(_evaluation.SummaryAtEndHook(logdir, summary_op=summary_op, feed_dict=feeds))
    return made + list(more or [])


def _scaffold(init_op, feeds, init_fn, variables):
    saver = None if variables is None else Saver(variables)
    return Scaffold(init_op=init_op, init_feed_dict=feeds, init_fn=init_fn, saver=saver)


def evaluate_once(
    master,
    checkpoint_path,
    logdir,
    num_evals=1,
    initial_op=None,
    initial_op_feed_dict=None,
    eval_op=None,
    eval_op_feed_dict=None,
    final_op=None,
    final_op_feed_dict=None,
    summary_op=_USE_DEFAULT,
    summary_op_feed_dict=None,
    variables_to_restore=None,
    session_config=None,
    hooks=None,
):
    """Run `eval_op` `num_evals` times with the variables of a checkpoint, then `final_op`, whose value is returned.

    `initial_op` runs before. `summary_op`, by default all summaries of the graph, is written to `logdir` at the end; None: none.
    `variables_to_restore`: what is read of the checkpoint, by default all.
    """
    return _evaluation.evaluate_once(
        checkpoint_path,
        master=master,
        scaffold=_scaffold(initial_op, initial_op_feed_dict, None, variables_to_restore),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        hooks=_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
    )


def evaluation_loop(
    master,
    checkpoint_dir,
    logdir,
    num_evals=1,
    initial_op=None,
    initial_op_feed_dict=None,
    init_fn=None,
    eval_op=None,
    eval_op_feed_dict=None,
    final_op=None,
    final_op_feed_dict=None,
    summary_op=_USE_DEFAULT,
    summary_op_feed_dict=None,
    variables_to_restore=None,
    eval_interval_secs=60,
    max_number_of_evaluations=None,
    session_config=None,
    timeout=None,
    timeout_fn=None,
    hooks=None,
):
    """`evaluate_once` for each new checkpoint of a directory; see `tf.contrib.training.evaluate_repeatedly` for when it ends."""
    return _evaluation.evaluate_repeatedly(
        checkpoint_dir,
        master=master,
        scaffold=_scaffold(initial_op, initial_op_feed_dict, init_fn, variables_to_restore),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        eval_interval_secs=eval_interval_secs,
        hooks=_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
        max_number_of_evaluations=max_number_of_evaluations,
        timeout=timeout,
        timeout_fn=timeout_fn,
    )


__all__ = defined(globals(), "checkpoints_iterator", "wait_for_new_checkpoint")
