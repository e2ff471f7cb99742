"""`tf.contrib.slim.learning`: a training operation, and the loop that runs it."""

import time

from tfshim.compat.v1 import logging
from tfshim.compat.v1.train import monitored, steps
from tfshim.contrib._names import bound
from tfshim.contrib.training.training import add_gradients_summaries, clip_gradient_norms, multiply_gradients  # noqa: F401 - names of this namespace
from tfshim.contrib.training.training import create_train_op as _create_train_op
from tfshim.refusals import refused


def create_train_op(
    total_loss,
    optimizer,
    global_step=0,
    update_ops=None,
    variables_to_train=None,
    clip_gradient_norm=0,
    summarize_gradients=False,
    gate_gradients=1,
    aggregation_method=None,
    colocate_gradients_with_ops=False,
    gradient_multipliers=None,
    check_numerics=True,
):
    """The loss as a tensor whose evaluation trains; see `tf.contrib.training.create_train_op`.

    `gradient_multipliers`: factors by variable; `clip_gradient_norm`: the greatest norm of each gradient, 0 for none.
    """

    def changed(pairs):
        if gradient_multipliers:
            pairs = multiply_gradients(pairs, gradient_multipliers)
        return clip_gradient_norms(pairs, clip_gradient_norm) if clip_gradient_norm > 0 else pairs

    return _create_train_op(
        total_loss,
        optimizer,
        global_step,
        update_ops,
        variables_to_train,
        changed,
        summarize_gradients,
        gate_gradients,
        aggregation_method,
        colocate_gradients_with_ops,
        check_numerics,
    )


def train(
    train_op,
    logdir,
    number_of_steps=None,
    log_every_n_steps=1,
    global_step=None,
    save_interval_secs=600,
    save_summaries_secs=600,
    session_config=None,
    init_fn=None,
    **kwargs,
):
    """Run `train_op` until the global step is `number_of_steps`; the last loss.

    Checkpoints and summaries go to `logdir`, from which training goes on. `init_fn(session)` is called at the start. Other
    arguments of TensorFlow's function are refused.
    """
    if kwargs:
        raise refused("tf.contrib.slim.learning.train", "arguments", names=", ".join(f"`{k}`" for k in kwargs))
    if number_of_steps is not None and number_of_steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")
    step = steps.get_global_step() if global_step is None else global_step
    loss = None
    with monitored.MonitoredTrainingSession(
        checkpoint_dir=logdir, save_checkpoint_secs=save_interval_secs, save_summaries_secs=save_summaries_secs, config=session_config
    ) as session:
        if init_fn is not None:
            init_fn(session.raw_session() if hasattr(session, "raw_session") else session)
        # Not zero where a checkpoint was restored.
        count = session.run(step)
        while not session.should_stop() and (number_of_steps is None or count < number_of_steps):
            started = time.time()
            loss = session.run(train_op)
            count = session.run(step)
            if log_every_n_steps and count % log_every_n_steps == 0:
                logging.info("global step %d: loss = %.4f (%.3f sec/step)", count, loss, time.time() - started)
    return loss


__all__ = bound(globals())
