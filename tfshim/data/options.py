"""`tf.data.Options` and the groups of options in it."""

from __future__ import annotations

import copy
import enum
import logging
from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export, tf_private


@tf_export("data.experimental.AutoShardPolicy")
class AutoShardPolicy(enum.IntEnum):
    """How a dataset is divided between the workers of a distribution strategy. Mirrors `tf.data.experimental.AutoShardPolicy`.

        OFF: not at all: each worker reads everything.
        AUTO: by files where there are enough, else by elements; the default.
        FILE: by files: each worker reads its own. Raises an error where there are fewer files than workers.
        DATA: by elements: each worker reads everything and keeps every n-th element.
        HINT: where the pipeline says `shard(tf.data.experimental.SHARD_HINT, ...)`.

    It is the `auto_shard_policy` of `tf.data.experimental.DistributeOptions`.

    Example:
        >>> options = tf.data.Options()
        >>> options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
        >>> dataset = tf.data.Dataset.range(4).with_options(options)
        >>> dataset.options().experimental_distribute.auto_shard_policy.name
        'DATA'
    """

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


@tf_export("data.experimental.AutotuneAlgorithm")
class AutotuneAlgorithm(enum.Enum):
    """By which algorithm `tf.data.AUTOTUNE` would choose numbers. Mirrors `tf.data.experimental.AutotuneAlgorithm`.

        DEFAULT, HILL_CLIMB, GRADIENT_DESCENT, MAX_PARALLELISM, STAGE_BASED: TensorFlow's algorithms.

    It is the `autotune_algorithm` of `tf.data.experimental.AutotuneOptions`. A hint: here it is kept, and
    changes neither results nor how
    pipelines run.

    It has no effect on the order of elements.

    Example:
        >>> options = tf.data.Options()
        >>> options.autotune.autotune_algorithm = tf.data.experimental.AutotuneAlgorithm.HILL_CLIMB
        >>> options.autotune.autotune_algorithm.name
        'HILL_CLIMB'
    """

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


@tf_export("data.experimental.ExternalStatePolicy")
class ExternalStatePolicy(enum.Enum):
    """What saving an iterator does about state that it does not hold. Mirrors `tf.data.experimental.ExternalStatePolicy`.

        WARN: save, and warn that variables, random numbers or Python's state are not saved along; the default.
        IGNORE: save without a warning.
        FAIL: raise an error.

    It is the `experimental_external_state_policy` of `tf.data.Options`.

    Example:
        >>> options = tf.data.Options()
        >>> options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.FAIL
        >>> tf.data.Dataset.range(4).with_options(options).options().experimental_external_state_policy.name
        'FAIL'
    """

    WARN = 0
    IGNORE = 1
    FAIL = 2


SHARD_HINT = -1


class _Property(property):
    """A checked option. default: its value until it is set, or a function without arguments that makes one for each group."""

    def __init__(self, name: str, kind: Any, default: Any, doc: str) -> None:
        self.name, self.kind, self.default = name, kind, default

        def get(owner):
            value = owner._values.get(name, _UNSET)
            if value is _UNSET:
                if not callable(default):
                    return default
                value = owner._values[name] = default()
                if isinstance(value, OptionsBase):
                    value._frozen = owner._frozen
            return value

        def put(owner, value):
            if not isinstance(value, kind):
                raise TypeError(f'Property "{name}" must be of type {kind}, got: {value} (type: {type(value)})')
            owner._values[name] = value

        super().__init__(get, put)
        self.__doc__ = doc  # else it would be that of this class


_UNSET = object()


class _Testing:
    on = False


@tf_private("tensorflow.python.data.ops.test_mode.toggle_test_mode")
def toggle_test_mode(test_mode: bool) -> None:
    """Whether options that are left alone have the values for tests, as TensorFlow's own tests of datasets want them."""
    _Testing.on = test_mode


