"""Gradients as an optimizer is given them: of a loss that is recorded, without those that are missing, bounded."""

from __future__ import annotations

import sys

from tfshim import math
from tfshim.array_ops.identities import identity
from tfshim.array_ops.shapes import shape
from tfshim.array_ops.uniques import unique
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graphs.operation import IDENTITIES
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import UNNAMED, name_scope
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor


def dense(gradient, variable):
    """A gradient as a tensor: rows of one stand in zeros of the shape of `variable`."""
    if isinstance(gradient, IndexedSlices) and gradient.dense_shape is None:
        indices = convert_to_tensor(gradient.indices)
        gradient = IndexedSlices(gradient.values, indices, shape(variable, out_type=indices.dtype))
    return convert_to_tensor(gradient)


def operand(gradient):
    """A gradient for an operation on whole tensors: rows become one within its name where operations are wanted one by one."""
    if not isinstance(gradient, IndexedSlices):
        return gradient
    if TS.graph is None or not one_by_one.wanted() or gradient.dense_shape is None:
        return convert_to_tensor(gradient)
    with name_scope(UNNAMED):
        size = convert_to_tensor(gradient.dense_shape)[0]
    return math.unsorted_segment_sum(gradient.values, gradient.indices, size, name=UNNAMED)


def summed_rows(gradient):
    """`gradient`; of rows with each row once, since a step is not linear in the gradient."""
    if not isinstance(gradient, IndexedSlices):
        return gradient
    once, places = unique(gradient.indices)
    return IndexedSlices(math.unsorted_segment_sum(gradient.values, places, shape(once)[0]), once, gradient.dense_shape)


def add(variable, gradient, change=lambda g: g):
    """Adds `change` of a gradient to `variable`, to its rows alone where the gradient is of rows."""
    if isinstance(gradient, IndexedSlices):
        variable.scatter_add(IndexedSlices(change(gradient.values), gradient.indices))
    else:
        variable.assign_add(change(gradient))


def approach(average, gradient, share, of=lambda g: g):
    """Moves `average` by `share` towards `of` a gradient, in the order in which Keras rounds: rows are added after all have decayed."""
    if isinstance(gradient, IndexedSlices):
        average.assign_add(-average * share)
        add(average, gradient, lambda g: of(g) * share)
    else:
        average.assign_add((of(gradient) - average) * share)


def mix(average, gradient, kept, of=lambda g: g):
    """`kept` of `average` and the rest of `of` a gradient: what `approach` does, as other optimizers of Keras write, and round, it."""
    if isinstance(gradient, IndexedSlices):
        average.assign(kept * average)
        add(average, gradient, lambda g: of(g) * (1 - kept))
    else:
        average.assign(kept * average + (1 - kept) * of(gradient))


def recorded_loss(loss, var_list, tape):
    """The value of `loss`, the variables and the tape that recorded it; `loss` and `var_list` may be functions."""
    if not callable(loss) and tape is None:
        raise ValueError(f"`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
    tape = tape if tape is not None else GradientTape()
    if callable(loss):
        with tape:
            if not callable(var_list):
                tape.watch(var_list)
            loss = loss()
            # The variables may be made by the loss, so they are asked for after it.
            if callable(var_list):
                var_list = var_list()
    return loss, var_list, tape


def clip_gradients(gradients, clipnorm, global_clipnorm, clipvalue):
    """Gradients bounded each in norm, or else all together in norm, or else in value."""
    if clipnorm and clipnorm > 0:
        gradients = [math.clip_by_norm(g, clipnorm) for g in gradients]
    elif global_clipnorm and global_clipnorm > 0:
        gradients, _ = math.clip_by_global_norm(gradients, global_clipnorm)
    elif clipvalue and clipvalue > 0:
        gradients = [math.clip_by_value(g, -clipvalue, clipvalue) for g in gradients]
    return gradients


def without_missing(gradients, variables, warnings=1):
    """Gradients and variables without the pairs that have none, with warnings. Raises ValueError where none is left.

    Keras' own optimizers warn twice: where gradients are added up over replicas, and where they are applied.
    """
    kept = [(g, v) for g, v in zip(gradients, variables) if g is not None]
    if not kept:
        names = ([v.name for v in variables],)
        raise ValueError(
            f"No gradients provided for any variable: {names}. Provided `grads_and_vars` is {tuple(zip(gradients, variables))}."
        )
    for _ in range(warnings):
        get_logger().warning(
            f"Gradients do not exist for variables {[v.name for g, v in zip(gradients, variables) if g is None]} when minimizing the "
            "loss. If you're using `model.compile()`, did you forget to provide a `loss` argument?"
        )
    return [g for g, _ in kept], [v for _, v in kept]


def _sums_are_nodes():
    """Whether the sum over replicas is made of nodes of the graph: the replicas of a strategy meet outside of it."""
    distribute = sys.modules.get("tfshim.distribute")
    return distribute is None or not distribute.has_strategy()


def passed_on(gradients):
    """Gradients as they come out of the sum over replicas, which Keras forms where there is one as well."""
    if not _sums_are_nodes():
        return gradients
    for g in gradients:
        identity(g)
    leaves = [abstract.leaf_like(g) for g in gradients]
    return TS.graph._add(IDENTITIES, [[*gradients, *gradients]], [*leaves, *leaves]).outputs[: len(gradients)]


def names_of_sums(count):
    """The names that `passed_on` would give its nodes, taken for when the graph is shown or saved; None where it makes none."""
    if not _sums_are_nodes():
        return None
    free = TS.graph.unique_name
    return [free("Identity") for _ in range(count)], free("IdentityN")


def parts_of(gradient):
    """The tensors of a gradient: values, indices and perhaps the shape of IndexedSlices."""
    if isinstance(gradient, IndexedSlices):
        return gradient.values, gradient.indices, gradient.dense_shape
    return convert_to_tensor(gradient)


def flattened(gradients):
    """Gradients in a flat list, of which some may be pairs (values, indices), and what `paired` is told of it; () where none is."""
    rows = [type(g) is tuple for g in gradients]
    if True not in rows:
        return gradients, ()
    return [t for g in gradients for t in (g if type(g) is tuple else (g,))], tuple(rows)


def paired(tensors, rows):
    """Dense gradients, and pairs of (values, indices), from a flat list; `rows` says of each whether it is such a pair."""
    tensors = iter(tensors)
    return [(next(tensors), next(tensors)) if sparse else next(tensors) for sparse in rows]


def whole(gradients, variables):
    """Gradients, of which some may be pairs (values, indices), as tensors."""
    return [dense(IndexedSlices(*g), v) if type(g) is tuple else g for g, v in zip(gradients, variables)]
