"""The functions of a SavedModel that TensorFlow wrote, as graphs here.

In TensorFlow's functions variables and tables are arguments, handles that are passed down through calls, branches and
loops. Here a graph names its variables. So each function is made once for each set of resources that it is called with,
and the arguments and results that are handles fall away.
"""

import numpy as np
import torch

from tfshim.array_ops.gathering import gather
from tfshim.engine.functions.concrete_function import _Callee
from tfshim.engine.graph_import.graph_import import _argument_shape, _BodyImporter
from tfshim.engine.graph_import.imported_nodes import add_general, attribute, handles
from tfshim.engine.graphs.func_graph import PLACEHOLDER, FuncGraph, building
from tfshim.engine.graphs.operation import READ, InnerOp
from tfshim.engine.ops import infer
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.lookup._tables import find, size
from tfshim.refusals import refused
from tfshim.saved_model import list_nodes  # noqa: F401 - handlers for lists of tensors
from tfshim.saved_model.text_nodes import recorded

# Operations that call functions: how many inputs come before the functions' own.
_CALLS = {
    "PartitionedCall": 0,
    "StatefulPartitionedCall": 0,
    "If": 1,
    "StatelessIf": 1,
    "Case": 1,
    "StatelessCase": 1,
    "While": 0,
    "StatelessWhile": 0,
}


def is_resource(x):
    """Whether an input of a node is a variable or table itself and no tensor."""
    return not isinstance(x, Tensor)


class Library:
    """The functions of a SavedModel by name, each with the graphs traced from it."""

    def __init__(self, definitions):
        self._definitions = {f.signature.name: f for f in definitions}
        self._graphs = {}

    def definition(self, name):
        """The message of the function `name`."""
        if name not in self._definitions:
            raise invalid(f"Function {name} is not defined in the graph's library.")
        return self._definitions[name]

    def graph(self, name, bound, outer=None):
        """The graph of the function `name` with the resources `bound`: {place among the arguments: variable or table}."""
        key = name, tuple(sorted((i, id(x)) for i, x in bound.items()))
        found = self._graphs.get(key)
        if found is None:
            found = self._graphs[key] = _graph(self, self.definition(name), bound, outer)
        return found


def _graph(library, definition, bound, outer):
    graph = FuncGraph(definition.signature.name, outer)
    with building(graph):
        resources = {}
        for i, argument in enumerate(definition.signature.input_arg):
            if i in bound:
                resources[argument.name] = bound[i]
                continue
            made = graph.add(
                PLACEHOLDER, [], infer.leaf(as_dtype(argument.type), _argument_shape(definition, i)), argument.name + "/"
            ).outputs[0]
            graph._used.setdefault(argument.name.lower(), 1)
            graph.inputs.append(made)
        body = _Body(graph, definition, library, resources)
        body.run()
        results = [body.tensor(definition.ret[a.name]) for a in definition.signature.output_arg]
        graph.resource_results = {i: r for i, r in enumerate(results) if is_resource(r)}
        graph.outputs = graph.structured_outputs = [r for r in results if not is_resource(r)]
    return graph


class _Body(_BodyImporter):
    """The nodes of one function whose arguments `resources` (by name) are known."""

    def __init__(self, graph, definition, library, resources):
        super().__init__(graph, definition.node_def, library, variables=resources)
        self.operations = {t.op.name: t.op for t in graph.inputs}
        self.nodes.update(dict.fromkeys(self.operations))
        self._bound = {}
        self._places = {}  # node -> for each result in TensorFlow its place here, or the resource that it is

    def tensor(self, text):
        source, index = self.source(text)
        place = self._places[source][index] if source in self._places else None
        if place is None:
            return super().tensor(text)
        return self.operations[source].outputs[place] if type(place) is int else place

    def called(self, name, wrapped=False):
        made = self.library.graph(name, self._bound, self.graph)
        return _Callee(made) if wrapped else made

    def variable_of(self, x):
        if not is_variable(x):
            raise refused("tf.saved_model.load", "variable", function=self.graph.name, given=x)
        return super().variable_of(x)

    def _needs(self, name):
        # Arguments stand among the nodes, but have no message and need nothing.
        return (n for n in super()._needs(name) if self.nodes[n] is not None)

    def _add(self, node):
        # A variable or table that is passed on: no node is needed for it.
        if node.op == "Identity" and len(node.input) and is_resource(x := self.tensor(node.input[0])):
            self._places[node.name], self.operations[node.name] = [x], None
            return
        if node.op not in _CALLS:
            super()._add(node)
            return
        inputs = [text for text in node.input if not text.startswith("^")]
        first = _CALLS[node.op]
        values = [self.tensor(text) for text in inputs]
        self._bound = {i - first: x for i, x in enumerate(values) if is_resource(x)}
        plain = type(node)()
        plain.CopyFrom(node)
        del plain.input[:]
        plain.input.extend(text for text in node.input if text.startswith("^") or not is_resource(self.tensor(text)))
        bound = self._bound
        super()._add(plain)
        resources = bound if "While" in node.op else self._results(node, bound)
        if resources:
            count = len(self.operations[node.name].outputs) + len(resources)
            at = iter(range(count))
            self._places[node.name] = [resources[i] if i in resources else next(at) for i in range(count)]

    def _results(self, node, bound):
        attr = node.attr
        name = attr["f"].func.name or attr["then_branch"].func.name or attr["branches"].list.func[0].name
        return self.library.graph(name, bound, self.graph).resource_results


# ---------------------------------------------------------------------- nodes with a meaning of their own
@handles("LookupTableFindV2")
def _find(importer, node, inputs, name):
    table, keys, default = inputs
    return recorded(importer, find, [keys, default, table], name)


@handles("LookupTableSizeV2")
def _size(importer, node, inputs, name):
    return recorded(importer, size, inputs, name)


@handles("ResourceGather")
def _rows(importer, node, inputs, name):
    variable = importer.variable_of(inputs[0])
    read = importer.graph.add(READ, [variable], infer.leaf(variable.dtype, variable.shape), name + "Read/").outputs[0]
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
    return importer.graph.add(InnerOp(node.op, compare, names=("x", "y"), grad=None), [x, y], infer.leaf(dtypes.bool, shape), name)


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
    """(type of the operation, dtype of keys, dtype of values) of the table that a function makes; None where it makes none."""
    for node in definition.node_def:
        if node.op in ("HashTableV2", "MutableHashTableV2"):
            return node.op, attribute(node, "key_dtype"), attribute(node, "value_dtype")
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
