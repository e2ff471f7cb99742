"""Nodes for TensorFlow's lists of tensors, which loops in its graphs read and write, by the kernels of `array_ops.tensor_lists`."""

import functools

import numpy as np
import torch

from tfshim.array_ops import tensor_lists
from tfshim.engine.graph_import.imported_nodes import add_general, handles
from tfshim.engine.graph_import.ragged_nodes import PackedRows
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape

_FLOW = (dtypes.variant, [])


def _cell(x):
    """The shape of elements from the input that gives it: [shape]."""
    value = getattr(x, "_static", None)
    value = x if value is None else value
    try:
        dims = np.asarray(value.numpy()).reshape(-1).tolist() if value.shape.rank else None
    except (AttributeError, NotImplementedError):
        dims = None
    return [TensorShape(None if dims is None else [None if d < 0 else d for d in dims])]


def _node(importer, kind, kernel, arguments, leaf, name):
    names = tuple(f"a{i}" for i in range(len(arguments)))
    return importer.graph._add(InnerOp(kind, kernel, names=names), arguments, [abstract.leaf(*leaf)], name)


def _dtype(node):
    return as_dtype(node.attr["element_dtype"].type)


def _stacked(cell, count):
    return cell[0] if cell[0].rank is None else TensorShape([count, *cell[0].as_list()])


@handles("TensorListReserve")
def _reserve(importer, node, inputs, name):
    return _node(importer, node.op, tensor_lists.reserve, [inputs[1]], _FLOW, name)


@handles("EmptyTensorList")
def _empty(importer, node, inputs, name):
    return _node(importer, node.op, lambda: [as_object([])], [], _FLOW, name)


@handles("TensorListFromTensor")
def _from_tensor(importer, node, inputs, name):
    return _node(importer, node.op, tensor_lists.unstack, [inputs[0]], _FLOW, name)


@handles("TensorListSetItem")
def _set(importer, node, inputs, name):
    grows = node.attr["resize_if_index_out_of_bounds"].b
    return _node(importer, node.op, tensor_lists.set_item, [*inputs[:3], grows], _FLOW, name)


@handles("TensorListGetItem")
def _get(importer, node, inputs, name):
    cell, dtype = _cell(inputs[2]), _dtype(node)
    return _node(importer, node.op, tensor_lists.get_item, [inputs[0], inputs[1], dtype, cell], (dtype, cell[0]), name)


@handles("TensorListStack")
def _stack(importer, node, inputs, name):
    cell, dtype = _cell(inputs[1]), _dtype(node)
    count = node.attr["num_elements"].i if "num_elements" in node.attr else -1
    shape = _stacked(cell, None if count < 0 else count)
    return _node(importer, node.op, tensor_lists.join_items, [inputs[0], dtype, cell, "stack"], (dtype, shape), name)


@handles("TensorListGather")
def _gather(importer, node, inputs, name):
    cell, dtype = _cell(inputs[2]), _dtype(node)
    return _node(importer, node.op, tensor_lists.gather, [inputs[0], inputs[1], dtype, cell], (dtype, _stacked(cell, None)), name)


@handles("TensorListLength")
def _length(importer, node, inputs, name):
    return _node(importer, node.op, tensor_lists.length, [inputs[0]], (dtypes.int32, []), name)


@handles("TensorListElementShape")
def _element_shape(importer, node, inputs, name):
    kind = as_dtype(node.attr["shape_type"].type)

    def shape(flow):
        first = next((x for x in flow.item() if x is not None), None)
        return [torch.tensor(-1 if first is None else list(first.shape), dtype=kind.torch)]

    return _node(importer, node.op, shape, [inputs[0]], (kind, None), name)


@handles("TensorListPushBack")
def _push(importer, node, inputs, name):
    return _node(importer, node.op, lambda flow, x: [as_object([*flow.item(), x])], list(inputs), _FLOW, name)


