"""`tf.contrib.slim.learning`: a training operation, and the loop that runs it under a supervisor."""

import os
import sys
import time

import tfshim as tf
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging, summary
from tfshim.compat.v1.graphs.graphs import get_default_graph
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.sessions.supervisor import Supervisor
from tfshim.compat.v1.train.steps import get_or_create_global_step
from tfshim.compat.v1.train.steps import global_step as value_of
from tfshim.compat.v1.train.sync_replicas import SyncReplicasOptimizer
from tfshim.compat.v1.variables.variables import global_variables_initializer, report_uninitialized_variables
from tfshim.contrib._names import bound
from tfshim.contrib.training.training import clip_gradient_norms, multiply_gradients  # noqa: F401 - names of this namespace
from tfshim.contrib.training.training import create_train_op as _create_train_op
from tfshim.engine.runtime import errors
from tfshim.io._gfile_class import GFile
from tfshim.profiler.timeline import Timeline

# A default of its own, for None means none of it.
_USE_DEFAULT = 0


def add_gradients_summaries(grads_and_vars):
    """Summaries of the distribution and the norm of each gradient; a list of them."""
    made = []
    for gradient, variable in grads_and_vars:
        if gradient is None:
            logging.info("Var %s has no gradient", variable.op.name)
            continue
        values = gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient
        made.append(summary.histogram(variable.op.name + "/gradient", values))
        made.append(summary.scalar(variable.op.name + "/gradient_norm", tf.linalg.global_norm([values])))
    return made


