"""Values of several replicas: one for each, or the same for all; merging and splitting of structures of them."""

from __future__ import annotations

import operator
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import type_spec_from_value
from tfshim.engine.variables.variable import Variable


@tf_export("distribute.DistributedValues", v1=[])
class DistributedValues:
    """The base of values that differ from replica to replica.

    Mirrors `tf.distribute.DistributedValues`. `strategy.run` gives one where there are several replicas, and
    `strategy.experimental_distribute_values_from_function(fn)` makes one; `strategy.experimental_local_results(value)` gives a tuple of
    them.

    Arguments:
        values: the values, one for each replica.

    Example:
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
        >>> made = strategy.experimental_distribute_values_from_function(lambda context: context.replica_id_in_sync_group + 10)
        >>> strategy.experimental_local_results(made)
        (10,)
    """

    __module__ = "tensorflow.python.distribute.values"

    def __init__(self, values: Any) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The value of each replica, a tuple."""
        return self._values

    def _text(self, show):
        rows = ",\n".join(f"  {i}: {show(v)}" for i, v in enumerate(self._values))
        return f"{type(self).__name__}:{{\n{rows}\n}}"

    def __str__(self):
        return self._text(str)

    def __repr__(self):
        return self._text(repr)


class PerReplica(DistributedValues, CompositeTensor):
    """A value for each replica. Mirrors `tf.types.experimental.distributed.PerReplica`.

    It derives from `tf.distribute.DistributedValues`, and is for `isinstance`: what `strategy.run` gives with several replicas,
    and what a distributed dataset gives for them. `strategy.experimental_local_results` gives the values as a tuple;
    `strategy.reduce` makes one of them and `strategy.gather` joins them. A `strategy.run` takes it among its arguments, and each
    replica gets its own value.

    Arguments:
        values: a sequence of the values, one for each replica.

    Example:
        >>> issubclass(tf.types.experimental.distributed.PerReplica, tf.distribute.DistributedValues)
        True
        >>> isinstance(tf.constant(1.0), tf.types.experimental.distributed.PerReplica)
        False
    """

    __module__ = "tensorflow.python.distribute.values"

    @property
    def _type_spec(self):
        return PerReplicaSpec(*(type_spec_from_value(v) for v in self._values))

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The value of the replica that runs, where an operation is given the values of all. ValueError between replicas."""
        if TS.replica is None:
            raise ValueError(
                "It looks like you are using a PerReplica object while not inside a replica context, which is not supported. Try running "
                "your op or function inside a replica context by using `strategy.run`"
            )
        return convert_to_tensor(self._values[TS.replica.number], dtype)


class Mirrored(DistributedValues):
    """A value that is the same for each replica. Mirrors `tf.types.experimental.distributed.Mirrored`.

    It derives from `tf.distribute.DistributedValues`, and is for `isinstance`: `strategy.reduce` gives such a value where all
    replicas get the result, and mirrored variables are one. `strategy.experimental_local_results` gives the values as a tuple, one
    for each replica of this process, which are copies on different devices. Code that takes either kind asks for it before it adds up
    values that are all the same.

    Arguments:
        values: a sequence of the values, one for each replica.

    Example:
        >>> issubclass(tf.types.experimental.distributed.Mirrored, tf.distribute.DistributedValues)
        True
        >>> issubclass(tf.types.experimental.distributed.PerReplica, tf.types.experimental.distributed.Mirrored)
        False
    """

    __module__ = "tensorflow.python.distribute.values"

    def _get(self) -> Any:
        """The value for the replica that runs, the first one between replicas: operators and attributes are those of it."""
        return self._values[0 if TS.replica is None else TS.replica.number]

    def __getattr__(self, name: str) -> Any:
        if name == "_values":  # of what is being copied
            raise AttributeError(name)
        return getattr(self._get(), name)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The value itself, where an operation is given all."""
        return convert_to_tensor(self._get(), dtype)

    def __getitem__(self, key: Any) -> Any:
        """A part of the value."""
        return self._get()[key]


def _take_operators() -> None:
    """Give Mirrored values the operators of what they hold."""

    def binary(apply: Any, turned: bool) -> Any:
        return lambda self, other: apply(other, self._get()) if turned else apply(self._get(), other)

    def unary(apply: Any) -> Any:
        return lambda self: apply(self._get())

    for name in "add sub mul truediv floordiv mod pow and or xor matmul".split():
        apply = getattr(operator, f"__{name}__")
        setattr(Mirrored, f"__{name}__", binary(apply, False))
        setattr(Mirrored, f"__r{name}__", binary(apply, True))
    for name in "lt le gt ge".split():
        setattr(Mirrored, f"__{name}__", binary(getattr(operator, name), False))
    for name in "invert neg abs".split():
        setattr(Mirrored, f"__{name}__", unary(getattr(operator, name)))


_take_operators()


@register("tf.PerReplicaSpec")
class PerReplicaSpec(TypeSpec):
    """The specs of the values of a PerReplica, in their order."""

    __slots__ = ("_value_specs",)
    __module__ = "tensorflow.python.distribute.values"

    def __init__(self, *value_specs: Any) -> None:
        self._value_specs = tuple(value_specs)

    value_type = property(lambda self: PerReplica, doc="`PerReplica`.")
    _component_specs = property(lambda self: self._value_specs)

    def _serialize(self):
        return self._value_specs

    def _to_components(self, value):
        return value.values

    def _from_components(self, components):
        return PerReplica(components)


def select(number, structure):
    """The structure as the replica `number` gets it."""
    return nest.map_structure(lambda x: x.values[number] if isinstance(x, DistributedValues) else x, structure)


def regroup(structures):
    """The structures that replicas returned merged into one: an object that all share is kept, the rest becomes PerReplica."""
    first = structures[0]
    if isinstance(first, (list, tuple)) and not isinstance(first, Variable):
        parts = [regroup([s[i] for s in structures]) for i in range(len(first))]
        return type(first)._make(parts) if hasattr(first, "_fields") else type(first)(parts) if type(first) in (list, tuple) else parts
    if isinstance(first, dict):
        return type(first)((k, regroup([s[k] for s in structures])) for k in first)
    if all(s is first for s in structures):
        return first
    return PerReplica(structures)


def per_replica(values):
    """Structures of replicas as one, every leaf of which is a PerReplica."""
    return nest.map_structure(lambda *leaves: PerReplica(leaves), *values)
