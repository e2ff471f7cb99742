"""A function applied step by step along the time axis of its inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.control_flow import while_loop
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.tensor_array import TensorArray

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


def _swap(x):
    return array_ops.transpose(x, [1, 0, *range(2, x.shape.rank)])


def _fit(mask, like):
    """The mask [batch, 1] of one step with axes of size 1 until it broadcasts to `like`."""
    for _ in range(like.shape.rank - mask.shape.rank):
        mask = array_ops.expand_dims(mask, -1)
    return mask


def _chosen(mask, new, old):
    return [array_ops.where(_fit(mask, n), n, o) for n, o in zip(new, old)]


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
    if go_backwards:
        flat = [array_ops.reverse(x, [0]) for x in flat]
        mask = None if mask is None else array_ops.reverse(mask, [0])
    if lengths is not None and mask is None:
        count = steps if steps is not None else array_ops.shape(flat[0])[0]
        mask = array_ops.expand_dims(array_ops.range(count)[:, None] < array_ops.cast(lengths, "int32")[None, :], -1)
        if go_backwards:
            mask = array_ops.reverse(mask, [0])

    xs = nest.pack_sequence_as(inputs, flat)
    if unroll and steps is None:
        raise ValueError("Unrolling requires a fixed number of timesteps.")
    # Eagerly `while_loop` is a loop in Python as well, with more calls for each step.
    if TS.graph is None or unroll:
        if not unroll:
            # Its values are not used, as in a loop of a graph; what the step changes and draws counts.
            step_function(nest.map_structure(lambda x: x[0], xs), [*initial_states, *constants])
        return _in_python(step_function, xs, steps, initial_states, constants, mask, zero_output_for_mask, return_all_outputs, time_major)
    return _in_a_loop(step_function, xs, initial_states, constants, mask, zero_output_for_mask, return_all_outputs, time_major)


def _in_python(step_function, xs, steps, states, constants, mask, zero_masked, everything, time_major):
    states, kept, output = list(states), [], None
    rows = [array_ops.unstack(x, steps) for x in nest.flatten(xs)]
    for t in range(steps):
        result, new = step_function(nest.pack_sequence_as(xs, [r[t] for r in rows]), [*states, *constants])
        flat, new = nest.flatten(result), list(new)
        if mask is not None:
            # Before the first unmasked step there is no output to repeat but zeros.
            before = [array_ops.zeros_like(o) for o in flat] if output is None or zero_masked else output
            flat = _chosen(mask[t], flat, before)
            new = nest.pack_sequence_as(states, _chosen(mask[t], nest.flatten(new), nest.flatten(states)))
        output, states = flat, new
        if everything:
            kept.append(flat)
    kept = kept if everything else [output]
    last = nest.pack_sequence_as(result, output)
    axis = 0 if time_major else 1
    return last, nest.pack_sequence_as(result, [array_ops.stack(list(o), axis=axis) for o in zip(*kept)]), states


def _in_a_loop(step_function, xs, states, constants, mask, zero_masked, everything, time_major):
    first = nest.flatten(xs)[0]
    count = array_ops.shape(first)[0]
    states = list(states)
    # The step at time zero only determines the structure and shapes of the outputs; its values are not used.
    form, _ = step_function(nest.map_structure(lambda x: x[0], xs), [*states, *constants])
    zeros = [array_ops.zeros_like(o) for o in nest.flatten(form)]
    # Rows of a list have their gradients each, where one that is sliced out of all steps would be given zeros for the others.
    rows = [TensorArray(x.dtype, size=count).unstack(x) for x in nest.flatten(xs)]
    arrays = [TensorArray(o.dtype, size=count if everything else 1, element_shape=o.shape) for o in zeros]
    flat_states = nest.flatten(states)

    def body(t, arrays, output, current):
        row = nest.pack_sequence_as(xs, [r.read(t) for r in rows])
        result, new = step_function(row, [*nest.pack_sequence_as(states, list(current)), *constants])
        flat, new = nest.flatten(result), nest.flatten(list(new))
        if mask is not None:
            now = mask[t]
            flat = _chosen(now, flat, zeros if zero_masked else output)
            new = _chosen(now, new, current)
        for n, s in zip(new, flat_states):
            # States keep their shapes: those of a stateful layer know their batch where the graph's inputs do not.
            n.set_shape(s.shape)
        arrays = [a.write(t if everything else 0, o) for a, o in zip(arrays, flat)]
        return t + 1, arrays, list(flat), list(new)

    _, arrays, output, last_states = while_loop(
        lambda t, *_: t < count, body, [array_ops.constant(0), arrays, zeros, flat_states], maximum_iterations=count
    )
    together = [a.stack() for a in arrays]
    for y, z in zip(together, zeros):
        y.set_shape([first.shape[0] if everything else 1, *z.shape])
    outputs = nest.pack_sequence_as(form, [y if time_major else _swap(y) for y in together])
    return nest.pack_sequence_as(form, [y[-1] for y in together]), outputs, nest.pack_sequence_as(states, list(last_states))
