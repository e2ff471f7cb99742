"""The updates that layers in TF 1 graphs add to each step; and which of them, and of the losses, belong to which inputs."""

from tfshim.engine.values import nest
from tfshim.keras.v1 import operations

_NO_CHANGE = ("ReadVariableOp", "VarHandleOp", "VariableV2", "VarIsInitializedOp")


def add(layer, updates):
    """Keep `updates` (operations, assigned variables, or functions that give some) with the layer."""
    for update in updates if isinstance(updates, (list, tuple)) else [updates]:
        while callable(update) and not hasattr(update, "_as_graph_element") and not hasattr(update, "op"):
            update = update()
        for x in nest.flatten(update):
            if x is not None:
                layer.__dict__.setdefault("_updates", []).append(operations.as_operation(x))


def of(layer):
    """The updates of `layer` and of the layers within, without those that are not to be trained and keep no state."""
    # A frozen layer keeps its moving averages.
    if not layer.trainable and not layer.stateful:
        return []
    found = []
    for each in layer._flatten_layers():
        if each.trainable or each.stateful:
            found += [u for u in each.__dict__.get("_updates", ()) if u not in found]
    return found


def for_inputs(elements, inputs):
    """Those of `elements` that are computed from `inputs`; with None those that are computed from no placeholder at all."""
    if inputs is None:
        return [x for x in elements if not operations.placeholders_of(x)]
    return [x for x, found in zip(elements, operations.reachable(elements, nest.flatten(inputs))) if found]


def relevant(elements, inputs):
    """Those of `elements` that need no other placeholders than `inputs`."""
    known = {id(x) for x in nest.flatten(inputs, expand_composites=True)}
    return [x for x in elements if all(id(p) in known for p in operations.placeholders_of(x))]


def assignments(graph, before):
    """The operations with effects that were added to `graph` since it had `before` operations."""
    return [op for op in graph._operations[before:] if op.stateful and op.kind not in _NO_CHANGE]
