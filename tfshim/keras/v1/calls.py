"""Calls of layers in graphs of TensorFlow 1: the nodes that they make, and the history that makes models of them."""

from tfshim.array_ops.identities import identity
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.values import nest
from tfshim.keras.engine.context import CALLS, calls_in_graph
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.engine.node import Node
from tfshim.keras.v1.op_layer import TensorFlowOpLayer


@calls_in_graph
def call(layer, inputs, args, kwargs, run):
    """The result of `run(inputs, ...)`, the call of `layer` itself; what Keras knows of the inputs it knows of the outputs."""
    # Operations within the `call` of a layer are part of that layer.
    if CALLS.depth == 0:
        give_history(nest.flatten((inputs, args, kwargs)))
    CALLS.direct = True
    try:
        outputs = run(inputs, *args, **kwargs)
    finally:
        CALLS.direct = False
    flat = [x for x in nest.flatten(inputs) if x is not None]
    if not flat or not all(map(is_keras, flat)):
        return outputs
    outputs = nest.map_structure(lambda x: _copy(layer, x) if any(x is y for y in flat) else x, outputs)
    Node(layer, call_args=(inputs, *args), call_kwargs=kwargs, outputs=outputs)
    return outputs


def _copy(layer, x):
    """A tensor with the value of `x`, so that `x` keeps its own history."""
    with layer.name_scope:
        made = identity(x)
    mask = getattr(x, "_keras_mask", None)
    if mask is not None:
        made._keras_mask = mask
    return made


def give_history(tensors):
    """Give tensors of a graph that plain operations computed from Keras' tensors a layer as their source, too."""
    for x in tensors:
        if isinstance(x, SymbolicTensor) and not is_keras(x) and _from_keras(x):
            _layer_of(x.op)


def _from_keras(x):
    seen, stack = set(), [x]
    while stack:
        t = stack.pop()
        if is_keras(t):
            return True
        if t.op in seen:
            continue
        seen.add(t.op)
        stack.extend(t.op.inputs)
    return False


def _layer_of(op):
    """Make layers of `op` and of what is before it, up to tensors that layers gave."""
    stack = [op]
    while stack:
        now = stack[-1]
        if all(map(is_keras, now.outputs)):
            stack.pop()
            continue
        before = [t.op for t in now.inputs if not is_keras(t) and _from_keras(t)]
        if before:
            stack.extend(before)
            continue
        layer = TensorFlowOpLayer(now)
        inputs = [t for t in now.inputs if is_keras(t)]
        Node(layer, call_args=(inputs[0] if len(inputs) == 1 else inputs,), call_kwargs={}, outputs=list(now.outputs))
        stack.pop()
