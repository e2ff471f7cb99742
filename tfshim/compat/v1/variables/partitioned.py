"""Variables of TensorFlow 1 that are divided into parts along one axis."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.array_ops.identities import identity
from tfshim.array_ops.joining import concat, split
from tfshim.array_ops.slicing import slice as part_of
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.convert import convert_to_tensor, register_tensor_conversion_function
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.save_slice_info import SaveSliceInfo

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.engine.variables.variable import Variable


class PartitionedVariable:
    """What `tf.compat.v1.get_variable` with a partitioner gives: several variables that hold slices of one.

    Iterating gives the parts; used as a tensor it is all of them in one. `name`, `shape` and `dtype` are those of the whole.
    """

    __module__ = "tensorflow.python.ops.variables"

    def __init__(self, name: str, shape: ShapeLike, dtype: DTypeLike, variable_list: Sequence[Variable], partitions: Sequence[int]) -> None:
        if not isinstance(variable_list, (list, tuple)):
            raise TypeError(f"variable_list is not a list or tuple: {variable_list}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"partitions is not a list or tuple: {partitions}")
        if not all(p >= 1 for p in partitions):
            raise ValueError(f"partition values must be positive: {partitions}")
        if not variable_list:
            raise ValueError("variable_list may not be empty")
        self._name, self._shape, self._dtype = name, TensorShape(shape), dtype
        self._variable_list, self._partitions = list(variable_list), list(partitions)

    name = property(lambda self: self._name, doc="The name of the whole.")
    dtype = property(lambda self: self._dtype, doc="The dtype.")
    shape = property(lambda self: self._shape, doc="The shape of the whole.")

    def get_shape(self) -> TensorShape:
        """The shape of the whole."""
        return self._shape

    def __iter__(self):
        return iter(self._variable_list)

    def __len__(self):
        return len(self._variable_list)

    def _get_variable_list(self):
        return self._variable_list

    def _get_partitions(self):
        return self._partitions

    def _axis(self):
        return next((i for i, n in enumerate(self._partitions) if n > 1), 0)

    def as_tensor(self) -> Tensor:
        """The parts in one tensor."""
        with name_scope(f"{self._name}/ConcatPartitions/"):
            parts = [v.value() for v in self._variable_list]
            whole = parts[0] if len(parts) == 1 else concat(parts, self._axis())
        # TensorFlow gives the whole the name of the variable itself.
        with name_scope(""):
            return identity(whole, name=self._name)

    def _each(self, method, value, use_locking, name, read_value):
        """`method` of each part with its share of `value`, a list of as many, or a whole."""
        if isinstance(value, (list, tuple)) and len(value) == len(self._variable_list):
            values = value
        else:
            sizes = [v.shape.as_list()[self._axis()] for v in self._variable_list]
            whole = list(value) if isinstance(value, PartitionedVariable) else convert_to_tensor(value, self._dtype)
            values = whole if isinstance(whole, list) else split(whole, sizes, axis=self._axis())
        made = [
            getattr(v, method)(x, use_locking=use_locking, name=name, read_value=read_value) for v, x in zip(self._variable_list, values)
        ]
        return made

    def assign(self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> list[Any]:
        """Set all parts; a list of what each assignment gives."""
        return self._each("assign", value, use_locking, name, read_value)

    def assign_add(self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> list[Any]:
        """Add to all parts; a list of what each assignment gives."""
        return self._each("assign_add", value, use_locking, name, read_value)

    def assign_sub(self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> list[Any]:
        """Subtract from all parts; a list of what each assignment gives."""
        return self._each("assign_sub", value, use_locking, name, read_value)


register_tensor_conversion_function(PartitionedVariable, lambda value, dtype=None, name=None, as_ref=False: value.as_tensor())


class PartitionInfo:
    """The full shape and the offset of a part, for initializers that depend on them."""

    def __init__(self, full_shape: Iterable[int], var_offset: Iterable[int]) -> None:
        self.full_shape, self.var_offset = list(full_shape), list(var_offset)


def partitions_of(partitioner, shape: ShapeLike, dtype: DTypeLike):
    """How many parts there are along each axis. Raises ValueError for what is no such list, or divides several axes."""
    parts = partitioner(shape=TensorShape(shape), dtype=dtype)
    if not isinstance(parts, (list, tuple)):
        raise ValueError(f"Partitioner must return a sequence, but saw: {parts}")
    if len(parts) != len(shape):
        raise ValueError(f"Partitioner returned a partition list that does not match the Variable's rank: {parts} vs. {tuple(shape)}")
    if any(p < 1 for p in parts):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {parts}")
    if sum(p > 1 for p in parts) > 1:
        raise ValueError(f"Can only slice a variable along one dimension: shape: {tuple(shape)}, partitioning: {parts}")
    return list(parts)


def pieces(shape: ShapeLike, parts):
    """(offset, shape) of each part; the first ones are larger where the size cannot be divided evenly."""
    axis = next((i for i, n in enumerate(parts) if n > 1), 0)
    count = parts[axis] if parts else 1
    size, more = divmod(shape[axis], count) if shape else (0, 0)
    made, at = [], 0
    for i in range(count):
        here, offset = list(shape), [0] * len(shape)
        if shape:
            # What does not divide evenly makes the first parts larger by one.
            here[axis], offset[axis] = size + (i < more), at
            at += here[axis]
        made.append((offset, here))
    return made


def get(get_one, exists, name, shape, dtype, initializer, partitioner, **others):
    """The variable `name` in parts. `get_one(name, shape, dtype, initializer, ...)` makes or finds one of them.

    `exists(name)`: whether a variable of that name exists.
    """
    whole = initializer if initializer is not None and not callable(initializer) else None
    if isinstance(initializer, type):
        initializer = initializer()
    if whole is not None:
        whole = convert_to_tensor(whole, dtype)
        shape = whole.shape if shape is None else shape
    if shape is None:
        raise ValueError(f"A partitioner was provided for variable {name}, but its shape is not known: give `shape`.")
    dims = TensorShape(shape).as_list()
    parts = partitions_of(partitioner, dims, dtype)
    if exists(f"{name}/part_0") and not others.get("reuse"):
        raise ValueError(
            f"Partitioned variable with name {name} already exists. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
        )
    made = []
    for i, (offset, own) in enumerate(pieces(dims, parts)):
        if whole is not None:
            made.append(get_one(f"{name}/part_{i}", None, dtype, part_of(whole, offset, own), **others))
        else:
            first = initializer if initializer is None else functools.partial(first_value, initializer, PartitionInfo(dims, offset))
            made.append(get_one(f"{name}/part_{i}", own, dtype, first, **others))
    for v, (offset, own) in zip(made, pieces(dims, parts)):
        v._save_slice_info = SaveSliceInfo(name, dims, list(offset), list(own))
    return PartitionedVariable(name, dims, dtype, made, parts)


def first_value(initializer, info, shape, dtype=None):
    """What `initializer` gives for a variable, or for the part of one that `info` describes, where it may take a `partition_info`."""
    try:
        known = "partition_info" in inspect.signature(initializer).parameters
    except (TypeError, ValueError):
        known = False
    return initializer(shape, dtype=dtype, partition_info=info) if known else initializer(shape, dtype=dtype)
