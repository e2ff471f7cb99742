"""Replaces `tensorflow.python.ops.list_ops`: lists of tensors as values, which the loops of TensorFlow are made of.

A list is a variant tensor; what it holds is never changed, each operation gives another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

import tfshim as tf
from tfshim.array_ops import tensor_lists as kernels
from tfshim.engine.graphs import control_flow
from tfshim.engine.graphs.executor import as_object, storages
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.arrays import sum_of_parts, zeros_of_part
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.ops.list_ops"


class TensorList(list):
    """The elements (torch tensors, arrays of texts, None where nothing was written), their dtype and what is known of their shape."""

    _text_of_variant = "<TensorList>"  # how the tensor shows its value
    _type_of_variant = "tensorflow::TensorList"

    def __init__(self, items: Iterable[Any], dtype: Any = None, shape: Any = None, limit: int = -1) -> None:
        super().__init__(items)
        self.dtype, self.shape, self.limit = dtype, TensorShape(shape), limit

    def with_items(self, items: Iterable[Any]) -> TensorList:
        """A list of the same kind."""
        return TensorList(items, self.dtype, self.shape, self.limit)

    def _zeros_of_variant(self) -> TensorList:
        return self.with_items(map(zeros_of_part, self))

    def _plus_variant(self, other: TensorList) -> TensorList:
        if self.dtype != other.dtype:
            mine, its = self.dtype.proto_name, other.dtype.proto_name
            raise invalid(f"Trying to add two lists of tensors of different dtypes. One is {mine} and the other is {its}")
        if len(self) != len(other):
            raise invalid(f"Trying to add two lists of tensors with different lengths. One is {len(self)} and the other is {len(other)}")
        return self.with_items(map(sum_of_parts, self, other))


def _opened(box):
    """The list in a storage; those of `tf.TensorArray` are plain ones."""
    found = box.item() if isinstance(box, np.ndarray) else box
    return found if isinstance(found, TensorList) else TensorList(found)


def _boxed(items):
    return [as_object(items)]


def _check_dtype(items, dtype):
    if items.dtype is not None and items.dtype != dtype:
        raise invalid(f"Invalid data types; op elements {dtype.proto_name} but list elements {items.dtype.proto_name}")


def _cell(items, shape):
    """What is known of the shape of the elements."""
    found = items.shape
    if not found.is_compatible_with(shape):
        raise invalid(f"Incompatible shapes: the list has elements of shape {_text(found)}, asked for is {_text(shape)}.")
    found = found.merge_with(shape)
    for x in items:
        if x is not None and found.rank is None:
            found = TensorShape(list(x.shape)) if all(y is None or y.shape == x.shape for y in items) else found
    return [found]


def _text(shape):
    return "<unknown>" if shape.rank is None else "[" + ",".join("?" if d is None else str(d) for d in shape.as_list()) + "]"


def _check_fits(items, value, where=""):
    given = TensorShape(list(value.shape))
    if not items.shape.is_compatible_with(given):
        raise invalid(
            f"Tried to append a tensor with incompatible shape to a list{where}. Op element shape: {_text(given)} list shape: "
            f"{_text(items.shape)}"
        )


def _shape(element_shape):
    """A TensorShape of what may be None, a shape, numbers or a tensor of them, where -1 is unknown."""
    if element_shape is None:
        return TensorShape(None)
    if isinstance(element_shape, (EagerTensor, np.ndarray, int)) or hasattr(element_shape, "op"):
        known = tf.get_static_value(tf.convert_to_tensor(element_shape))
        if known is None or known.ndim == 0:
            return TensorShape(None)
        element_shape = known.tolist()
    if isinstance(element_shape, TensorShape):
        return element_shape
    return TensorShape([None if d is None or d == -1 else int(d) for d in element_shape])


def _run(kind: str, kernel: Callable[..., list[Any]], arguments: Sequence[Any], leaves: Sequence[tuple[Any, Any]], name: str | None) -> Any:
    """The results of `kernel` for tensors among `arguments`: now, or as a node of the graph under construction."""
    if TS.graph is not None or any(isinstance(a, tf.Tensor) and type(a) is not EagerTensor for a in arguments):
        names = tuple(f"a{i}" for i in range(len(arguments)))
        made = control_flow.add_node(kind, kernel, names, list(arguments), [abstract.leaf(*leaf) for leaf in leaves], name=name)
    else:
        results = kernel(*storages(arguments))
        made = [wrap(r, dtype, TS.tape if getattr(r, "requires_grad", False) else None) for r, (dtype, _) in zip(results, leaves)]
    return made[0] if len(made) == 1 else tuple(made)


_LIST = (dtypes.variant, [])


def _stacked(count, shape):
    return None if shape.rank is None else [count, *shape.as_list()]


# ---------------------------------------------------------------------- new lists
@raw_op("EmptyTensorList")
def empty_tensor_list(
    element_shape: SizesLike | None, element_dtype: DTypeLike, max_num_elements: IntLike | None = None, name: str | None = None
) -> Tensor:
    """A list without elements, whose elements are to have that dtype and fit that shape; at most `max_num_elements` of them."""
    dtype, shape = as_dtype(element_dtype), _shape(element_shape)
    limit = tf.convert_to_tensor(-1 if max_num_elements is None else max_num_elements, tf.int32)
    return _run("EmptyTensorList", lambda most: _boxed(TensorList([], dtype, shape, int(most))), [limit], [_LIST], name)


@raw_op("TensorListReserve")
def tensor_list_reserve(
    element_shape: SizesLike | None, num_elements: IntLike, element_dtype: DTypeLike, name: str | None = None
) -> Tensor:
    """A list of `num_elements` elements that are zeros until they are set."""
    dtype, shape = as_dtype(element_dtype), _shape(element_shape)
    count = tf.convert_to_tensor(num_elements, tf.int32)
    return _run("TensorListReserve", lambda n: _boxed(TensorList([None] * int(n), dtype, shape)), [count], [_LIST], name)


@raw_op("TensorListFromTensor")
def tensor_list_from_tensor(tensor: TensorLike, element_shape: SizesLike | None, name: str | None = None) -> Tensor:
    """The list of the rows of `tensor`."""
    tensor, shape = tf.convert_to_tensor(tensor), _shape(element_shape)
    dtype = tensor.dtype
    return _run("TensorListFromTensor", lambda t: _boxed(TensorList(kernels.unstack(t)[0].item(), dtype, shape)), [tensor], [_LIST], name)


def tensor_list_scatter(
    tensor: TensorLike, indices: TensorLike, element_shape: SizesLike | None = None, input_handle: Any = None, name: str | None = None
) -> Tensor:
    """The list, `input_handle` or else a new one, whose elements at `indices` are the rows of `tensor`."""
    if input_handle is not None:
        return tensor_list_scatter_into_existing_list(input_handle, tensor, indices, name)
    return tensor_list_scatter_v2(tensor, indices, element_shape, -1, name)


@raw_op("TensorListScatterV2")
def tensor_list_scatter_v2(
    tensor: TensorLike, indices: TensorLike, element_shape: SizesLike | None, num_elements: IntLike, name: str | None = None
) -> Tensor:
    """A new list with the rows of `tensor` at `indices`, of `num_elements` elements, or with -1 as many as that takes."""
    tensor, indices, shape = tf.convert_to_tensor(tensor), tf.convert_to_tensor(indices, tf.int32), _shape(element_shape)
    dtype, count = tensor.dtype, tf.convert_to_tensor(num_elements, tf.int32)

    def kernel(rows, places, count):
        size = max(int(count), int(places.max()) + 1 if len(places) else 0)
        return _boxed(TensorList(kernels.scatter(as_object([None] * size), places, rows, False)[0].item(), dtype, shape))

    return _run("TensorListScatterV2", kernel, [tensor, indices, count], [_LIST], name)


@raw_op("TensorListSplit")
def tensor_list_split(tensor: TensorLike, element_shape: SizesLike | None, lengths: TensorLike, name: str | None = None) -> Tensor:
    """The list of consecutive parts of `tensor` with `lengths` rows each."""
    tensor, shape, lengths = tf.convert_to_tensor(tensor), _shape(element_shape), tf.convert_to_tensor(lengths, tf.int64)
    dtype = tensor.dtype

    def kernel(rows, lengths):
        return _boxed(TensorList(kernels.split(rows, lengths)[0].item(), dtype, shape))

    return _run("TensorListSplit", kernel, [tensor, lengths], [_LIST], name)


# ---------------------------------------------------------------------- lists of lists
@raw_op("TensorListPushBack")
def tensor_list_push_back(input_handle: Any, tensor: TensorLike, name: str | None = None) -> Tensor:
    """The list with `tensor` behind the others."""
    tensor = tf.convert_to_tensor(tensor)
    dtype = tensor.dtype

    def kernel(box, value):
        items = _opened(box)
        _check_dtype(items, dtype)
        _check_fits(items, value)
        if 0 <= items.limit <= len(items):
            raise invalid(f"Tried to push item into a full list list size: {len(items)} max_num_elements: {items.limit}")
        return _boxed(items.with_items([*items, value]))

    return _run("TensorListPushBack", kernel, [input_handle, tensor], [_LIST], name)


@raw_op("TensorListPushBackBatch")
def tensor_list_push_back_batch(input_handles: Any, tensor: TensorLike, name: str | None = None) -> Tensor:
    """The lists of the vector `input_handles`, each with a row of `tensor` behind its others."""
    input_handles, tensor = tf.convert_to_tensor(input_handles), tf.convert_to_tensor(tensor)
    dtype = tensor.dtype

    def kernel(boxes, rows):
        flat = boxes.reshape(-1)
        if list(rows.shape[: boxes.ndim]) != list(boxes.shape):
            raise invalid(f"Expected tensor.shape[0] == input_handles.size, but saw {rows.shape[0]} vs. {flat.size}")
        rows, made = rows.reshape(flat.size, *rows.shape[boxes.ndim :]), np.empty(flat.size, dtype=object)
        for i in range(flat.size):
            items, row = _opened(flat[i]), kernels.row(rows, i)
            _check_dtype(items, dtype)
            _check_fits(items, row, f" at index {i}")
            made[i] = items.with_items([*items, row])
        return [made.reshape(boxes.shape)]

    return _run("TensorListPushBackBatch", kernel, [input_handles, tensor], [(dtypes.variant, input_handles.shape)], name)


@raw_op("TensorListConcatLists")
def tensor_list_concat_lists(input_a: Any, input_b: Any, element_dtype: DTypeLike, name: str | None = None) -> Tensor:
    """The elements of `input_a`, then those of `input_b`; of two tensors of lists, pair by pair."""
    input_a, input_b, dtype = tf.convert_to_tensor(input_a), tf.convert_to_tensor(input_b), as_dtype(element_dtype)

    def kernel(a, b):
        if a.shape != b.shape:
            raise invalid(f"Incompatible input TensorList tensor shapes: {list(a.shape)} vs. {list(b.shape)}")
        made = np.empty(a.size, dtype=object)
        for i, (x, y) in enumerate(zip(a.reshape(-1), b.reshape(-1))):
            x, y = _opened(x), _opened(y)
            for items in (x, y):
                _check_dtype(items, dtype)
            made[i] = TensorList([*x, *y], dtype, x.shape.merge_with(y.shape) if x.shape.is_compatible_with(y.shape) else None)
        return [made.reshape(a.shape)]

    return _run("TensorListConcatLists", kernel, [input_a, input_b], [(dtypes.variant, input_a.shape)], name)


@raw_op("TensorListPopBack")
def tensor_list_pop_back(input_handle: Any, element_dtype: DTypeLike, name: str | None = None, element_shape: Any = None) -> Any:
    """(the list without its last element, that element)."""
    dtype, shape = as_dtype(element_dtype), _shape(element_shape)

    def kernel(box):
        items = _opened(box)
        _check_dtype(items, dtype)
        if not items:
            raise invalid("Trying to pop from an empty list.")
        last = kernels.filled(items, dtype, _cell(items, shape))[-1]
        return [*_boxed(items.with_items(items[:-1])), last]

    return _run("TensorListPopBack", kernel, [input_handle], [_LIST, (dtype, shape)], name)


@raw_op("TensorListSetItem")
def tensor_list_set_item(
    input_handle: Any, index: IntLike, item: TensorLike, resize_if_index_out_of_bounds: bool = False, name: str | None = None
) -> Tensor:
    """The list with `item` as its element `index`; it may grow for it if asked."""
    item, index = tf.convert_to_tensor(item), tf.convert_to_tensor(index, tf.int32)
    dtype = item.dtype

    def kernel(box, index, value):
        items = _opened(box)
        _check_dtype(items, dtype)
        return _boxed(items.with_items(kernels.set_item(as_object(list(items)), index, value, resize_if_index_out_of_bounds)[0].item()))

    return _run("TensorListSetItem", kernel, [input_handle, index, item], [_LIST], name)


@raw_op("TensorListScatterIntoExistingList")
def tensor_list_scatter_into_existing_list(input_handle: Any, tensor: TensorLike, indices: TensorLike, name: str | None = None) -> Tensor:
    """The list whose elements at `indices` are the rows of `tensor`."""
    tensor, indices = tf.convert_to_tensor(tensor), tf.convert_to_tensor(indices, tf.int32)

    def kernel(box, rows, places):
        items = _opened(box)
        return _boxed(items.with_items(kernels.scatter(as_object(list(items)), places, rows, True)[0].item()))

    return _run("TensorListScatterIntoExistingList", kernel, [input_handle, tensor, indices], [_LIST], name)


@raw_op("TensorListResize")
def tensor_list_resize(input_handle: Any, size: IntLike, name: str | None = None) -> Tensor:
    """The list with `size` elements: the first of its own, or behind them some that are zeros until they are set."""

    def kernel(box, size):
        items, wanted = _opened(box), int(size)
        if wanted < 0:
            raise invalid(f"TensorListSlice expects size to be non-negative. Got: {wanted}")
        return _boxed(items.with_items([*items[:wanted], *[None] * (wanted - len(items))]))

    return _run("TensorListResize", kernel, [input_handle, tf.convert_to_tensor(size, tf.int32)], [_LIST], name)


# ---------------------------------------------------------------------- what is in a list
@raw_op("TensorListLength")
def tensor_list_length(input_handle: Any, name: str | None = None) -> Tensor:
    """How many elements there are, a scalar int32."""
    return _run("TensorListLength", kernels.length, [input_handle], [(tf.int32, [])], name)


@raw_op("TensorListElementShape")
def tensor_list_element_shape(input_handle: Any, shape_type: DTypeLike, name: str | None = None) -> Tensor:
    """The shape that elements are to fit, a vector in which -1 is unknown; the scalar -1 where nothing is known."""
    kind = as_dtype(shape_type)

    def kernel(box):
        shape = _opened(box).shape
        dims = -1 if shape.rank is None else [-1 if d is None else d for d in shape.as_list()]
        return [torch.tensor(dims, dtype=kind.torch)]

    return _run("TensorListElementShape", kernel, [input_handle], [(kind, None)], name)


@raw_op("TensorListGetItem")
def tensor_list_get_item(
    input_handle: Any, index: IntLike, element_dtype: DTypeLike, element_shape: SizesLike | None = None, name: str | None = None
) -> Tensor:
    """The element `index`."""
    dtype, shape = as_dtype(element_dtype), _shape(element_shape)

    def kernel(box, index):
        items = _opened(box)
        _check_dtype(items, dtype)
        return kernels.get_item(as_object(list(items)), index, dtype, _cell(items, shape))

    return _run("TensorListGetItem", kernel, [input_handle, tf.convert_to_tensor(index, tf.int32)], [(dtype, shape)], name)


@raw_op("TensorListGather")
def tensor_list_gather(
    input_handle: Any, indices: TensorLike, element_dtype: DTypeLike, element_shape: SizesLike | None = None, name: str | None = None
) -> Tensor:
    """The elements at `indices`, stacked."""
    dtype, shape, indices = as_dtype(element_dtype), _shape(element_shape), tf.convert_to_tensor(indices, tf.int32)

    def kernel(box, places):
        items = _opened(box)
        _check_dtype(items, dtype)
        for i in places.tolist():
            if not 0 <= i < len(items):
                raise invalid(f"Index {i} out o range; list only has {len(items)} elements.")
        return kernels.gather(as_object(list(items)), places, dtype, _cell(items, shape))

    return _run("TensorListGather", kernel, [input_handle, indices], [(dtype, _stacked(indices.shape[0], shape))], name)


@raw_op("TensorListStack")
def tensor_list_stack(
    input_handle: Any, element_dtype: DTypeLike, num_elements: int = -1, element_shape: SizesLike | None = None, name: str | None = None
) -> Tensor:
    """All elements, stacked. Raises InvalidArgumentError where `num_elements` is not -1 and there are not so many."""
    dtype, shape = as_dtype(element_dtype), _shape(element_shape)

    def kernel(box):
        items = _opened(box)
        _check_dtype(items, dtype)
        if num_elements >= 0 and len(items) != num_elements:
            raise invalid(f"Operation expected a list with {num_elements} elements but got a list with {len(items)} elements.")
        cell = _cell(items, shape)
        if not items and not cell[0].is_fully_defined():
            raise invalid(f"Tried to stack elements of an empty list with non-fully-defined element_shape: {_text(cell[0])}")
        return kernels.join_items(as_object(list(items)), dtype, cell, "stack")

    return _run("TensorListStack", kernel, [input_handle], [(dtype, _stacked(None if num_elements < 0 else num_elements, shape))], name)


def tensor_list_concat(
    input_handle: Any, element_dtype: DTypeLike, element_shape: SizesLike | None = None, name: str | None = None
) -> Tensor:
    """All elements, joined along their first dimension."""
    return tensor_list_concat_v2(input_handle, element_shape, [], element_dtype, name)[0]


@raw_op("TensorListConcatV2", "TensorListConcat")
def tensor_list_concat_v2(
    input_handle: Any,
    element_shape: SizesLike | None = None,
    leading_dims: TensorLike = (),
    element_dtype: Any = None,
    name: str | None = None,
) -> Any:
    """(all elements, joined along their first dimension, the sizes of those). `leading_dims`: what they are of empty elements."""
    dtype, shape = as_dtype(element_dtype), _shape(element_shape)
    rest = None if shape.rank is None else [None, *shape.as_list()[1:]]
    leading_dims = tf.convert_to_tensor(leading_dims, tf.int64)

    def kernel(box, leading):
        items = _opened(box)
        _check_dtype(items, dtype)
        cell = _cell(items, shape)
        known = cell[0].as_list() if cell[0].rank else None
        full = list(items)
        for i, x in enumerate(items):
            if x is None and known is not None and None not in known[1:] and len(leading):
                full[i] = kernels.zeros([int(leading[i]), *known[1:]], dtype)
        (made,) = kernels.join_items(as_object(full), dtype, cell, "concat")
        return [made, torch.tensor([len(x) for x in kernels.filled(full, dtype, cell)], dtype=torch.int64)]

    return _run("TensorListConcatV2", kernel, [input_handle, leading_dims], [(dtype, rest), (tf.int64, [None])], name)
