"""Variables in parts, each on another parameter server, that are used as one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tfshim import operators  # noqa: F401 - tensors have operators, and so have these
from tfshim._export import tf_export, tf_private
from tfshim.array_ops.joining import concat
from tfshim.array_ops.masking import boolean_mask
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor, register_tensor_conversion_function
from tfshim.engine.values.dtypes import bool as bool_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.variables.trackable import VARIABLE_VALUE, Trackable
from tfshim.engine.variables.variable import Variable
from tfshim.math.comparison import greater_equal, less
from tfshim.math.logical import logical_and

_MODULE = "tensorflow.python.distribute.sharded_variable"


@tf_private("tensorflow.python.distribute.sharded_variable.ShardedVariableSpec")
class ShardedVariableSpec(TypeSpec):
    """The specs of the parts of a ShardedVariable."""

    __slots__ = ("_variable_specs",)
    __module__ = _MODULE

    def __init__(self, *variable_specs: Any) -> None:
        self._variable_specs = tuple(variable_specs)

    value_type = property(lambda self: ShardedVariable, doc="`ShardedVariable`.")
    _component_specs = property(lambda self: self._variable_specs)

    def _serialize(self) -> Any:
        return self._variable_specs

    def _to_components(self, value: Any) -> Any:
        return tuple(value.variables)

    def _from_components(self, components: Any) -> Any:
        return ShardedVariable(list(components))


@tf_export("__internal__.distribute.ShardedVariable", v1=[])
class ShardedVariable(Trackable, CompositeTensor):
    """Several variables that hold rows of one, in order. Used as a tensor it is all of them.

    Mirrors `tf.__internal__.distribute.ShardedVariable`. `variables`: the parts, which agree in their dtype and all sizes but the first.
    Raises TypeError for what are no variables, ValueError where they do not fit together.
    """

    __module__ = _MODULE
    _shared_name = property(lambda self: self._name)

    def __init__(self, variables: Sequence[Any], name: str = "ShardedVariable") -> None:
        if not isinstance(variables, Sequence) or not variables or not all(isinstance(v, Variable) for v in variables):
            raise TypeError(f"Argument `variables` should be a non-empty list of `variables.Variable`s. Received {variables}")
        if len({v.dtype for v in variables}) > 1:
            raise ValueError(
                f"All elements in argument `variables` must have the same dtype. Received dtypes: {[v.dtype for v in variables]}"
            )
        first = variables[0]
        if any(v.shape[1:] != first.shape[1:] for v in variables):
            raise ValueError(
                "All elements in argument `variables` must have the same shapes except for the first axis. Received shapes: "
                f"{[v.shape for v in variables]}"
            )
        self._variables, self._name, self._dtype = list(variables), name, first.dtype
        sizes = [v.shape.as_list()[0] for v in variables]
        self._starts = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
        self._shape = TensorShape([self._starts[-1], *first.shape.as_list()[1:]])

    name = property(lambda self: self._name, doc="The name of the whole.")
    dtype = property(lambda self: self._dtype, doc="The dtype.")
    shape = property(lambda self: self._shape, doc="The shape of the whole.")
    variables = property(lambda self: self._variables, doc="The parts.")
    _type_spec = property(lambda self: ShardedVariableSpec(*[v._type_spec for v in self._variables]))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variables)

    def __getitem__(self, slice_spec: Any) -> Any:
        items = slice_spec if isinstance(slice_spec, tuple) else (slice_spec,)
        first = items[0]
        if isinstance(first, Tensor) and first.dtype is not bool_dtype:
            raise TypeError("ShardedVariable: using Tensor for indexing is not allowed.")
        size = self._starts[-1]
        if isinstance(first, int) and not -size <= first < size:
            raise IndexError(f"ShardedVariable: slice index {first} of dimension 0 out of bounds.")
        whole = self._whole()
        if isinstance(first, Tensor):
            return boolean_mask(whole, first)[(slice(None), *items[1:])]
        return whole[slice_spec]

    # Python would compare parts; as with variables, `==` compares elements, and what is kept in tables goes by identity.
    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return True

    def _whole(self) -> Any:
        return concat([v.value() for v in self._variables], 0)

    def numpy(self) -> Any:
        """The value of the whole as an array."""
        return self._whole().numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self._whole().__array__(dtype, copy)

    # ------------------------------------------------------------------ changes
    def _rows(self, method: str, value: Any, use_locking: bool, name: str | None) -> Any:
        value = convert_to_tensor(value, self._dtype)
        for i, v in enumerate(self._variables):
            getattr(v, method)(value[self._starts[i] : self._starts[i + 1]], use_locking=use_locking, name=name, read_value=False)
        return self

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Set the value of the whole."""
        return self._rows("assign", value, use_locking, name)

    def assign_add(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Add `delta`, of the shape of the whole."""
        return self._rows("assign_add", delta, use_locking, name)

    def assign_sub(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Subtract `delta`, of the shape of the whole."""
        return self._rows("assign_sub", delta, use_locking, name)

    def _scattered(self, method: str, sparse_delta: Any, name: str | None) -> Any:
        indices = convert_to_tensor(sparse_delta.indices)
        values = convert_to_tensor(sparse_delta.values, self._dtype)
        for i, v in enumerate(self._variables):
            start, end = self._starts[i], self._starts[i + 1]
            inside = logical_and(greater_equal(indices, start), less(indices, end))
            getattr(v, method)(IndexedSlices(boolean_mask(values, inside), boolean_mask(indices, inside) - start), name=name)
        return self

    # ------------------------------------------------------------------ checkpoints
    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VARIABLE_VALUE: self._whole()}

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> None:
        self.assign(restored_tensors[VARIABLE_VALUE])


