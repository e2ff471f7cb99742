"""Strategies: how a program runs on its devices: on one, on several GPUs, or on what a CPU or GPU has been divided into."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.joining import concat
from tfshim.control_flow import group
from tfshim.distribute import replicas, variables
from tfshim.distribute.extended import CentralStorageExtended, MirroredExtended, StrategyExtended
from tfshim.distribute.inputs.of_strategies import StrategyInputs
from tfshim.distribute.per_replica import DistributedValues, PerReplica, select
from tfshim.distribute.reducing import not_reduced, reduced, reduced_along
from tfshim.distribute.replica_context import ReplicaContext
from tfshim.distribute.replicas import entered
from tfshim.distribute.values import ReduceOp
from tfshim.engine.autograph import convert_argument
from tfshim.engine.functions.function import Function, function
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis


def beside(variable: Any) -> AbstractContextManager[Any]:
    """A context whose variables are kept where `variable` is."""
    return contextlib.nullcontext() if variable.updates_elsewhere is None else variable.beside()


def check_arguments(args):
    """Raise ValueError for positional arguments of `run` that are not several."""
    if not isinstance(args, (list, tuple)):
        raise ValueError(f"positional args must be a list or tuple, got {type(args)}")


@tf_export("distribute.Strategy")
class Strategy(StrategyInputs):
    """How a program is spread over devices: the base of `MirroredStrategy` and the others.

    Mirrors `tf.distribute.Strategy`. Variables and models that are made within `with strategy.scope():` belong to it. `fit` then does the
    rest. A loop of one's own takes `experimental_distribute_dataset(dataset)`, calls `run(step, args=(batch,))` in each replica, and makes
    one value of the results by `reduce("SUM", results, axis=None)`; `num_replicas_in_sync` says how many replicas there are.

    Arguments:
        extended: a `tf.distribute.StrategyExtended`, for strategies of one's own.

    Example:
        >>> strategy = tf.distribute.get_strategy()
        >>> strategy.num_replicas_in_sync
        1
        >>> data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
        >>> [int(strategy.reduce("SUM", strategy.run(tf.reduce_sum, args=(batch,)), axis=None)) for batch in data]
        [1, 5]
    """

    __module__ = "tensorflow.python.distribute.distribute_lib"
    _context_kind = ReplicaContext
    _has_workers = False  # whether other processes hold some of its replicas
    _cross_device_ops: Any = None  # what reduces gradients, where it was given
    _is_default = False
    _scale_loss_for_estimator = False  # whether optimizers of TensorFlow 1 take the mean of the losses of replicas
    _should_use_with_coordinator = False  # whether a program schedules functions for it

    def __init__(self, extended: Any) -> None:
        self._extended = extended
        count = max(1, len(extended._devices)) if isinstance(extended, StrategyExtended) else 1
        self._contexts = [self._context_kind(self, i) for i in range(count)]
        self._wrapped = {}  # traced functions given to `run`, as they run in all replicas

    def __copy__(self):
        raise RuntimeError("Must only deepcopy DistributionStrategy.")

    def __deepcopy__(self, memo):
        return self  # configurations that hold one are copied, and what it has joined is there once

    @property
    def extended(self) -> StrategyExtended:
        """The lower-level methods."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas whose gradients are added up."""
        return len(self._contexts)

    @property
    def cluster_resolver(self) -> Any:
        """The cluster resolver: None for one machine."""
        return None

    def scope(self) -> Any:
        """Give the context in which what is made belongs to this strategy. Mirrors `tf.distribute.Strategy.scope`.

        Returns:
            A context manager; `with strategy.scope() as s:` gives the strategy as `s`. Variables, models, metrics and optimizers that
            are made within it belong to the strategy, and functions called within it are between the replicas.

        Raises:
            RuntimeError: within a replica of several, or, on entering, within the scope of another strategy.

        `fit` and `strategy.run` enter it themselves: only what makes variables has to stand in it, mostly the model and `compile`.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> with strategy.scope():
            ...     print(tf.distribute.get_strategy() is strategy, tf.distribute.in_cross_replica_context())
            True True
        """
        self._check_between()
        return entered(self, None)

    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """Call a function once in each replica.

        Arguments:
            fn: the function, plain or a `tf.function`.
            args: its positional arguments, a list or tuple. Of values that differ by replica, as the batches of a distributed
                dataset do, each replica gets its own.
            kwargs: its arguments by name, a dictionary, likewise; None.
            options: for TPUs; without effect.

        Returns:
            What `fn` returns: with one replica just that, with several a value for each, which `reduce` makes one of.

        Raises:
            ValueError: `args` is no list or tuple. RuntimeError: called within a replica of several.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> losses = strategy.run(lambda x, scale: x * scale, args=(tf.constant(2.0),), kwargs={"scale": 3.0})
            >>> float(strategy.reduce("SUM", losses, axis=None))
            6.0
        """
        check_arguments(args)
        if len(self._contexts) == 1:
            args, kwargs = tuple(args), kwargs or {}
            if any(isinstance(x, DistributedValues) for x in nest.flatten((args, kwargs))):
                args, kwargs = select(0, args), select(0, kwargs)
            # Replicas run in the scope, to which a derived class may add something.
            with self.scope() if type(self).scope is not Strategy.scope else contextlib.nullcontext(), self._only_replica():
                return convert_argument(fn)(*args, **kwargs)
        replicas.check_between()
        if isinstance(inspect.getattr_static(fn, "__call__", None), Function):
            fn = fn.__call__  # of a module
            replicas.to_be_saved(fn, args, kwargs or {})
        if isinstance(fn, Function):
            # Replicas synchronize in the middle of the function (`merge_call`, reductions), so one trace has to hold all of them.
            wrapped = self._wrapped.get(fn)
            if wrapped is None:
                wrapped = self._wrapped[fn] = function(lambda args, kwargs: self.run(fn.python_function, args, kwargs))
            return wrapped(tuple(args), dict(kwargs or {}))
        with self.scope():
            return replicas.run_replicas(self, convert_argument(fn), args, kwargs or {})

    @contextlib.contextmanager
    def _scale_loss_for_estimator_enabled(self):
        """A context in which optimizers of TensorFlow 1 take the mean of the losses of replicas, as estimators have it."""
        self._scale_loss_for_estimator = True
        try:
            yield
        finally:
            self._scale_loss_for_estimator = False

    def _only_replica(self):
        """A context in which the one replica of this process runs."""
        return entered(self, 0)

    def reduce(self, reduce_op: Any, value: Any, axis: Axis) -> Any:
        """Make one value of those of all replicas.

        Arguments:
            reduce_op: "SUM" or "MEAN", or a `tf.distribute.ReduceOp`.
            value: what `run` returned, or a structure of such; the components have one shape.
            axis: an axis that is reduced as well, mostly 0, that of the batch; None reduces over the replicas alone.

        Returns:
            A tensor, or a structure of them as `value` is one. A mean along `axis` counts examples, however they are divided.

        Raises:
            ValueError: a sum of what is no value of several replicas, or an unknown `reduce_op`.
            ValueError: `args` is no list or tuple. RuntimeError: called within a replica of several.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> losses = strategy.run(lambda: tf.constant([1.0, 3.0]))
            >>> float(strategy.reduce("MEAN", losses, axis=0))
            2.0
        """
        self._check_between()
        kind = ReduceOp.of(reduce_op)
        return nest.map_structure(lambda x: self._reduced(kind, x, axis), value)

    def _check_between(self):
        """Raise RuntimeError within a replica of one of several: what concerns all of them is not done there."""
        if len(self._contexts) > 1:
            replicas.check_between()

    def _reduced(self, kind, x, axis):
        if isinstance(x, variables._Distributed):
            x = PerReplica([v.read_value() for v in x.values])
        if not isinstance(x, DistributedValues):
            if axis is None and isinstance(x, IndexedSlices) and self.num_replicas_in_sync == 1:
                return x
            if axis is not None:
                return reduced_along(kind, [x] * self.num_replicas_in_sync, axis)
            if self.num_replicas_in_sync > 1 and kind is ReduceOp.SUM:
                return not_reduced(x)
            return (
                convert_to_tensor(x)
                if isinstance(self._extended, (MirroredExtended, CentralStorageExtended)) and self.num_replicas_in_sync == 1
                else x
            )
        return reduced(kind, x) if axis is None else reduced_along(kind, x.values, axis)

    def _added_gradients(self, gradients):
        """The gradients of all replicas added up."""
        # A gradient that all replicas share as one object counts once for each of them.
        count = self.num_replicas_in_sync
        made = [g if g is None or isinstance(g, PerReplica) else g * count for g in gradients]
        places = [i for i, g in enumerate(made) if isinstance(g, PerReplica)]
        for i, total in zip(places, self._reduced_together(ReduceOp.SUM, [made[i] for i in places])):
            made[i] = total
        return made

    def _reduced_together(self, kind, values):
        """The sums or means of several PerReplica."""
        if self._cross_device_ops is None:
            return [reduced(kind, x) for x in values]
        made = self._cross_device_ops.batch_reduce(kind, [(x, x) for x in values])
        return [select(0, x) for x in made]

    def gather(self, value: Any, axis: Axis) -> Tensor:
        """Join the values of all replicas along an axis. Mirrors `tf.distribute.Strategy.gather`.

        Arguments:
            value: what `run` returned, or a structure of such: dense tensors whose shapes agree but for `axis`.
            axis: the axis along which they are joined, mostly 0, that of the batch.

        Returns:
            A tensor, or a structure of them, with the values of the first replica in front. With one replica it is `value`.

        Where `reduce` makes one number of the results of all replicas, this keeps all, such as the predictions for each example.

        Raises:
            InvalidArgumentError: shapes that do not agree.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> predictions = strategy.run(lambda x: x * 2.0, args=(tf.constant([1.0, 2.0]),))
            >>> strategy.gather(predictions, axis=0).numpy()
            array([2., 4.], dtype=float32)
        """
        return nest.map_structure(lambda x: concat(list(x.values), axis) if isinstance(x, DistributedValues) else x, value)

    def group(self, value: Any, name: str | None = None) -> Any:
        """Make one operation of those of all replicas. Mirrors `tf.distribute.Strategy.group`, for graphs of TensorFlow 1.

        Arguments:
            value: what `run` returned, mostly operations that update.
            name: a name for the operation.

        Returns:
            In a graph, an operation that is done when those of all replicas are. Of a single value without a `name` it is the operation
            that makes it. Outside of graphs there is nothing to wait for: the single value, or None.

        Programs that `tf.function` or eager execution run have no use for it: what `run` was called with is done when it returns.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> with tf.Graph().as_default():
            ...     strategy.group(tf.constant(1.0, name="step"), name="train").name
            'train'
        """
        values = self.experimental_local_results(value)
        if len(values) != 1 or name is not None:
            return group(*nest.flatten(values), name=name)
        return getattr(values[0], "op", values[0])  # values that are there have no operation

    def unwrap(self, value: Any) -> Any:
        """List the values of the replicas of this machine. Mirrors `tf.compat.v1.distribute.Strategy.unwrap`, the older name of
        `experimental_local_results`.

        Arguments:
            value: what `run` returned, a variable of the strategy, or any other value.

        Returns:
            A tuple with a value for each replica, in their order; a value that is not one of several replicas comes alone.

        Programs of TensorFlow 1 take the losses or operations of the replicas apart with it, to run or to print each.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> loss = strategy.run(lambda: tf.constant(0.5))
            >>> [float(value) for value in strategy.unwrap(loss)]
            [0.5]
        """
        return self.experimental_local_results(value)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """List the values of the replicas of this machine. Mirrors `tf.distribute.Strategy.experimental_local_results`.

        Arguments:
            value: what `run` returned, a batch of a distributed dataset, a variable of the strategy, or any other value.

        Returns:
            A tuple with a value for each replica, in their order. A value that is not one of several replicas comes alone in it, so that
            a loop over the result is right with any strategy.

        It is for looking at what each replica has; `reduce` makes one value of them, and `gather` joins them.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> losses = strategy.run(lambda: tf.constant([1.0, 3.0]))
            >>> for loss in strategy.experimental_local_results(losses):
            ...     print(loss.numpy())
            [1. 3.]
        """
        return self._extended._local_results(value)

    def experimental_run(self, fn: Callable[..., Any], input_iterator: Any = None) -> Any:
        """Call a function in each replica with the next element of an iterator. Mirrors
        `tf.compat.v1.distribute.Strategy.experimental_run`.

        Arguments:
            fn: a function of one argument, the replica's part of the element; without an iterator, of none.
            input_iterator: what `make_dataset_iterator` or `make_input_fn_iterator` gave; None.

        Returns:
            What `run` returns: with one replica just what `fn` does, with several a value for each, which `reduce` makes one of.

        Raises:
            OutOfRangeError: the iterator has no more elements.

        Programs without sessions call `run` with the elements of a distributed dataset.

        Example:
            >>> strategy = tf.compat.v1.distribute.OneDeviceStrategy("cpu:0")
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     print(session.run(strategy.experimental_run(lambda: tf.constant(2.0))))
            2.0
        """
        return self.run(fn, () if input_iterator is None else (input_iterator.get_next(),))

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[None]:
        """Give a context whose variables are kept where another one is. Mirrors `tf.distribute.Strategy.colocate_vars_with`, which is
        deprecated there in favour of `strategy.extended.colocate_vars_with`.

        Arguments:
            colocate_with_variable: a variable that was made in the strategy's scope.

        Returns:
            A context manager; with the strategies of one machine it places nothing, since their variables are all kept in the same way.

        Optimizers use it for what they keep beside each variable. Enter it within `strategy.scope()`.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> with strategy.scope():
            ...     w = tf.Variable([1.0, 2.0])
            ...     with strategy.colocate_vars_with(w):
            ...         momentum = tf.Variable(tf.zeros_like(w))
            >>> momentum.device == w.device
            True
        """
        return self._extended.colocate_vars_with(colocate_with_variable)

    def configure(
        self, session_config: Any = None, cluster_spec: Any = None, task_type: str | None = None, task_id: int | None = None
    ) -> None:
        """Tell the strategy about a cluster: there is nothing to tell here. Mirrors `tf.distribute.Strategy.configure`, for programs of
        TensorFlow 1.

        Arguments:
            session_config: a `tf.compat.v1.ConfigProto`; it is left as it is.
            cluster_spec: the `tf.train.ClusterSpec` of the machines.
            task_type: what this process does, such as "worker".
            task_id: its number among those.

        Returns:
            None.

        In TensorFlow 1 an estimator called it with what the environment variable `TF_CONFIG` says, to have the strategy prepare
        sessions; `tf.distribute.MultiWorkerMirroredStrategy` reads that variable itself, when it is made.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> strategy.configure(session_config=tf.compat.v1.ConfigProto())
        """

    def update_config_proto(self, config_proto: Any) -> Any:
        """Give the configuration that sessions should have with this strategy. Mirrors `tf.distribute.Strategy.update_config_proto`, for
        programs of TensorFlow 1.

        Arguments:
            config_proto: a `tf.compat.v1.ConfigProto`.

        Returns:
            `config_proto` itself: sessions of this package find devices and other machines without it.

        In TensorFlow 1 what made the sessions of an estimator called it, and strategies set there which devices a session may see. Hand
        the result to `tf.compat.v1.Session(config=...)`.

        Example:
            >>> strategy = tf.distribute.OneDeviceStrategy("cpu:0")
            >>> config = strategy.update_config_proto(tf.compat.v1.ConfigProto(allow_soft_placement=True))
            >>> config.allow_soft_placement
            True
        """
        return config_proto


class Placed(Strategy):
    _extended_kind = StrategyExtended

    def __init__(self, devices: Iterable[str]) -> None:
        extended = self._extended_kind(self)
        extended._devices = tuple(devices)
        super().__init__(extended)