class OptionsBase:
    """A group of options: only its own can be set, and only to values of their types."""

    __module__ = "tensorflow.python.data.util.options"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        object.__setattr__(self, "_values", {})
        object.__setattr__(self, "_frozen", False)

    def __setattr__(self, name, value):
        if name == "_frozen":
            object.__setattr__(self, name, value)
            for inner in self._values.values():
                if isinstance(inner, OptionsBase):
                    inner._frozen = value
            return
        if self._frozen:
            raise ValueError(
                "Mutating `tf.data.Options()` returned by `tf.data.Dataset.options()` has no effect. Use "
                "`tf.data.Dataset.with_options(options)` to set or update dataset options."
            )
        if not isinstance(getattr(type(self), name, None), property):
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)

    def _set_mutable(self, mutable):
        self._frozen = not mutable

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, n) == getattr(other, n) for n in self._names())

    def __ne__(self, other):
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    @classmethod
    def _names(cls):
        return [k for k, v in vars(cls).items() if isinstance(v, _Property)]

    def _take(self, others):
        """Set what is set in the group `others` of the same type, where that is not the default: a default changes nothing."""
        defaults = type(self)()
        for name, value in others._values.items():
            mine, default = getattr(self, name), getattr(defaults, name)
            if value == default or value == mine:
                continue
            if mine == default:
                self._values[name] = copy.deepcopy(value)
            elif isinstance(mine, OptionsBase):
                setattr(self, name, merge_options(mine, value))
            else:
                logging.getLogger("absl").warning("Changing the value of option %s from %r to %r.", name, mine, value)
                setattr(self, name, value)

    def __deepcopy__(self, memo):
        made = type(self)()
        made._values.update({k: copy.deepcopy(v, memo) for k, v in self._values.items()})
        return made


@tf_private("tensorflow.python.data.util.options.create_option")
def create_option(name: str, ty: Any, docstring: str, default_factory: Callable[[], Any] | None = None) -> property:
    """A property for a class of options.

    Setting it to what is no instance of `ty` (a type, or a tuple of types) raises TypeError; until it is set, its value is what
    `default_factory()` gives, or None.
    """
    return _Property(name, ty, default_factory, docstring)


@tf_private("tensorflow.python.data.util.options.merge_options")
def merge_options(*options_list: Any) -> Any:
    """New options of the same type, with what each of `options_list` sets: where several do, the last one wins.

    Groups within them are merged name by name. A value that is the default counts as not set.

    Raises:
        ValueError: there are none.
        TypeError: they are of different types, or no options.
    """
    if not options_list:
        raise ValueError("At least one options should be provided")
    kind = type(options_list[0])
    for options in options_list:
        if not isinstance(options, kind):
            raise TypeError(f"Could not merge incompatible options of type {type(options)} and {kind}.")
    if not isinstance(options_list[0], OptionsBase):
        raise TypeError(f"All options to be merged should inherit from `OptionsBase` but found option of type {kind} which does not.")
    made = kind()
    for options in options_list:
        made._take(options)
    return made


@tf_export("data.experimental.AutotuneOptions")
class AutotuneOptions(OptionsBase):
    """What tuning of pipelines may use: the `autotune` of `tf.data.Options`. Mirrors `tf.data.experimental.AutotuneOptions`.

    Attributes, each None until it is set:
        enabled: whether `tf.data.AUTOTUNE` is tuned, a bool.
        cpu_budget: how many processors it may use, an int.
        ram_budget: how many bytes of memory it may use, an int.
        autotune_algorithm: a `tf.data.experimental.AutotuneAlgorithm`.

    They are hints: kept, and without effect here. A value of another type raises TypeError.

    Example:
        >>> options = tf.data.Options()
        >>> options.autotune.cpu_budget = 2
        >>> tf.data.Dataset.range(4).with_options(options).options().autotune.cpu_budget
        2
    """

    __module__ = "tensorflow.python.data.ops.options"
    enabled = _Property("enabled", bool, None, "Whether to tune.")
    cpu_budget = _Property("cpu_budget", int, None, "Processors to use.")
    ram_budget = _Property("ram_budget", int, None, "Bytes of memory to use.")
    autotune_algorithm = _Property("autotune_algorithm", AutotuneAlgorithm, None, "The algorithm.")


