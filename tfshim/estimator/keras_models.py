"""Estimators of Keras models."""

from __future__ import annotations

import contextlib
import functools
import logging as python_logging
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.sessions import Session
from tfshim.compat.v1.random import set_random_seed
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.steps import create_global_step, get_or_create_global_step
from tfshim.control_flow import group
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.estimator.directory import with_directory
from tfshim.estimator.estimator import Estimator, EstimatorV2
from tfshim.estimator.export.outputs import DEFAULT, PredictOutput
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec
from tfshim.keras import optimizers
from tfshim.keras.backend import settings
from tfshim.keras.engine.input_layer import Input
from tfshim.keras.metrics.base import Metric
from tfshim.keras.models.cloning import clone_model
from tfshim.keras.models.sequential import Sequential
from tfshim.keras.optimizers.legacy.converting import convert_to_legacy_optimizer
from tfshim.keras.saving.api import load_model
from tfshim.keras.utils.registration import custom_object_scope
from tfshim.keras.v1.session import initialize
from tfshim.keras.v1.tf_optimizer import TFOptimizer
from tfshim.train.reading import latest_checkpoint

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.estimator.run_config import RunConfig
    from tfshim.keras.models.model import Model

_NOT_KEPT = (
    "You are creating an Estimator from a Keras model manually subclassed from `Model`, that was already called on some inputs (and thus "
    "already had weights). We are currently unable to preserve the model's state (its weights) as part of the estimator in this case. Be "
    "warned that the estimator has been created using a freshly initialized version of your model.\nNote that this doesn't affect the "
    "state of the model instance you passed as `keras_model` argument."
)


class FormattedKeyError(KeyError):
    """A KeyError whose text has lines of its own."""

    def __str__(self) -> str:
        return str(self.args[0])


def _missing(what, kind, expected, given, form="dictionary"):
    return FormattedKeyError(
        f"The {form} passed into {what} does not cover requested {kind} keys defined in the keras model.\n\tExpected keys: "
        f"{set(expected)}\n\t{what} keys: {set(given)}\n\tMissed keys: {set(expected) - set(given)}"
    )


@contextlib.contextmanager
def _phase(training: bool) -> Iterator[None]:
    """Within it layers train, or do not."""
    before = settings.learning_phase() if settings.global_learning_phase_is_set() else None
    settings.set_learning_phase(int(training))
    try:
        yield
    finally:
        settings.forget_learning_phase()
        if before is not None:
            settings.set_learning_phase(before)


def _in_order(given, names, what, kind):
    """`given` as a list of tensors in the order of `names`, or None. Raises KeyError for names that it lacks."""
    if given is None:
        return None
    if isinstance(given, dict):
        if set(names) - set(given):
            raise _missing(what, kind, names, given)
        given = [given[name] for name in names]
    elif not isinstance(given, (list, tuple)):
        given = [given]
    return [x if is_tensor(x) else convert_to_tensor(x) for x in given]


def _is_known(model):
    """Whether the outputs of the model are known before it is called."""
    return bool(model.__dict__.get("_is_graph_network"))


def _inputs(model, features):
    """The features as the model takes them: a list in the order of its inputs, or a dictionary where it is a class of its own."""
    if not _is_known(model) and isinstance(features, dict) and not isinstance(model, Sequential):
        return {name: x if is_tensor(x) else convert_to_tensor(x) for name, x in features.items()}
    names = model.input_names if _is_known(model) else [f"input_{i + 1}" for i in range(len(features) if isinstance(features, dict) else 1)]
    return _in_order(features, names, "features", "inputs")


