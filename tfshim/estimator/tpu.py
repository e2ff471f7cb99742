"""The estimator for TPUs, on CPU and GPU: a model function with metrics and hooks in TPUs' form."""

from __future__ import annotations

import collections
import copy
import enum
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging
from tfshim.compat.v1.train.hooks import SessionRunArgs, SessionRunContext, SessionRunHook
from tfshim.estimator import input_functions
from tfshim.estimator.estimator import Estimator
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec
from tfshim.estimator.run_config import RunConfig as _RunConfig
from tfshim.refusals import refused

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import Path

_RESERVED = ("batch_size", "context")


@tf_private("tensorflow_estimator.python.estimator.tpu.tpu_config.InputPipelineConfig")
@tf_export(v1=["estimator.tpu.InputPipelineConfig"])
class InputPipelineConfig:
    """Where TPUs' input functions run. Mirrors `tf.compat.v1.estimator.tpu.InputPipelineConfig`."""

    PER_SHARD_V1, PER_HOST_V1, PER_HOST_V2, BROADCAST, SLICED = 1, 2, 3, 4, 5


_CONFIG_FIELDS = (
    "iterations_per_loop num_shards num_cores_per_replica per_host_input_for_training tpu_job_name initial_infeed_sleep_secs "
    "input_partition_dims eval_training_input_configuration experimental_host_call_every_n_steps "
    "experimental_allow_per_host_v2_parallel_get_next experimental_feed_hook"
)


@tf_private("tensorflow_estimator.python.estimator.tpu.tpu_config.TPUConfig")
@tf_export(v1=["estimator.tpu.TPUConfig"])
class TPUConfig(collections.namedtuple("TPUConfig", _CONFIG_FIELDS)):
    """How TPUs train; on CPU and GPU it says nothing. Mirrors `tf.compat.v1.estimator.tpu.TPUConfig`.

    ValueError for numbers that are not positive, and for partitions without `num_cores_per_replica`.
    """

    def __new__(
        cls,
        iterations_per_loop: int = 2,
        num_shards: int | None = None,
        num_cores_per_replica: int | None = None,
        per_host_input_for_training: Any = True,
        tpu_job_name: str | None = None,
        initial_infeed_sleep_secs: float | None = None,
        input_partition_dims: Any = None,
        eval_training_input_configuration: int = InputPipelineConfig.PER_HOST_V1,
        experimental_host_call_every_n_steps: int = 1,
        experimental_allow_per_host_v2_parallel_get_next: bool = False,
        experimental_feed_hook: Any = None,
    ) -> Self:
        for name, value in (("TPUConfig iterations_per_loop", iterations_per_loop), ("TPUConfig num_shards", num_shards)):
            if value is not None and int(value) < 1:
                raise ValueError(f"{name} must be a positive integer, got {value}")
        if input_partition_dims is not None and num_cores_per_replica is None:
            raise ValueError("input_partition_dims requires setting num_cores_per_replica.")
        if per_host_input_for_training is True:
            per_host_input_for_training = InputPipelineConfig.PER_HOST_V1
        elif per_host_input_for_training is False:
            per_host_input_for_training = InputPipelineConfig.PER_SHARD_V1
        return super().__new__(
            cls,
            iterations_per_loop,
            num_shards,
            num_cores_per_replica,
            per_host_input_for_training,
            tpu_job_name,
            initial_infeed_sleep_secs,
            input_partition_dims,
            eval_training_input_configuration,
            experimental_host_call_every_n_steps,
            experimental_allow_per_host_v2_parallel_get_next,
            experimental_feed_hook,
        )


