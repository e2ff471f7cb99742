"""Variables of strategies: mirrored ones, which are the same for all replicas, and those aggregated when read.

A mirrored variable is kept once, whatever the number of replicas, as those of a CPU or a divided GPU share memory; other devices get a
copy when they read it. It is written between replicas only.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_private
from tfshim.control_flow import control_dependencies
from tfshim.debugging import Assert
from tfshim.distribute import replicas
from tfshim.distribute.per_replica import DistributedValues, Mirrored, PerReplica
from tfshim.distribute.reducing import not_reduced
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.synchronization import VariableAggregation
from tfshim.engine.variables.variable import ResourceVariable, _UnreadVariable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

_MODULE = "tensorflow.python.distribute.values"
_KIND = {VariableAggregation.SUM: "SUM", VariableAggregation.MEAN: "MEAN"}


class _Component(_UnreadVariable):
    """The variable as one replica has it."""

    def __init__(self, origin, number):
        super().__init__(origin)
        self._number = number

    @property
    def name(self) -> str:
        shared = self._origin._handle_name
        return f"{shared}/replica_{self._number}:0" if self._number else f"{shared}:0"


@tf_private("tensorflow.python.distribute.values.DistributedVariable")
class _Distributed(ResourceVariable):
    _count: int  # of replicas
    _strategy: Any
    _copied = True  # whether TensorFlow has a variable for each replica

    @property
    def values(self) -> tuple[Any, ...]:
        """The variable as each replica has it, a tuple."""
        return tuple(_Component(self, i) for i in range(self._count))

    _values = property(lambda self: self.values)  # as libraries say it that look into TensorFlow's

    @property
    def distribute_strategy(self) -> Any:
        """The strategy it belongs to."""
        return self._strategy

    def __repr__(self):
        rows = ",\n".join(f"  {i}: {v!r}" for i, v in enumerate(self.values))
        return f"{type(self).__name__}:{{\n{rows}\n}}"

    __str__ = __repr__

    def _merged(self, what, value):
        """Do `what` with the values of all replicas by the variable's aggregation, between replicas."""

        def merge(strategy, value):
            if not strategy._has_workers:
                if self._aggregation is VariableAggregation.SUM and not isinstance(value, DistributedValues):
                    value = not_reduced(value)
            elif not isinstance(value, DistributedValues):
                value = PerReplica([value])  # of this worker's replica
            return getattr(self, what)(self._aggregated(value))

        return TS.replica.merge(merge, (value,), {})

    def _aggregated(self, value):
        if not isinstance(value, DistributedValues):
            return value
        if self._aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
            return value.values[0]
        if self._aggregation is VariableAggregation.NONE:
            # In TensorFlow each replica writes a copy of its own. There is one here, which serves as long as the copies would be equal.
            if self._copied:
                return _if_alike(value.values, self)
            kind = type(self).__name__
            raise ValueError(
                f"You must specify an aggregation method to update a {kind} in Replica Context. You can do so by passing an "
                "explicit value for argument `aggregation` to tf.Variable(..), e.g. `tf.Variable(..., "
                "aggregation=tf.VariableAggregation.SUM)`: the values of the replicas must become one. Or update it "
                "between replicas, in `tf.distribute.get_replica_context().merge_call(...)`."
            )
        return self._strategy.reduce(_KIND[self._aggregation], value, None)


def _if_alike(values, variable):
    """The one value that all replicas write. Raises InvalidArgumentError where they differ."""
    first, *others = (convert_to_tensor(v, variable._dt) for v in values)
    if not others:
        return first
    same = math.reduce_all([math.reduce_all(math.equal(first, x)) for x in others])
    text = (
        f"The replicas write different values into {variable._handle_name}, a MirroredVariable without an aggregation, which has one value "
        "here. Pass `aggregation` to tf.Variable, as tf.VariableAggregation.MEAN, or `synchronization=tf.VariableSynchronization.ON_READ`."
    )
    checked = Assert(same, [text])
    with contextlib.nullcontext() if checked is None else control_dependencies([checked]):
        return array_ops.identity(first)