def create_train_op(
    total_loss,
    optimizer,
    global_step=_USE_DEFAULT,
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
            with tf.name_scope("multiply_grads"):
                pairs = multiply_gradients(pairs, gradient_multipliers)
        if clip_gradient_norm > 0:
            with tf.name_scope("clip_grads"):
                pairs = clip_gradient_norms(pairs, clip_gradient_norm)
        return pairs

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


def _write_trace(metadata, step, given):
    """The times of a step as a file for Chrome, and in the summaries where there is a writer."""
    path = os.path.join(given["logdir"], f"tf_trace-{step}.json")
    logging.info("Writing trace to %s", path)
    with GFile(path, "w") as f:
        f.write(Timeline(metadata.step_stats).generate_chrome_trace_format())
    if "summary_writer" in given:
        given["summary_writer"].add_run_metadata(metadata, f"run_metadata-{step}")


def train_step(sess, train_op, global_step, train_step_kwargs):
    """Take one step: the loss, and whether to stop.

    `train_step_kwargs` may have tensors that say whether this step is logged (`should_log`), is the last (`should_stop`), or is timed
    (`should_trace`; ValueError without a `logdir` for that).
    """
    began = time.time()
    options = metadata = None
    if "should_trace" in train_step_kwargs:
        if "logdir" not in train_step_kwargs:
            raise ValueError("logdir must be present in train_step_kwargs when should_trace is present")
        if sess.run(train_step_kwargs["should_trace"]):
            kind = message("RunOptions")
            options, metadata = kind(trace_level=kind.FULL_TRACE), message("RunMetadata")()
    loss, step = sess.run([train_op, global_step], options=options, run_metadata=metadata)
    took = time.time() - began
    if metadata is not None:
        _write_trace(metadata, step, train_step_kwargs)
    if "should_log" in train_step_kwargs and sess.run(train_step_kwargs["should_log"]):
        logging.info("global step %d: loss = %.4f (%.3f sec/step)", step, loss, took)
    return loss, sess.run(train_step_kwargs["should_stop"]) if "should_stop" in train_step_kwargs else False


def _checked(train_op, logdir, summary_op, saver, trace_every_n_steps, sync_optimizer, startup_delay_steps, number_of_steps):
    """Raise ValueError for arguments that contradict each other."""
    if train_op is None:
        raise ValueError("train_op cannot be None.")
    if logdir is None:
        for name, given in (
            ("summary_op", summary_op is not _USE_DEFAULT),
            ("saver", saver is not None),
            ("trace_every_n_steps", trace_every_n_steps is not None),
        ):
            if given:
                raise ValueError(f"Cannot provide {name} because logdir=None")
    if sync_optimizer is not None and startup_delay_steps > 0:
        raise ValueError("startup_delay_steps must be zero when sync_optimizer is supplied.")
    if number_of_steps is not None and number_of_steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")
    for optimizer in sync_optimizer or ():
        if not isinstance(optimizer, SyncReplicasOptimizer):
            raise ValueError("`sync_optimizer` must be a tf.train.SyncReplicasOptimizer.")


def _step_tensors(global_step, number_of_steps, log_every_n_steps, trace_every_n_steps, logdir, is_chief):
    """What `train_step` asks in each step."""

    def every(count):
        return tf.equal(tf.math.mod(global_step, count), 0)

    with tf.name_scope("train_step"):
        made = {"should_stop": tf.greater_equal(global_step, number_of_steps) if number_of_steps else tf.constant(False)}
        if log_every_n_steps > 0:
            made["should_log"] = every(log_every_n_steps)
        if is_chief and trace_every_n_steps is not None:
            made["should_trace"], made["logdir"] = every(trace_every_n_steps), logdir
    return made


def _wait_for_step(session, global_step, step):
    while value_of(session, global_step) < step:
        time.sleep(1.0)


def train(
    train_op,
    logdir,
    train_step_fn=train_step,
    train_step_kwargs=_USE_DEFAULT,
    log_every_n_steps=1,
    graph=None,
    master="",
    is_chief=True,
    global_step=None,
    number_of_steps=None,
    init_op=_USE_DEFAULT,
    init_feed_dict=None,
    local_init_op=_USE_DEFAULT,
    init_fn=None,
    ready_op=_USE_DEFAULT,
    summary_op=_USE_DEFAULT,
    save_summaries_secs=600,
    summary_writer=_USE_DEFAULT,
    startup_delay_steps=0,
    saver=None,
    save_interval_secs=600,
    sync_optimizer=None,
    session_config=None,
    session_wrapper=None,
    trace_every_n_steps=None,
    ignore_live_threads=False,
):
    """Run `train_op` until the global step is `number_of_steps`, or the data ends; the last loss.

    Checkpoints and summaries go to `logdir` (None for none), from which training goes on, and at the end it is saved.
    `train_step_fn(session, train_op, global_step, train_step_kwargs)` takes a step and gives the loss and whether to stop.
    `init_fn(session)` is called after `init_op`. `summary_op`, `summary_writer`, `init_op`, `local_init_op`, `ready_op`: see
    `tf.train.Supervisor`; None is none. `sync_optimizer`: a SyncReplicasOptimizer, or a list. `session_wrapper(session)` gives what runs
    instead. `trace_every_n_steps`: how often a step is timed. Raises ValueError for arguments that contradict each other.
    """
    if isinstance(sync_optimizer, SyncReplicasOptimizer):
        sync_optimizer = [sync_optimizer]
    _checked(train_op, logdir, summary_op, saver, trace_every_n_steps, sync_optimizer, startup_delay_steps, number_of_steps)
    graph = graph or get_default_graph()
    with graph.as_default():
        step = get_or_create_global_step() if global_step is None else global_step
        saver = saver or Saver()
        with tf.name_scope("init_ops"):
            init_op = global_variables_initializer() if init_op is _USE_DEFAULT else init_op
            ready_op = report_uninitialized_variables() if ready_op is _USE_DEFAULT else ready_op
            local_init_op = Scaffold.default_local_init_op() if local_init_op is _USE_DEFAULT else local_init_op
            ready_for_local = None
            if sync_optimizer is not None:
                with tf.control_dependencies([] if local_init_op is None else [local_init_op]):
                    local_init_op = tf.group(*(o.chief_init_op if is_chief else o.local_step_init_op for o in sync_optimizer))
                ready_for_local = tf.group(*(o.ready_for_local_init_op for o in sync_optimizer))
        summary_op = summary.merge_all() if summary_op is _USE_DEFAULT else summary_op
        tokens, runners = [], []
        if is_chief and sync_optimizer is not None:
            tokens = [o.get_init_tokens_op() for o in sync_optimizer]
            runners = [o.get_chief_queue_runner() for o in sync_optimizer]
        if train_step_kwargs is _USE_DEFAULT:
            train_step_kwargs = _step_tensors(step, number_of_steps, log_every_n_steps, trace_every_n_steps, logdir, is_chief)
    supervisor = Supervisor(
        graph=graph,
        is_chief=is_chief,
        logdir=logdir,
        init_op=init_op,
        init_feed_dict=init_feed_dict,
        local_init_op=local_init_op,
        ready_for_local_init_op=ready_for_local,
        ready_op=ready_op,
        summary_op=summary_op,
        summary_writer=Supervisor.USE_DEFAULT if summary_writer is _USE_DEFAULT else summary_writer,
        global_step=step,
        saver=saver,
        save_summaries_secs=save_summaries_secs,
        save_model_secs=save_interval_secs,
        init_fn=init_fn,
    )
    if summary_writer is not None:
        train_step_kwargs["summary_writer"] = supervisor.summary_writer
    while True:
        try:
            with supervisor.managed_session(master, config=session_config, start_standard_services=False) as session:
                logging.info("Starting Session.")
                if session_wrapper is not None:
                    logging.info("Wrapping session with wrapper function: %s", session_wrapper)
                    session = session_wrapper(session)
                if is_chief and logdir:
                    supervisor.start_standard_services(session)
                elif startup_delay_steps > 0:
                    _wait_for_step(session, step, min(startup_delay_steps, number_of_steps or sys.maxsize))
                threads = supervisor.start_queue_runners(session)
                logging.info("Starting Queues.")
                if runners:
                    supervisor.start_queue_runners(session, runners)
                    session.run(tokens)
                loss = _loop(supervisor, session, train_step_fn, (train_op, step, train_step_kwargs))
                if logdir and supervisor.is_chief:
                    try:
                        # Before the last checkpoint, so that no thread names an earlier one as the newest after it.
                        supervisor.stop(threads, close_summary_writer=False, ignore_live_threads=ignore_live_threads)
                    finally:
                        logging.info("Finished training! Saving model to disk.")
                        supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
            return loss
        except errors.AbortedError:
            # A task that ran a part of the graph began anew.
            logging.info("Retrying training!")


def _loop(supervisor, session, train_step_fn, rest):
    """Steps until one says that it was the last, or the data ends; the last loss."""
    loss = None
    try:
        while not supervisor.should_stop():
            loss, last = train_step_fn(session, *rest)
            if last:
                logging.info("Stopping Training.")
                supervisor.request_stop()
                break
    except errors.OutOfRangeError as e:
        logging.info("Caught OutOfRangeError. Stopping Training. %s", e)
    return loss


__all__ = bound(globals())
