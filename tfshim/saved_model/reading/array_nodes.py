"""Nodes for the arrays of tensors and the stacks of TensorFlow 1's loops, which are written in place.

The handle of one is a Python object; `flow`, a number that each operation hands on, says in which order they run.
"""

import itertools

import numpy as np
import torch

from tfshim.array_ops.tensor_lists import empty, row, together, zeros
from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.operation import RawOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape

_numbers = itertools.count()
_FLOW = torch.zeros(())
_UNKNOWN = TensorShape(None)


def _brackets(x):
    return "[" + ",".join(map(str, x)) + "]"


class _Array:
    """The elements of an array, with what its node says of them."""

    def __init__(self, size, about, of=None):
        self.about = about
        self.name = f"{about['tensor_array_name'] or 'TensorArray'}_{next(_numbers)}"
        self.items, self.shapes, self.written, self.cleared = [], [], [], []
        self.shape = about["element_shape"]
        self.sums = of is not None  # of gradients: what is written to one place adds up
        self.gradients = {}
        self.grow(size)
        if self.sums:
            self.shapes = [None if s is None else s for s in of.shapes]

    def grow(self, size):
        """Give it so many elements."""
        for values, start in ((self.items, None), (self.shapes, None), (self.written, False), (self.cleared, False)):
            values.extend([start] * (size - len(values)))

    def error(self, text):
        """The error of this array."""
        return invalid(f"TensorArray {self.name}: {text}")

    def write(self, i, value):
        """Put an element at `i`."""
        if i < 0 or i >= len(self.items) and not self.about["dynamic_size"]:
            kind = "" if self.about["dynamic_size"] else "array is not resizeable and "
            raise self.error(f"Tried to write to index {i} but {kind}size is: {len(self.items)}")
        self.grow(i + 1)
        if not self.shape.is_compatible_with(TensorShape(value.shape)):
            raise self.error(
                f"Could not write to TensorArray index {i} because the value shape is {_brackets(value.shape)} which is incompatible "
                f"with the TensorArray's inferred element shape: {_text(self.shape)} (consider setting infer_shape=False)."
            )
        if self.about["identical_element_shapes"] and not self.sums:
            self.shape = self.shape.merge_with(TensorShape(value.shape))
        if self.cleared[i]:
            raise self.error(f"Could not write to TensorArray index {i} because it has already been read.")
        if self.written[i]:
            if not self.sums:
                raise self.error(f"Could not write to TensorArray index {i} because it has already been written to.")
            if self.items[i].shape != value.shape:
                raise self.error(
                    f"Could not aggregate to TensorArray index {i} because the existing shape is {_brackets(self.items[i].shape)} but the "
                    f"new input shape is {_brackets(value.shape)}."
                )
            value = self.items[i] + value
        self.items[i], self.shapes[i], self.written[i] = value, tuple(value.shape), True

    def read(self, i):
        """The element at `i`; zeros where nothing was written."""
        if not 0 <= i < len(self.items):
            raise invalid(f"Tried to read from index {i} but array size is: {len(self.items)}")
        if self.cleared[i]:
            raise self.error(
                f"Could not read index {i} twice because it was cleared after a previous read (perhaps try setting "
                "clear_after_read = false?)."
            )
        value = self.items[i]
        if value is None:
            dims = self.shapes[i]
            if dims is None:
                if not self.shape.is_fully_defined():
                    raise self.error(
                        f"Could not read from TensorArray index {i}.  Furthermore, the element shape is not fully defined: "
                        f"{_text(self.shape)}.  It is possible you are working with a resizeable TensorArray and stop_gradients is not "
                        "allowing the gradients to be written.  If you set the full element_shape property on the forward TensorArray, "
                        "the proper all-zeros tensor will be returned instead of incurring this error."
                    )
                dims = self.shape.as_list()
            value = zeros(list(dims), self.about["dtype"])
        if self.about["clear_after_read"]:
            self.items[i], self.cleared[i] = None, True
        return value

    def read_all(self, indices, join):
        """Elements put together by `join`."""
        if not len(indices):
            return empty(self.about["dtype"], [self.shape], join)
        items = [self.read(i) for i in indices]
        for i, x in zip(indices, items):
            if join == "stack" and x.shape != items[0].shape:
                raise invalid(
                    f"TensorArray has inconsistent shapes.  Index {indices[0]} has shape: {_brackets(items[0].shape)} but index {i} has "
                    f"shape: {_brackets(x.shape)}"
                )
        return together(items, join)


