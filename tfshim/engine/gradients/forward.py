"""`ForwardAccumulator`: Jacobian-vector products along one direction.

The product is taken by differentiating twice: J v is the derivative, with respect to u, of <u J, v>. That nests to
any depth and serves results computed anywhere inside, for a cost of about two backward passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.gradients.aliases import Accumulation, aliases, is_within
from tfshim.engine.gradients.tape import _unconnected
from tfshim.engine.ops.execution import usable
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, wrap


class ForwardAccumulator:
    """Derivatives along a direction, computed while operations run. Mirrors `tf.autodiff.ForwardAccumulator`.

    One pass gives how all results change when the inputs move along one direction (Jacobian times vector), whereas `tf.GradientTape` goes
    back from one result to all inputs. It is the better one for few inputs and many results; together with a tape it gives a Hessian times
    a vector.

    Arguments:
        primals: the inputs: a tensor or variable of floats, or a structure of such.
        tangents: the direction: tensors of the same structure, shapes and dtypes.

    Raises:
        ValueError: structures, shapes or dtypes differ.

    Example:
        >>> x = tf.constant([1.0, 2.0])
        >>> with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as forward:
        ...     y = tf.square(x) * tf.reduce_sum(x)
        >>> forward.jvp(y).numpy()
        array([7., 4.], dtype=float32)
    """

    __module__ = "tensorflow.python.eager.forwardprop"

    def __init__(self, primals: Any, tangents: Any) -> None:
        nest.assert_same_structure(primals, tangents)
        self._primals = nest.flatten(primals)
        self._tangents = [convert_to_tensor(t, p.dtype) for p, t in zip(self._primals, nest.flatten(tangents))]
        seen = set()
        for p in self._primals:
            if p.dtype._kind not in "fc":
                raise ValueError(f"Cannot accumulate gradients of integer or string primals: {p!r}")
            if id(p) in seen:
                raise ValueError(
                    "Tensor {} was specified as a primal multiple times. This may indicate an error. If it was intended, "
                    "please sum the corresponding tangents."
                )
            seen.add(id(p))
        self._batched = False
        self._tape: Any = None
        self._recording = False

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError("Accumulator is already recording.")
        again = self._tape is not None
        if not again:
            self._tape = Accumulation()
        if TS.graph is not None:
            higher.tape_opened(self._tape)
        self._tape.push()
        self._recording = True
        for p in self._primals if not again else ():
            self._watch(p)
        return self

    def _watch(self, primal: Any) -> None:
        tape, graph = self._tape, TS.graph
        if is_variable(primal):
            tape.explicit.add(id(primal))
            primal._alias = None
            if graph is not None:
                higher.tape_watches_variable(tape, primal)
            else:
                primal._tfshim_value()
        elif graph is not None:
            higher.tape_watches_tensor(self, graph._as_node(primal) if type(primal) is EagerTensor else primal)
        else:
            tape.watch_tensor(primal)

    def __exit__(self, kind: object, value: object, traceback: object) -> None:
        if self._recording:
            if self._tape.handle is not None:
                higher.tape_closed(self._tape)
            self._tape.pop()
            self._recording = False

    def jvp(self, primals: Any, unconnected_gradients: Any = "none") -> Any:
        """How results change along the direction of the accumulator. Mirrors `tf.autodiff.ForwardAccumulator.jvp`.

        It may be called within the context or after it, for any tensor that was computed in it, as often as you like.

        Arguments:
            primals: a result, or a structure of results.
            unconnected_gradients: what is given for results that do not depend on the inputs: `tf.UnconnectedGradients.NONE` (default),
                which is None, or `ZERO`, zeros.

        Returns:
            tensors of the structure, shapes and dtypes of `primals`.

        Example:
            >>> x = tf.constant(3.0)
            >>> with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as forward:
            ...     y, other = x**3, tf.constant(1.0)
            >>> float(forward.jvp(y)), forward.jvp(other)
            (27.0, None)
            >>> float(forward.jvp(other, unconnected_gradients=tf.UnconnectedGradients.ZERO))
            0.0
        """
        unconnected = _unconnected(unconnected_gradients)
        return nest.map_structure(lambda x: self._product(x, unconnected), primals)

    def _product(self, x: Any, unconnected: str) -> Any:
        for p, tangent in zip(self._primals, self._tangents):
            if p is x:
                return tangent
        if TS.graph is not None:
            return higher.product_in_graph(self, x, unconnected)
        tape, tapes = self._tape, TS.tapes
        x = x._tfshim_value() if is_variable(x) else convert_to_tensor(x)
        t = x._t
        if type(t) is not torch.Tensor:
            return None
        followed = tape is not None and x._rec is not None and is_within(x._rec, tape)
        total = None
        if t.requires_grad and followed:
            inputs, directions = [], []
            for p, tangent in zip(self._primals, self._tangents):
                for alias in aliases(tape, p):
                    inputs.append(alias)
                    directions.append(tangent._t if tangent._rec is None else usable(tangent, tapes))
            total = product(tape, t, inputs, directions, self._batched)
        if total is None:
            return wrap(t.new_zeros(self._shape(t.shape)), x._dt) if unconnected == "zero" or followed else None
        if not total.requires_grad:
            return wrap(total, x._dt)
        rec = self._around()
        return wrap(total.detach(), x._dt) if rec is None else wrap(total, x._dt, rec)

    def _shape(self, shape: Sequence[int]) -> Sequence[int]:
        """The shape of the product for a tensor of `shape`."""
        return (self._tangents[0].shape[0], *shape) if self._batched and self._tangents else tuple(shape)

    def _around(self) -> Any:
        """The tape that follows the product: an accumulator around this one does, even if it has stopped meanwhile."""
        return TS.tape if any(r is not self._tape for r in TS.tapes) else self._tape and self._tape.parent

    @classmethod
    def _batch_accumulator(cls, primals: Any, tangents: Any) -> ForwardAccumulator:
        """An accumulator along several directions at once: `tangents` have one more dimension in front, and so has `jvp`."""
        made = cls(primals, tangents)
        made._batched = True
        return made


def product(
    tape: Accumulation, target: torch.Tensor, inputs: Sequence[torch.Tensor], directions: Sequence[torch.Tensor], batched: bool
) -> torch.Tensor | None:
    """The change of the torch tensor `target` as `inputs` move along `directions`; None if they are not connected."""
    again = len(TS.tapes) > 0 or tape.parent is not None
    with torch.enable_grad():
        # u J is linear in u: its derivative is the same for any value. Not at 0: there are gradients that take logarithms of u.
        u = torch.ones_like(target, requires_grad=True)
        tape.asking = True
        try:
            rows = torch.autograd.grad(target, inputs, u, create_graph=True, allow_unused=True)
            pairs = [(r, d.conj() if d.is_complex() else d) for r, d in zip(rows, directions) if r is not None and r.requires_grad]
            if not pairs:
                return None
            return _change([r for r, _ in pairs], u, [d for _, d in pairs], again, batched)
        finally:
            tape.asking = False


def _change(rows: Sequence[Any], u: torch.Tensor, directions: Sequence[torch.Tensor], again: bool, batched: bool) -> torch.Tensor | None:
    options: Any = dict(create_graph=again, allow_unused=True)
    if not batched:
        return torch.autograd.grad(rows, u, directions, **options)[0]
    try:
        return torch.autograd.grad(rows, u, directions, is_grads_batched=True, retain_graph=True, **options)[0]
    except RuntimeError:
        pass  # an operation on the path cannot be batched: one direction at a time
    made = [torch.autograd.grad(rows, u, list(each), retain_graph=True, **options)[0] for each in zip(*directions)]
    return None if not made or made[0] is None else torch.stack(made)
