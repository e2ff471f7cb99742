"""`ForwardAccumulator`: Jacobian-vector products along one direction.

The product is taken by differentiating twice: J v is the derivative, with respect to u, of <u J, v>. That nests to
any depth and serves results computed anywhere inside, for a cost of about two backward passes.
"""

import torch

from tfshim.engine import nest
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.op import usable
from tfshim.engine.state import TS
from tfshim.engine.tape import Tape, _unconnected, _within, aliases
from tfshim.engine.tensor import EagerTensor, wrap


class ForwardAccumulator:
    """Follows how results change when `primals` move along `tangents`; mirrors `tf.autodiff.ForwardAccumulator`.

    `primals`: a tensor or variable, or a structure of them; `tangents`: the same with the same shapes and dtypes.
    Raises ValueError where the two differ. Operations inside the `with` block are followed; ask with `jvp`.
    """

    __module__ = "tensorflow.python.eager.forwardprop"

    def __init__(self, primals, tangents):
        nest.assert_same_structure(primals, tangents)
        self._primals = nest.flatten(primals)
        self._tangents = [convert_to_tensor(t, p.dtype) for p, t in zip(self._primals, nest.flatten(tangents))]
        seen = set()
        for p in self._primals:
            if p.dtype._kind not in "fc":
                raise ValueError(f"Cannot accumulate gradients of integer or string primals: {p!r}")
            if id(p) in seen:
                raise ValueError("Tensor {} was specified as a primal multiple times. This may indicate an error. If it was intended, "
                                 "please sum the corresponding tangents.")
            seen.add(id(p))
        self._tape = None
        self._recording = False

    def __enter__(self):
        if self._recording or self._tape is not None:
            raise ValueError("Accumulator is already recording." if self._recording else "Accumulators are not reusable.")
        self._tape = Tape(True, False)
        self._tape.push()
        self._recording = True
        for p in self._primals:
            if hasattr(p, "_alias"):
                self._tape.explicit.add(id(p))
                p._alias = None
                p._tfshim_value()
            elif type(p) is EagerTensor:
                self._tape.watch_tensor(p)
            else:
                raise NotImplementedError("ForwardAccumulator inside tf.function is not supported; use it outside.")
        return self

    def __exit__(self, kind, value, traceback):
        if self._recording:
            self._tape.pop()
            self._recording = False

    def jvp(self, primals, unconnected_gradients="none"):
        """The change of `primals`, tensors computed inside, along the tangents; None (or zeros) if unconnected.

        Raises ValueError before the accumulator was entered.
        """
        unconnected = _unconnected(unconnected_gradients)
        if self._tape is None:
            raise ValueError("Called jvp() without first tracing anything.")
        return nest.map_structure(lambda x: self._product(x, unconnected), primals)

    def _product(self, x, unconnected):
        tape, tapes = self._tape, TS.tapes
        for p, tangent in zip(self._primals, self._tangents):
            if p is x:
                return tangent
        x = x._tfshim_value() if hasattr(x, "_alias") else x
        t = x._t
        total = None
        if t.requires_grad and x._rec is not None and _within(x._rec, tape):
            inputs, directions = [], []
            for p, tangent in zip(self._primals, self._tangents):
                for alias in aliases(tape, p):
                    inputs.append(alias)
                    directions.append(tangent._t if tangent._rec is None else usable(tangent, tapes))
            with torch.enable_grad():
                u = torch.zeros_like(t, requires_grad=True)
                rows = torch.autograd.grad(t, inputs, u, create_graph=True, allow_unused=True)
                pairs = [(r, d) for r, d in zip(rows, directions) if r is not None and r.requires_grad]
                if pairs:
                    total = torch.autograd.grad([r for r, _ in pairs], u, [d.conj() if d.is_complex() else d for _, d in pairs],
                                                create_graph=bool(tapes) or tape.parent is not None, allow_unused=True)[0]
        if total is None:
            return wrap(torch.zeros_like(t), x._dt) if unconnected == "zero" or x._rec is not None and _within(x._rec, tape) else None
        if not total.requires_grad:
            return wrap(total, x._dt)
        # An accumulator around this one followed the product too, even if it has stopped meanwhile.
        rec = TS.tape if any(r is not tape for r in tapes) else tape.parent
        return wrap(total.detach(), x._dt) if rec is None else wrap(total, x._dt, rec)

    @classmethod
    def _batch_accumulator(cls, primals, tangents):
        raise NotImplementedError("ForwardAccumulator._batch_accumulator is not supported; use one accumulator for each direction.")
