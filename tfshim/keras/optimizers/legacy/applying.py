"""How gradients are applied by a legacy optimizer: a step of all variables at once, or by operations."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from tfshim.control_flow import group
from tfshim.distribute.replicas import apply_between
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import eager_mode, init_scope, name_scope
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.engine.variables.variable import Variable
from tfshim.keras.optimizers.gradients import paired, without_missing
from tfshim.keras.optimizers.legacy.hooks import Hooks, constrained_rows
from tfshim.keras.v1.mode import building
from tfshim.keras.v1.updates import assignments

if TYPE_CHECKING:
    pass


@op("ApplyGradientsLegacy", register=False, gradients="any*", stateful=True, grad=None)
def _apply(iterations, gradients, optimizer, variables, rows, state, clips=False, name=None):
    """Update `variables`; `rows` says where the rows of sparse gradients are. The result is the number of updates before.

    `state`: the other variables that are used, for sessions to know of them. `clips`: the gradients are to be clipped first.
    """
    with eager_mode():
        given = paired(gradients, rows)
        if clips:
            given = optimizer._clipped([IndexedSlices(*map(wrap, g)) if type(g) is tuple else wrap(g) for g in given])
            given = [(g.values._t, g.indices._t) if isinstance(g, IndexedSlices) else g._t for g in given]
        optimizer._update(variables, given)
    return iterations._t.clone()


def _clipped_and_applied(optimizer, flat, variables, rows):
    """A step with gradients that are clipped before it; where all is shown, within it, which is where Keras clips them."""
    clips = one_by_one.wanted()
    if not clips:
        flat, _ = _flat(optimizer._clipped([IndexedSlices(*g) if type(g) is tuple else g for g in paired(flat, rows)]))
    _apply(optimizer.iterations, flat, optimizer, variables, rows, (), clips)


def _flat(gradients):
    """The tensors of gradients one after the other, and whether each is one of rows, which has two."""
    flat = [convert_to_tensor(x) for g in gradients for x in ((g.values, g.indices) if isinstance(g, IndexedSlices) else (g,))]
    return flat, [isinstance(g, IndexedSlices) for g in gradients]


def apply(optimizer, updater, grads_and_vars, aggregate):
    """`apply_gradients` of `optimizer`; `updater`, it or what is around it, makes the updates."""
    pairs = [(g, v) for g, v in grads_and_vars]
    if not pairs:
        return None
    if TS.replica is not None:
        return apply_between(updater, pairs, aggregate)
    gradients, variables = [g for g, _ in pairs], [v for _, v in pairs]
    if any(g is None for g in gradients):
        gradients, variables = without_missing(gradients, variables)
    for v in variables:
        if isinstance(v, Tensor):
            raise NotImplementedError(f"Updating a `Tensor` is not implemented; give a tf.Variable. Received: var={v}.")
    with lock_of(optimizer), init_scope(), name_scope(optimizer._name) as scope:
        optimizer._create_all_weights(variables)
    # Keras' order: gradients are summed over replicas, then clipped, then transformed.
    pairs = list(zip(gradients, variables))
    if aggregate:
        pairs = optimizer._aggregate_gradients(optimizer._transform_unaggregated_gradients(pairs))
    graph = building()
    clips = graph is None and TS.graph is not None and updater is optimizer and _only_clips(optimizer, pairs)
    if not clips:
        pairs = list(optimizer._transform_gradients(pairs))
    gradients, variables = [g for g, _ in pairs], [v for _, v in pairs]
    before = 0 if graph is None else len(graph._operations)
    if not clips and (type(optimizer)._step is None or not optimizer._takes_kernel_step(gradients, variables)):
        if graph is not None:
            with name_scope(scope), name_scope(optimizer._name):
                optimizer._update_by_operations(gradients, variables)
            return group(*assignments(graph, before), name=optimizer._name)
        if updater is optimizer:
            return optimizer._update_by_operations(gradients, variables)
        return updater._if_finite(gradients, lambda: optimizer._update_by_operations(gradients, variables))
    flat, rows = _flat(gradients)
    if TS.graph is None:
        updater._update(variables, paired([x._t for x in flat], rows))
    elif clips:
        shown_parts.recorded(_clipped_and_applied, optimizer, flat, variables, rows)
    else:
        with name_scope(scope) if graph is not None else contextlib.nullcontext():
            _apply(optimizer.iterations, flat, updater, variables, rows, () if graph is None else _state(optimizer))
    for g, v in zip(gradients, variables):
        if v.constraint is not None:
            if isinstance(g, IndexedSlices):
                raise constrained_rows(g, v)
            v.assign(v.constraint(v))
    if graph is not None:
        made = assignments(graph, before)
        return made[0] if len(made) == 1 else group(*made, name=optimizer._name)
    return optimizer.iterations


def _only_clips(optimizer, pairs):
    """Whether the gradients of `pairs` are only clipped, before a step by the kernel."""
    bounds = optimizer.clipvalue, optimizer.clipnorm, optimizer.global_clipnorm
    cls = type(optimizer)
    if optimizer.gradient_transformers or all(b is None for b in bounds) or cls._step is None:
        return False
    if (cls._transform_gradients, cls._clipped) != (Hooks._transform_gradients, Hooks._clipped):
        return False
    return optimizer._takes_kernel_step([g for g, _ in pairs], [v for _, v in pairs])


def _state(optimizer):
    """The variables of `optimizer`, its hyperparameters among them."""
    return (*optimizer._weights, *[v for v in optimizer._hyper.values() if isinstance(v, Variable)])
