"""Replaces `tensorflow.python.distribute.merge_call_interim`: functions that act on the values of all replicas."""

from tfshim._export import tf_export
from tfshim.distribute.current import get_replica_context, has_strategy

_REPLACES = "tensorflow.python.distribute.merge_call_interim"
__all__ = ["maybe_merge_call", "strategy_supports_no_merge_call"]


@tf_export("__internal__.distribute.strategy_supports_no_merge_call", v1=[])
def strategy_supports_no_merge_call():
    """Whether a function may act on the values of all replicas without waiting for them: there is but the default strategy."""
    return not has_strategy()


@tf_export("__internal__.distribute.interim.maybe_merge_call", v1=[])
def maybe_merge_call(fn, strategy, *args, **kwargs):
    """Call `fn(strategy, *args, **kwargs)`, with the values of all replicas where there are several."""
    if strategy_supports_no_merge_call():
        return fn(strategy, *args, **kwargs)
    return get_replica_context().merge_call(fn, args=args, kwargs=kwargs)
