"""How and where an estimator trains."""

from __future__ import annotations

import copy
import inspect
import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.messages_v1 import message
from tfshim.protos.clusters import ClusterSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from typing import Self

    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path

_UNSET = object()  # None is a value of its own: no checkpoints
_REPLACEABLE = [
    *"model_dir tf_random_seed save_summary_steps save_checkpoints_steps save_checkpoints_secs session_config keep_checkpoint_max".split(),
    *"keep_checkpoint_every_n_hours log_step_count_steps train_distribute device_fn protocol eval_distribute".split(),
    *"experimental_distribute experimental_max_worker_delay_secs session_creation_timeout_secs checkpoint_save_graph_def".split(),
]


@tf_private("tensorflow_estimator.python.estimator.run_config.TaskType")
class TaskType:
    """The kinds of tasks in a cluster."""

    MASTER, PS, WORKER, CHIEF, EVALUATOR = "master", "ps", "worker", "chief", "evaluator"


@tf_private(
    "tensorflow_estimator.python.estimator.run_config.RunConfig", "tensorflow_estimator.python.estimator.estimator.run_config.RunConfig"
)
@tf_export("estimator.RunConfig")
class RunConfig:
    """How an estimator runs: its folder, how often it saves, its session and its cluster. Mirrors `tf.estimator.RunConfig`.

    Arguments:
        model_dir: the folder of checkpoints and summaries (default None).
        tf_random_seed: the seed of all graphs (default None).
        save_summary_steps: after how many steps summaries are written (default 100).
        save_checkpoints_steps, save_checkpoints_secs: after how many steps or seconds a checkpoint is written (default 600 seconds).
        session_config: a `tf.compat.v1.ConfigProto` (default None).
        keep_checkpoint_max: how many checkpoints are kept (default 5).
        keep_checkpoint_every_n_hours: which are kept besides (default 10000).
        log_step_count_steps: after how many steps the loss is logged (default 100).
        train_distribute, eval_distribute: strategies of `tf.distribute` (default None).
        The others are for clusters, whose jobs and tasks come from the environment variable TF_CONFIG.

    Raises:
        ValueError: both ways of saving are given, or TF_CONFIG says something impossible.

    Example:
        >>> config = tf.estimator.RunConfig(model_dir="runs", tf_random_seed=1, save_checkpoints_steps=50)
        >>> config.save_checkpoints_steps, config.save_checkpoints_secs, config.is_chief
        (50, None, True)
    """

    _distribute_coordinator_mode: str | None = None  # how the tasks of a cluster train together, if they do

    def __init__(
        self,
        model_dir: Path | None = None,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_steps: Any = _UNSET,
        save_checkpoints_secs: Any = _UNSET,
        session_config: Message | None = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int | None = 100,
        train_distribute: Any = None,
        device_fn: Callable[..., Any] | None = None,
        protocol: str | None = None,
        eval_distribute: Any = None,
        experimental_distribute: Any = None,
        experimental_max_worker_delay_secs: int | None = None,
        session_creation_timeout_secs: float = 7200,
        checkpoint_save_graph_def: bool = True,
    ) -> None:
        if save_checkpoints_steps is _UNSET and save_checkpoints_secs is _UNSET:
            save_checkpoints_steps, save_checkpoints_secs = None, 600
        elif save_checkpoints_secs is _UNSET:
            save_checkpoints_secs = None
        elif save_checkpoints_steps is _UNSET:
            save_checkpoints_steps = None
        elif save_checkpoints_steps is not None and save_checkpoints_secs is not None:
            raise ValueError("`save_checkpoints_steps` and `save_checkpoints_secs` cannot be both set.")
        environment = json.loads(os.environ.get("TF_CONFIG") or "{}")
        self._model_dir = _model_dir(environment, model_dir)
        given = {name: value for name, value in locals().items() if name in _REPLACEABLE and name != "model_dir"}
        given["model_dir"] = self._model_dir
        _check(given)
        for name in _REPLACEABLE:
            setattr(self, f"_{name}", given[name])
        if train_distribute is None and eval_distribute is None and experimental_distribute is None:
            self._read_cluster(environment)
            if session_config is None:
                self._session_config = self._with_filters()
        else:
            self._read_strategies(environment)

    def _read_strategies(self, environment):
        """Take the strategies, and the cluster whose tasks run the same program where they train together."""
        both = self._experimental_distribute
        for name in ("train_distribute", "eval_distribute"):
            inner = None if both is None else getattr(both, name)
            if inner is not None:
                if getattr(self, f"_{name}") is not None:
                    raise ValueError(f"Either `{name}` or`experimental_distribute.{name}` can be set.")
                setattr(self, f"_{name}", inner)
        if self._train_distribute is not None and both is not None and both.remote_cluster:
            raise refused("tf.estimator.RunConfig", "remote cluster")
        cluster = ClusterSpec(environment.get("cluster", {}))
        self._distribute_coordinator_mode = None
        if not cluster.jobs or "master" in cluster.jobs or self._train_distribute is None:
            self._read_cluster(environment)
            if self._session_config is None:
                self._session_config = self._with_filters()
            return
        if not getattr(self._train_distribute, "_joins_workers", False):
            raise refused("tf.estimator.RunConfig", "cluster", kind=type(self._train_distribute).__name__)
        # Which task this is shows where the training begins.
        self._read_cluster({})
        self._cluster_spec, self._distribute_coordinator_mode = cluster, "independent_worker"

    def _read_cluster(self, environment):
        service = environment.get("service")
        if service is not None and not isinstance(service, dict):
            raise TypeError(f'If "service" is set in TF_CONFIG, it must be a dict. Given {type(service)}')
        self._service = service
        task, cluster = environment.get("task", {}), environment.get("cluster", {})
        self._cluster_spec = ClusterSpec(cluster)
        kind, index = task.get("type"), task.get("index")
        index = None if index is None else int(index)
        if not cluster:
            kind, index = TaskType.WORKER if kind is None else kind, 0 if index is None else index
            if kind != TaskType.WORKER:
                raise ValueError('If "cluster" is not set in TF_CONFIG, task type must be WORKER.')
            if index != 0:
                raise ValueError('If "cluster" is not set in TF_CONFIG, task index must be 0.')
            self._task_type, self._task_id, self._global_id_in_cluster = kind, index, 0
            self._master = environment.get("session_master", "")
            self._evaluation_master = environment.get("eval_session_master", "")
            self._is_chief, self._num_ps_replicas, self._num_worker_replicas = True, 0, 1
            return
        leader = next((c for c in (TaskType.CHIEF, TaskType.MASTER) if c in cluster), None)
        if leader is None:
            raise ValueError('If "cluster" is set in TF_CONFIG, it must have one "chief" node.')
        if len(cluster[leader]) > 1:
            raise ValueError(f'The "cluster" in TF_CONFIG must have only one "{leader}" node.')
        if kind is None or index is None:
            raise ValueError(f'If "cluster" is set in TF_CONFIG, task {"type" if kind is None else "index"} must be set.')
        if index < 0:
            raise ValueError("Task index must be non-negative number.")
        self._task_type, self._task_id = kind, index
        if kind == TaskType.EVALUATOR:
            # It takes no part in the training, so its place in the cluster says nothing.
            self._cluster_spec = ClusterSpec({})
            self._evaluation_master = self._master = environment.get("eval_session_master", "")
            self._num_ps_replicas, self._num_worker_replicas, self._global_id_in_cluster, self._is_chief = 0, 0, None, False
            return
        hint = "\n\nNote that these values may be coming from the TF_CONFIG environment variable."
        if kind not in cluster:
            raise ValueError(f"{kind} is not a valid task_type in the cluster_spec:\n{self._cluster_spec}{hint}")
        if index >= len(cluster[kind]):
            raise ValueError(f"{index} is not a valid task_id for task_type {kind} in the cluster_spec:\n{self._cluster_spec}{hint}")
        self._evaluation_master = ""
        if "session_master" in environment:
            self._master = environment["session_master"]
        else:
            alone = len(cluster) == 1 and len(cluster[kind]) == 1
            self._master = "" if alone else f"grpc://{cluster[kind][index]}"
        self._num_ps_replicas = len(cluster.get(TaskType.PS, []))
        self._num_worker_replicas = len(cluster.get(TaskType.WORKER, [])) + len(cluster[leader])
        before = [job for job in (leader, TaskType.MASTER, TaskType.WORKER, TaskType.PS) if job in cluster]
        before = before[: before.index(kind)] if kind in before else before
        self._global_id_in_cluster = sum(len(cluster[job]) for job in dict.fromkeys(before)) + index
        self._is_chief = kind == leader

    def _with_filters(self):
        """The configuration of a session that sees only the machines of its own kind; None where there is but this one."""
        if self._task_type == TaskType.MASTER:
            filters = ["/job:ps", "/job:master"]
        elif self._task_type == TaskType.CHIEF:
            filters = ["/job:ps", "/job:chief"]
        elif self._task_type == TaskType.WORKER and self._cluster_spec.jobs:
            filters = ["/job:ps", f"/job:worker/task:{self._task_id}"]
        elif self._task_type == TaskType.PS:
            filters = ["/job:ps", "/job:worker", "/job:chief", "/job:master"]
        else:
            return None
        return session_configuration(filters)

    def replace(self, **kwargs: Any) -> Self:
        """A copy of the configuration with other values. Mirrors `tf.estimator.RunConfig.replace`.

        The configuration itself does not change, and neither does one that an estimator was given: `estimator.config` is a copy.

        Arguments:
            kwargs: the new values by name: model_dir, tf_random_seed, save_summary_steps, save_checkpoints_steps or save_checkpoints_secs,
                session_config, keep_checkpoint_max, keep_checkpoint_every_n_hours, log_step_count_steps, train_distribute and others that
                the constructor takes.

        Returns:
            a RunConfig. Of steps and seconds between checkpoints the one that is given takes the place of the other.

        Raises:
            ValueError: a name that cannot be replaced, or a value that is not allowed.

        Example:
            >>> config = tf.estimator.RunConfig(save_checkpoints_secs=60)
            >>> other = config.replace(model_dir="runs", save_summary_steps=10)
            >>> other.model_dir, other.save_summary_steps, config.save_summary_steps
            ('runs', 10, 100)
        """
        made = copy.deepcopy(self)
        for name in kwargs:
            if name not in _REPLACEABLE:
                raise ValueError(f"Replacing {name} is not supported. Allowed properties are {_REPLACEABLE}.")
        if kwargs.get("save_checkpoints_steps") is not None and kwargs.get("save_checkpoints_secs") is not None:
            raise ValueError("`save_checkpoints_steps` and `save_checkpoints_secs` cannot be both set.")
        # Who names one of the two does not want the other any more.
        if kwargs.get("save_checkpoints_steps") is not None:
            kwargs.setdefault("save_checkpoints_secs", None)
        if kwargs.get("save_checkpoints_secs") is not None:
            kwargs.setdefault("save_checkpoints_steps", None)
        _check(kwargs)
        for name, value in kwargs.items():
            setattr(made, f"_{name}", value)
        return made


