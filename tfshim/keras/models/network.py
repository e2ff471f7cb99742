"""The graph of layers between given Keras tensors: which calls it consists of, in which order, and how to repeat them."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.input_layer import Input, InputLayer
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.engine.node import Node, map_keras_tensors, node_of, type_spec_of
from tfshim.keras.engine.output_shapes import as_shapes
from tfshim.keras.layers.op_layers import SlicingOpLambda, TFOpLambda

if TYPE_CHECKING:
    from tfshim.keras.annotations import KerasTensors


# `nodes`: a set of calls; `nodes_by_depth`, `layers_by_depth`: depth -> list, 0 being nearest to the outputs; `layers`: in order.
Network = collections.namedtuple("Network", "nodes nodes_by_depth layers layers_by_depth")


@tf_private("keras.src.engine.functional._build_map")
def visit(outputs: KerasTensors) -> tuple[list[Node], dict[Any, int]]:
    """The calls behind `outputs`, in topological order, and the layers: layer -> its place in the order in which they occur first."""
    done, doing, ordered, indices = set(), set(), [], {}
    for output in nest.flatten(outputs):
        # A stack of our own: networks may be deeper than Python's recursion goes.
        stack: list[tuple[Node, Any]] = [(node_of(output), None)]
        while stack:
            node, children = stack.pop()
            if children is None:
                if node in done:
                    continue
                if node in doing:
                    raise ValueError(f"Tensor from layer '{node.layer.name}' is part of a cycle.")
                # Numbered at the first visit: layers of the same depth are listed, saved and summarized in this order.
                indices.setdefault(node.layer, len(indices))
                doing.add(node)
                children = iter([] if node.is_input else node.keras_inputs)
            for x in children:
                stack += [(node, children), (node_of(x), None)]
                break
            else:
                done.add(node)
                doing.discard(node)
                ordered.append(node)
    return ordered, indices


def map_network(inputs, outputs):
    """The `Network` between lists of Keras tensors. Raises ValueError where an output needs what `inputs` do not give."""
    ordered, indices = visit(outputs)
    nodes = set(ordered)
    node_depths, layer_depths = {}, {}
    # From the outputs backwards: a call lies one deeper than the deepest of those that use its results.
    for node in reversed(ordered):
        # All calls of a shared layer lie as deep as the deepest, so that it has one place in the order.
        depth = max(node_depths.get(node, 0), layer_depths.get(node.layer, 0))
        layer_depths[node.layer] = node_depths[node] = depth
        for parent in node.parent_nodes:
            node_depths[parent] = max(depth + 1, node_depths.get(parent, 0))
    for x in inputs:
        layer = x._keras_history.layer
        # An input that no output depends on is an input all the same.
        if layer not in layer_depths:
            layer_depths[layer], indices[layer] = 0, -1
            node_depths[layer._inbound_nodes[0]] = 0
            nodes.add(layer._inbound_nodes[0])
    nodes_by_depth, layers_by_depth = collections.defaultdict(list), collections.defaultdict(list)
    for node, depth in node_depths.items():
        nodes_by_depth[depth].append(node)
    for layer, depth in layer_depths.items():
        layers_by_depth[depth].append(layer)
    layers = []
    for depth in sorted(layers_by_depth, reverse=True):
        layers_by_depth[depth].sort(key=indices.__getitem__)
        layers += layers_by_depth[depth]
    _check_connected(inputs, nodes_by_depth)
    _check_names(layers)
    refuse_legacy(layers)
    return Network(nodes, nodes_by_depth, layers, layers_by_depth)


def _check_connected(inputs, nodes_by_depth):
    known, complete = {id(x) for x in inputs}, []
    for depth in sorted(nodes_by_depth, reverse=True):
        for node in nodes_by_depth[depth]:
            if node.is_input:
                continue
            for x in node.keras_inputs:
                if id(x) not in known:
                    raise ValueError(
                        f'Graph disconnected: cannot obtain value for tensor {x} at layer "{node.layer.name}". The following '
                        f"previous layers were accessed without issue: {complete}"
                    )
            known.update(id(x) for x in nest.flatten(node.outputs))
            complete.append(node.layer.name)


def refuse_legacy(layers: Iterable[Any]) -> None:
    """Raise TypeError for layers of `tf.compat.v1.layers` among `layers`: models take those of `tf.keras.layers` alone."""
    legacy = [layer for layer in layers if layer._is_legacy_layer]
    if legacy:
        listed = "\n".join(f"  {layer}" for layer in legacy)
        raise TypeError(
            f"The following are legacy tf.layers.Layers:\n{listed}\nTo use keras as a framework (for instance using the Network, Model, "
            "or Sequential classes), please use the tf.keras.layers implementation instead. (Or, if writing custom layers, subclass from "
            "tf.keras.layers rather than tf.layers)"
        )


def _check_names(layers):
    names = [layer.name for layer in layers]
    for name in names:
        if names.count(name) != 1:
            raise ValueError(f'The name "{name}" is used {names.count(name)} times in the model. All layer names should be unique.')


def check_reached(inputs: KerasTensors, outputs: KerasTensors) -> None:
    """Raise ValueError unless the calls behind `outputs` lead back to all of `inputs`, and to no other input.

    As in Keras, for models that begin behind other layers: what is given as an input is not looked for among the outputs.
    """
    wanted = {id(x) for x in nest.flatten(inputs)}
    found, seen = set(), set()
    waiting = collections.deque(node_of(x) for x in nest.flatten(outputs))
    while waiting:
        node = waiting.popleft()
        if node in seen:
            continue
        seen.add(node)
        for x in node.keras_inputs:
            if id(x) in wanted:
                found.add(id(x))
            elif node_of(x).is_input:
                raise ValueError(
                    f"Found input tensor cannot be reached given provided output tensors. Please make sure the tensor {x} is included in "
                    "the model inputs when building functional model."
                )
            else:
                waiting.append(node_of(x))
    if found != wanted:
        unvisited = [x for x in nest.flatten(inputs) if id(x) not in found]
        raise ValueError(f"Found unvisited input tensors that are disconnected from the outputs: {unvisited}")


def cut_at(inputs: KerasTensors, outputs: KerasTensors) -> tuple[KerasTensors, KerasTensors]:
    """`inputs` with new inputs in the place of results of layers, and `outputs` computed from them by the same layers."""
    check_reached(inputs, outputs)
    replaced = {}
    for x in nest.flatten(inputs):
        if isinstance(x._keras_history.layer, InputLayer):
            replaced[id(x)] = x
        else:
            spec = type_spec_of(x)
            replaced[id(x)] = Input(type_spec=spec) if not hasattr(spec, "name") else Input(batch_input_shape=x.shape, dtype=x.dtype)
    ordered, _ = _visit_until(nest.flatten(outputs), set(replaced))
    for node in ordered:
        if node.is_input:
            continue
        args, kwargs = map_keras_tensors((node.call_args, node.call_kwargs), lambda x: replaced.get(id(x), x))
        # Keras tensors only need another history.
        outputs_of_call = nest.map_structure(lambda x: _duplicate(x) if is_keras(x) else x, node.outputs)
        Node(node.layer, call_args=args, call_kwargs=kwargs, outputs=outputs_of_call)
        for old, new in zip(nest.flatten(node.outputs), nest.flatten(outputs_of_call)):
            replaced.setdefault(id(old), new)
    swap = lambda structure: map_keras_tensors(structure, lambda x: replaced.get(id(x), x))  # noqa: E731
    return swap(inputs), swap(outputs)


def _duplicate(x):
    copied = x.__copy__()
    copied.__dict__.pop("_keras_history", None)
    return copied


def _visit_until(outputs, known):
    done, ordered = set(), []

    def visit(x):
        if id(x) in known or node_of(x) in done:
            return
        done.add(node_of(x))
        for y in node_of(x).keras_inputs:
            visit(y)
        ordered.append(node_of(x))

    for x in outputs:
        visit(x)
    return ordered, done


def output_shapes(network: Network, inputs: list[Any], outputs: list[Any], shapes: list[Any]) -> list[TensorShape]:
    """The shapes of `outputs` for inputs of `shapes`, by what each layer says of its own: no layer runs, as some run only eagerly."""
    known = {id(x): TensorShape(shape) for x, shape in zip(inputs, shapes)}
    for depth in sorted(network.nodes_by_depth, reverse=True):
        for node in network.nodes_by_depth[depth]:
            if node.is_input:
                continue
            # As in Keras: layers are asked with the shapes of their first argument.
            given = nest.map_structure(lambda x: known[id(x)], node.call_args[0])
            found = as_shapes(node.layer.compute_output_shape(given))
            for x, shape in zip(nest.flatten(node.outputs), nest.flatten(found)):
                known.setdefault(id(x), shape)
    return [known[id(x)] for x in outputs]


# ---------------------------------------------------------------------- running
class Plan:
    """The calls of a network as a list of steps over numbered values: `plan(values of the inputs)` gives those of the outputs."""

    def __init__(self, network, inputs, outputs):
        self._slots = {}
        for x in inputs:
            self._slot(x)
        self._inputs = len(inputs)
        self._steps = []
        given = set(self._slots)
        for depth in sorted(network.nodes_by_depth, reverse=True):
            for node in network.nodes_by_depth[depth]:
                # Calls whose results are given as inputs need not be repeated.
                if not node.is_input and not all(id(t) in given for t in nest.flatten(node.outputs)):
                    self._steps.append(self._step(node))
        self._outputs = [self._slot(x) for x in outputs]
        self._size = len(self._slots)
        self._release()
        # In graphs operations are named within the scope of their layer.
        self._named_steps = [[_named(call), *rest] for call, *rest in self._steps]

    def _slot(self, x):
        return self._slots.setdefault(id(x), len(self._slots))

    def _step(self, node):
        used = [self._slot(x) for x in node.keras_inputs]
        layer = node.layer
        # Operations that became layers have no weights, masks or casts for `__call__` to care about.
        plain = type(layer) in (TFOpLambda, SlicingOpLambda)
        call = layer._run if plain else layer
        single = (
            self._slot(node.call_args[0]) if len(node.call_args) == 1 and not node.call_kwargs and is_keras(node.call_args[0]) else None
        )
        fill = None if single is not None else (_filler(node.call_args, self._slot), _filler(node.call_kwargs, self._slot))
        if is_keras(node.outputs):
            out = self._slot(node.outputs)
        else:
            out = [self._slot(x) if is_keras(x) else None for x in nest.flatten(node.outputs)]
        return [call, single, fill, out, used]

    def _release(self):
        """Replace what each step uses by what no later step needs."""
        needed = set(self._outputs)
        for step in reversed(self._steps):
            used = set(step[4])
            # The plan would otherwise hold every activation until the end of the call.
            step[4] = tuple(used - needed)
            needed |= used

    def __call__(self, values):
        v = [*values, *[None] * (self._size - self._inputs)]
        for call, single, fill, out, last in self._steps if TS.graph is None else self._named_steps:
            if single is not None:
                y = call(v[single])
            else:
                y = call(*fill[0](v), **fill[1](v))
            if type(out) is int:
                v[out] = y
            else:
                for at, part in zip(out, nest.flatten(y)):
                    if at is not None:
                        v[at] = part
            for at in last:
                v[at] = None
        return [v[at] for at in self._outputs]


def _named(call):
    """`call`, and where it is that of an operation, within the scope of its layer."""
    layer = getattr(call, "__self__", None)
    if not isinstance(layer, TFOpLambda):
        return call

    def run(*args, **kwargs):
        with layer.name_scope:
            return call(*args, **kwargs)

    return run


def _filler(structure, slot):
    """A function of the list of values that gives `structure` with values for Keras tensors."""
    if is_keras(structure):
        at = slot(structure)
        return lambda v: v[at]
    if isinstance(structure, (list, tuple)):
        parts = [_filler(x, slot) for x in structure]
        # Named tuples take their parts as separate arguments.
        if hasattr(structure, "_fields"):
            return lambda v: type(structure)(*[p(v) for p in parts])
        if isinstance(structure, tuple):
            return lambda v: tuple(p(v) for p in parts)
        return lambda v: [p(v) for p in parts]
    if isinstance(structure, dict):
        items = {k: _filler(x, slot) for k, x in structure.items()}
        return lambda v: {k: p(v) for k, p in items.items()}
    if nest.is_nested(structure):
        flat = [_filler(x, slot) for x in nest.flatten(structure)]
        return lambda v: nest.pack_sequence_as(structure, [p(v) for p in flat])
    return lambda v: structure
