"""Jacobians: the gradient of every element of a target."""

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.gradients.aliases import aliases
from tfshim.engine.gradients.backward import leads_back
from tfshim.engine.gradients.tape import warn_of_recording
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import wrap


def rows_of(
    target: torch.Tensor, inputs: Sequence[torch.Tensor], batched: bool, again: bool, per_example: bool = False
) -> Sequence[torch.Tensor | None]:
    """The rows of the Jacobian of the torch tensor `target` by each of `inputs`: [rows, *input.shape], None if unconnected.

    A row is the gradient of one element, with `per_example` of the same element of every example. `batched` lets torch
    take all rows in one pass where the operations on the path allow it; `again` keeps the result differentiable.
    """
    shape = target.shape[1:] if per_example else target.shape
    count = shape.numel() if not per_example or target.shape[0] else 0
    if not count:
        return [x.new_zeros((0, *x.shape)) for x in inputs]
    options = dict(retain_graph=True, create_graph=again, allow_unused=True)
    basis = torch.eye(count, dtype=target.dtype, device=target.device)
    # Rows depend on their own example only, so one basis vector serves the whole batch.
    basis = basis.reshape(count, 1, *shape).expand(count, *target.shape) if per_example else basis.reshape(count, *shape)
    with torch.enable_grad():
        if batched:
            try:
                return torch.autograd.grad(target, inputs, basis, is_grads_batched=True, **options)
            except RuntimeError:
                pass  # an operation on the path cannot be batched: one row at a time
        rows = [torch.autograd.grad(target, inputs, unit, **options) for unit in basis]
    return [
        None if rows[0][k] is None else torch.stack([r[k].to_dense() if r[k].is_sparse else r[k] for r in rows]) for k in range(len(inputs))
    ]


def assembled(target: torch.Tensor, rows: torch.Tensor, shape: Sequence[int], per_example: bool) -> torch.Tensor:
    """`rows` in the shape of the result: that of the target, then `shape`, that of a source."""
    if per_example:
        made = rows.movedim(0, 1).reshape((*target.shape, *shape[1:]))
    else:
        made = rows.reshape((*target.shape, *shape))
    return made.resolve_conj()


def sums_for(
    target: torch.Tensor,
    inputs: Sequence[torch.Tensor],
    places: Sequence[int],
    count: int,
    batched: bool,
    again: bool,
    per_example: bool = False,
) -> list[torch.Tensor | None]:
    """For each of `count` sources the sum of the rows of those `inputs` that belong to it by `places`; None if unconnected."""
    sums: list[Any] = [None] * count
    if inputs and type(target) is torch.Tensor and leads_back(target):
        for place, rows in zip(places, rows_of(target, inputs, batched, again, per_example)):
            if rows is not None:
                sums[place] = rows if sums[place] is None else sums[place] + rows
    return sums


def unconnected_shape(target: torch.Tensor, shape: Sequence[int], per_example: bool) -> tuple[int, ...]:
    """The shape of a Jacobian of zeros."""
    return (*target.shape, *(shape[1:] if per_example else shape))


def check_batches(target: Any, source: Any) -> None:
    """Raise ValueError where the static shapes rule a batch Jacobian out."""
    for x in (target, source):
        if x.shape.rank is not None and x.shape.rank < 2:
            raise ValueError(f"Shape {x.shape} must have rank at least 2")
    if target.shape.rank and source.shape.rank and None not in (target.shape[0], source.shape[0]) and target.shape[0] != source.shape[0]:
        raise ValueError(f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match.")


def check_target(target: Any) -> None:
    """Raise AttributeError for a structure: unlike a gradient, a Jacobian is that of one tensor."""
    if target is None or isinstance(target, (list, tuple, dict)):
        raise AttributeError(f"'{type(target).__name__}' object has no attribute 'shape'")


def _target(tape: Any, target: Any, batched: bool, what: str) -> Any:
    if not batched and not tape._persistent:
        # The double spaces are those of TensorFlow's messages.
        words = "and with  experimental_use_pfor" if what == "jacobian" else "and  with experimental_use_pfor"
        raise RuntimeError(
            f"GradientTape must be created with persistent=True to compute the {what} with eager execution enabled {words} set to False."
        )
    check_target(target)
    return convert_to_tensor(tape._read_again(target) if is_variable(target) else target)


def _done(tape: Any) -> None:
    if not tape._persistent:
        tape._watched = tape.watched_variables()
        used, tape._tape = tape._tape, None
        if used.parent is None:
            used.release()


def taken(tape: Any, target: Any, sources: Any, unconnected: str, batched: bool, per_example: bool = False) -> list[Any]:
    """The Jacobians of an eager tensor, one for each of the flat `sources`."""
    if tape._recording and not tape._persistent:
        tape._pop_tape()
    inputs, places = [], []
    for i, source in enumerate(sources):
        for alias in aliases(tape._tape, source):
            inputs.append(alias)
            places.append(i)
    t = target._t
    results: list[Any] = []
    for source, rows in zip(sources, sums_for(t, inputs, places, len(sources), batched, bool(TS.tapes), per_example)):
        shape = source.shape.as_list()
        if rows is not None:
            made = assembled(t, rows, shape, per_example)
            results.append(wrap(made, source.dtype, TS.tape if made.requires_grad else None))
        elif unconnected == "zero":
            results.append(wrap(t.new_zeros(unconnected_shape(t, shape, per_example), dtype=source.dtype.torch)))
        else:
            results.append(None)
    _done(tape)
    return results


def _check(tape: Any) -> None:
    if tape._tape is None:
        raise RuntimeError("A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)")
    tape._settle()
    if tape._recording and tape._persistent:
        warn_of_recording()


def jacobian(tape: Any, target: Any, sources: Any, unconnected: str, batched: bool) -> Any:
    """See `GradientTape.jacobian`."""
    _check(tape)
    flat = nest.flatten(sources)
    if TS.graph is not None:
        results = higher.jacobians_in_graph(tape, target, flat, unconnected, batched, False)
    else:
        results = taken(tape, _target(tape, target, batched, "jacobian"), flat, unconnected, batched)
    return nest.pack_sequence_as(sources, results)


def batch_jacobian(tape: Any, target: Any, source: Any, unconnected: str, batched: bool) -> Any:
    """See `GradientTape.batch_jacobian`. What is not connected gives zeros, whatever `unconnected` says, as in TensorFlow."""
    del unconnected
    _check(tape)
    if TS.graph is not None:
        return higher.jacobians_in_graph(tape, target, [source], "zero", batched, True)[0]
    target = _target(tape, target, batched, "batch_jacobian")
    check_batches(target, source)
    return taken(tape, target, [source], "zero", batched, True)[0]


higher.install(jacobian=jacobian, batch_jacobian=batch_jacobian)