def _attribute(name):
    return property(lambda self: getattr(self, f"_{name}"), doc=f"The value of `{name}`.")


for _name in (
    *_REPLACEABLE,
    *"service cluster_spec task_type task_id global_id_in_cluster master evaluation_master is_chief num_ps_replicas".split(),
    "num_worker_replicas",
):
    setattr(RunConfig, _name, _attribute(_name))


def session_configuration(filters: list[str] | tuple[()] = ()) -> Message:
    """What sessions of estimators are configured with, a ConfigProto."""
    made = message("ConfigProto")(allow_soft_placement=True, device_filters=filters)
    kinds = made.graph_options.rewrite_options.DESCRIPTOR.fields_by_name["meta_optimizer_iterations"].enum_type.values_by_name
    made.graph_options.rewrite_options.meta_optimizer_iterations = kinds["ONE"].number
    return made


def _model_dir(environment, given):
    told = environment.get("model_dir")
    if told == "":
        raise ValueError("model_dir in TF_CONFIG should be non-empty.")
    if given is not None and told and os.fspath(given) != told:
        raise ValueError(
            "`model_dir` provided in RunConfig construct, if set, must have the same value as the model_dir in TF_CONFIG. "
            f'model_dir: {given}\nTF_CONFIG["model_dir"]: {told}.\n'
        )
    return given if given is not None else told