@tf_private("tensorflow_estimator.python.estimator.tpu.tpu_config.RunConfig")
@tf_export(v1=["estimator.tpu.RunConfig"])
class RunConfig(_RunConfig):
    """A RunConfig with the settings of TPUs beside it. Mirrors `tf.compat.v1.estimator.tpu.RunConfig`.

    `cluster` (a resolver), `master` and `evaluation_master` have to be None or "": what trains is this process.
    """

    def __init__(
        self,
        tpu_config: TPUConfig | None = None,
        evaluation_master: str | None = None,
        master: str | None = None,
        cluster: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if cluster is not None:
            raise refused("tf.compat.v1.estimator.tpu.RunConfig", "cluster")
        self._tpu_config, self._cluster = tpu_config or TPUConfig(), None
        if master:
            self._master = master
        if evaluation_master is not None or not self._evaluation_master:
            self._evaluation_master = evaluation_master or self._master

    tpu_config = property(lambda self: self._tpu_config, doc="The settings of TPUs.")
    cluster = property(lambda self: self._cluster, doc="None.")


@tf_private(
    "tensorflow_estimator.python.estimator.tpu.tpu_estimator.TPUEstimatorSpec",
    "tensorflow_estimator.python.estimator.model_fn._TPUEstimatorSpec",
)
@tf_export(v1=["estimator.tpu.TPUEstimatorSpec"])
class TPUEstimatorSpec(
    collections.namedtuple(
        "TPUEstimatorSpec",
        "mode predictions loss train_op eval_metrics export_outputs scaffold_fn host_call training_hooks evaluation_hooks prediction_hooks",
    )
):
    """What a model function gives back, with metrics as (function, tensors). Mirrors `tf.compat.v1.estimator.tpu.TPUEstimatorSpec`.

    `eval_metrics` and `host_call`: a function with the list or dictionary of its arguments; `scaffold_fn()` gives the scaffold.
    """

    def __new__(
        cls,
        mode: str,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metrics: tuple[Callable[..., Any], Any] | None = None,
        export_outputs: Any = None,
        scaffold_fn: Callable[[], Any] | None = None,
        host_call: tuple[Callable[..., Any], Any] | None = None,
        training_hooks: Iterable[SessionRunHook] | None = None,
        evaluation_hooks: Iterable[SessionRunHook] | None = None,
        prediction_hooks: Iterable[SessionRunHook] | None = None,
    ) -> Self:
        for name, call in (("eval_metrics", eval_metrics), ("host_call", host_call)):
            _check_call(name, call)
        hooks = [tuple(h or ()) for h in (training_hooks, evaluation_hooks, prediction_hooks)]
        for hook in (h for some in hooks for h in some):
            if not isinstance(hook, SessionRunHook):
                raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
        return super().__new__(cls, mode, predictions, loss, train_op, eval_metrics, export_outputs, scaffold_fn, host_call, *hooks)

    def as_estimator_spec(self) -> EstimatorSpec:
        """The same for an estimator on CPU or GPU."""
        hooks = {name: list(getattr(self, name)) for name in ("training_hooks", "evaluation_hooks", "prediction_hooks")}
        if self.host_call is not None:
            called = _CallHook(_called(self.host_call))
            for some in hooks.values():
                some.insert(0, called)
        return EstimatorSpec(
            mode=self.mode,
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops=None if self.eval_metrics is None else _called(self.eval_metrics),
            export_outputs=self.export_outputs,
            scaffold=self.scaffold_fn() if self.scaffold_fn else None,
            **hooks,
        )


def _check_call(name, call):
    if call is None:
        return
    if not isinstance(call, (tuple, list)):
        raise ValueError(f"{name} should be tuple or list")
    if len(call) != 2:
        raise ValueError(f"{name} should have two elements.")
    if not callable(call[0]):
        raise TypeError(f"{name}[0] should be callable.")
    if not isinstance(call[1], (tuple, list, dict)):
        raise ValueError(f"{name}[1] should be tuple or list, or dict.")


def _called(call):
    function, tensors = call
    return function(**tensors) if isinstance(tensors, dict) else function(*tensors)


class _CallHook(SessionRunHook):
    """Runs some tensors with each step."""

    def __init__(self, tensors):
        self._tensors = tensors

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._tensors)


class ExportSavedModelApiVersion(enum.Enum):
    """Which graphs for TPUs a saved model has; those for other devices are the same."""

    V1, V2 = 1, 2


@tf_private("tensorflow_estimator.python.estimator.tpu.tpu_estimator.TPUEstimator")
@tf_export(v1=["estimator.tpu.TPUEstimator"])
class TPUEstimator(Estimator):
    """An estimator whose functions get `params["batch_size"]`, on CPU or GPU: `use_tpu` has to be False.

    The batch sizes for training, evaluation and prediction reach input functions and the model function that way. Mirrors
    `tf.compat.v1.estimator.tpu.TPUEstimator`. ValueError for another kind of configuration and for `params` with reserved names.
    """

    def __init__(
        self,
        model_fn: Callable[..., Any] | None = None,
        model_dir: Path | None = None,
        config: RunConfig | None = None,
        params: Mapping[str, Any] | None = None,
        use_tpu: bool = True,
        train_batch_size: int | None = None,
        eval_batch_size: int | None = None,
        predict_batch_size: int | None = None,
        batch_axis: Any = None,
        eval_on_tpu: bool = True,
        export_to_tpu: bool = True,
        export_to_cpu: bool = True,
        warm_start_from: Any = None,
        embedding_config_spec: Any = None,
        export_saved_model_api_version: Any = ExportSavedModelApiVersion.V1,
    ) -> None:
        if config is None or not isinstance(config, RunConfig):
            raise ValueError("`config` must be provided with type `tpu_config.RunConfig`")
        if params is not None and any(name in params for name in _RESERVED):
            raise ValueError(f"{_RESERVED} are reserved keys but existed in params {params}.")
        if use_tpu:
            raise refused("tf.compat.v1.estimator.tpu.TPUEstimator", "use_tpu")
        if embedding_config_spec is not None:
            raise refused("tf.compat.v1.estimator.tpu.TPUEstimator", "embedding_config_spec")
        self._batch_sizes = {
            ModeKeys.TRAIN: train_batch_size,
            ModeKeys.EVAL: eval_batch_size,
            ModeKeys.PREDICT: predict_batch_size,
        }
        takes_params = model_fn is not None and "params" in input_functions.arguments_of(model_fn)
        super().__init__(model_fn, model_dir, config, params if params is not None or not takes_params else {}, warm_start_from)

    def _with_batch_size(self, mode):
        params, size = copy.deepcopy(self._params), self._batch_sizes.get(mode)
        return params if size is None else {**params, "batch_size": size}

    def _call_input_fn(self, input_fn, mode, input_context=None):
        return self._input_tensors(input_fn, mode, self._with_batch_size(mode), input_context)

    def _call_model_fn(self, features, labels, mode, config):
        logging.info("Running %s on CPU/GPU", mode)
        made = self._made_spec(features, labels, mode, config, {**self._with_batch_size(mode), "use_tpu": False})
        return made.as_estimator_spec() if isinstance(made, TPUEstimatorSpec) else made