def _text(shape):
    return "<unknown>" if shape.rank is None else "[" + ",".join("?" if d is None else str(d) for d in shape.as_list()) + "]"


# ---------------------------------------------------------------------- nodes
def _operation(node, kernel):
    made = RawOp(node.op, {})
    made.kernel, made.stateful = kernel, True
    return made


def _add(importer, node, kernel, inputs, leaves, name, **attributes):
    operation = _operation(node, kernel)
    operation.attributes = attributes
    return importer.graph._add(operation, list(inputs), leaves, name)


def _flow():
    return abstract.leaf(dtypes.float32, [])


def _shape_of_elements(handle):
    """The static shape of the elements of the array that `handle` is of."""
    while handle.op.type in ("Enter", "Identity"):
        handle = handle.op.arguments[0]
    return handle.op._op_def.attributes["element_shape"] if "element_shape" in getattr(handle.op._op_def, "attributes", {}) else _UNKNOWN


def _several(shape, joined=False):
    if shape.rank is None or joined and not shape.rank:
        return _UNKNOWN
    return TensorShape([None, *shape.as_list()[1 if joined else 0 :]])


@handles("TensorArrayV3", "TensorArrayV2")
def _array(importer, node, inputs, name):
    # What arrays of the second version are not told.
    about = {
        "dtype": as_dtype(node.attr["dtype"].type),
        "element_shape": attribute(node, "element_shape", _UNKNOWN),
        "dynamic_size": attribute(node, "dynamic_size", False),
        "clear_after_read": attribute(node, "clear_after_read", True),
        "tensor_array_name": attribute(node, "tensor_array_name", b"").decode(),
    }
    every = dict(about, identical_element_shapes=attribute(node, "identical_element_shapes", False))

    def make(size):
        return as_object(_Array(int(size), every)), _FLOW

    if node.op.endswith("V2"):
        return _add(importer, node, lambda size: make(size)[0], inputs, abstract.leaf(dtypes.string, []), name, **about)
    return _add(importer, node, make, inputs, [abstract.leaf(dtypes.resource, []), _flow()], name, **every)


@handles("TensorArrayGradV3", "TensorArrayGradV2")
def _gradient(importer, node, inputs, name):
    source = attribute(node, "source").decode()

    def gradient(handle, flow):
        array = handle.item()
        if source not in array.gradients:
            about = dict(array.about, dynamic_size=False, clear_after_read=False, tensor_array_name=f"{array.name}@{source}")
            array.gradients[source] = _Array(len(array.items), about, array)
        return as_object(array.gradients[source]), flow

    if node.op.endswith("V2"):
        leaf = abstract.leaf(dtypes.string, [])
        return _add(importer, node, lambda handle, flow: gradient(handle, flow)[0], inputs, leaf, name, source=source)
    return _add(importer, node, gradient, inputs, [abstract.leaf(dtypes.resource, []), _flow()], name, source=source)


@handles("TensorArrayWriteV3", "TensorArrayWriteV2")
def _write(importer, node, inputs, name):
    def write(handle, index, value, flow):
        handle.item().write(int(index), value)
        return flow

    return _add(importer, node, write, inputs, _flow(), name)


@handles("TensorArrayReadV3", "TensorArrayReadV2")
def _read(importer, node, inputs, name):
    def read(handle, index, flow):
        return handle.item().read(int(index))

    dtype = as_dtype(node.attr["dtype"].type)
    return _add(importer, node, read, inputs, abstract.leaf(dtype, _shape_of_elements(inputs[0])), name, dtype=dtype)


@handles("TensorArrayGatherV3", "TensorArrayGatherV2")
def _gather(importer, node, inputs, name):
    def gather(handle, indices, flow):
        return handle.item().read_all(indices.tolist(), "stack")

    dtype, shape = as_dtype(node.attr["dtype"].type), attribute(node, "element_shape", _UNKNOWN)
    known = _several(_shape_of_elements(inputs[0]).merge_with(shape))
    return _add(importer, node, gather, inputs, abstract.leaf(dtype, known), name, dtype=dtype, element_shape=shape)