class MirroredVariable(_Distributed):
    """A variable that is the same for all replicas."""

    __module__ = _MODULE

    def _write(self, what, value, arguments):
        if self._count == 1 and not self._strategy._has_workers:
            return getattr(super(), what)(value, **arguments)
        if replicas.current_replica() is not None:
            return self._merged(what, value)
        made = getattr(super(), what)(self._aggregated(value), **arguments)
        if TS.graph is not None or not arguments["read_value"] or len(self.values) == 1:
            return made
        return Mirrored(tuple(v.read_value() for v in self.values))

    def _check_between(self, what):
        if self._strategy.num_replicas_in_sync > 1 and replicas.current_replica() is not None:
            raise refused("tf.distribute.MirroredStrategy", "in a replica", what=what)

    def _scatter(self, what, delta, name):
        self._check_between(what)
        if what in ("scatter_min", "scatter_max", "scatter_update") and self.aggregation.name not in ("NONE", "ONLY_FIRST_REPLICA"):
            raise NotImplementedError(
                f"{what} is only supported for mirrored variable (variable created within certain `tf.distribute.Strategy` scope) with "
                f"NONE or `ONLY_FIRST_REPLICA` aggregation, got: VariableAggregationV2.{self.aggregation.name}."
            )
        made = super()._scatter(what, delta, name)
        between = TS.graph is None and replicas.current_replica() is None and len(self.values) > 1
        return Mirrored(tuple(v.read_value() for v in self.values)) if between else made

    @property
    def _primary(self):
        return self.values[0]

    def _stands_for(self):
        self._check_between("handle")  # by whoever writes values past `assign`, such as an operation
        return self

    def assign(self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Set the value; in a replica, to the values of all of them by the aggregation."""
        return self._write("assign", value, {"name": name, "read_value": read_value})

    def assign_add(self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Add `delta`; in a replica, those of all of them by the aggregation."""
        return self._write("assign_add", delta, {"name": name, "read_value": read_value})

    def assign_sub(self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Subtract `delta`; in a replica, those of all of them by the aggregation."""
        return self._write("assign_sub", delta, {"name": name, "read_value": read_value})


@tf_private("tensorflow.python.distribute.ps_values.AggregatingVariable", "tensorflow.python.distribute.values.AggregatingVariable")
class AggregatingVariable(MirroredVariable):
    """A variable on one device for the replicas of several, the values of which are aggregated when it is written."""

    __module__ = "tensorflow.python.distribute.ps_values"
    _copied = False

    @property
    def values(self) -> tuple[Any, ...]:
        return (self,)

    def __repr__(self):
        return ResourceVariable.__repr__(self)

    __str__ = __repr__


class SyncOnReadVariable(_Distributed):
    """A variable of which each replica writes its own value; they are aggregated when it is read between replicas."""

    __module__ = _MODULE


class SyncOnReadParts(SyncOnReadVariable):
    """A SyncOnReadVariable with a variable for each of several replicas."""

    __module__ = _MODULE
    __qualname__ = "SyncOnReadVariable"
    _parts: tuple[ResourceVariable, ...]  # by the number of the replica

    @property
    def values(self) -> tuple[Any, ...]:
        return self._parts

    # The dictionary's entry of this name is the value from before the replicas had their own.
    @property
    def _t(self):
        number = replicas.current_replica()
        return self._together()._t if number is None else self._parts[number]._t

    @_t.setter
    def _t(self, t):
        raise AssertionError("a SyncOnReadVariable is written through its parts")

    def _stands_for(self):
        number = replicas.current_replica()
        if number is None:
            raise AssertionError("a SyncOnReadVariable is written through its parts")
        return self._parts[number]

    def _together(self):
        """The value between replicas."""
        if self._aggregation is VariableAggregation.NONE:
            raise ValueError("Could not convert from `tf.VariableAggregation` VariableAggregationV2.NONE to`tf.distribute.ReduceOp` type")
        values = [p._tfshim_value() for p in self._parts]
        if self._aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
            return values[0]
        total = self._strategy.reduce("SUM", PerReplica(values), None)
        if self._aggregation is VariableAggregation.SUM:
            return total
        return array_ops.cast(total / self._strategy.num_replicas_in_sync, self._dt)

    def _tfshim_value(self):
        number = replicas.current_replica()
        return self._together() if number is None else self._parts[number]._tfshim_value()

    def numpy(self) -> Any:
        """The value between replicas, or of the one that runs, as an array."""
        return self._tfshim_value().numpy()

    def assign(self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Set the value of the replica that runs; between replicas, of all of them, so that together they are `value`."""
        number = replicas.current_replica()
        if number is not None:
            return self._parts[number].assign(value, name=name, read_value=read_value)
        # Divided, so that the sum of the parts is the value.
        if self._aggregation is VariableAggregation.SUM:
            value = self._share(value)
        for i, part in enumerate(self._parts):
            part.assign(value.values[i] if isinstance(value, DistributedValues) else value)
        return self.read_value() if read_value and self._aggregation is not VariableAggregation.NONE else None

    def _share(self, value):
        """What each replica gets of `value`, which is the sum."""
        return array_ops.cast(self._assignable(value) / self._strategy.num_replicas_in_sync, self._dt)

    def _changed(self, what, delta, sign, name, read_value):
        number = replicas.current_replica()
        if number is not None:
            return getattr(self._parts[number], what)(delta, name=name, read_value=read_value)
        if self._aggregation is VariableAggregation.SUM:
            raise ValueError(
                f"SyncOnReadVariable does not support `{what}` in cross-replica context when aggregation is set to "
                "`tf.VariableAggregation.SUM`."
            )
        return self.assign(self._together() + sign * self._assignable(delta), read_value=read_value)

    def assign_add(self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Add to the value of the replica that runs, or of all. Raises ValueError between replicas where values are summed."""
        return self._changed("assign_add", delta, 1, name, read_value)

    def assign_sub(self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Subtract from the value of the replica that runs, or of all, as `assign_add` adds."""
        return self._changed("assign_sub", delta, -1, name, read_value)

    def _scatter(self, what, delta, name):
        raise refused("tf.distribute.MirroredStrategy", "scatter", what=what)


# TensorFlow has one class for both, whose name messages and `repr` show.
SyncOnReadParts.__name__ = "SyncOnReadVariable"
