"""`tf.TensorArray`: a list of tensors that loops write and read.

Eagerly it is a Python list that is written in place. In a graph each operation gives a new variant tensor, the flow,
whose value at run time is a Python list; that tensor is what loops carry. The kernels of these operations are in
`array_ops.tensor_lists`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.array_ops import tensor_lists
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat, split, stack, unstack
from tfshim.engine.graphs import control_flow
from tfshim.engine.graphs.func_graph import IDENTITY, as_graph_tensor, has_switches
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, memory
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import TENSOR_ARRAY
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.refusals import refused
from tfshim.tensor_array.states import TensorArrayState, _Cell, _check_lengths, _flow_leaf, _int32, _known_count, _place

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


# The type of arrays, which makes them of their components.
_above = LateBound("tfshim.tensor_array", {"spec": "TensorArraySpec"})


@tf_export("TensorArray")
class TensorArray(TensorArrayState):
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
        self._name_given = tensor_array_name
        self._cell = [TensorShape(element_shape)]  # shared by the arrays that come of one another
        self._items, self._flow, self._cleared = None, None, set()
        self._static_size = self._given_size = self._origin = None
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
            self._given_size = None if self._dynamic else size  # which TensorFlow 1 does not ask for when the graph runs
            about = [count, self._dtype, _Cell(self._cell)]
            self._flow = self._node(
                "TensorListReserve",
                tensor_lists.reserve,
                ("num_elements", "dtype", "shape"),
                about,
                _flow_leaf(),
                "TensorArrayV2",
                ("", "TensorArray"),
                name,
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

    # ------------------------------------------------------------------ elements
    def write(self, index: IntLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """Write an element. Mirrors `tf.TensorArray.write`.

        Arguments:
            index: the place, an int or an int32 scalar.
            value: the element, a tensor or what becomes one, of the array's dtype; all elements have the shape of the first one, unless
                the array was made with `infer_shape=False`.
            name: a name for the operation in graphs.

        Returns:
            The array with the element. Go on with it, `array = array.write(i, x)`: in a `tf.function` the old one is as it was.

        Raises:
            OutOfRangeError: an index below 0, or beyond the end of an array without `dynamic_size`.
            InvalidArgumentError: a value of another dtype.
            ValueError: a value of another shape.

        Example:
            >>> array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
            >>> for i in range(3):
            ...     array = array.write(i, i / 2)
            >>> array.stack().numpy()
            array([0. , 0.5, 1. ], dtype=float32)
        """
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
            ("TensorArrayWrite", "TensorArrayWriteV3"),
            name,
        )
        return self._with(flow, self._static_size)

    def read(self, index: IntLike, name: str | None = None) -> Tensor:
        """Read an element. Mirrors `tf.TensorArray.read`.

        Arguments:
            index: the place, an int or an int32 scalar.
            name: a name for the operation in graphs.

        Returns:
            A tensor of the array's dtype. Zeros where nothing was written and the shape of the elements is known.

        Raises:
            OutOfRangeError: an index below 0 or beyond the end.
            InvalidArgumentError: the element was read before and let go of, which arrays do outside of graphs unless they are made with
                `clear_after_read=False`.
            ValueError: nothing was written there and the shape is not known.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=2, clear_after_read=False)
            >>> array = array.write(0, [1, 2]).write(1, [3, 4])
            >>> array.read(1).numpy(), array.read(1).shape
            (array([3, 4], dtype=int32), TensorShape([2]))
        """
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
            ("", "TensorArrayReadV3"),
            name,
        )

    def stack(self, name: str | None = None) -> Tensor:
        """Make one tensor of all elements, along a new first axis. Mirrors `tf.TensorArray.stack`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A tensor `[size, ...]` of the array's dtype; zeros for elements that were not written and whose shape is known.

        Raises:
            ValueError: nothing was written to some place and the shape of the elements is not known.
            InvalidArgumentError: the elements have different shapes.

        It is how the steps of a loop become one tensor. Where the elements have the time in front, `tf.transpose` brings the batch
        there.

        Example:
            >>> array = tf.TensorArray(tf.float32, size=3)
            >>> for i in tf.range(3):
            ...     array = array.write(i, tf.fill([2], tf.cast(i, tf.float32)))
            >>> array.stack().numpy().tolist()
            [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]
        """
        if self._eager:
            values = [cast(x, self._dtype) for x in self._all()]
            return stack(values) if values else wrap(tensor_lists.empty(self._dtype, self._cell, "stack"), self._dtype)
        return self._node(
            "TensorListStack",
            tensor_lists.join_items,
            ("input_handle", "dtype", "shape", "join"),
            [self._as_flow(), self._dtype, _Cell(self._cell, _known_count(self._given_size)), "stack"],
            abstract.leaf(self._dtype, control_flow.stacked_shape(self._static_size, self._cell[0])),
            "TensorArrayV2Stack/TensorListStack",
            ("TensorArrayStack", "TensorArrayGatherV3"),
            name,
        )

    def concat(self, name: str | None = None) -> Tensor:
        """Make one tensor of all elements, joined along their own first axis. Mirrors `tf.TensorArray.concat`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A tensor of the array's dtype whose first size is the sum of those of the elements, in their order.

        Raises:
            InvalidArgumentError: the elements are scalars, or their shapes differ behind the first axis.
            ValueError: nothing was written to some place and the shape of the elements is not known.

        Elements of different lengths need an array that is made with `infer_shape=False`. `split` is the way back.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=2, infer_shape=False)
            >>> array = array.write(0, [1, 2, 3]).write(1, [4])
            >>> array.concat().numpy()
            array([1, 2, 3, 4], dtype=int32)
        """
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
            "TensorListConcatV2",
            ("", "TensorArrayConcatV3"),
            name,
        )

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Make one tensor of some elements, along a new first axis. Mirrors `tf.TensorArray.gather`.

        Arguments:
            indices: the places, an int32 vector or a list; one may come several times.
            name: a name for the operation in graphs.

        Returns:
            A tensor `[len(indices), ...]` of the array's dtype, the elements in the order of `indices`; zeros for elements that were not
            written and whose shape is known.

        Raises:
            ValueError: nothing was written to one of the places and the shape of the elements is not known.
            TypeError: in graphs, indices of another dtype than int32.

        `stack` does it for all elements; `scatter` is the way back.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=3).unstack([[1, 2], [3, 4], [5, 6]])
            >>> array.gather([2, 0]).numpy().tolist()
            [[5, 6], [1, 2]]
        """
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
            "TensorListGather",
            ("", "TensorArrayGatherV3"),
            name,
        )

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """Write the slices of a tensor along its first axis, one to each place. Mirrors `tf.TensorArray.unstack`.

        Arguments:
            value: a tensor of rank 1 or more with the array's dtype; element i becomes `value[i]`.
            name: a name for the operation in graphs.

        Returns:
            The array with these elements alone. Go on with it: in a `tf.function` the old one is as it was.

        Raises:
            ValueError: a scalar, or more slices than the array has places without `dynamic_size`.

        It is how a loop gets its input step by step; `stack` is the way back.

        Example:
            >>> array = tf.TensorArray(tf.float32, size=3).unstack([1.0, 2.0, 3.0])
            >>> total = tf.constant(0.0)
            >>> for i in tf.range(array.size()):
            ...     total += array.read(i)
            >>> float(total)
            6.0
        """
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
            "TensorListFromTensor",
            tensor_lists.unstack,
            ("tensor",),
            [value],
            _flow_leaf(),
            "TensorArrayUnstack/TensorListFromTensor",
            ("TensorArrayUnstack", "TensorArrayScatter/TensorArrayScatterV3"),
            name,
        )
        count = value.shape[0] if value.shape.rank else None
        return self._with(flow, None if self._dynamic else self._static_size if count is None else count)

    def scatter(self, indices: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """Write the slices of a tensor along its first axis to given places. Mirrors `tf.TensorArray.scatter`.

        Arguments:
            indices: the places, an int32 vector or a list.
            value: a tensor `[len(indices), ...]` of the array's dtype; `value[i]` goes to place `indices[i]`.
            name: a name for the operation in graphs.

        Returns:
            The array with these elements; the others are as they were. Go on with it: in a `tf.function` the old one is unchanged.

        Raises:
            OutOfRangeError: an index beyond the end of an array without `dynamic_size`.
            InvalidArgumentError: a value of another dtype.

        `unstack` does it for all places in their order; `gather` is the way back.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=3, element_shape=[])
            >>> array.scatter([2, 0], [7, 8]).stack().numpy()
            array([8, 0, 7], dtype=int32)
        """
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
            "TensorArrayScatter/TensorListScatterIntoExistingList",
            ("TensorArrayScatter", "TensorArrayScatterV3"),
            name,
        )
        return self._with(flow, self._static_size)

    def split(self, value: TensorLike, lengths: TensorLike, name: str | None = None) -> TensorArray:
        """Write consecutive parts of a tensor, one to each place. Mirrors `tf.TensorArray.split`.

        Arguments:
            value: a tensor of rank 1 or more with the array's dtype.
            lengths: how many slices along the first axis each part has: an integer vector whose sum is `value.shape[0]`.
            name: a name for the operation in graphs.

        Returns:
            The array with these elements alone. Go on with it: in a `tf.function` the old one is as it was.

        Raises:
            InvalidArgumentError: lengths that are no vector, do not add up to the number of slices, or are not as many as the array has
                places without `dynamic_size`.

        Parts of different lengths need an array that is made with `infer_shape=False`. `concat` is the way back.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=2, infer_shape=False)
            >>> array = array.split([1, 2, 3, 4], lengths=[3, 1])
            >>> array.read(0).numpy(), array.read(1).numpy()
            (array([1, 2, 3], dtype=int32), array([4], dtype=int32))
        """
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
            "TensorArraySplit/TensorListSplit",
            ("TensorArraySplit", "TensorArraySplitV3"),
            name,
        )
        return self._with(flow, lengths.shape[0] if lengths.shape.rank and not self._dynamic else None)

    def size(self, name: str | None = None) -> Tensor:
        """Count the places. Mirrors `tf.TensorArray.size`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            An int32 scalar: `size` as the array was made, or with `dynamic_size` what writing made of it. Places to which nothing was
            written count.

        In a `tf.function` it is the number when the function runs, for a loop `for i in tf.range(array.size())`. `size()` of an array
        that grows is the place after its last element, to which the next one is written.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=1, dynamic_size=True)
            >>> array.size().numpy()
            1
            >>> array.write(4, 7).size()
            <tf.Tensor: shape=(), dtype=int32, numpy=5>
        """
        if self._eager:
            return convert_to_tensor(len(self._items), dtypes.int32)
        if self._given_size is not None and TS.graph is not None:  # whatever was unstacked into it
            return as_graph_tensor(TS.graph, self._given_size, dtypes.int32, "Const")
        if self._static_size is not None:
            return convert_to_tensor(self._static_size, dtypes.int32)
        return self._node(
            "TensorListLength",
            tensor_lists.length,
            ("input_handle",),
            [self._as_flow()],
            abstract.leaf(dtypes.int32, []),
            "TensorListLength",
            ("", "TensorArraySizeV3"),
            name,
        )

    def identity(self) -> TensorArray:
        """Give the array once more. Mirrors `tf.TensorArray.identity`.

        Returns:
            A `tf.TensorArray` with the same elements: outside of graphs the array itself, so that what is written to one is in the
            other; in a graph an object of its own with the same state.

        In a graph of TensorFlow 1, where `tf.control_dependencies` orders operations, it makes a state that waits for others. Elsewhere
        there is no need for it: `write` gives the array to go on with.

        Example:
            >>> array = tf.TensorArray(tf.int32, size=2).unstack([1, 2])
            >>> array.identity().stack().numpy()
            array([1, 2], dtype=int32)
            >>> array.identity() is array
            True
        """
        if self._items is not None:
            return self
        first = has_switches(TS.graph)
        return self._with(TS.graph._add(IDENTITY, [self._flow], _flow_leaf()).outputs[0] if first else self._flow, self._static_size)

    def grad(self, source: TensorLike, flow: Any = None, name: str | None = None) -> TensorArray:
        """Not supported: tapes follow the elements themselves."""
        raise refused("tf.TensorArray.grad")

    def close(self, name: str | None = None) -> None:
        """Let go of the elements before the array itself is gone. Mirrors `tf.TensorArray.close`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            None.

        Raises:
            Nothing; the array still has its places, and reading one gives what reading an empty place does.

        The memory of an array is free when nothing refers to it any more, as that of tensors is, so that few programs need this: one
        that keeps the array object and not what it held.

        Example:
            >>> array = tf.TensorArray(tf.float32, size=2).unstack([1.0, 2.0])
            >>> total = tf.reduce_sum(array.stack())
            >>> array.close()
            >>> float(total)
            3.0
        """
        if self._items is not None:
            self._items[:] = [None] * len(self._items)

    @property
    def _type_spec(self):
        made = _above.TensorArraySpec(self._cell[0], self._dtype, self._dynamic, self._infer)
        made._array = self
        return made
