"""Gradients of the arrays of TensorFlow 1: what comes back for an array is another one, which the same handle leads to."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like
from tfshim.written_gradients.table import gradient_of

_STATE = (tf.float32, [])


def _source() -> str:
    """What tells the arrays of several calls of `tf.gradients` apart: the part of the scope that is called so."""
    return next((part for part in (TS.name_scope or "").split("/") if part.startswith("gradients")), "")


def _array(handle: Any, flow: Any) -> tuple[Any, Any]:
    """The handle of the array for the gradients of that of `handle`, and its state after `flow`."""
    with name_scope("TensorArrayGrad"):
        leaves = [(tf.resource, [2]), _STATE]
        made, _ = raw("TensorArrayGradV3", [handle, flow], leaves, {"source": _source()}, name="TensorArrayGradV3")
        with tf.control_dependencies([made.op]):
            return made, raw("Identity", [flow], [_STATE], name="gradient_flow")


def _behind(op: Any, flow: Any) -> Any:
    """The state `flow` once the array has the state that `op` gives."""
    out = raw("Identity", [op.outputs[0]], [_STATE], name="flow_out")
    with tf.control_dependencies([out.op]):
        return raw("Identity", [flow], [_STATE], name="write_barrier")


@gradient_of("TensorArrayReadV3")
def read(op: Any, grad: Any) -> Any:
    handle, index, flow = op.inputs
    handle, flow = _array(handle, flow)
    with name_scope("TensorArrayWrite"):
        return [None, None, raw("TensorArrayWriteV3", [handle, index, grad, flow], [_STATE], {"T": grad.dtype})]


@gradient_of("TensorArrayWriteV3")
def write(op: Any, flow: Any) -> Any:
    handle, index, item, _ = op.inputs
    flow = _behind(op, flow)
    handle, before = _array(handle, flow)
    return [None, None, raw("TensorArrayReadV3", [handle, index, before], [like(item)], {"dtype": item.dtype}), flow]


@gradient_of("TensorArrayGatherV3")
def gather(op: Any, grad: Any) -> Any:
    handle, indices, flow = op.inputs
    handle, flow = _array(handle, flow)
    with name_scope("TensorArrayScatter"):
        return [None, None, raw("TensorArrayScatterV3", [handle, indices, grad, flow], [_STATE], {"T": grad.dtype})]


@gradient_of("TensorArrayScatterV3")
def scatter(op: Any, flow: Any) -> Any:
    handle, indices, value, _ = op.inputs
    flow = _behind(op, flow)
    handle, before = _array(handle, flow)
    about = {"dtype": value.dtype, "element_shape": tf.TensorShape(None)}
    return [None, None, raw("TensorArrayGatherV3", [handle, indices, before], [like(value)], about), flow]


@gradient_of("TensorArrayConcatV3")
def concat(op: Any, grad: Any, _: Any) -> Any:
    handle, flow = op.inputs
    handle, flow = _array(handle, flow)
    with name_scope("TensorArraySplit"):
        made = raw("TensorArraySplitV3", [handle, grad, op.outputs[1], flow], [_STATE], {"T": grad.dtype})
    return [None, made]


@gradient_of("TensorArraySplitV3")
def split(op: Any, flow: Any) -> Any:
    handle, value, *_ = op.inputs
    flow = _behind(op, flow)
    handle, before = _array(handle, flow)
    about = {"dtype": value.dtype, "element_shape_except0": tf.TensorShape(None)}
    leaves = [like(value), (tf.int64, [None])]
    return [None, raw("TensorArrayConcatV3", [handle, before], leaves, about)[0], None, flow]


__all__ = ["concat", "gather", "read", "scatter", "split", "write"]