@handles("TensorArrayScatterV3", "TensorArrayScatterV2")
def _scatter(importer, node, inputs, name):
    def scatter(handle, indices, value, flow):
        array, places = handle.item(), indices.tolist()
        if len(places) != value.shape[0]:
            raise invalid(f"Expected len(indices) == values.shape[0], but saw: {len(places)} vs. {value.shape[0]}")
        for at, i in enumerate(places):
            array.write(i, row(value, at))
        return flow

    return _add(importer, node, scatter, inputs, _flow(), name)


@handles("TensorArrayConcatV3", "TensorArrayConcatV2")
def _concat(importer, node, inputs, name):
    def concat(handle, flow):
        array = handle.item()
        lengths = [0 if s is None else s[0] for s in array.shapes]
        made = array.read_all(range(len(array.items)), "concat")
        return made, torch.tensor(lengths, dtype=torch.int64)

    dtype, shape = as_dtype(node.attr["dtype"].type), attribute(node, "element_shape_except0", _UNKNOWN)
    known = _several(_shape_of_elements(inputs[0]), True) if shape.rank is None else TensorShape([None, *shape.as_list()])
    leaves = [abstract.leaf(dtype, known), abstract.leaf(dtypes.int64, [None])]
    return _add(importer, node, concat, inputs, leaves, name, dtype=dtype, element_shape_except0=shape)


@handles("TensorArraySplitV3", "TensorArraySplitV2")
def _split(importer, node, inputs, name):
    def split(handle, value, lengths, flow):
        array, sizes = handle.item(), lengths.tolist()
        if sum(sizes) != value.shape[0]:
            raise invalid(
                f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {sum(sizes)} and value's shape is: "
                f"{_brackets(value.shape)}"
            )
        at = 0
        for i, size in enumerate(sizes):
            array.write(i, value[at : at + size])
            at += size
        return flow

    return _add(importer, node, split, inputs, _flow(), name)


@handles("TensorArraySizeV3", "TensorArraySizeV2")
def _size(importer, node, inputs, name):
    def size(handle, flow):
        return torch.tensor(len(handle.item().items), dtype=torch.int32)

    return _add(importer, node, size, inputs, abstract.leaf(dtypes.int32, []), name)


@handles("TensorArrayCloseV3", "TensorArrayCloseV2")
def _close(importer, node, inputs, name):
    def close(handle):
        array = handle.item()
        array.items, array.gradients = [], {}
        return []

    return _add(importer, node, close, inputs, [], name)


# ---------------------------------------------------------------------- stacks
class _Stack:
    def __init__(self, most, name):
        self.items, self.most, self.name = [], most, name


@handles("StackV2", "Stack")
def _stack(importer, node, inputs, name):
    called = attribute(node, "stack_name", b"").decode()

    def make(most=-1):
        return as_object(_Stack(int(most), called or "stack"))

    kind = as_dtype(node.attr["elem_type"].type)
    leaf = abstract.leaf(dtypes.resource if node.op.endswith("V2") else dtypes.string, [] if node.op.endswith("V2") else None)
    return _add(importer, node, make, inputs, leaf, name, elem_type=kind, stack_name=called)


@handles("StackPushV2", "StackPush")
def _push(importer, node, inputs, name):
    def push(handle, value):
        stack = handle.item()
        if 0 <= stack.most <= len(stack.items):
            raise invalid(f"Stack[{stack.name}] overflowed its max_size ({stack.most})")
        stack.items.append(value if isinstance(value, torch.Tensor) else np.asarray(value))
        return value

    return _add(importer, node, push, inputs, abstract.leaf_like(inputs[1]), name, swap_memory=attribute(node, "swap_memory", False))


@handles("StackPopV2", "StackPop")
def _pop(importer, node, inputs, name):
    def pop(handle):
        stack = handle.item()
        if not stack.items:
            raise invalid(f"Stack[{stack.name}] is empty when calling Pop().")
        return stack.items.pop()

    kind = as_dtype(node.attr["elem_type"].type)
    return _add(importer, node, pop, inputs, abstract.leaf(kind, None), name, elem_type=kind)


@handles("StackCloseV2", "StackClose")
def _close_stack(importer, node, inputs, name):
    def close(handle):
        handle.item().items.clear()
        return []

    return _add(importer, node, close, inputs, [], name)
