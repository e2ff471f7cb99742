"""Replaces `tensorflow.python.distribute.combinations`: tests that run under several strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.private.framework import test_combinations as tests
from tfshim.private.framework.combinations import EagerGraphCombination, TFVersionCombination
from tfshim.private.framework.test_combinations import (
    NamedObject,
    OptionalParameter,
    ParameterModifier,
    TestCombination,
    combine,
    concat,
    times,
)

_REPLACES = "tensorflow.python.distribute.combinations"
__all__ = ["NamedDistribution", "NamedObject", "combine", "concat", "env", "generate", "in_main_process", "times"]


class NamedDistribution:
    """A strategy by a name, made by `distribution_fn()` when it is needed, and what it needs: GPUs, a TPU, other processes."""

    def __init__(
        self,
        name: str,
        distribution_fn: Callable[[], Any],
        required_gpus: int | None = None,
        required_physical_gpus: int = 0,
        required_tpu: bool = False,
        use_cloud_tpu: bool = False,
        has_chief: bool = False,
        num_workers: int = 1,
        num_ps: int = 0,
        share_gpu: bool = True,
        pool_runner_fn: Callable[..., Any] | None = None,
        no_xla: bool = False,
    ) -> None:
        self._name, self._distribution_fn, self._pool_runner_fn = name, distribution_fn, pool_runner_fn
        self.required_gpus, self.required_physical_gpus, self.required_tpu = required_gpus, required_physical_gpus, required_tpu
        self.use_cloud_tpu, self.has_chief, self.num_workers, self.num_ps = use_cloud_tpu, has_chief, num_workers, num_ps
        self.share_gpu, self.no_xla = share_gpu, no_xla

    strategy = property(lambda self: self._distribution_fn(), doc="A new strategy.")

    def __repr__(self) -> str:
        return self._name


class _StrategyParameter(ParameterModifier):
    """The test has the strategies themselves."""

    def modified_arguments(self, kwargs: Mapping[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """The strategies."""
        return {k: v.strategy for k, v in kwargs.items() if isinstance(v, NamedDistribution)}


class DistributionCombination(TestCombination):
    """Arguments that are `NamedDistribution`s."""

    def should_execute_combination(self, kwargs: Mapping[str, Any]) -> tuple[bool, str | None]:
        """Whether there is what they need."""
        for v in kwargs.values():
            if not isinstance(v, NamedDistribution):
                continue
            gpus = len(tf.config.list_logical_devices("GPU"))
            if v.required_tpu or v.use_cloud_tpu:
                return False, "Test requires a TPU, but it's not available."
            if (v.required_gpus or 0) > gpus:
                return False, f"Only {gpus} of {v.required_gpus} GPUs are available."
            if v.num_workers > 1 or v.num_ps or v.has_chief:
                return False, f"{v} needs other processes; run the test under tf.distribute.MultiWorkerMirroredStrategy with torchrun."
        return True, None

    def parameter_modifiers(self) -> Sequence[Any]:
        """Strategies in place of what makes them; what tells of clusters need not be taken."""
        names = "required_gpus required_gpu required_physical_gpus required_tpu use_cloud_tpu num_workers has_chief num_ps share_gpu runner"
        return [_StrategyParameter(), *(OptionalParameter(name) for name in names.split())]


class GPUCombination(TestCombination):
    """The argument `required_gpus`: how many a test needs; 0 for one that runs on the CPU only."""

    def should_execute_combination(self, kwargs: Mapping[str, Any]) -> tuple[bool, str | None]:
        """Whether there are so many."""
        wanted, gpus = kwargs.get("required_gpus") or 0, len(tf.config.list_logical_devices("GPU"))
        if wanted > gpus:
            return False, f"Only {gpus} of {wanted} GPUs are available."
        return True, None


class TPUCombination(TestCombination):
    """The arguments `required_tpu` and `use_cloud_tpu`, of which there is none."""

    def should_execute_combination(self, kwargs: Mapping[str, Any]) -> tuple[bool, str | None]:
        """Whether the test goes without."""
        if kwargs.get("required_tpu") or kwargs.get("use_cloud_tpu"):
            return False, "Test requires a TPU, but it's not available."
        return True, None


@tf_export("__internal__.distribute.combinations.generate", v1=[])
def generate(combinations: Iterable[Mapping[str, Any]], test_combinations: Sequence[TestCombination] = ()) -> Callable[[Any], Any]:
    """A decorator for a test, or a class of tests, that runs once for each of `combinations`, in which there may be strategies.

    What needs GPUs, a TPU or processes that are not there is skipped. Mirrors `tf.__internal__.distribute.combinations.generate`.
    """
    own = (EagerGraphCombination(), TFVersionCombination(), DistributionCombination(), GPUCombination(), TPUCombination())
    return tests.generate(combinations, (*own, *test_combinations))


@tf_export("__internal__.distribute.combinations.in_main_process", v1=[])
def in_main_process() -> bool:
    """Whether this is the process that runs the tests, as it is: tests start no others."""
    return True


class TestEnvironment:
    """What tests may want to know of where they run."""

    __test__ = False

    def __init__(self) -> None:
        self.tf_data_service_dispatcher: Any = None
        self.total_phsyical_gpus: int | None = None  # TensorFlow's spelling


_env = TestEnvironment()


@tf_export("__internal__.distribute.combinations.env", v1=[])
def env() -> TestEnvironment:
    """The one of this process."""
    return _env
