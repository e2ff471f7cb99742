"""Nodes of the functions of a SavedModel that TensorFlow wrote: those that no operation here stands for by its type."""

import numpy as np
import torch

from tfshim.array_ops.gathering import gather
from tfshim.engine.graph_import.graph_import import Library  # noqa: F401 - asked of here by those who load
from tfshim.engine.graph_import.imported_nodes import add_general, attribute, handles
from tfshim.engine.graphs.operation import READ, InnerOp
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.lookup._tables import find, size
from tfshim.refusals import refused
from tfshim.saved_model.reading import array_nodes, example_nodes, list_nodes  # noqa: F401 - handlers of their nodes
from tfshim.saved_model.reading.text_nodes import recorded


# ---------------------------------------------------------------------- nodes with a meaning of their own
def _find(importer, node, inputs, name):
    table, keys, default = inputs
    return recorded(importer, find, [keys, default, table], name)


def _size(importer, node, inputs, name):
    return recorded(importer, size, inputs, name)


TABLES = {"LookupTableFindV2": _find, "LookupTableSizeV2": _size}  # of a table that is known when the node is made


@handles("ResourceGather")
def _rows(importer, node, inputs, name):
    variable = importer.variable_of(inputs[0])
    read = importer.graph._add(READ, [variable], abstract.leaf(variable.dtype, variable.shape), name + "Read/").outputs[0]
    return recorded(importer, gather, [read, inputs[1], None, None, attribute(node, "batch_dims", 0)], name)


@handles("Equal", "NotEqual")
def _equal(importer, node, inputs, name):
    if attribute(node, "incompatible_shape_error", True):
        return add_general(importer, node, inputs, name)
    # TensorFlow 1's `==`: shapes that do not fit are no error, the tensors are just not equal.
    x, y = inputs
    kernel, unlike = REGISTRY[node.op].kernel, node.op == "NotEqual"

    def compare(x, y):
        try:
            np.broadcast_shapes(x.shape, y.shape)
        except ValueError:
            return torch.tensor(unlike)
        return kernel(x, y)

    shape = None if x.shape.rank is None or y.shape.rank is None else _broadcast(x.shape.as_list(), y.shape.as_list())
    return importer.graph._add(InnerOp(node.op, compare, names=("x", "y"), grad=None), [x, y], abstract.leaf(dtypes.bool, shape), name)


def _broadcast(a, b):
    """The shape of both together, with None where it is not known; None where they may not fit at all."""
    count = max(len(a), len(b))
    made = []
    for m, n in zip([1] * (count - len(a)) + a, [1] * (count - len(b)) + b):
        if m is None or n is None or m != n and 1 not in (m, n):
            return None
        made.append(max(m, n) if m and n else 0)
    return made


def table_kind(definition):
    """(type of the operation, dtypes of keys and values, shape of values, marks of a dense table) of the table that a function makes.

    None where it makes none.
    """
    for node in definition.node_def:
        if node.op in ("HashTableV2", "MutableHashTableV2", "MutableHashTableOfTensorsV2", "MutableDenseHashTableV2"):
            kinds = attribute(node, "key_dtype"), attribute(node, "value_dtype")
            shape = attribute(node, "value_shape")
            marks = None
            if node.op == "MutableDenseHashTableV2":
                constants = {n.name: n for n in definition.node_def}
                marks = [tensor_of(constants[text.split(":")[0]].attr["value"].tensor) for text in node.input[:2]]
            return node.op, kinds, [] if shape is None else shape.as_list(), marks
        if "HashTable" in node.op:
            raise refused("tf.saved_model.load", "table kind", kind=node.op)
    return None


def table_content(graph_def_function, constants):
    """(keys, values) that the initializing function of a table puts into it; `constants`: {argument: tensor}."""
    nodes = {n.name: n for n in graph_def_function.node_def}

    def value(text):
        name = text.split(":")[0]
        if name in constants:
            return constants[name]
        if nodes[name].op == "Identity":
            return value(nodes[name].input[0])
        if nodes[name].op != "Const":
            raise refused("tf.saved_model.load", "table source", kind=nodes[name].op)
        return tensor_of(nodes[name].attr["value"].tensor)

    for node in graph_def_function.node_def:
        if node.op == "LookupTableImportV2":
            return "tensors", value(node.input[1]), value(node.input[2])
        if node.op == "InitializeTableFromTextFileV2":
            about = {
                k: attribute(node, k, d)
                for k, d in (("key_index", 0), ("value_index", 0), ("vocab_size", -1), ("delimiter", b"\t"), ("offset", 0))
            }
            return "file", value(node.input[1]), about
    raise refused("tf.saved_model.load", "table")
