"""`tf.scan`, `tf.foldl` and `tf.foldr`: loops that carry a state from row to row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import expand_dims
from tfshim.control_flow import without_gradient
from tfshim.engine.autograph import convert_argument
from tfshim.engine.graphs import control_flow as engine
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.looping.rows import check_function, flat_elements, length_of, stacked
from tfshim.rows_in_loops import folded, scanned
from tfshim.rows_in_loops import recorded as with_rows_in_turns

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def _fold(fn, elems, initializer, reverse, back_prop, collect, name, parallel):
    """The loop of fold and scan: the last state, or with `collect` all states stacked."""
    check_function(fn)
    flat = flat_elements(elems, name)
    if TS.graph is not None:
        fn = convert_argument(fn)
    if initializer is None:
        at = -1 if reverse else 0
        for x in flat:
            if x.shape[0] == 0:
                raise errors.OutOfRangeError(None, None, f"tf.{name} needs an initializer where elems has no rows.")
        structure, states = elems, None
    else:
        structure = initializer
        states = [read_if_variable(x) for x in nest.flatten(initializer)]
        if collect or TS.graph is not None:  # else the function is given what the caller gave
            states = [convert_to_tensor(x) for x in states]

    def begun(flat, states):
        """(The first states, the rows that are left.)"""
        if states is not None:
            return states, flat
        return [x[at] for x in flat], [x[:-1] if reverse else x[1:] for x in flat]

    def call(states, items):
        result = fn(nest.pack_sequence_as(structure, states), nest.pack_sequence_as(elems, items))
        nest.assert_same_structure(structure, result)
        hints = [s.dtype if isinstance(s, Tensor) else None for s in states]
        return [convert_to_tensor(read_if_variable(x), dtype_hint=hint) for x, hint in zip(nest.flatten(result), hints)]

    if TS.graph is None:
        collected = []
        states, rest = begun(flat, states)
        if initializer is None:
            collected.append(states)
        n = length_of(rest)
        for i in range(n - 1, -1, -1) if reverse else range(n):
            states = call(states, [x[i] for x in rest])
            collected.append(states)
        if collect:
            if reverse:
                # States stand in the order of the rows that they belong to, not in that of the steps.
                collected.reverse()
            states = (
                [stacked(list(c), s.dtype, s.shape) for c, s in zip(zip(*collected), states)]
                if collected
                else [stacked([], s.dtype, s.shape) for s in states]
            )
    else:

        def step(states, items):
            new = call(states, items)
            return new, new if collect else []

        def compute(flat, given):
            first, rest = begun(flat, given)
            last, values = engine.sequence(step, first, rest, reverse, name)
            if not collect or given is not None:
                return values if collect else last
            return [concat([v, expand_dims(f, 0)] if reverse else [expand_dims(f, 0), v], 0) for f, v in zip(first, values)]

        def shown(turn, flat, states):
            form = scanned if collect else folded
            return form(turn, flat, states, reverse, parallel or 10)

        dense = all(isinstance(x, Tensor) for x in flat)
        states = with_rows_in_turns(compute, shown, flat, states, name) if dense else compute(flat, states)
    result = nest.pack_sequence_as(structure, [x if isinstance(x, Tensor) else convert_to_tensor(x) for x in states])
    return result if back_prop else without_gradient(result)


@tf_export("scan")
@one_layer("compat.v1.scan")
def scan(
    fn: Callable[..., Any],
    elems: TensorLike,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All states of a function that goes over the rows of tensors, stacked. Mirrors `tf.scan`.

    Arguments:
        fn: a function `fn(state, row)` that gives the new state, in the structure of the first.
        elems: a tensor of shape [n, ...], or a nest of such, whose rows are given in that structure.
        initializer: the first state, which is not part of the result; None (the default) takes the first row, which is.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        infer_shape: a hint; True by default.
        reverse: True begins at the last row; False by default.
        name: a name for the operation in graphs.

    Returns:
        The states, of shape [n, ...]; with `reverse` the state of row i is at i all the same.

    Raises:
        TypeError, ValueError: states that differ in structure, dtype or shape.

    Example:
        >>> tf.scan(lambda state, row: state + row, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 3, 6], dtype=int32)>
        >>> tf.scan(lambda a, _: (a[1], a[0] + a[1]), tf.range(5), initializer=(0, 1))[0]
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([1, 1, 2, 3, 5], dtype=int32)>
    """
    return _fold(fn, elems, initializer, reverse, back_prop, True, name or "scan", parallel_iterations)


@tf_export("foldl")
@one_layer("compat.v1.foldl")
def foldl(
    fn: Callable[..., Any],
    elems: TensorLike,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last state of a function that goes over the rows of tensors. Mirrors `tf.foldl`.

    Arguments:
        fn: a function `fn(state, row)` that gives the new state, in the structure of the first.
        elems: a tensor of shape [n, ...], or a nest of such, whose rows are given in that structure.
        initializer: the first state; None (the default) takes the first row, which then is not gone over.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        name: a name for the operation in graphs.

    Returns:
        The state after the last row.

    Raises:
        OutOfRangeError: there are no rows and no initializer.

    `tf.scan` gives all states; `tf.foldr` begins at the end.

    Example:
        >>> tf.foldl(lambda state, row: 10 * state + row, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(), dtype=int32, numpy=123>
    """
    return _fold(fn, elems, initializer, False, back_prop, False, name or "foldl", parallel_iterations)


@tf_export("foldr")
@one_layer("compat.v1.foldr")
def foldr(
    fn: Callable[..., Any],
    elems: TensorLike,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last state of a function that goes over the rows of tensors from the last to the first. Mirrors `tf.foldr`.

    Arguments:
        fn: a function `fn(state, row)` that gives the new state, in the structure of the first.
        elems: a tensor of shape [n, ...], or a nest of such, whose rows are given in that structure.
        initializer: the first state; None (the default) takes the last row, which then is not gone over.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        name: a name for the operation in graphs.

    Returns:
        The state after the first row.

    Raises:
        OutOfRangeError: there are no rows and no initializer.

    Example:
        >>> tf.foldr(lambda state, row: 10 * state + row, tf.constant([1, 2, 3]))
        <tf.Tensor: shape=(), dtype=int32, numpy=321>
    """
    return _fold(fn, elems, initializer, True, back_prop, False, name or "foldr", parallel_iterations)
