"""The node by which a graph updates all variables when it runs."""

from __future__ import annotations

from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.state import TS


@op("ApplyGradients", register=False, gradients="any*", stateful=True, grad=None)
def apply_within_graph(iterations, gradients, optimizer, variables, traced, clipped, rows=(), name=None):
    """Update `variables`; the result is the number of updates so far.

    `traced`: see `Optimizer._while_traced`; `clipped`, `rows`: `Optimizer._update`.
    """
    options = {"clipped": True} if clipped else {}  # which only optimizers that bound gradients themselves take
    if rows:
        options["rows"] = rows
    if traced is None and TS.graph is None:
        optimizer._update(variables, gradients, **options)
        return iterations._t
    with eager_mode():
        optimizer._traced = traced
        try:
            optimizer._update(variables, gradients, **options)
        finally:
            optimizer._traced = None
    return iterations._t  # a later update makes the variable's storage its own again if this one is still held
