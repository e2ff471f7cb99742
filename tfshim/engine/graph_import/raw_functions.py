"""Nodes of operations for which only `tf.raw_ops` has a function: one made of others, or one that takes more attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.functions.arguments import FunctionSpec
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graph_import.resources import resource_of
from tfshim.engine.graphs.func_graph import aliased
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.attr_values import value_of
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfshim.engine.graphs.operation import Operation

    Importer: TypeAlias = Any  # of graph_import.graph_import, above this module


def by_raw_function(importer: Importer, node: Any, values: Iterable[tuple[Any, Any]], name: str) -> Operation | None:
    """A node that has the results of the function that `tf.raw_ops` has for the type of `node`; None where it has none.

    `values`: the declared inputs and what is given for them. What the function records is named within `name`.
    """
    function = higher.raw_function(node.op)
    definition: Any = find(node.op)
    if function is None or definition is None:
        return None
    given = {declared.name: _given(value) for declared, value in values}
    told = {key for i in definition.inputs for key in (i.type_attr, i.number_attr, i.type_list_attr)}
    for a in definition.attrs.values():
        if a.name in node.attr and a.name not in told:
            value = value_of(node.attr[a.name])
            if a.kind == "func":
                value = _function(importer.library.graph(value, _bound(importer, value, a.name, given), importer.graph))
            given[a.name] = value.decode("latin-1") if isinstance(value, bytes) else value
    given = {key: _without_resources(x) if key.endswith("other_arguments") else x for key, x in given.items()}
    graph = importer.graph
    before = len(graph._operations)
    with graph.as_default(), name_scope(name):
        results = [graph._as_node(t) if type(t) is EagerTensor else t for t in nest.flatten(function(**given)) if isinstance(t, Tensor)]
    added = graph._operations[before:]
    if len(added) == 1 and len(added[0].outputs) == len(results) and all(a is b for a, b in zip(added[0].outputs, results)):
        return _renamed(graph, added[0], name[:-1])
    if not results:
        # What has an effect alone comes about by running it.
        graph._controllers, saved = [*graph._controllers, ([n for n in added if n.stateful], set())], graph._controllers
        try:
            return graph._add(InnerOp(node.op, _nothing, stateful=True, names=()), [], [], name)
        finally:
            graph._controllers = saved
    operation = InnerOp(node.op, _same, stateful=definition.stateful, names=("values",))
    made = graph._add(operation, [results], [abstract.leaf_like(t) for t in results], name)
    for t, result in zip(made.outputs, results):
        t._rec = result._rec
    return made


def _bound(importer: Importer, function: str, attribute: str, given: Mapping[str, Any]) -> dict[int, Any]:
    """{place: resource} of the arguments of `function` that are variables and tables: they stand last, after the elements."""
    for key in (f"{attribute}_other_arguments", "captured_func_other_arguments", "other_arguments"):
        others = given.get(key)
        if others:
            first = len(importer.library.definition(function).signature.input_arg) - len(others)
            return {first + i: x for i, x in enumerate(others) if not isinstance(x, Tensor)}
    return {}


def _without_resources(others: Any) -> Any:
    return [x for x in others if isinstance(x, Tensor)] if type(others) is list else others


def _function(graph: Any) -> ConcreteFunction:
    """A function of the library as `tf.raw_ops` takes functions: concrete, of the specs of its inputs."""
    specs = tuple(TensorSpec(t.shape, t.dtype) for t in graph.inputs)
    return ConcreteFunction(graph, (specs, {}), graph.name, FunctionSpec(lambda *components: components, None))


def _given(value: Any) -> Any:
    if type(value) is list:
        return [_given(v) for v in value]
    resource = resource_of(value)
    if resource is not None or not isinstance(value, Tensor):
        return resource
    # What is known may be an attribute of what the function is made of.
    known = getattr(value, "_static", None)
    return value if known is None else known


def _renamed(graph: Any, node: Operation, name: str) -> Operation:
    """`node`, which was just added, under the name `name`."""
    del graph._by_name[node.name]
    node.name = name
    graph._used.setdefault(name.lower(), 1)
    graph._by_name[name] = node
    return node


def _nothing() -> list[Any]:
    return []


def _same(values: list[Any]) -> list[Any]:
    return [aliased(v) for v in values]
