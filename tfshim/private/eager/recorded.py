"""What tapes record: `record_gradient`, by which a tape learns of an operation that ran without it, and whether any records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tfshim import raw_ops
from tfshim._export import tf_export, tf_private
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graph_gradients import custom_gradient
from tfshim.engine.ops import op_defs, registered_gradients
from tfshim.engine.ops.execution import usable
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import wrap


class _Ran:
    """What a registered gradient function sees of the operation."""

    def __init__(self, kind: str, inputs: Sequence[Any], attributes: dict[str, Any], outputs: Sequence[Any]) -> None:
        self.type = self.name = kind
        self.inputs, self.outputs, self._attributes = list(inputs), list(outputs), attributes

    def get_attr(self, name: str) -> Any:
        """The attribute `name`."""
        return self._attributes[name]


@tf_private("tensorflow.python.eager.record.could_possibly_record")
def could_possibly_record() -> bool:
    """Whether some tape of this thread records."""
    return bool(TS.tapes)


@tf_private("tensorflow.python.eager.record.should_record_backprop")
def should_record_backprop(tensors: Iterable[Any]) -> bool:
    """Whether a tape that records now watches one of `tensors`, or has recorded how it was computed from what it watches."""
    return any(_is_recorded(x) for x in tensors)


def _is_recorded(x: Any) -> bool:
    storage = getattr(x, "_t", None)  # which tensors of graphs have not
    if storage is not None and not storage.requires_grad:
        return False
    tape = x._rec
    while tape is not None and tape not in TS.tapes:
        tape = tape.parent
    return tape is not None


@tf_private("tensorflow.python.eager.backprop._record_gradient")
@tf_export("__internal__.record_gradient", v1=[])
def record_gradient(op_name: str, inputs: Sequence[Any], attrs: Sequence[Any], outputs: Sequence[Any]) -> None:
    """Note on the tapes that the operation `op_name` made the eager tensors `outputs` from `inputs`.

    `attrs` alternates names of attributes and their values. Their gradient is that which `tf.RegisterGradient` has for the operation,
    else its own; a type that has neither raises LookupError going backward. Mirrors `tf.__internal__.record_gradient`.
    """
    if TS.tape is None or TS.graph is not None:
        return
    attributes = dict(zip(attrs[::2], attrs[1::2]))
    inputs, found = list(inputs), list(outputs)

    def grad(*dys: Any, **others: Any) -> Any:
        if op_name in registered_gradients._registry or op_name not in REGISTRY:
            function = registered_gradients.lookup(op_name)
            made = [None] * len(inputs) if function is None else function(_Ran(op_name, inputs, attributes, found), *dys)
            made = list(made) if isinstance(made, (list, tuple)) else [made]
        else:
            made = _own(op_name, inputs, attributes, dys)
        return made

    recorded = custom_gradient._eagerly(found, inputs, [], grad)
    for tensor, new in zip(outputs, recorded):
        tensor._t, tensor._rec = new._t, new._rec


def gradients_of_run(op: Any, grads: Sequence[Any]) -> Any:
    """TensorFlow's gradients of an operation that ran, as a registered function saw it: one, or a list where it has several inputs."""
    made = _own(op.type, op.inputs, op._attributes, grads)
    return made[0] if len(made) == 1 else made


def _own(op_name, inputs, attributes, dys):
    """The gradients that the operation itself has, which runs again."""
    # One tensor may be several inputs, each of which has its own gradient.
    inputs = [wrap(usable(x, TS.tapes), x.dtype, TS.tape if x._rec is not None else None) for x in inputs]
    with GradientTape(watch_accessed_variables=False) as tape:
        tape.watch([x for x in inputs if x.dtype.is_floating or x.dtype.is_complex])
        declared, rest, given = op_defs.find(op_name), list(inputs), {}
        for parameter in declared.inputs:
            count = attributes.get(parameter.number_attr) if parameter.number_attr else None
            given[parameter.name] = rest.pop(0) if count is None else [rest.pop(0) for _ in range(count)]
        known = raw_ops.argument_names(op_name)
        given.update({name: value for name, value in attributes.items() if name in known})
        results = getattr(raw_ops, op_name)(**given)
    results = results if isinstance(results, (list, tuple)) else [results]
    return tape.gradient(list(results), inputs, output_gradients=list(dys))
