"""Estimators: a model function, a directory, and what is done with both."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging, metrics, summary
from tfshim.compat.v1.graphs.graphs import GraphKeys, device, get_collection
from tfshim.compat.v1.random import set_random_seed
from tfshim.compat.v1.train import hooks as hooks_module
from tfshim.compat.v1.train.hooks import CheckpointSaverHook, CheckpointSaverListener, SessionRunHook
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession, MonitoredTrainingSession
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.steps import assert_global_step, create_global_step
from tfshim.control_flow import group
from tfshim.distribute import replicas
from tfshim.engine.graphs.graph import Graph
from tfshim.estimator import distributed, evaluation, input_functions, saving, warm_starting
from tfshim.estimator.directory import Directory, with_directory
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec
from tfshim.estimator.run_config import RunConfig
from tfshim.train.reading import load_variable

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import Path

_MODEL_ARGUMENTS = frozenset("features labels mode params self config".split())
# What a class that derives from Estimator may define all the same.
_OPEN = frozenset(
    """
    __init__ __doc__ __module__ __dict__ __weakref__ _create_global_step _convert_train_steps_to_hooks _convert_eval_steps_to_hooks
    _call_model_fn _add_meta_graph_for_mode _validate_features_in_predict_input
    """.split()
)


@tf_private("tensorflow_estimator.python.estimator.estimator.Estimator")
@tf_export(v1=["estimator.Estimator"])
class Estimator(Directory):
    """Trains, evaluates and uses the model of a model function, whose state is in a folder. Mirrors `tf.estimator.Estimator`.

    Each method builds a graph of its own, and takes the values from the last checkpoint. New programs use Keras;
    `tf.keras.estimator.model_to_estimator` makes an estimator of a Keras model.

    Arguments:
        model_fn: a function of `features`, and if it wants of `labels`, `mode`, `params` and `config`, which gives a
            `tf.estimator.EstimatorSpec`.
        model_dir: the folder of checkpoints and summaries; None (default) for that of `config`, or a temporary one.
        config: a `tf.estimator.RunConfig` (default None).
        params: a dictionary for the model function (default None).
        warm_start_from: a checkpoint, a folder or a `tf.estimator.WarmStartSettings` with first values (default None).

    Raises:
        ValueError: the model function has no argument `features`, or one that is none of these.

    Example:
        >>> def model_fn(features, mode, params):
        ...     return tf.estimator.EstimatorSpec(mode, {"y": params["factor"] * features})
        >>> estimator = tf.estimator.Estimator(model_fn, "multiplied", params={"factor": 2.0})
        >>> [float(p["y"]) for p in estimator.predict(lambda: tf.data.Dataset.from_tensors([1.0, 2.0]))]
        [2.0, 4.0]
    """

    def __init__(
        self,
        model_fn: Callable[..., EstimatorSpec],
        model_dir: Path | None = None,
        config: RunConfig | None = None,
        params: Mapping[str, Any] | None = None,
        warm_start_from: Any = None,
    ) -> None:
        self._refuse_overriding()
        self._config = with_directory(config, model_dir)
        self._model_dir = self._config.model_dir
        self._session_config = self._config.session_config
        self._train_distribution, self._eval_distribution = self._config.train_distribute, self._config.eval_distribute
        logging.info("Using config: %s", str(vars(self._config)))
        if model_fn is None:
            raise ValueError("model_fn must be provided to Estimator.")
        _check_model_fn(model_fn, params)
        self._model_fn, self._params = model_fn, copy.deepcopy(params or {})
        self._warm_start_settings = warm_starting.settings(warm_start_from)

    @property
    def model_dir(self) -> str:
        """The directory of the checkpoints and summaries."""
        return self._model_dir

    @property
    def config(self) -> RunConfig:
        """A copy of the configuration."""
        return copy.deepcopy(self._config)

    @property
    def params(self) -> dict[str, Any]:
        """A copy of the parameters."""
        return copy.deepcopy(self._params)

    @property
    def model_fn(self) -> Callable[..., EstimatorSpec]:
        """The model function, called with features, labels, mode and config."""

        def public_model_fn(features: Any, labels: Any, mode: str, config: RunConfig) -> EstimatorSpec:
            return self._call_model_fn(features, labels, mode, config)

        return public_model_fn

    # ------------------------------------------------------------------ training
    def train(
        self,
        input_fn: Callable[..., Any],
        hooks: Iterable[SessionRunHook] | None = None,
        steps: int | None = None,
        max_steps: int | None = None,
        saving_listeners: Iterable[CheckpointSaverListener] | None = None,
    ) -> Self:
        """Train on what an input function gives, going on from the last checkpoint. Mirrors `tf.estimator.Estimator.train`.

        Arguments:
            input_fn: a function that makes a dataset of pairs (features, labels), or tensors of such; it may take `mode`, `params`,
                `config`. It is called within the graph that is made for the training.
            hooks: a list of `tf.estimator.SessionRunHook` that are called around steps (default None).
            steps: how many steps more, an int; None (default) for all of the data.
            max_steps: the step at which the training ends, counted from the first one ever: nothing is done where it is reached already
                (default None).
            saving_listeners: a list of `tf.estimator.CheckpointSaverListener` (default None).

        Returns:
            the estimator itself.

        Raises:
            ValueError: both numbers of steps are given, or one is not positive; the loss becomes NaN (NanLossDuringTrainingError).

        Example:
            >>> def model_fn(features, labels, mode):
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     loss = tf.reduce_mean(tf.square(w * features - labels))
            ...     step = tf.compat.v1.train.get_or_create_global_step()
            ...     train_op = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss, step)
            ...     return tf.estimator.EstimatorSpec(mode, w * features, loss, train_op)
            >>> estimator = tf.estimator.Estimator(model_fn, "trained")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(([1.0, 2.0], [2.0, 4.0])).repeat(30))
            >>> round(float(estimator.get_variable_value("w")), 2)
            2.0
        """
        if self.config.task_type in ("evaluator", "ps"):
            raise ValueError(
                f"Train has been called wrong configuration. Please use tf.estimator.train_and_evaluate which calls proper API according "
                f"to given configuration. Current configuration: {vars(self.config)}."
            )
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        for name, value in (("steps", steps), ("max_steps", max_steps)):
            if value is not None and value <= 0:
                raise ValueError(f"Must specify {name} > 0, given: {value}")
        if max_steps is not None and self._last_step() >= max_steps:
            logging.info("Skipping training since max_steps has already saved.")
            return self
        all_hooks = [*_checked_hooks(hooks), *self._convert_train_steps_to_hooks(steps, max_steps)]
        loss = self._train_model(input_fn, all_hooks, _checked_listeners(saving_listeners))
        logging.info("Loss for final step: %s.", loss)
        return self

    def _last_step(self):
        path = self.latest_checkpoint()
        return int(load_variable(path, GraphKeys.GLOBAL_STEP)) if path else 0

    def _convert_train_steps_to_hooks(self, steps, max_steps):
        if steps is None and max_steps is None:
            return []
        return [hooks_module.StopAtStepHook(steps, max_steps)]

    def _train_model(self, input_fn, hooks, saving_listeners):
        if self._train_distribution is not None:
            if self._in_tasks():
                raise ValueError("Only `STANDALONE_CLIENT` mode is supported when you call `estimator.train`")
            return distributed.train(self, self._train_distribution, input_fn, hooks, saving_listeners)
        with self._graph() as graph:
            step = self._start(graph)
            features, labels, input_hooks = self._inputs(input_fn, ModeKeys.TRAIN)
            spec = self._call_model_fn(features, labels, ModeKeys.TRAIN, self.config)
            return self._train_with_estimator_spec(spec, input_hooks, hooks, step, saving_listeners)

    def _in_tasks(self):
        """Whether the tasks of a cluster train together, which `tf.estimator.train_and_evaluate` arranges."""
        return self._config._distribute_coordinator_mode is not None

    def _train_with_estimator_spec(self, estimator_spec, worker_hooks, hooks, global_step_tensor, saving_listeners):
        spec, config = estimator_spec, self._config
        if self._warm_start_settings:
            logging.info("Warm-starting with WarmStartSettings: %s", (self._warm_start_settings,))
            warm_starting.apply(self._warm_start_settings)
        if not any(s.op.name == "loss" for s in get_collection(GraphKeys.SUMMARIES)):
            summary.scalar("loss", spec.loss)
        losses = get_collection(GraphKeys.LOSSES)
        if not any(t is spec.loss for t in losses):
            spec.loss.graph.add_to_collection(GraphKeys.LOSSES, spec.loss)
        every = [*worker_hooks, *hooks, hooks_module.NanTensorHook(spec.loss)]
        if config.log_step_count_steps is not None:
            shown = {"loss": spec.loss, "step": global_step_tensor}
            every.append(hooks_module.LoggingTensorHook(shown, every_n_iter=config.log_step_count_steps))
        every.extend(spec.training_hooks)
        if not (spec.scaffold.saver or get_collection(GraphKeys.SAVERS)):
            saver = Saver(
                sharded=True,
                max_to_keep=config.keep_checkpoint_max,
                keep_checkpoint_every_n_hours=config.keep_checkpoint_every_n_hours,
                defer_build=True,
                save_relative_paths=True,
            )
            spec.loss.graph.add_to_collection(GraphKeys.SAVERS, saver)
        if config.cluster_spec.jobs and getattr(self._train_distribution, "_joins_workers", False):
            if saving_listeners:
                raise ValueError("Saving listenor is not supported by the current Distribution Strategies.")
            return self._stepped(distributed.session_of_worker(self._train_distribution, spec, config, every), spec)
        chief = []
        savers = [h for h in (*every, *spec.training_chief_hooks) if isinstance(h, CheckpointSaverHook)]
        if (config.save_checkpoints_secs or config.save_checkpoints_steps) and not savers:
            chief = savers = [
                CheckpointSaverHook(
                    self._model_dir,
                    save_secs=config.save_checkpoints_secs,
                    save_steps=config.save_checkpoints_steps,
                    scaffold=spec.scaffold,
                    save_graph_def=config.checkpoint_save_graph_def,
                )
            ]
        if saving_listeners:
            if not savers:
                raise ValueError(
                    "There should be a CheckpointSaverHook to use saving_listeners. Please set one of the "
                    "RunConfig.save_checkpoints_steps or RunConfig.save_checkpoints_secs."
                )
            savers[0]._listeners.extend(saving_listeners)
        session = MonitoredTrainingSession(
            master=config.master,
            is_chief=config.is_chief,
            checkpoint_dir=self._model_dir,
            scaffold=spec.scaffold,
            hooks=every,
            chief_only_hooks=(*chief, *spec.training_chief_hooks),
            save_checkpoint_secs=0,
            save_summaries_steps=config.save_summary_steps,
            config=self._session_config,
            max_wait_secs=config.session_creation_timeout_secs,
            log_step_count_steps=config.log_step_count_steps,
            save_graph_def=config.checkpoint_save_graph_def,
        )
        return self._stepped(session, spec)

    @staticmethod
    def _stepped(session, spec):
        """The last loss of a training, which goes on until its session is to stop."""
        loss, done = None, False
        with session:
            while not session.should_stop():
                _, loss = session.run([spec.train_op, spec.loss])
                done = True
        if not done:
            logging.warning("Training with estimator made no steps. Perhaps input is empty or misspecified.")
        return loss

    # ------------------------------------------------------------------ evaluation
    def evaluate(
        self,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        checkpoint_path: Path | None = None,
        name: str | None = None,
    ) -> dict[str, Any]:
        """The metrics of the last checkpoint on what an input function gives. Mirrors `tf.estimator.Estimator.evaluate`.

        Arguments:
            input_fn: a function that makes a dataset of pairs (features, labels), or tensors of such.
            steps: how many batches, an int; None (default) for all of the data.
            hooks: a list of `tf.estimator.SessionRunHook` (default None).
            checkpoint_path: another checkpoint, a path (default None: the last). Without any, the first values of the variables are
                evaluated.
            name: a name for the folder of the summaries, `eval_dir(name)`, for evaluations on several sets of data (default None).

        Returns:
            a dictionary: "loss", averaged over the batches, "global_step", and each of the model function's `eval_metric_ops`.

        Raises:
            ValueError: `steps` is not positive.

        Example:
            >>> def model_fn(features, labels, mode):
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     error = tf.compat.v1.metrics.mean_absolute_error(labels, w * features)
            ...     loss = tf.reduce_mean(labels - w * features)
            ...     return tf.estimator.EstimatorSpec(mode, w * features, loss, eval_metric_ops={"mae": error})
            >>> estimator = tf.estimator.Estimator(model_fn, "evaluated")
            >>> found = estimator.evaluate(lambda: tf.data.Dataset.from_tensors(([1.0, 2.0], [2.0, 4.0])))
            >>> float(found["mae"]), float(found["loss"]), int(found["global_step"])
            (1.5, 1.5, 0)
        """
        all_hooks = [*_checked_hooks(hooks), *self._convert_eval_steps_to_hooks(steps)]
        if not checkpoint_path:
            checkpoint_path = self.latest_checkpoint()
            if not checkpoint_path:
                logging.info("Could not find trained model in model_dir: %s, running initialization to evaluate.", self._model_dir)
        strategy = self._eval_distribution
        if strategy is not None and self._in_tasks():
            raise ValueError("Only `STANDALONE_CLIENT` mode is supported when you call `Estimator.evaluate`")
        with self._graph() as graph, contextlib.nullcontext() if strategy is None else strategy.scope():
            if strategy is None:
                step = self._start(graph)
                features, labels, input_hooks = self._inputs(input_fn, ModeKeys.EVAL)
                spec = self._call_model_fn(features, labels, ModeKeys.EVAL, self.config)
                update, values = self._eval_tensors(spec, step)
                scaffold, own_hooks = spec.scaffold, [*input_hooks, *all_hooks, *spec.evaluation_hooks]
            else:
                scaffold, own_hooks, update, values = distributed.evaluation_graph(self, strategy, input_fn)
                own_hooks = [*own_hooks, *all_hooks]
            self._warm_start_without(checkpoint_path)
            results = evaluation.run_once(update, values, checkpoint_path, _with_local_variables(scaffold), own_hooks, self._config)
            evaluation.write(self.eval_dir(name), results, checkpoint_path)
        return results

    def _convert_eval_steps_to_hooks(self, steps):
        if steps is None:
            return []
        if steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        return [evaluation.StopAfterEvaluations(steps)]

    def _eval_tensors(self, spec, step):
        update, values = evaluation.update_and_values(self._with_loss(spec.eval_metric_ops, lambda: metrics.mean(spec.loss)))
        return update, {**values, GraphKeys.GLOBAL_STEP: step}

    @staticmethod
    def _with_loss(metric_ops, loss):
        """The metrics, and that of the loss which `loss()` makes."""
        given = dict(metric_ops)
        for reserved in ("loss", GraphKeys.GLOBAL_STEP):
            if reserved in given:
                quoted = f'"{reserved}"' if reserved == "loss" else f"`{reserved}`"
                raise ValueError(
                    f"Metric with name {quoted} is not allowed, because Estimator already defines a default metric with the same name."
                )
        given["loss"] = loss()
        return given

    def _warm_start_without(self, checkpoint_path):
        if self._warm_start_settings and not checkpoint_path:
            logging.info("Warm-starting with WarmStartSettings: %s", (self._warm_start_settings,))
            warm_starting.apply(self._warm_start_settings)

    # ------------------------------------------------------------------ prediction
    def predict(
        self,
        input_fn: Callable[..., Any],
        predict_keys: Any = None,
        hooks: Iterable[SessionRunHook] | None = None,
        checkpoint_path: Path | None = None,
        yield_single_examples: bool = True,
    ) -> Iterator[Any]:
        """The predictions of the last checkpoint for what an input function gives. Mirrors `tf.estimator.Estimator.predict`.

        A generator: the model runs when elements are asked for, and the data has to end for it to end.

        Arguments:
            input_fn: a function that makes a dataset of features; of pairs, the labels are dropped.
            predict_keys: the names of the predictions that are wanted, a list (default None: all).
            hooks: a list of `tf.estimator.SessionRunHook` (default None).
            checkpoint_path: another checkpoint, a path (default None: the last). Without any, the first values of the variables are used.
            yield_single_examples: False gives batches in place of one example after the other (default True).

        Returns:
            a generator of dictionaries {name: array}, or of arrays where the model predicts a single tensor.

        Raises:
            ValueError: a name that is not predicted, or predictions of one batch that differ in length.

        Example:
            >>> def model_fn(features, mode):
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     return tf.estimator.EstimatorSpec(mode, {"y": w * features})
            >>> estimator = tf.estimator.Estimator(model_fn, "predicted")
            >>> [float(p["y"]) for p in estimator.predict(lambda: tf.data.Dataset.from_tensors([1.0, 2.0]))]
            [3.0, 6.0]
        """
        checked = _checked_hooks(hooks)
        if not checkpoint_path:
            checkpoint_path = self.latest_checkpoint()
        if not checkpoint_path:
            logging.info("Could not find trained model in model_dir: %s, running initialization to predict.", self._model_dir)
        graph = Graph()
        with self._graph(graph):
            self._start(graph)
            features, _, input_hooks = self._inputs(input_fn, ModeKeys.PREDICT)
            self._validate_features_in_predict_input(features, input_hooks)
            spec = self._call_model_fn(features, None, ModeKeys.PREDICT, self.config)
            self._warm_start_without(checkpoint_path)
            wanted = _chosen(spec.predictions, predict_keys)
            session = MonitoredSession(
                ChiefSessionCreator(
                    spec.scaffold, self._config.master, self._session_config, checkpoint_filename_with_path=checkpoint_path
                ),
                [*input_hooks, *checked, *spec.prediction_hooks],
            )
        # The graph is the default one only while the session runs: what the caller does in between is not part of it.
        with session:
            while not session.should_stop():
                with graph.as_default():
                    batch = session.run(wanted)
                yield from _examples(batch) if yield_single_examples else [batch]

    def _validate_features_in_predict_input(self, features, input_hooks):
        if not input_hooks and not input_functions.may_end():
            logging.warning(
                "Input graph does not use tf.data.Dataset or contain a QueueRunner. That means predict yields forever. This is probably a "
                "mistake."
            )

    # ------------------------------------------------------------------ graphs
    @contextlib.contextmanager
    def _graph(self, graph=None):
        # A graph of its own is in no scope of a strategy, where an evaluation is part of a training.
        with replicas.apart(), (graph or Graph()).as_default() as graph, device(self._config.device_fn):
            yield graph

    def _start(self, graph):
        set_random_seed(self._config.tf_random_seed)
        step = self._create_global_step(graph)
        assert_global_step(step)
        return step

    def _create_global_step(self, graph):
        return create_global_step(graph)

    def _call_input_fn(self, input_fn, mode, input_context=None):
        return self._input_tensors(input_fn, mode, self.params, input_context)

    def _input_tensors(self, input_fn, mode, params, input_context):
        known, given = input_functions.arguments_of(input_fn), {}
        for name, value in (("mode", mode), ("params", params), ("config", self.config), ("input_context", input_context)):
            if name in known:
                given[name] = value
        with device("/cpu:0"):
            return input_fn(**given)

    def _inputs(self, input_fn, mode):
        """(features, labels, hooks) of an input function; when predicting, what is no pair is features as it is."""
        given = self._call_input_fn(input_fn, mode)
        return input_functions.features_of(given) if mode == ModeKeys.PREDICT else input_functions.parts(given)

    def _call_model_fn(self, features, labels, mode, config):
        made = self._made_spec(features, labels, mode, config, self.params)
        if not isinstance(made, EstimatorSpec):
            raise ValueError("model_fn should return an EstimatorSpec.")
        return made

    def _made_spec(self, features, labels, mode, config, params):
        """What the model function gives."""
        known, given = input_functions.arguments_of(self._model_fn), {}
        if "labels" in known:
            given["labels"] = labels
        elif labels is not None:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        for name, value in (("mode", mode), ("params", params), ("config", config)):
            if name in known:
                given[name] = value
        logging.info("Calling model_fn.")
        made = self._model_fn(features=features, **given)
        logging.info("Done calling model_fn.")
        return made

    def _refuse_overriding(self):
        kind = type(self)
        if kind.__module__.partition(".")[0] == "tfshim":
            return
        own = {name for base in Estimator.__mro__[:-1] for name in vars(base)} - _OPEN
        overridden = [name for name in vars(kind) if name in own and not (name.startswith("__") and name.endswith("__"))]
        if overridden:
            raise ValueError(f"Subclasses of Estimator cannot override members of Estimator. {kind} does override {overridden}")

    def export_savedmodel(
        self,
        export_dir_base: Path,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, Path] | None = None,
        as_text: bool = False,
        checkpoint_path: Path | None = None,
        strip_default_attrs: bool = False,
    ) -> bytes:
        """Write the model for prediction into a new folder, under an older name. Mirrors
        `tf.compat.v1.estimator.Estimator.export_savedmodel`.

        New programs call `export_saved_model`.

        Arguments:
            export_dir_base: the folder below which a folder is made whose name is the time in seconds.
            serving_input_receiver_fn: a function that makes the placeholders.
            assets_extra: files that are copied along, {path there: path} (default None).
            as_text: whether the graph is written in the text form of protocol buffers (default False).
            checkpoint_path: another checkpoint, a path (default None: the last).
            strip_default_attrs: whether attributes with their default values are left out of the graph (default False).

        Returns:
            the path of the new folder, bytes.

        Raises:
            ValueError: there is no checkpoint.

        Example:
            >>> v1 = tf.compat.v1
            >>> estimator = v1.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "exported_before")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
            >>> tf.saved_model.contains_saved_model(estimator.export_savedmodel("served_before", receiver).decode())
            True
        """
        return saving.export_all(
            self,
            export_dir_base,
            {ModeKeys.PREDICT: serving_input_receiver_fn},
            assets_extra,
            as_text,
            checkpoint_path,
            strip_default_attrs,
        )


@tf_private("tensorflow_estimator.python.estimator.estimator.EstimatorV2")
@tf_export("estimator.Estimator", v1=[])
class EstimatorV2(Estimator):
    __doc__ = Estimator.__doc__


def _check_model_fn(model_fn, params):
    known = set(input_functions.arguments_of(model_fn))
    if "features" not in known:
        raise ValueError(f"model_fn ({model_fn}) must include features argument.")
    if params is not None and "params" not in known:
        raise ValueError(f"model_fn ({model_fn}) does not include params argument, but params ({params}) is passed to Estimator.")
    if params is None and "params" in known:
        logging.warning("Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.", model_fn)
    if unknown := list(known - _MODEL_ARGUMENTS):
        raise ValueError(f"model_fn ({model_fn}) has following not expected args: {unknown}")


def _checked_hooks(hooks):
    hooks = list(hooks or [])
    for hook in hooks:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"Hooks must be a SessionRunHook, given: {hook}")
    return hooks


def _checked_listeners(listeners):
    listeners = list(listeners or [])
    for listener in listeners:
        if not isinstance(listener, CheckpointSaverListener):
            raise TypeError(f"saving_listeners must be a list of CheckpointSaverListener, given: {listener}")
    return listeners


def _with_local_variables(scaffold):
    """A scaffold whose own initializer of local variables also initializes those of the metrics."""
    if scaffold.local_init_op is None:
        return scaffold
    both = group(scaffold.local_init_op, Scaffold.default_local_init_op())
    return Scaffold(local_init_op=both, copy_from_scaffold=scaffold)


def _chosen(predictions, keys):
    if not keys:
        return predictions
    if not isinstance(predictions, dict):
        raise ValueError("predict_keys argument is not valid in case of non-dict predictions.")
    found = {k: v for k, v in predictions.items() if k in keys}
    if not found:
        raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {keys}.")
    return found


def _examples(batch):
    if not isinstance(batch, dict):
        yield from batch
        return
    size = None
    for key, value in batch.items():
        size = value.shape[0] if size is None else size
        if value.shape[0] != size:
            raise ValueError(f"Batch length of predictions should be same. {key} has different batch length than others.")
    for i in range(size or 0):
        yield {key: value[i] for key, value in batch.items()}