@tf_export("data.experimental.DistributeOptions")
class DistributeOptions(OptionsBase):
    """How a dataset is divided between workers: the `experimental_distribute` of `tf.data.Options`. Mirrors
    `tf.data.experimental.DistributeOptions`.

    Attributes:
        auto_shard_policy: a `tf.data.experimental.AutoShardPolicy`, AUTO by default.
        num_devices: how many devices this pipeline feeds, an int; None by default.

    A strategy's `experimental_distribute_dataset` and `Model.fit` under a strategy follow them. A value of another type raises TypeError.

    Example:
        >>> options = tf.data.Options()
        >>> options.experimental_distribute.auto_shard_policy
        <AutoShardPolicy.AUTO: 0>
        >>> options.experimental_distribute.num_devices = 2
        >>> options.experimental_distribute.num_devices
        2
    """

    __module__ = "tensorflow.python.data.ops.options"
    auto_shard_policy = _Property("auto_shard_policy", AutoShardPolicy, AutoShardPolicy.AUTO, "The policy.")
    num_devices = _Property("num_devices", int, None, "The number of devices attached to this input pipeline.")


@tf_export("data.experimental.OptimizationOptions")
class OptimizationOptions(OptionsBase):
    """How pipelines are rewritten: the `experimental_optimization` of `tf.data.Options`. Mirrors
    `tf.data.experimental.OptimizationOptions`.

    Attributes, each a bool, and None until it is set:
        apply_default_optimizations; map_fusion, map_and_filter_fusion, filter_fusion, map_and_batch_fusion,
        shuffle_and_repeat_fusion: join such steps; map_parallelization, filter_parallelization, parallel_batch: run them in parallel;
        inject_prefetch: prefetch at the end; noop_elimination: drop what does nothing.

    They are hints: kept, and without effect here; results are the same in any case. A value of another type raises TypeError.

    Example:
        >>> options = tf.data.Options()
        >>> options.experimental_optimization.map_fusion = True
        >>> options.experimental_optimization.map_fusion, options.experimental_optimization.filter_fusion
        (True, None)
    """

    __module__ = "tensorflow.python.data.ops.options"
    apply_default_optimizations = _Property("apply_default_optimizations", bool, None, "Whether to rewrite as usual.")
    filter_fusion = _Property("filter_fusion", bool, None, "Whether to join filters.")
    filter_parallelization = _Property("filter_parallelization", bool, None, "Whether to run filters in parallel.")
    inject_prefetch = _Property("inject_prefetch", bool, None, "Whether to prefetch at the end.")
    map_and_batch_fusion = _Property("map_and_batch_fusion", bool, None, "Whether to join maps and batches.")
    map_and_filter_fusion = _Property("map_and_filter_fusion", bool, None, "Whether to join maps and filters.")
    map_fusion = _Property("map_fusion", bool, None, "Whether to join maps.")
    map_parallelization = _Property("map_parallelization", bool, None, "Whether to run maps in parallel.")
    noop_elimination = _Property("noop_elimination", bool, None, "Whether to drop what does nothing.")
    parallel_batch = _Property("parallel_batch", bool, None, "Whether to batch in parallel.")
    shuffle_and_repeat_fusion = _Property("shuffle_and_repeat_fusion", bool, None, "Whether to join shuffle and repeat.")


@tf_export("data.ThreadingOptions", "data.experimental.ThreadingOptions")
class ThreadingOptions(OptionsBase):
    """How many threads a pipeline uses; the `threading` of `tf.data.Options`. Mirrors `tf.data.ThreadingOptions`.

    Where several programs share a machine, or the model needs the processors more than its input. Without it a stage with
    `num_parallel_calls=tf.data.AUTOTUNE` takes as many as there are processors.

    Attributes:
        private_threadpool_size: the most threads that a stage of the pipeline (`map`, `interleave` ...) uses; None, the default, for
            no limit of its own.
        max_intra_op_parallelism: the most threads of one operation, a hint, which changes nothing here.

    Raises:
        TypeError: a value that is no int is set.
        AttributeError: something else is set, as after a misspelling.

    Example:
        >>> options = tf.data.Options()
        >>> options.threading.private_threadpool_size = 2
        >>> dataset = tf.data.Dataset.range(3).with_options(options)
        >>> dataset.options().threading.private_threadpool_size
        2
    """

    __module__ = "tensorflow.python.data.ops.options"
    max_intra_op_parallelism = _Property("max_intra_op_parallelism", int, None, "A hint: threads within an operation.")
    private_threadpool_size = _Property("private_threadpool_size", int, None, "The most threads of a stage.")


