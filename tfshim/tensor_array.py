"""`tf.TensorArray`: a list of tensors that loops write and read.

Eagerly it is a Python list that is written in place. In a graph each operation gives a new variant tensor, the flow,
whose value at run time is a Python list; that tensor is what loops carry. The kernels of these operations are in
`array_ops.tensor_lists`.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops import tensor_lists
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat, split, stack, unstack
from tfshim.engine.graphs import control_flow
from tfshim.engine.graphs.executor import as_object, storages
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, memory, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import TENSOR_ARRAY, read_if_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.values.typespec import TensorSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("TensorArray")
class TensorArray:
    """A list of tensors of one dtype, which is written and read by index, in loops above all. Mirrors `tf.TensorArray`.

    Arguments:
        dtype: the dtype of the elements.
        size: how many there are, an integer scalar.
        dynamic_size: True lets writing beyond the end make more; None and False do not.
        clear_after_read: True (the default, for None) lets go of an element once it is read, eagerly.
        tensor_array_name: a hint.
        handle: belongs to TensorFlow 1 and is refused.
        flow: the tensor of an existing array, in a graph.
        infer_shape: True (the default) demands that all elements have the shape of the first one.
        element_shape: the shape of the elements, where it is known.
        colocate_with_first_write_call: a hint.
        name: a hint.

    Raises:
        OutOfRangeError: an index beyond the end; InvalidArgumentError: an element of another shape or dtype.

    `write` gives the array to go on with: in a graph the old one is not changed. `stack`, `concat`, `gather`, `read`
    give tensors; `unstack`, `split`, `scatter` take one apart.

    Example:
        >>> array = tf.TensorArray(tf.int32, size=3)
        >>> for i in range(3):
        ...     array = array.write(i, i * i)
        >>> array.stack()
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 1, 4], dtype=int32)>
    """

    __module__ = "tensorflow.python.ops.tensor_array_ops"
    _tfshim_kind = TENSOR_ARRAY

    def __init__(
        self,
        dtype: DTypeLike,
        size: IntLike | None = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: SizesLike | None = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if handle is not None:
            raise refused("tf.TensorArray", "handle")
        if flow is not None and size is not None:
            raise ValueError("Cannot provide both `flow` and `size` arguments at the same time.")
        self._dtype = as_dtype(dtype).base_dtype
        self._dynamic = dynamic_size or False
        self._clear = True if clear_after_read is None else clear_after_read
        self._infer = infer_shape
        self._cell = [TensorShape(element_shape)]  # shared by the arrays that come of one another
        self._items, self._flow, self._cleared = None, None, set()
        self._static_size = None
        if flow is not None:
            # The array came from a graph, as the result of a function does.
            if type(flow) is EagerTensor and TS.graph is None:
                self._items = [None if x is None else wrap(x, self._dtype) for x in flow._t.item()]
            else:
                self._flow = flow
            return
        if size is None:
            if TS.graph is None:
                raise ValueError("Size must be declared for TensorArrays when eager execution is enabled.")
            raise ValueError("Argument `size` must be provided if argument `flow` is not provided.")
        if TS.graph is None:
            count = operator.index(_place(size))
            try:
                self._items = [None] * count
            except (MemoryError, OverflowError) as e:
                raise memory.error(e, (count,), dtypes.variant) from None
        else:
            # Only an array that cannot grow has a size that is known while the graph is made.
            self._static_size = size if isinstance(size, int) and not self._dynamic else None
            count = _int32(size, "TensorListReserve", "num_elements")
            about = [count, self._dtype, _Cell(self._cell)]
            self._flow = self._node(
                "TensorListReserve", tensor_lists.reserve, ("num_elements", "dtype", "shape"), about, _flow_leaf(), "TensorArrayV2"
            )

    dtype = property(lambda self: self._dtype, doc="The dtype of the elements.")
    element_shape = property(lambda self: self._cell[0], doc="The static shape of the elements.")
    handle = property(lambda self: None, doc="Always None: TF 1 resources had one.")

    @property
    def dynamic_size(self) -> bool:
        """Whether the array grows when written beyond its end."""
        return self._dynamic

    @property
    def flow(self) -> Any:
        """The variant tensor of an array in a graph; a constant 0 eagerly."""
        return self._flow if self._items is None else convert_to_tensor(0, dtypes.int32)

    # ------------------------------------------------------------------ helpers
    def _with(self, flow, size=None):
        made = object.__new__(TensorArray)
        made.__dict__.update(self.__dict__)
        made._flow, made._items = flow, None
        made._static_size = size
        return made

    @property
    def _eager(self):
        return self._items is not None and TS.graph is None

    def _as_flow(self):
        if self._items is None:
            return self._flow
        made = [None if x is None else storages([x])[0] for x in self._items]
        return wrap(as_object(made), dtypes.variant)

    def _node(self, kind, kernel, names, arguments, leaf, name):
        return control_flow.add_node(kind, kernel, names, arguments, [leaf], name=name)[0]

    def _check_element_shape(self, shape):
        """Check the shape of a new element, and learn it."""
        known = self._cell[0]
        if not known.is_compatible_with(shape):
            if TS.graph is None:
                raise ValueError(f"Incompatible shape for value ({shape}), expected ({known})")
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {known} ")
        if self._infer:
            self._cell[0] = known.merge_with(shape)

    def _typed(self, value):
        value = convert_to_tensor(read_if_variable(value), dtype_hint=self._dtype)
        if value.dtype != self._dtype:
            raise invalid(f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype {value.dtype.name} ")
        return value

    # ------------------------------------------------------------------ elements
    def write(self, index: IntLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array with element `index` set to `value`. Raises OutOfRangeError beyond the end of a fixed size."""
        value = self._typed(value)
        if self._eager:
            i = _place(index)
            if i < 0:
                raise errors.OutOfRangeError(None, None, f"Writing to negative indices (index {i}) is not allowed.")
            if i >= len(self._items):
                if not self._dynamic:
                    raise errors.OutOfRangeError(
                        None, None, f"Tried to write to index {i} but array is not resizeable and size is: {len(self._items)} "
                    )
                self._items.extend([None] * (i + 1 - len(self._items)))
            self._check_element_shape(value.shape)
            # Eagerly the array itself changes and is returned, as in TensorFlow.
            self._items[i] = value
            self._cleared.discard(i)
            return self
        self._check_element_shape(value.shape)
        flow = self._node(
            "TensorListSetItem",
            tensor_lists.set_item,
            ("input_handle", "index", "item", "resize"),
            [self._as_flow(), _int32(index, "TensorListSetItem", "index"), value, self._dynamic],
            _flow_leaf(),
            "TensorArrayV2Write/TensorListSetItem",
        )
        return self._with(flow, self._static_size)

    def read(self, index: IntLike, name: str | None = None) -> Tensor:
        """Element `index`; zeros where the shape is known and nothing was written."""
        if self._eager:
            i = _place(index)
            if i < 0:
                raise errors.OutOfRangeError(None, None, f"Reading from negative indices (index {i}) is not allowed.")
            if i >= len(self._items):
                raise errors.OutOfRangeError(None, None, f"Tried to read from index {i} but array size is: {len(self._items)} ")
            value = self._items[i]
            if value is None:
                if i in self._cleared:
                    raise invalid(
                        f"Could not read index {i} twice because it was cleared after a "
                        "previous read (perhaps try setting clear_after_read = false?)",
                    )
                value = self._zero()
            if self._clear:
                self._items[i] = None
                self._cleared.add(i)
            return value
        return self._node(
            "TensorListGetItem",
            tensor_lists.get_item,
            ("input_handle", "index", "dtype", "shape"),
            [self._as_flow(), _int32(index, "TensorListGetItem", "index"), self._dtype, _Cell(self._cell)],
            abstract.leaf(self._dtype, self._cell[0]),
            "TensorArrayV2Read/TensorListGetItem",
        )

    def _zero(self):
        shape = self._cell[0]
        if not shape.is_fully_defined():
            raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
        return wrap(tensor_lists.zeros(shape.as_list(), self._dtype), self._dtype)

    def _element(self, i):
        """Element `i` of an eager array, zeros where it was not written or was cleared; it stays."""
        value = self._items[i]
        if value is None:
            value = self._items[i] = self._zero()
        return value

    def _all(self):
        """The elements of an eager array."""
        return [self._element(i) for i in range(len(self._items))]

    def stack(self, name: str | None = None) -> Tensor:
        """All elements as one tensor [size, ...]."""
        if self._eager:
            values = [cast(x, self._dtype) for x in self._all()]
            return stack(values) if values else wrap(tensor_lists.empty(self._dtype, self._cell, "stack"), self._dtype)
        return self._node(
            "TensorListStack",
            tensor_lists.join_items,
            ("input_handle", "dtype", "shape", "join"),
            [self._as_flow(), self._dtype, _Cell(self._cell), "stack"],
            abstract.leaf(self._dtype, control_flow.stacked_shape(self._static_size, self._cell[0])),
            "TensorArrayV2Stack/TensorListStack",
        )

    def concat(self, name: str | None = None) -> Tensor:
        """All elements joined along their first dimension."""
        if self._eager:
            values = self._all()
            if values and values[0].shape.rank == 0:
                raise invalid("Concat saw a scalar shape at index 0 but requires at least vectors.")
            return concat(values, 0) if values else wrap(tensor_lists.empty(self._dtype, self._cell, "concat"), self._dtype)
        known = self._cell[0]
        shape = TensorShape(None) if known.rank is None else TensorShape([None, *known.as_list()[1:]])
        return self._node(
            "TensorListConcatV2",
            tensor_lists.join_items,
            ("input_handle", "dtype", "shape", "join"),
            [self._as_flow(), self._dtype, _Cell(self._cell), "concat"],
            abstract.leaf(self._dtype, shape),
            "TensorArrayV2Concat/TensorListConcatV2",
        )

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The elements at `indices`, a vector, stacked."""
        if self._eager:
            chosen = []
            for i in _place(indices):
                chosen.append(self._element(i))
            return stack(chosen) if chosen else wrap(tensor_lists.empty(self._dtype, self._cell, "stack"), self._dtype)
        indices = _int32(indices, "TensorListGather", "indices")
        count = indices.shape[0] if indices.shape.rank else None
        return self._node(
            "TensorListGather",
            tensor_lists.gather,
            ("input_handle", "indices", "dtype", "shape"),
            [self._as_flow(), indices, self._dtype, _Cell(self._cell)],
            abstract.leaf(self._dtype, control_flow.stacked_shape(count, self._cell[0])),
            "TensorArrayV2Gather/TensorListGather",
        )

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array of the rows of `value`."""
        value = convert_to_tensor(value, dtype_hint=self._dtype) if self._eager else self._typed(value)
        if value.shape.rank == 0:
            raise ValueError("TensorArray.unstack needs a tensor of rank 1 or more, got a scalar.")
        if self._eager:
            rows = [value[i] for i in range(value.shape[0])]
            if len(rows) > len(self._items) and not self._dynamic:
                raise ValueError(f"Cannot unstack {len(rows)} tensors into a TensorArray of static size {len(self._items)} ")
            self._items, self._cleared = rows, set()
            return self
        self._check_element_shape(value.shape[1:] if value.shape.rank is not None else value.shape)
        flow = self._node(
            "TensorListFromTensor", tensor_lists.unstack, ("tensor",), [value], _flow_leaf(), "TensorArrayUnstack/TensorListFromTensor"
        )
        count = value.shape[0] if value.shape.rank else None
        return self._with(flow, None if self._dynamic else self._static_size if count is None else count)

    def scatter(self, indices: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array with the rows of `value` written at `indices`."""
        value = self._typed(value)
        if self._eager:
            for i, row in zip(_place(indices), unstack(value), strict=False):
                self.write(i, row)
            return self
        self._check_element_shape(value.shape[1:] if value.shape.rank is not None else value.shape)
        flow = self._node(
            "TensorListScatterIntoExistingList",
            tensor_lists.scatter,
            ("input_handle", "indices", "tensor", "resize"),
            [self._as_flow(), _int32(indices, "TensorListScatterIntoExistingList", "indices"), value, self._dynamic],
            _flow_leaf(),
            "TensorArrayV2Scatter/TensorListScatterIntoExistingList",
        )
        return self._with(flow, self._static_size)

    def split(self, value: TensorLike, lengths: TensorLike, name: str | None = None) -> TensorArray:
        """The array of consecutive parts of `value` with `lengths` rows each."""
        lengths = convert_to_tensor(lengths)
        value = convert_to_tensor(value, dtype_hint=self._dtype) if self._eager else self._typed(value)
        if self._eager:
            _check_lengths(lengths, value)
            parts = split(value, lengths.numpy().tolist())
            if len(parts) != len(self._items) and not self._dynamic:
                raise invalid(
                    f"TensorArray's size is not equal to the size of lengths ({len(self._items)} vs. {len(parts)}), and the "
                    "TensorArray is not marked as dynamically resizeable."
                )
            self._items, self._cleared = list(parts), set()
            return self
        flow = self._node(
            "TensorListSplit",
            tensor_lists.split,
            ("tensor", "lengths"),
            [value, lengths],
            _flow_leaf(),
            "TensorArrayV2Split/TensorListSplit",
        )
        return self._with(flow, lengths.shape[0] if lengths.shape.rank and not self._dynamic else None)

    def size(self, name: str | None = None) -> Tensor:
        """How many elements there are, as an int32 scalar."""
        if self._eager:
            return convert_to_tensor(len(self._items), dtypes.int32)
        if self._static_size is not None:
            return convert_to_tensor(self._static_size, dtypes.int32)
        return self._node(
            "TensorListLength",
            tensor_lists.length,
            ("input_handle",),
            [self._as_flow()],
            abstract.leaf(dtypes.int32, []),
            "TensorArrayV2Size/TensorListLength",
        )

    def identity(self) -> TensorArray:
        """The array itself."""
        return self if self._items is not None else self._with(self._flow, self._static_size)

    def grad(self, source: TensorLike, flow: Any = None, name: str | None = None) -> TensorArray:
        """Not supported: tapes follow the elements themselves."""
        raise refused("tf.TensorArray.grad")

    def close(self, name: str | None = None) -> None:
        """Let go of the elements."""
        if self._items is not None:
            self._items[:] = [None] * len(self._items)

    @property
    def _type_spec(self):
        made = TensorArraySpec(self._cell[0], self._dtype, self._dynamic, self._infer)
        made._array = self
        return made


class _Cell:
    """The shape of the elements as it is known in the end, when the graph runs."""

    def __init__(self, cell):
        self._cell = cell

    def __getitem__(self, i):
        return self._cell[i]

    def as_plain(self):
        """What a GraphDef holds of it."""
        return tuple(self._cell)

    @classmethod
    def from_plain(cls, value):
        """The object of which a GraphDef holds `value`."""
        return cls(list(value))


def _int32(value, kind, name):
    """Positions or sizes for a node, which are int32. Raises TypeError for others."""
    if value is None:
        raise ValueError(f"Tried to convert '{name}' to a tensor and failed. Error: None values not supported.")
    if isinstance(value, (bool, int, float, str, list, tuple, np.ndarray, np.generic)):
        try:
            return convert_to_tensor(value, dtypes.int32)
        except TypeError:
            wrong = next((x for x in nest.flatten(value) if isinstance(x, (bool, float, str))), None)
            if wrong is None:
                raise
            raise TypeError(
                f"Expected int32 passed to parameter '{name}' of op '{kind}', got {value!r} of type '{type(value).__name__}' instead. "
                f"Error: Expected int32, but got {wrong} of type '{type(wrong).__name__}'."
            ) from None
    made = convert_to_tensor(value)
    if made.dtype != dtypes.int32:
        raise TypeError(f"Input '{name}' of '{kind}' Op has type {made.dtype.name} that does not match expected type of int32.")
    return made


def _check_lengths(lengths, value):
    """Raise InvalidArgumentError where `value` has no such parts."""
    if lengths.shape.rank != 1:
        raise invalid(f"Expected lengths to be a vector, received shape: {lengths.shape.as_list()}")
    if value.shape.rank == 0:
        raise invalid("Expected value to be at least a vector, but received shape: []")
    total = lengths.numpy().sum()
    if total != value.shape[0]:
        raise invalid(
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {total} and value's shape is: "
            f"{value.shape.as_list()} "
        )


def _place(index):
    """The index of an eager array, as Python's lists take it."""
    index = read_if_variable(index)
    return index.numpy() if isinstance(index, EagerTensor) else index


def _flow_leaf():
    return abstract.leaf(dtypes.variant, [])


@tf_export("TensorArraySpec")
class TensorArraySpec(TypeSpec):
    """The `tf.TypeSpec` of a `tf.TensorArray`. Mirrors `tf.TensorArraySpec`.

    Arguments:
        element_shape: the shape of the elements; None (the default) leaves it open.
        dtype: the dtype of the elements, float32 by default.
        dynamic_size: whether the array may grow; False by default.
        infer_shape: whether all elements have one shape; True by default.

    Functions that take or return arrays are described by it.

    Example:
        >>> array = tf.TensorArray(tf.float32, size=2, element_shape=[3])
        >>> tf.TensorArraySpec([3]).is_compatible_with(array)
        True
    """

    __module__ = "tensorflow.python.ops.tensor_array_ops"

    def __init__(
        self,
        element_shape: SizesLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape, self._dtype = TensorShape(element_shape), as_dtype(dtype)
        self._dynamic_size, self._infer_shape = dynamic_size, infer_shape
        self._array = None

    value_type = property(lambda self: TensorArray, doc="`tf.TensorArray`.")
    _component_specs = property(lambda self: [TensorSpec([], dtypes.variant)])

    @staticmethod
    def from_value(value: TensorArray) -> TensorArraySpec:
        """The spec of the TensorArray `value`. Raises TypeError for anything else."""
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but got: `{type(value)}`.")
        return TensorArraySpec(value.element_shape, value.dtype, value.dynamic_size, value._infer)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether `other`, an array or a spec, has the same dtype and a compatible shape."""
        other = other if isinstance(other, TypeSpec) else TensorArraySpec.from_value(other)
        return (
            isinstance(other, TensorArraySpec)
            and self._dtype == other._dtype
            and self._dynamic_size == other._dynamic_size
            and self._element_shape.is_compatible_with(other._element_shape)
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TensorArraySpec:
        """The spec that covers this one and `others`, or None."""
        if not all(isinstance(o, TensorArraySpec) and o._dtype == self._dtype and o._dynamic_size == self._dynamic_size for o in others):
            return None
        shape = self._element_shape
        for o in others:
            shape = shape if shape.rank is not None and shape == o._element_shape else TensorShape(None)
        return TensorArraySpec(shape, self._dtype, self._dynamic_size, self._infer_shape)

    def _serialize(self):
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    def _to_components(self, value):
        return [value._as_flow()]

    def _from_components(self, components):
        flow = components[0]
        made = TensorArray(
            self._dtype, flow=flow, dynamic_size=self._dynamic_size, infer_shape=self._infer_shape, element_shape=self._element_shape
        )
        if self._array is not None:  # the same array, e.g. in the graph of a loop's body: shapes learned there hold for both
            made._cell = self._array._cell
            made._static_size = self._array._static_size
        return made

    def __repr__(self):
        return f"TensorArraySpec({self._element_shape!r}, {self._dtype!r}, {self._dynamic_size}, {self._infer_shape})"