_SCATTERS = {
    "scatter_add": "Add the rows of the `tf.IndexedSlices` `sparse_delta`.",
    "scatter_div": "Divide by the rows of the `tf.IndexedSlices` `sparse_delta`.",
    "scatter_max": "Take the greater of the present rows and those of the `tf.IndexedSlices` `sparse_delta`.",
    "scatter_min": "Take the lesser of the present rows and those of the `tf.IndexedSlices` `sparse_delta`.",
    "scatter_mul": "Multiply by the rows of the `tf.IndexedSlices` `sparse_delta`.",
    "scatter_sub": "Subtract the rows of the `tf.IndexedSlices` `sparse_delta`.",
    "scatter_update": "Set the rows that the `tf.IndexedSlices` `sparse_delta` names.",
}


def _scatter(what: str, doc: str) -> Callable[..., Any]:
    def method(self: ShardedVariable, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        return self._scattered(what, sparse_delta, name)

    method.__name__, method.__qualname__, method.__doc__ = what, f"ShardedVariable.{what}", doc
    return method


def _operator(name: str) -> Callable[..., Any]:
    def method(self: ShardedVariable, *args: Any) -> Any:
        return getattr(self._whole(), name)(*args)

    method.__name__ = name
    return method


for _name, _doc in _SCATTERS.items():
    setattr(ShardedVariable, _name, _scatter(_name, _doc))
for _name in Tensor.OVERLOADABLE_OPERATORS - {"__getitem__"}:
    if hasattr(Tensor, _name):
        setattr(ShardedVariable, _name, _operator(_name))


def _as_tensor(value: ShardedVariable, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
    return convert_to_tensor(value._whole(), dtype)


register_tensor_conversion_function(ShardedVariable, _as_tensor)


# ---------------------------------------------------------------------- making them
class ShardInfo(NamedTuple):
    """The shape and the offset of a part, for initializers that depend on them."""

    shape: tuple[int, ...]
    offset: tuple[int, ...]


def parts_of(partitioner: Callable[..., Any], make: Callable[..., Any], kwargs: Mapping[str, Any]) -> Any:
    """The variable that `kwargs` describe, in as many parts as `partitioner` says, each of which `make(**kwargs)` makes.

    Raises ValueError for a partitioner that divides other axes than the first.
    """
    initial, shape, dtype = kwargs["initial_value"], kwargs.get("shape"), kwargs.get("dtype")
    asked = callable(initial) and not isinstance(initial, (Tensor, Variable)) and shape is not None and dtype is not None
    if not asked:
        initial = initial() if callable(initial) and not isinstance(initial, (Tensor, Variable)) else initial
        initial = convert_to_tensor(initial, dtype)
        dtype, shape = initial.dtype, initial.shape
    shape = TensorShape(shape)
    if shape.rank == 0:
        return make(**{**kwargs, "initial_value": initial})  # what it is made of is not asked twice
    counts = partitioner(shape=shape, dtype=dtype)
    if not counts or counts[0] == 0 or any(n != 1 for n in counts[1:]):
        raise ValueError(
            f"variable_partitioner must return a list/tuple whose elements are 1 besides the first element (non-zero), got: {counts!r}"
        )
    if counts[0] == 1:
        return make(**{**kwargs, "initial_value": initial})
    rows = shape.as_list()[0]
    count = min(counts[0], rows)
    size, more = divmod(rows, count)
    starts = [i * size + min(i, more) for i in range(count + 1)]  # the first parts have one row more
    whole: list[Any] = [] if asked else [initial]

    def value_of(i: int) -> Any:
        part = (starts[i + 1] - starts[i], *shape.as_list()[1:])
        if asked and "shard_info" in inspect.signature(initial).parameters:
            return initial(shard_info=ShardInfo(part, (starts[i], *[0] * (len(part) - 1))))
        if not whole:
            whole.append(convert_to_tensor(initial(), dtype))
        return whole[0][starts[i] : starts[i + 1]]

    name = kwargs.get("name")
    made = []
    for i in range(count):
        part = [starts[i + 1] - starts[i], *shape.as_list()[1:]]
        own = f"{name or 'Variable'}/part_{i}"
        made.append(make(**{**kwargs, "initial_value": value_of(i), "shape": part, "name": own}))
    return ShardedVariable(made)