@tf_export("data.Options")
class Options(OptionsBase):
    """How a dataset is run, given to `Dataset.with_options`. Mirrors `tf.data.Options`.

    What is set for one stage holds for the whole pipeline; where two set the same, the later one wins. None, the default of most, leaves it
    to tfshim.

    Attributes:
        deterministic: False lets parallel stages give elements as they are ready, in any order.
        threading: a `tf.data.ThreadingOptions`, the number of threads.
        experimental_distribute: a `tf.data.experimental.DistributeOptions`: how workers share the elements.
        experimental_external_state_policy: whether iterators with state of their own, as of random numbers, may be saved.
        experimental_slack, experimental_warm_start, experimental_symbolic_checkpoint, autotune, experimental_optimization: hints.

    Raises:
        AttributeError: something else is set, as after a misspelling.
        TypeError: a value of another type is set.
        ValueError: the options that `Dataset.options()` gives are changed.

    Example:
        >>> options = tf.data.Options()
        >>> options.deterministic = False
        >>> options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
        >>> dataset = tf.data.Dataset.range(8).with_options(options).batch(2)
        >>> dataset.options().deterministic
        False
    """

    __module__ = "tensorflow.python.data.ops.options"
    autotune = _Property("autotune", AutotuneOptions, AutotuneOptions, "Tuning.")
    deterministic = _Property("deterministic", bool, None, "Whether parallel stages keep the order.")
    experimental_distribute = _Property("experimental_distribute", DistributeOptions, DistributeOptions, "Distribution.")
    experimental_external_state_policy = _Property(
        "experimental_external_state_policy", ExternalStatePolicy, None, "What to do about state that cannot be saved."
    )
    experimental_optimization = _Property("experimental_optimization", OptimizationOptions, OptimizationOptions, "Rewritings.")
    experimental_slack = _Property("experimental_slack", bool, None, "Whether the last prefetch leaves time.")
    experimental_symbolic_checkpoint = _Property("experimental_symbolic_checkpoint", bool, None, "How iterators are saved.")
    experimental_warm_start = _Property(
        "experimental_warm_start", bool, lambda: _Testing.on or None, "Whether threads start with the iterator."
    )
    threading = _Property("threading", ThreadingOptions, ThreadingOptions, "Threads.")

    @property
    def experimental_deterministic(self) -> bool | None:
        """Another name of `deterministic`."""
        return self.deterministic

    @experimental_deterministic.setter
    def experimental_deterministic(self, value: Any) -> None:
        self.deterministic = value

    @property
    def experimental_threading(self) -> ThreadingOptions:
        """Another name of `threading`."""
        return self.threading

    @experimental_threading.setter
    def experimental_threading(self, value: Any) -> None:
        self.threading = value

    def merge(self, options: Any) -> Options:
        """New options, made of these and others. Mirrors `tf.data.Options.merge`.

        Neither of the two is changed. What both set has the value of `options`; what only one sets, that value. What is set to its
        default counts as not set. Groups such as `threading` and `autotune` are merged name by name, not as a whole.
        `Dataset.with_options` does so with the options that the dataset has already.

        Arguments:
            options: a `tf.data.Options`.

        Returns:
            A `tf.data.Options`.

        Raises:
            TypeError: `options` is no `tf.data.Options`.

        Example:
            >>> first, second = tf.data.Options(), tf.data.Options()
            >>> first.deterministic = True
            >>> first.threading.private_threadpool_size = 4
            >>> second.deterministic = False
            >>> merged = first.merge(second)
            >>> merged.deterministic, merged.threading.private_threadpool_size, first.deterministic
            (False, 4, True)
        """
        return merge_options(self, options)


def of_dataset(dataset):
    """The options of a dataset merged with those of its inputs, where later ones win; immutable."""
    known = dataset.__dict__.get("_options_in_force")
    if known is None:
        known = Options()
        for d in dataset._inputs:
            known = known.merge(of_dataset(d))
        if dataset._own_options is not None:
            known = known.merge(dataset._own_options)
        known._frozen = True
        dataset.__dict__["_options_in_force"] = known
    return known


tf_export("data.experimental.SHARD_HINT")(SHARD_HINT)