def _weights(given, names):
    """The sample weights of each output, None for those without. ValueError or TypeError for what does not fit the outputs."""
    if len(names) == 1:
        if isinstance(given, (list, tuple)) and len(given) == 1:
            given = given[0]
        elif isinstance(given, dict) and names[0] in given:
            given = given[names[0]]
        found = [given]
    elif isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(
                f"Provided `sample_weights` was a list of {len(given)} elements, but the model has {len(names)} outputs. You should "
                "provide one `sample_weights`array per model output."
            )
        found = list(given)
    elif isinstance(given, Mapping):
        if unknown := set(given).difference(names):
            raise ValueError(f"Unknown entries in sample_weights dictionary: {list(unknown)}. Only expected following keys: {names}")
        found = [given.get(name) for name in names]
    else:
        raise TypeError(
            "The model has multiple outputs, so `sample_weights` should be either a list or a dict. Provided `sample_weights` type not "
            f"understood: {given}"
        )
    return [None if w is None else convert_to_tensor(w) for w in found]


def _copy(model, inputs, custom_objects):
    """The model once more in the graph, on `inputs`, or on placeholders where there are none."""
    with custom_object_scope(custom_objects or {}):
        if _is_known(model) or isinstance(model, Sequential):
            return clone_model(model, None if inputs is None else [Input(tensor=x) for x in inputs])
        made = type(model).from_config(model.get_config())
    if inputs is not None:
        made._graph_training.connect(inputs[0] if isinstance(inputs, list) and len(inputs) == 1 else inputs)
    return made


def _optimizer(model, config, step):
    """An optimizer like that of the model, which counts in `step`."""
    if isinstance(model.optimizer, TFOptimizer):
        return TFOptimizer(model.optimizer.optimizer, step)
    made = type(model.optimizer).from_config(config)
    made.iterations = step
    return made


def _new_metrics(given):
    return nest.map_structure(lambda m: type(m).from_config(m.get_config()) if isinstance(m, Metric) else m, given)


class _Source:
    """The compiled model that an estimator copies into its graphs, and what it was asked to do with the copies."""

    def __init__(self, model: Model, custom_objects: Any, by_objects: bool, metric_names: Any, export_outputs: Any) -> None:
        self.model, self.custom_objects, self.by_objects = model, custom_objects, by_objects
        self.metric_names, self.export_outputs = metric_names, export_outputs
        # Here, as a configuration reads variables, which belong to another graph in `model_fn`.
        self.config = None if isinstance(model.optimizer, TFOptimizer) else model.optimizer.get_config()

    def copied(self, mode: str, features: Any = None, labels: Any = None) -> tuple[Model, Any]:
        """(a copy on `features`, the nodes of its step or None when it predicts)"""
        given, weights = features, None
        if isinstance(features, dict) and set(features) == {"features", "sample_weights"}:
            given, weights = features["features"], features["sample_weights"]
        model = self.model
        made = _copy(model, None if given is None else _inputs(model, given), self.custom_objects)
        if mode == ModeKeys.PREDICT:
            return made, None
        names = made.output_names
        targets = _in_order(labels, names, "labels", "outputs")
        arguments = model._compile_arguments
        made.compile(
            _optimizer(model, self.config, get_or_create_global_step()),
            arguments["loss"],
            metrics=_new_metrics(arguments["metrics"]),
            loss_weights=arguments["loss_weights"],
            weighted_metrics=_new_metrics(arguments["weighted_metrics"]),
            target_tensors=targets,
        )
        training = made._graph_training
        given_weights = [None] * len(names) if weights is None else _weights(weights, names)
        return made, training.steps_for(given_weights)

    def saver(self, model: Model) -> Saver:
        """A Saver of the variables of a copy by the paths of the objects that hold them."""
        model._track_trackable(get_or_create_global_step(), "estimator_global_step", overwrite=True)
        return Saver._of_objects(model, sharded=True)

    def spec(self, features: Any, labels: Any, mode: str) -> EstimatorSpec:
        """What the model function gives."""
        with _phase(mode == ModeKeys.TRAIN):
            made, steps = self.copied(mode, features, labels)
            predictions = dict(zip(made.output_names, nest.flatten(made.outputs)))
            train_op = loss = metrics = None
            if steps is not None:
                loss, metrics = steps.total, self._metrics(steps.compiled)
            if mode == ModeKeys.TRAIN:
                train_op = group(*nest.flatten(steps.updates("train")))
        outputs = {DEFAULT: PredictOutput(predictions)}
        for name, kind in (self.export_outputs or {}).items():
            if name not in made.output_names:
                raise _missing(made.output_names, self.export_outputs, self.export_outputs, made.output_names, "list")
            outputs[name] = kind(predictions[name])
        scaffold = Scaffold(saver=self.saver(made)) if self.by_objects else None
        return EstimatorSpec(mode, predictions, loss, train_op, metrics, outputs, scaffold=scaffold)

    def _metrics(self, compiled):
        found = {m.name: m for m in compiled.in_order}
        if not found:
            return None
        names = self.metric_names
        if not names:
            return found
        if unknown := set(found) - set(names):
            raise ValueError(
                f'Invalid `metric_names_map`. The following keras model metric names:"{list(unknown)}" do not exist in the '
                "`metric_names_map` dictionary"
            )
        if extra := set(names) - set(found):
            raise ValueError(
                "Invalid `metric_names_map`. There are unexpected keys in the `metric_names_map` dictionary. Expected keys: "
                f"{list(found)}, Received: {list(extra)}"
            )
        return {names[name]: m for name, m in found.items()}

    def first_checkpoint(self, config: RunConfig) -> str:
        """The path of a checkpoint of the weights of the model, which is written unless there is one."""
        folder = os.path.join(config.model_dir, "keras")
        if found := latest_checkpoint(folder):
            return found
        weights = self.model.get_weights()
        os.makedirs(folder, exist_ok=True)
        with Graph().as_default() as graph:
            set_random_seed(config.tf_random_seed)
            create_global_step(graph)
            with _phase(True):
                made, steps = self.copied(ModeKeys.TRAIN)
                steps.train()
            saver = self.saver(made) if self.by_objects else Saver()
            with Session(config=config.session_config) as session:
                initialize(session)
                made.set_weights(weights)
                return saver.save(session, os.path.join(folder, "keras_model.ckpt"), write_meta_graph=not self.by_objects)


