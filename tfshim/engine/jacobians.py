"""Jacobians: the gradient of every element of a target."""

import torch

from tfshim.engine import nest
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.state import TS
from tfshim.engine.tape import aliases
from tfshim.engine.tensor import EagerTensor, wrap


def _flat_target(tape, target, batched, what):
    if tape._tape is None:
        raise RuntimeError("A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)")
    if not batched and not tape._persistent:
        # The spaces stand where TensorFlow has them.
        words = "and with  experimental_use_pfor" if what == "jacobian" else "and  with experimental_use_pfor"
        raise RuntimeError(f"GradientTape must be created with persistent=True to compute the {what} with eager execution enabled "
                           f"{words} set to False.")
    if hasattr(target, "_alias"):
        target = tape._read_again(target)
    target = convert_to_tensor(target)
    if type(target) is not EagerTensor:
        raise NotImplementedError("GradientTape.jacobian inside tf.function is not supported; call it outside of the function.")
    return target


def _done(tape):
    if not tape._persistent:
        if tape._recording:
            tape._pop_tape()
        tape._watched = tape.watched_variables()
        used, tape._tape = tape._tape, None
        if used.parent is None:
            used.release()


def _rows(target, inputs, batched):
    """For each of `inputs`, the gradients of all elements of `target`, stacked: [elements, ...]; None if unconnected."""
    t = target._t
    count = t.numel()
    again = bool(TS.tapes)
    options = dict(retain_graph=True, create_graph=again, allow_unused=True)
    with torch.enable_grad():
        if count and batched:
            basis = torch.eye(count, dtype=t.dtype, device=t.device).reshape(count, *t.shape)
            try:
                return torch.autograd.grad(t, inputs, basis, is_grads_batched=True, **options)
            except RuntimeError:
                pass  # an operation on the path cannot be batched: one row at a time
        rows = []
        for i in range(count):
            unit = torch.zeros(count, dtype=t.dtype, device=t.device)
            unit[i] = 1
            rows.append(torch.autograd.grad(t, inputs, unit.reshape(t.shape), **options))
    stacked = []
    for k, x in enumerate(inputs):
        if not rows:
            stacked.append(x.new_zeros((0, *x.shape)))
        elif rows[0][k] is None:
            stacked.append(None)
        else:
            stacked.append(torch.stack([r[k].to_dense() if r[k].is_sparse else r[k] for r in rows]))
    return stacked


def _total(tape, target, source, batched):
    """The stacked gradients of `target` for one source, over all aliases the tape gave out for it; or None."""
    inputs = aliases(tape._tape, source)
    t = target._t
    if not inputs or type(t) is not torch.Tensor or not t.requires_grad:
        return None
    total = None
    for rows in _rows(target, inputs, batched):
        if rows is not None:
            total = rows if total is None else total + rows
    return total


def jacobian(tape, target, sources, unconnected, batched):
    """See `GradientTape.jacobian`."""
    target = _flat_target(tape, target, batched, "jacobian")
    if tape._recording and not tape._persistent:
        tape._pop_tape()
    results = []
    for source in nest.flatten(sources):
        rows = _total(tape, target, source, batched)
        shape = tuple(target._t.shape) + tuple(source.shape.as_list())
        if rows is None:
            results.append(wrap(torch.zeros(shape, dtype=source.dtype.torch)) if unconnected == "zero" else None)
        else:
            made = rows.reshape(shape)
            results.append(wrap(made, source.dtype, TS.tape if made.requires_grad else None))
    _done(tape)
    return nest.pack_sequence_as(sources, results)


def batch_jacobian(tape, target, source, unconnected, batched):
    """See `GradientTape.batch_jacobian`."""
    target = _flat_target(tape, target, batched, "batch_jacobian")
    for x in (target, source):
        if x.shape.rank is not None and x.shape.rank < 2:
            raise ValueError(f"Shape {x.shape} must have rank at least 2")
    if target.shape[0] != source.shape[0]:
        raise ValueError(f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match.")
    if tape._recording and not tape._persistent:
        tape._pop_tape()
    t = target._t
    batch = t.shape[0]
    out = tuple(t.shape[1:])
    count = t[0].numel() if batch else 0
    shape = (batch, *out, *source.shape.as_list()[1:])
    inputs = aliases(tape._tape, source)
    total = None
    if inputs and t.requires_grad and count:
        # Rows depend on their own example only, so one basis vector serves the whole batch.
        basis = torch.eye(count, dtype=t.dtype, device=t.device).reshape(count, 1, *out).expand(count, batch, *out)
        options = dict(retain_graph=True, create_graph=bool(TS.tapes), allow_unused=True)
        with torch.enable_grad():
            try:
                if not batched:
                    raise RuntimeError
                found = torch.autograd.grad(t, inputs, basis, is_grads_batched=True, **options)
            except RuntimeError:
                rows = [torch.autograd.grad(t, inputs, b, **options) for b in basis]
                found = [None if rows[0][k] is None else torch.stack([r[k] for r in rows]) for k in range(len(inputs))]
        for g in found:
            if g is not None:
                total = g if total is None else total + g
    _done(tape)
    if total is None:
        return wrap(torch.zeros(shape, dtype=source.dtype.torch)) if unconnected == "zero" else None
    made = total.movedim(0, 1).reshape(shape)
    return wrap(made, source.dtype, TS.tape if made.requires_grad else None)
