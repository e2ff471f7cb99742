"""Estimators whose model is trained or evaluated in the replicas of a strategy, in one graph."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tfshim.array_ops.joining import concat
from tfshim.compat.v1 import logging, metrics
from tfshim.compat.v1.train.hooks import SessionRunHook
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession, counting_hooks, saving_hooks
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.distribute import replicas
from tfshim.distribute.reducing import loss_reduction
from tfshim.distribute.values import ReduceOp
from tfshim.engine.runtime.state import TS
from tfshim.estimator.evaluation import update_and_values
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec

if TYPE_CHECKING:
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.train.coordinator import Coordinator


class StartOfBatches(SessionRunHook):
    """Starts the iterator of a strategy when a session is made."""

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator

    def begin(self) -> None:
        self._initializer = self._iterator.initialize()

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        session.run(self._initializer)


def _in_each(estimator, strategy, input_fn, mode):
    """(a function that gives the specs of all replicas as one, in an evaluation with the mean of their losses, and hooks for the input)."""
    iterator = strategy.make_input_fn_iterator(lambda context: estimator._call_input_fn(input_fn, mode, context))
    parts = iterator.parts() if hasattr(iterator, "parts") else None

    def called(given):
        # The last batches need not be enough for all replicas: an evaluation counts those that there are.
        given = parts.of(replicas.place()) if parts is not None else given
        if isinstance(given, (list, tuple)) and len(given) != 2:
            raise ValueError("input_fn should return (features, labels) as a len 2 tuple.")
        features, labels = given if isinstance(given, (list, tuple)) else (given, None)
        spec = estimator._call_model_fn(features, labels, mode, estimator.config)
        return spec, metrics.mean(spec.loss) if mode == ModeKeys.EVAL else None

    def run():
        given = (None,) if parts is not None else (iterator.get_next(),)
        return strategy.extended.call_for_each_replica(called, args=given)

    return run, [StartOfBatches(iterator)]


def _first(strategy, hooks):
    """The hooks of the first replica."""
    return [strategy.experimental_local_results(hook)[0] for hook in hooks]


def _combined(strategy, grouped):
    """One scaffold for those of all replicas."""
    each = strategy.experimental_local_results(grouped)

    def given(name):
        return [value for value in (getattr(s, name) for s in each) if value is not None]

    def together(name):
        found = given(name)
        return strategy.group(found) if found else None

    def joined(name):
        found = given(name)
        return None if not found else found[0] if len(found) == 1 else concat(found, 0)

    feeds = {key: value for feed in given("init_feed_dict") for key, value in feed.items()}
    savers, functions = given("saver"), given("_user_init_fn")
    return Scaffold(
        init_op=together("init_op"),
        init_feed_dict=feeds or None,
        init_fn=functions[0] if functions else None,
        ready_op=joined("ready_op"),
        ready_for_local_init_op=joined("ready_for_local_init_op"),
        local_init_op=together("local_init_op"),
        summary_op=together("summary_op"),
        saver=savers[0] if savers else None,
    )


def train(
    estimator: Any, strategy: Any, input_fn: Callable[..., Any], hooks: Iterable[SessionRunHook], saving_listeners: Iterable[Any]
) -> Any:
    """Train in all replicas; the last loss."""
    with estimator._graph() as graph, strategy.scope(), strategy._scale_loss_for_estimator_enabled():
        run, input_hooks = _in_each(estimator, strategy, input_fn, ModeKeys.TRAIN)
        step = estimator._start(graph)
        spec, _ = run()
        kind = loss_reduction() if graph._is_loss_scaled_by_optimizer else ReduceOp.SUM
        together = EstimatorSpec(
            mode=ModeKeys.TRAIN,
            loss=strategy.reduce(kind, spec.loss, axis=None),
            train_op=strategy.group(spec.train_op),
            training_hooks=_first(strategy, spec.training_hooks),
            training_chief_hooks=_first(strategy, spec.training_chief_hooks),
            scaffold=_combined(strategy, spec.scaffold),
        )
        return estimator._train_with_estimator_spec(together, input_hooks, list(hooks), step, saving_listeners)


def session_of_worker(strategy: Any, spec: EstimatorSpec, config: Any, hooks: Iterable[SessionRunHook]) -> MonitoredSession:
    """The session of one of the workers that train together.

    All save checkpoints and summaries in the same steps, as values may be put together of those of all: but for the first worker into a
    folder of their own.
    """
    seconds, steps = config.save_checkpoints_secs, config.save_checkpoints_steps
    if seconds:
        logging.warning(
            "Collective ops may deadlock with `save_checkpoints_secs` please use `save_checkpoint_steps` instead. Clearing "
            "`save_checkpoint_secs` and setting `save_checkpoint_steps` to 1000 now."
        )
        steps = 1000
    folder = config.model_dir
    if not strategy.extended.should_checkpoint:
        folder = os.path.join(folder, f"tmp_{config.task_type}_{config.task_id}")
    every = [*hooks, *(spec.training_chief_hooks if strategy.extended.should_checkpoint else ())]
    every += counting_hooks(folder, config.log_step_count_steps, config.save_summary_steps, None, spec.scaffold)
    every += saving_hooks(folder, None, steps, spec.scaffold, config.checkpoint_save_graph_def)
    # What one has not restored it initializes together with the others, from the values of the first.
    return MonitoredSession(ChiefSessionCreator(spec.scaffold, "", config.session_config, config.model_dir), every)


def evaluation_graph(
    estimator: Any, strategy: Any, input_fn: Callable[..., Any]
) -> tuple[Scaffold, list[SessionRunHook], Any, dict[str, Any]]:
    """In the scope of the strategy: (scaffold, hooks, the operation that takes a batch in, the values at the end)."""
    step = estimator._start(TS.graph)
    run, input_hooks = _in_each(estimator, strategy, input_fn, ModeKeys.EVAL)
    spec, mean = run()
    given = estimator._with_loss(spec.eval_metric_ops, lambda: mean)
    update, values = update_and_values(given, strategy)
    scaffold = _combined(strategy, spec.scaffold)
    return scaffold, [*input_hooks, *_first(strategy, spec.evaluation_hooks)], update, {**values, "global_step": step}