def _legacy_optimizer(model):
    """Let the model have an optimizer that works in graphs."""
    if not isinstance(model.optimizer, optimizers.Optimizer):
        return
    if not executing_eagerly():
        raise ValueError(
            "Please set your optimizer as an instance of `tf.keras.optimizers.legacy.Optimizer`, e.g., "
            f"`tf.keras.optimizers.legacy.Adam`. Received optimizer type: {type(model.optimizer)}."
        )
    python_logging.getLogger("absl").warning(
        "You are using `tf.keras.optimizers.experimental.Optimizer` in TF estimator, which only supports "
        "`tf.keras.optimizers.legacy.Optimizer`. Automatically converting your optimizer to `tf.keras.optimizers.legacy.Optimizer`."
    )
    model.optimizer = convert_to_legacy_optimizer(model.optimizer)


def _check_class(model, custom_objects):
    if _is_known(model) or isinstance(model, Sequential):
        return
    try:
        with custom_object_scope(custom_objects or {}):
            type(model).from_config(model.get_config())
    except NotImplementedError as e:
        raise ValueError(
            "Subclassed `Model`s passed to `model_to_estimator` must implement `Model.get_config` and `Model.from_config`."
        ) from e


def _estimator(kind, keras_model, path, custom_objects, model_dir, config, checkpoint_format, metric_names_map, export_outputs):
    if not (keras_model or path):
        raise ValueError("Either `keras_model` or `keras_model_path` needs to be provided.")
    if keras_model and path:
        raise ValueError("Please specity either `keras_model` or `keras_model_path`, but not both.")
    if keras_model:
        _check_class(keras_model, custom_objects)
    config = with_directory(config, model_dir)
    if keras_model:
        logging.info("Using the Keras model provided.")
        model = keras_model
    else:
        logging.info("Loading models from %s", path)
        model = load_model(path)
    if checkpoint_format not in (None, "checkpoint", "saver"):
        raise ValueError(f'Checkpoint format must be one of "checkpoint" or "saver". Got {checkpoint_format}')
    by_objects = checkpoint_format != "saver"
    if by_objects and not (_is_known(model) or isinstance(model, Sequential)):
        raise ValueError("Object-based checkpoints are currently not supported with subclassed models.")
    if not getattr(model, "optimizer", None):
        raise ValueError(
            "The given keras model has not been compiled yet. Please compile the model with `model.compile()` before calling "
            "`model_to_estimator()`."
        )
    _legacy_optimizer(model)
    source, start = _Source(model, custom_objects, by_objects, metric_names_map, export_outputs), None
    if _is_known(model) and config.is_chief:
        start = source.first_checkpoint(config)
    elif model.built:
        logging.warning(_NOT_KEPT)

    def model_fn(features: Any, labels: Any, mode: str) -> EstimatorSpec:
        return source.spec(features, labels, mode)

    return kind(model_fn, config=config, warm_start_from=start)


