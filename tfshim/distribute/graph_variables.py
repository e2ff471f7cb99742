"""Variables of strategies in graphs of sessions, where each session has values of its own for them."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops
from tfshim.control_flow import control_dependencies, group
from tfshim.distribute import collectives, replicas
from tfshim.distribute.per_replica import DistributedValues
from tfshim.distribute.variables import AggregatingVariable, MirroredVariable, SyncOnReadParts, SyncOnReadVariable
from tfshim.engine.graphs.graph_variable import GLOBAL_VARIABLES, GraphVariable
from tfshim.engine.runtime.context import device as device_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfshim.engine.values.annotations import TensorLike


class MirroredGraphVariable(MirroredVariable, GraphVariable):
    """A variable of a graph that is the same for all replicas."""

    __module__ = MirroredVariable.__module__


class AggregatingGraphVariable(AggregatingVariable, GraphVariable):
    """A variable of a graph on one device for the replicas of several."""

    __module__ = AggregatingVariable.__module__


class SyncOnReadGraphVariable(SyncOnReadVariable, GraphVariable):
    """A variable of a graph of which the one replica that there is writes its value."""

    __module__ = SyncOnReadVariable.__module__


class SyncOnReadGraphParts(SyncOnReadParts, GraphVariable):
    """A variable of a graph with a variable for each of several replicas."""

    __module__ = SyncOnReadVariable.__module__
    _read: Any = None

    @classmethod
    def of(cls, strategy: Any, parts: Sequence[GraphVariable]) -> SyncOnReadGraphParts:
        """The variable whose value in each replica is that of one of `parts`."""
        made = object.__new__(cls)
        made.__dict__.update({k: v for k, v in vars(parts[0]).items() if k not in ("_t", "_snapshot")})
        made.__dict__.update(_strategy=strategy, _count=len(parts), _parts=tuple(parts))
        with parts[0].graph.control_dependencies(None):
            made._initializer = group(*[part.initializer for part in parts], name="group_deps")
        parts[0].graph._held.append(made)
        if made._aggregation is not VariableAggregation.NONE:
            made._snapshot  # noqa: B018 - made now: sessions finalize the graph
        return made

    @property
    def _snapshot(self) -> Any:
        """The value between replicas, which a session fetches."""
        if self._read is None:
            with self.graph.as_default(), self.graph.control_dependencies(None), replicas.between(self._strategy):
                self._read = self._together()
        return self._read

    def _as_graph_element(self) -> Any:
        return self._snapshot

    def is_initialized(self, name: str | None = None) -> Tensor:
        """A boolean tensor: whether the session has a value for the variable of the first replica."""
        return self._parts[0].is_initialized(name)

    def assign(self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Set the value of the replica that is built; between replicas, of all of them, so that together they are `value`."""
        number = replicas.current_replica()
        if number is not None:
            return self._parts[number].assign(value, name=name, read_value=read_value)
        if self._aggregation is VariableAggregation.SUM:
            value = self._share(value)
        each = value.values if isinstance(value, DistributedValues) else [value] * len(self._parts)
        changes = [part.assign(x, read_value=False) for part, x in zip(self._parts, each, strict=True)]
        if not read_value or self._aggregation is VariableAggregation.NONE:
            return group(*changes, name=name)
        with control_dependencies(changes):
            return self.read_value()

    def in_session(self, storages: Sequence[Any]) -> Any:
        """The storage of the variable in a session, where its parts have `storages`; None where one has none."""
        if any(t is None for t in storages):
            return None
        if self._aggregation is not VariableAggregation.SUM and self._aggregation is not VariableAggregation.MEAN:
            return storages[0]
        total = functools.reduce(torch.add, [t.to(storages[0].device) for t in storages])
        if self._strategy._has_workers:  # all of them ask for it, as where it is read
            total = collectives.add_up(self._strategy._workers, [total])[0]
        count = self._strategy.num_replicas_in_sync
        return total if self._aggregation is VariableAggregation.SUM else (total / count).to(total.dtype)

    def for_parts(self, value: Any) -> list[Any]:
        """What the parts get in a session, an EagerTensor each, where `value` is read from a file."""
        return [self._share(value) if self._aggregation is VariableAggregation.SUM else value] * len(self._parts)


for _kind, _named in (
    (MirroredGraphVariable, MirroredVariable),
    (AggregatingGraphVariable, AggregatingVariable),
    (SyncOnReadGraphVariable, SyncOnReadVariable),
    (SyncOnReadGraphParts, SyncOnReadVariable),
):
    _kind.__name__ = _kind.__qualname__ = _named.__name__


def made(strategy: Any, next_creator: Callable[..., Any], kwargs: dict[str, Any], wanted: VariableSynchronization) -> Any:
    """The variable of the strategy that `next_creator(**kwargs)` makes in the graph under construction."""
    extended, count = strategy.extended, len(strategy._contexts)
    central = hasattr(extended, "_parameter_device")
    parted = wanted is VariableSynchronization.ON_READ and not central and (count > 1 or strategy._has_workers)
    given = {**kwargs, "use_resource": True}
    if strategy._has_workers:
        given["initial_value"] = functools.partial(_first, strategy._workers, kwargs.get("initial_value"), kwargs.get("dtype"))
    if parted:
        given["collections"] = []
    # A replica may make it, which is on a device of its own.
    with contextlib.nullcontext() if replicas.current_replica() is None else device_scope(extended._home):
        variable = next_creator(**given)
    if type(variable) is not GraphVariable:
        return variable
    if not parted:
        if central:
            kind = AggregatingGraphVariable if count > 1 else None
        else:
            kind = SyncOnReadGraphVariable if wanted is VariableSynchronization.ON_READ else MirroredGraphVariable
        if kind is not None:
            variable.__dict__.update(_strategy=strategy, _count=count)
            variable.__class__ = kind
        return variable
    parts = [variable]
    for i, name in enumerate(extended._devices[1:], 1):
        again = {**given, "name": f"{variable._handle_name}/replica_{i}/", "initial_value": lambda: array_ops.identity(variable._initial)}
        with device_scope(name):
            parts.append(next_creator(**again))
    together = SyncOnReadGraphParts.of(strategy, parts)
    keys = kwargs.get("collections")
    TS.graph.add_to_collections([GLOBAL_VARIABLES] if keys is None else list(keys), together)
    return together


def _first(workers, value, dtype):
    """The initial value of the first worker."""
    if callable(value) and not isinstance(value, Tensor):
        value = value()
    return collectives.of_first(workers, convert_to_tensor(value, dtype))
