"""A function applied step by step along the time axis of its inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.array_ops.masking import select
from tfshim.control_flow import while_loop
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.tensor_array import TensorArray

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


def _swap(x):
    return array_ops.transpose(x, [1, 0, *range(2, x.shape.rank)])


def _tiled(mask, like, fixed=1):
    """The mask of one step, whose first `fixed` axes are those of `like`, for each element of that."""
    for _ in range(like.shape.rank - mask.shape.rank):
        mask = array_ops.expand_dims(mask, -1)
    if not one_by_one.wanted():  # where it is broadcast: tiles are no part of the loops that NumPy runs
        return mask
    return array_ops.tile(mask, [1] * fixed + like.shape.as_list()[fixed:])


def _tiled_for(mask, tensors, fixed=1):
    return [_tiled(mask, x, fixed) for x in tensors]


def _chosen(tiled, new, old):
    return [array_ops.where(m, n, o) for m, n, o in zip(tiled, new, old)]


@tf_export("keras.backend.rnn")
def rnn(
    step_function: Callable[[Any, Any], tuple[Any, Any]],
    inputs: TensorLike,
    initial_states: Sequence[TensorLike],
    go_backwards: bool = False,
    mask: TensorLike | None = None,
    constants: Sequence[TensorLike] | None = None,
    unroll: bool = False,
    input_length: IntLike | None = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> tuple[AnyTensor, AnyTensor, Any]:
    """Runs a function along the steps of sequences: what recurrent layers are made of.

    Mirrors `tf.keras.backend.rnn`.

    Arguments:
        step_function: `(inputs of a step, states + constants)` -> (output, new states).
        inputs: [batch, steps, ...].
        initial_states: a list of tensors [batch, ...].
        go_backwards: whether it begins with the last step; False.
        mask: which steps count, bools [batch, steps]; None: all.
        constants: further tensors for each step; None.
        unroll: whether the steps are written out, one after the other, in place of a loop; False.
        input_length: the number of steps, where it is known; None: found out.
        time_major: whether inputs and outputs are [steps, batch, ...]; False.
        zero_output_for_mask: whether masked steps give zeros in place of the output before; False by default.
        return_all_outputs: whether the outputs of all steps are kept; True by default.

    Returns:
        (the last output, all outputs, the last states).

    Example:
        >>> def add(x, states):
        ...     total = x + states[0]
        ...     return total, [total]
        >>> last, outputs, states = tf.keras.backend.rnn(add, tf.ones([1, 3, 2]), [tf.zeros([1, 2])])
        >>> last.numpy().tolist(), outputs.shape
        ([[3.0, 3.0]], TensorShape([1, 3, 2]))
    """
    flat = nest.flatten(inputs)
    # Time first, so that the inputs of a step are one row.
    flat = [x if time_major else _swap(x) for x in flat]
    for x in flat:
        x.shape.with_rank_at_least(3)
    steps = flat[0].shape[0]
    looped = TS.graph is not None and not unroll
    count = steps if TS.graph is None else array_ops.shape(flat[0])[0]
    lengths = None
    if (
        input_length is not None
        and not isinstance(input_length, int)
        and getattr(input_length, "shape", None) is not None
        and input_length.shape.rank
    ):
        lengths = input_length
    if mask is not None:
        mask = array_ops.cast(mask, "bool")
        if mask.shape.rank == 2:
            mask = array_ops.expand_dims(mask, -1)
        mask = mask if time_major else _swap(mask)
    constants = list(constants or [])
    if go_backwards and not looped:
        flat = [array_ops.reverse(x, [0]) for x in flat]
        mask = None if mask is None else array_ops.reverse(mask, [0])
    if lengths is not None and mask is None and not looped:
        count = steps if steps is not None else array_ops.shape(flat[0])[0]
        mask = array_ops.expand_dims(array_ops.range(count)[:, None] < array_ops.cast(lengths, "int32")[None, :], -1)
        if go_backwards:
            mask = array_ops.reverse(mask, [0])

    xs = nest.pack_sequence_as(inputs, flat)
    if unroll and steps is None:
        raise ValueError("Unrolling requires a fixed number of timesteps.")
    # Eagerly `while_loop` is a loop in Python as well, with more calls for each step.
    if not looped:
        if not unroll:
            # Its values are not used, as in a loop of a graph; what the step changes and draws counts.
            step_function(nest.map_structure(lambda x: x[0], xs), [*initial_states, *constants])
        return _in_python(step_function, xs, steps, initial_states, constants, mask, zero_output_for_mask, return_all_outputs, time_major)
    about = lengths, zero_output_for_mask, return_all_outputs
    last, outputs, states = _in_a_loop(step_function, xs, count, initial_states, constants, go_backwards, mask, *about)

    def together(y):
        y.set_shape([steps if return_all_outputs else 1, flat[0].shape[1], *y.shape[2:]])
        return y if time_major else _swap(y)

    return last, nest.map_structure(together, outputs), states


def _in_python(step_function, xs, steps, states, constants, mask, zero_masked, everything, time_major):
    states, kept, output = list(states), [], None
    rows = [array_ops.unstack(x, steps) for x in nest.flatten(xs)]
    masks = None if mask is None else array_ops.unstack(mask, steps)
    for t in range(steps):
        result, new = step_function(nest.pack_sequence_as(xs, [r[t] for r in rows]), [*states, *constants])
        flat, new = nest.flatten(result), list(new)
        if mask is not None:
            # Before the first unmasked step there is no output to repeat but zeros.
            now = masks[t]
            tiled = _tiled_for(now, flat)
            before = [array_ops.zeros_like(o) for o in flat] if output is None or zero_masked else output
            flat = _chosen(tiled, flat, before)
            new = nest.flatten(new)
            new = nest.pack_sequence_as(states, _chosen(_tiled_for(now, new), new, nest.flatten(states)))
        output, states = flat, new
        if everything:
            kept.append(flat)
    kept = kept if everything else [output]
    last = nest.pack_sequence_as(result, output)
    if TS.graph is None:
        axis = 0 if time_major else 1
        return last, nest.pack_sequence_as(result, [array_ops.stack(list(o), axis=axis) for o in zip(*kept)]), states
    together = [array_ops.stack(list(o)) for o in zip(*kept)]
    return last, nest.pack_sequence_as(result, [y if time_major else _swap(y) for y in together]), states


def _in_a_loop(step_function, xs, count, states, constants, backwards, mask, lengths, zero_masked, everything):
    """(last output, outputs with the time first, states), in the operations in which Keras has the loop."""
    given = nest.flatten(xs)
    rows = [TensorArray(x.dtype, size=count) for x in given]
    rows = [row.unstack(array_ops.reverse(x, [0]) if backwards else x) for row, x in zip(rows, given)]
    # The step at time zero only determines the structure and shapes of the outputs; its values are not used.
    form, _ = step_function(nest.pack_sequence_as(xs, [x[0] for x in given]), (*states, *constants))
    arrays = [TensorArray(o.dtype, size=count if everything else 1, element_shape=o.shape) for o in nest.flatten(form)]
    time = constant(0, "int32", name="time")
    flat_states, zeros = nest.flatten(states), []
    if mask is not None:
        mask = array_ops.reverse(mask, [0]) if backwards else mask
        masks = TensorArray("bool", size=count).unstack(mask)
    elif lengths is not None:
        lengths = array_ops.cast(lengths, "int32")
        after = math.reduce_max(lengths, axis=0) - 1 - lengths if backwards else lengths
    if mask is not None or lengths is not None:
        zeros = [array_ops.zeros_like(o) for o in nest.flatten(form)]

    def now(t):
        if mask is not None:
            return masks.read(t)
        return after < t if backwards else after > t

    def chosen(counts, new, old):
        if mask is not None:
            return _chosen(_tiled_for(counts, new, len(counts.shape)), new, old)
        return [select(counts, n, o) for n, o in zip(new, old)]

    def body(t, arrays, before, current):
        row = nest.pack_sequence_as(xs, [r.read(t) for r in rows])
        counts = now(t) if zeros else None
        result, new = step_function(row, (*nest.pack_sequence_as(states, list(current)), *constants))
        flat, new = nest.flatten(result), nest.flatten(new)
        if zeros:
            flat = chosen(counts, flat, zeros if zero_masked else before)
        for n, s in zip(new, flat_states):
            # States keep their shapes: those of a stateful layer know their batch where the graph's inputs do not.
            n.set_shape(s.shape)
        if zeros:
            new = chosen(counts, new, current)
        arrays = [a.write(t if everything else 0, o) for a, o in zip(arrays, flat)]
        return t + 1, arrays, list(flat) if zeros else [], list(new)

    about = [time, arrays, zeros, flat_states]
    _, arrays, _, last_states = while_loop(lambda t, *_: t < count, body, about, parallel_iterations=32)
    outputs = [a.stack() for a in arrays]
    last = nest.pack_sequence_as(form, [y[-1] for y in outputs])
    return last, nest.pack_sequence_as(form, outputs), nest.pack_sequence_as(states, list(last_states))
