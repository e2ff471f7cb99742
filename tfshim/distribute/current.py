"""Which strategy holds here, and which of its replicas this is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.distribute import replicas
from tfshim.distribute.replica_context import ReplicaContext, _DefaultReplicaContext
from tfshim.distribute.strategies import Placed, Strategy, check_arguments
from tfshim.distribute.values import InputContext
from tfshim.engine.autograph import convert_argument
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.state import TS

if TYPE_CHECKING:
    from typing import Self


_state = replicas.STATE


_chosen = None


@tf_export("distribute.get_strategy")
def get_strategy() -> Strategy:
    """The strategy in whose scope this is.

    Mirrors `tf.distribute.get_strategy`. Outside of all scopes it is the default strategy, of one replica, so that code written with
    strategies also runs without.

    Libraries take it to divide a batch by the number of replicas. In a function that `strategy.run` calls it is that strategy too.

    Returns:
        A `tf.distribute.Strategy`.

    Example:
        >>> tf.distribute.get_strategy().num_replicas_in_sync
        1
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     print(tf.distribute.get_strategy() is strategy)
        True
    """
    return _state.stack[-1][0] if _state.stack else _chosen or default_strategy()


@tf_export("distribute.has_strategy")
def has_strategy() -> bool:
    """Whether this is in the scope of a strategy other than the default one.

    Mirrors `tf.distribute.has_strategy`. Layers and optimizers ask it to find out whether what they do concerns several replicas;
    `tf.distribute.get_strategy()` gives the strategy.

    Strategies of a single device count as well. It is True in a function that `strategy.run` calls, and False again behind the scope,
    which holds for the thread that opened it.

    Returns:
        A boolean.

    Example:
        >>> tf.distribute.has_strategy()
        False
        >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        ...     print(tf.distribute.has_strategy())
        True
    """
    return get_strategy() is not default_strategy()


@tf_export("distribute.in_cross_replica_context")
def in_cross_replica_context() -> bool:
    """Whether this is in a strategy's scope, but in no replica.

    Mirrors `tf.distribute.in_cross_replica_context`. There values of all replicas can be seen at once and
    variables are made; the opposite
    is a function that `strategy.run` calls.

    Outside of all scopes the default strategy's one replica is meant.

    Returns:
        A boolean.

    Example:
        >>> tf.distribute.in_cross_replica_context()
        False
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     print(tf.distribute.in_cross_replica_context())
        ...     print(strategy.run(tf.distribute.in_cross_replica_context))
        True
        False
    """
    return bool(_state.stack) and _state.stack[-1][1] is None or not _state.stack and _chosen is not None


@tf_export("distribute.get_replica_context")
def get_replica_context() -> ReplicaContext | None:
    """The context of the replica that runs here: its number and its collectives.

    Mirrors `tf.distribute.get_replica_context`. Within a function that `strategy.run` calls, and outside of all scopes, there is one;
    directly in a strategy's scope there is none.

    Code that runs in a replica and has to look at the others, as a layer that normalizes over the global batch, asks it.

    Returns:
        A `tf.distribute.ReplicaContext`, or None.

    Example:
        >>> int(tf.distribute.get_replica_context().replica_id_in_sync_group)
        0
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     print(tf.distribute.get_replica_context())
        None
    """
    if in_cross_replica_context():
        return None
    return get_strategy()._contexts[replicas.current_replica() or 0]


@tf_export("distribute.experimental_set_strategy")
def experimental_set_strategy(strategy: Any) -> None:
    """Makes a strategy the one that holds outside of all scopes, without a `with` statement.

    Mirrors `tf.distribute.experimental_set_strategy`. It is for notebooks, in which a scope cannot reach over several cells. Variables and
    models that are made afterwards belong to it.

    Arguments:
        strategy: a `tf.distribute.Strategy`; None: the default one again.

    Raises:
        RuntimeError: within a scope.

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> tf.distribute.experimental_set_strategy(strategy)
        >>> tf.distribute.get_strategy() is strategy
        True
        >>> tf.distribute.experimental_set_strategy(None)
    """
    global _chosen
    if _state.stack:
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    if strategy is not None:
        _ = strategy.scope  # of what is no strategy an AttributeError, before anything is changed
    before, _chosen = _chosen, strategy
    made_by = [None if s is None else s.extended._creator for s in (before, strategy)]
    rest = tuple(c for c in TS.creators if c not in made_by)
    TS.creators = rest if made_by[1] is None else (made_by[1], *rest)


class DefaultStrategy(Placed):
    """The strategy outside of any scope: no device is preferred."""

    __module__ = "tensorflow.python.distribute.distribute_lib"
    __qualname__ = "_DefaultDistributionStrategy"
    _is_default = True
    _context_kind = _DefaultReplicaContext

    @contextlib.contextmanager
    def scope(self) -> Iterator[Self]:
        """A context that changes nothing."""
        if has_strategy():
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        yield self

    def run(self, fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: dict[str, Any] | None = None, options: Any = None) -> Any:
        """What `fn(*args, **kwargs)` gives."""
        check_arguments(args)
        return convert_argument(fn)(*args, **(kwargs or {}))

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """`dataset` itself."""
        return dataset

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: Any = None) -> Any:
        """What `dataset_fn` makes."""
        return dataset_fn(InputContext(1, 0, 1))


DefaultStrategy.__name__ = DefaultStrategy.__qualname__  # as programs print it


_default = None


_making = shared_lock()


def default_strategy():
    """The default strategy, of which there is one."""
    global _default
    if _default is None:
        with _making:
            _default = _default or DefaultStrategy(())
    return _default


def _strategy_in_scope():
    return get_strategy() if has_strategy() else None


def _in_replica(make):
    context = get_replica_context() if has_strategy() else None
    if context is not None and TS.replica is not None and not TS.replica.alone:
        TS.replica.check_graph()
    return replicas.made_once(make), None if context is None else context._number


higher.install(strategy_in_scope=_strategy_in_scope, in_replica=_in_replica)