@tf_export("keras.estimator.model_to_estimator", v1=[])
def model_to_estimator(
    keras_model: Model | None = None,
    keras_model_path: Path | None = None,
    custom_objects: Mapping[str, Any] | None = None,
    model_dir: Path | None = None,
    config: RunConfig | None = None,
    checkpoint_format: str = "checkpoint",
    metric_names_map: Mapping[str, str] | None = None,
    export_outputs: Mapping[str, Callable[..., Any]] | None = None,
) -> Estimator:
    """An Estimator that trains copies of a compiled Keras model. Mirrors `tf.keras.estimator.model_to_estimator`.

    It is for programs that are built around Estimators, with input functions, hooks and `train_and_evaluate`. Training begins with the
    weights of the model, unless it is a class of its own. Features in a dictionary go to inputs of their names; {"features": x,
    "sample_weights": w} weighs the examples.

    Arguments:
        keras_model: the compiled model; or keras_model_path: the path of a saved one. One of the two is needed; None is the default of
            both.
        custom_objects: {name: class or function} that copies of the model need; None.
        model_dir: the folder of the checkpoints; None: that of `config`, or a temporary one.
        config: a `tf.estimator.RunConfig`; None.
        checkpoint_format: "checkpoint" (default) saves by objects, for `tf.train.Checkpoint`, "saver" by names.
        metric_names_map: {name of a metric: what evaluations call it}; None.
        export_outputs: {name of an output: class of an export output}; None.

    Returns:
        A `tf.estimator.Estimator`.

    Raises:
        ValueError: neither or both of the first two, a model that was not compiled, or a class of models without `get_config`.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), name="out")])
        >>> model.compile("sgd", "mse")
        >>> estimator = tf.keras.estimator.model_to_estimator(model, model_dir="estimated")
        >>> data = lambda: tf.data.Dataset.from_tensors((tf.ones([4, 2]), tf.ones([4, 1]))).repeat()
        >>> sorted(estimator.train(data, steps=2).evaluate(data, steps=1))
        ['global_step', 'loss']
    """
    return _estimator(
        EstimatorV2, keras_model, keras_model_path, custom_objects, model_dir, config, checkpoint_format, metric_names_map, export_outputs
    )


@tf_export(v1=["keras.estimator.model_to_estimator"])
@functools.wraps(model_to_estimator, assigned=("__doc__",), updated=())
def model_to_estimator_v1(
    keras_model: Model | None = None,
    keras_model_path: Path | None = None,
    custom_objects: Mapping[str, Any] | None = None,
    model_dir: Path | None = None,
    config: RunConfig | None = None,
    checkpoint_format: str = "saver",
    metric_names_map: Mapping[str, str] | None = None,
    export_outputs: Mapping[str, Callable[..., Any]] | None = None,
) -> Estimator:
    return _estimator(
        Estimator, keras_model, keras_model_path, custom_objects, model_dir, config, checkpoint_format, metric_names_map, export_outputs
    )