@handles("TensorListScatterIntoExistingList")
def _scatter(importer, node, inputs, name):
    flow, value, indices = inputs
    return _node(importer, node.op, tensor_lists.scatter, [flow, indices, value, False], _FLOW, name)


@handles("TensorListScatterV2")
def _scatter_new(importer, node, inputs, name):
    value, indices, _, count = inputs

    def scatter(value, indices, count):
        size = max(int(count), int(indices.max()) + 1 if len(indices) else 0)
        return tensor_lists.scatter(as_object([None] * size), indices, value, False)

    return _node(importer, node.op, scatter, [value, indices, count], _FLOW, name)


@handles("TensorListSplit")
def _split(importer, node, inputs, name):
    return _node(importer, node.op, tensor_lists.split, [inputs[0], inputs[2]], _FLOW, name)


@handles("TensorListConcatV2")
def _concat(importer, node, inputs, name):
    cell, dtype = _cell(inputs[1]), _dtype(node)

    def concat(flow):
        (made,) = tensor_lists.join_items(flow, dtype, cell, "concat")
        return [made, torch.tensor([len(x) for x in flow.item()], dtype=torch.int64)]

    rest = None if cell[0].rank is None else [None, *cell[0].as_list()[1:]]
    leaves = [abstract.leaf(dtype, rest), abstract.leaf(dtypes.int64, [None])]
    return importer.graph._add(InnerOp(node.op, concat, names=("flow",)), [inputs[0]], leaves, name)


@handles("TensorListPopBack")
def _pop(importer, node, inputs, name):
    cell, dtype = _cell(inputs[1]), _dtype(node)

    def pop(flow, cell):
        items = list(flow.item())
        if not items:
            raise invalid("Trying to pop from an empty list.")
        last = items.pop()
        if last is None:
            (last,) = tensor_lists.get_item(flow, len(items), dtype, cell)
        return [as_object(items), last]

    leaves = [abstract.leaf(*_FLOW), abstract.leaf(dtype, cell[0] if dtype is not dtypes.variant else [])]
    return importer.graph._add(InnerOp(node.op, pop, names=("flow", "cell")), [inputs[0], cell], leaves, name)


@handles("TensorListResize")
def _resize(importer, node, inputs, name):
    def resize(flow, size):
        items = list(flow.item())[: int(size)]
        return [as_object([*items, *[None] * (int(size) - len(items))])]

    return _node(importer, node.op, resize, list(inputs), _FLOW, name)


# ---------------------------------------------------------------------- gradients of lists
def _zeros_of(x):
    if x is None or isinstance(x, torch.Tensor):
        return None if x is None else torch.zeros_like(x)
    held = x.item()
    if isinstance(held, PackedRows):
        return as_object(held.zeros_like())
    return as_object([_zeros_of(item) for item in held])


def _sum_of(parts):
    present = [x for x in parts if x is not None]
    if not present:
        return None
    if isinstance(present[0], torch.Tensor):
        return functools.reduce(torch.add, present)
    lists = [x.item() for x in present]
    if isinstance(lists[0], PackedRows):
        return as_object(functools.reduce(PackedRows.__add__, lists))
    if len({len(items) for items in lists}) > 1:
        raise invalid(f"Trying to add lists of tensors with different sizes: {', '.join(str(len(items)) for items in lists)}.")
    return as_object([_sum_of(items) for items in zip(*lists)])


@handles("ZerosLike")
def _zeros(importer, node, inputs, name):
    if inputs[0].dtype is not dtypes.variant:
        return add_general(importer, node, inputs, name)
    return _node(importer, node.op, lambda flow: [_zeros_of(flow)], list(inputs), _FLOW, name)


@handles("AddN")
def _sum(importer, node, inputs, name):
    if inputs[0].dtype is not dtypes.variant:
        return add_general(importer, node, inputs, name)
    return _node(importer, node.op, lambda *flows: [_sum_of(flows)], list(inputs), _FLOW, name)
