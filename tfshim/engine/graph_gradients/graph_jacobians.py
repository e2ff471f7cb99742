"""Jacobians inside traced functions: one node, which takes the rows from torch's graph when the function runs."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from tfshim.engine.gradients.jacobians import assembled, check_batches, check_target, sums_for, unconnected_shape
from tfshim.engine.graph_gradients import outer_tapes
from tfshim.engine.graph_gradients.graph_gradients import (
    HOLD,
    connected_sources,
    finish,
    inputs_of_run,
    place_of,
    reaches,
    recorded,
    tape_of,
)
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.refusals import refused

if TYPE_CHECKING:
    import torch


def _same_batches(target: Any, source: Any) -> None:
    if target.shape[0] != source.shape[0]:
        raise invalid(
            f"assertion failed: target of shape {list(target.shape)} and source of shape {list(source.shape)} have not the "
            "same number of examples",
        )


def _jacobians(tape: Any, target: Any, tensors: Any, variables: Any, batched: bool, per_example: bool, keep: bool = False) -> Any:
    """Jacobians for `tensors`, then for `variables`; zeros where a run does not connect what the graph does.

    `keep`: whether what the tape recorded is needed after this.
    """
    inputs, places, held = inputs_of_run([tape] * len(variables), tensors, variables)
    sources = [*tensors, *(v._t for v in held)]
    if per_example:
        _same_batches(target, sources[0])
    made = []
    again = keep or TS.tape is not None
    for rows, x in zip(sums_for(target, inputs, places, len(sources), batched, again, per_example), sources):
        if rows is None:
            made.append(x.new_zeros(unconnected_shape(target, x.shape, per_example)))
        else:
            made.append(assembled(target, rows, x.shape, per_example))
    if not tape.persistent and tape.parent is None and not keep:
        x = rows = sources = None
        del inputs, held
        tape.release()
    return made


def _jacobians_of_held(part: Any, batched: bool, per_example: bool) -> Any:
    tape, target, tensors, variables = part
    return _jacobians(tape, target, tensors, variables, batched, per_example, keep=True)


def _zeros(target: torch.Tensor, source: torch.Tensor, per_example: bool) -> torch.Tensor:
    return source.new_zeros(unconnected_shape(target, source.shape, per_example))


_JACOBIANS = InnerOp("_Jacobian", _jacobians, stateful=True, names=("tape", "target", "tensors", "variables", "batched", "per_example"))
_JACOBIANS_OF_HELD = InnerOp("_JacobianOfHeld", _jacobians_of_held, stateful=True, names=("part", "batched", "per_example"))
_ZEROS = InnerOp("_JacobianOfNothing", _zeros, names=("target", "source", "per_example"), grad=None)


def _leaf(target: Any, source: Any, per_example: bool) -> Any:
    shape = source.shape if isinstance(source.shape, TensorShape) else TensorShape(source.shape)
    return abstract.leaf(source.dtype, target.shape.concatenate(shape[1:] if per_example else shape))


def jacobians(gradient_tape: Any, target: Any, sources: Any, unconnected: str, batched: bool, per_example: bool) -> list[Any]:
    """The Jacobian of `target`, or that of each example, by each of `sources` in a graph; None where nothing connects."""
    graph = TS.graph
    check_target(target)
    tape = tape_of(gradient_tape)
    if tape.handle is None:
        return outer_tapes.jacobians(gradient_tape, target, sources, unconnected, batched, per_example)
    if tape.before is not None and higher.recorded_before(tape, [target, *sources]):
        raise refused("tf.GradientTape.jacobian", "outside")
    given, (home, target) = target, place_of(gradient_tape, graph, target)
    if target is not None and reaches(home, tape, [target]):
        raise refused("tf.distribute.ReplicaContext", "jacobian")
    if per_example:
        check_batches(target if target is not None else given, sources[0])
    sources, tensors, variables, order = connected_sources(home, tape, [] if target is None else [target], sources)
    outputs = []
    if tensors or variables:
        leaves = [_leaf(target, x, per_example) for x in (*tensors, *variables)]
        references = tuple(weakref.ref(v) for v in variables)
        if home is graph:
            node = graph._add(_JACOBIANS, [tape_of(gradient_tape, graph), target, tensors, references, bool(batched), per_example], leaves)
        else:
            held = home._add(HOLD, [tape_of(gradient_tape, home), target, tensors, references], abstract.leaf(dtypes.variant, []))
            node = graph._add(_JACOBIANS_OF_HELD, [graph._local(held.outputs[0]), bool(batched), per_example], leaves)
        outputs = recorded(node, tape, [s for s, at in zip(sources, order) if at is not None])
    results = []
    for s, at in zip(sources, order):
        if at is not None:
            results.append(outputs[at])
        elif unconnected != "zero":
            results.append(None)
        else:
            s = s if isinstance(s, SymbolicTensor) else graph._read_variable(s)
            s, t = graph._local(s), graph._as_node(given) if target is None else graph._local(target)
            results.append(graph._add(_ZEROS, [t, s, per_example], _leaf(t, s, per_example)).outputs[0])
    finish(gradient_tape)
    return results


higher.install(jacobians_in_graph=jacobians)