def _check(values):
    def need(condition, text):
        if not condition:
            raise ValueError(text)

    for name in ("save_summary_steps", "save_checkpoints_steps", "save_checkpoints_secs", "keep_checkpoint_max"):
        need(values.get(name) is None or values[name] >= 0, f"{name} should be >= 0")
    for name in ("keep_checkpoint_every_n_hours", "log_step_count_steps", "session_creation_timeout_secs"):
        need(values.get(name) is None or values[name] > 0, f"{name} should be > 0")
    need(values.get("model_dir") != "", "model_dir should be non-empty.")
    config, seed = values.get("session_config"), values.get("tf_random_seed")
    need(config is None or isinstance(config, message("ConfigProto")), "session_config must be instance of ConfigProto")
    need(seed is None or (hasattr(seed, "__index__") and not isinstance(seed, float)), "tf_random_seed must be integer.")
    function = values.get("device_fn")
    if function is not None:
        need(
            callable(function) and [*inspect.signature(function).parameters] == ["op"],
            'device_fn must be callable with exactly one argument "op".',
        )
    need(values.get("protocol") in (None, "grpc", "grpc+verbs"), "protocol should be grpc or grpc+verbs")
    delay = values.get("experimental_max_worker_delay_secs")
    need(delay is None or isinstance(delay, int), "experimental_max_worker_delay_secs must be an integer if set.")
    for name in ("train_distribute", "eval_distribute"):
        if getattr(values.get(name), "_should_use_with_coordinator", False):
            raise ValueError(
                "Please use `tf.compat.v1.distribute.experimental.ParameterServerStrategy` for parameter server strategy with estimator."
            )
