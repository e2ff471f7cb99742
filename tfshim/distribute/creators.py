"""What makes the variables of a strategy in its scope."""

from __future__ import annotations

import contextlib

from tfshim import array_ops
from tfshim.distribute import graph_variables, replicas
from tfshim.distribute.variables import AggregatingVariable, MirroredVariable, SyncOnReadParts, SyncOnReadVariable
from tfshim.engine.runtime.context import device as device_scope
from tfshim.engine.runtime.context import in_session_graph
from tfshim.engine.variables.synchronization import VariableSynchronization
from tfshim.engine.variables.variable import ResourceVariable


def creator(strategy):
    """A variable creator that makes variables of the strategy."""

    def make(next_creator, **kwargs):
        return replicas.made_once(lambda: _made(strategy, next_creator, kwargs), kwargs.get("name"))

    return make


def _made(strategy, next_creator, kwargs):
    wanted = kwargs.get("synchronization") or VariableSynchronization.AUTO
    if wanted is VariableSynchronization.NONE:
        raise ValueError(
            "`NONE` variable synchronization mode is not supported with tf.distribute strategy. Please change the "
            f"`synchronization` for variable: {kwargs.get('name')}"
        )
    if in_session_graph():
        return graph_variables.made(strategy, next_creator, kwargs, wanted)
    extended = strategy.extended
    # A replica may make it, which is on a device of its own.
    with contextlib.nullcontext() if replicas.current_replica() is None else device_scope(extended._home):
        made = next_creator(**kwargs)
    if type(made) is not ResourceVariable:
        return made
    count = len(strategy._contexts)
    if hasattr(extended, "_parameter_device"):
        if count > 1:
            made.__dict__.update(_strategy=strategy, _count=count)
            made.__class__ = AggregatingVariable
        return made
    if strategy._has_workers:
        strategy._begin_alike(made)
    # The creators in force have made it, and may be anybody's: only now does it become a variable of the strategy.
    made.__dict__.update(_strategy=strategy, _count=count)
    if wanted is not VariableSynchronization.ON_READ:
        made.__class__, made._synchronization = MirroredVariable, VariableSynchronization.ON_WRITE
    elif count == 1 and not strategy._has_workers:
        made.__class__ = SyncOnReadVariable
    else:
        parts = []
        for i, name in enumerate(extended._devices):
            with device_scope(name):
                part = ResourceVariable(array_ops.identity(made.value()), trainable=made.trainable, name="part", dtype=made.dtype)
            part._handle_name = made._handle_name + (f"/replica_{i}" if i else "")
            parts.append(part)
        made.__dict__["_parts"] = tuple(parts)
        made.__class__ = SyncOnReadParts
    return made
