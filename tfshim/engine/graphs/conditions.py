"""The conditions of branches and loops of a graph: scalars of bools, and what TensorFlow says of others."""

from __future__ import annotations

from typing import Any

from tfshim.engine.graphs.control_flow import add_node
from tfshim.engine.graphs.func_graph import has_switches
from tfshim.engine.graphs.node_errors import Failure
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor

_SWITCH = "name=Switch; signature=data:T, pred:bool -> output_false:T, output_true:T; attr=T:type"
_LOOP = "name=LoopCond; signature=input:bool -> output:bool"


def branch_condition(pred: Tensor, name: str) -> Tensor:
    """The condition `pred` of the branches `name` as a bool.

    What is none raises TypeError or ValueError in TensorFlow 1's graphs, elsewhere when the graph runs.
    """
    graph = TS.graph
    if has_switches(graph):
        if pred.dtype is not dtypes.bool:
            raise TypeError(f"Input 'pred' of 'Switch' Op has type {pred.dtype.name} that does not match expected type of bool.")
        if pred.shape.rank:
            full = graph.unique_name(name, mark_as_used=False)
            data, given = (f"{full}/Switch/data", f"{full}/Switch/pred") if type(pred) is EagerTensor else (pred.op.name,) * 2
            raise _no_scalar(pred, f"{full}/Switch", "Switch[T=DT_BOOL]", (data, given))
        return pred
    return pred if pred.dtype is dtypes.bool else _refused(pred, "pred", f"{name}/switch_pred/_2", _SWITCH)


def loop_condition(pred: Any, limited: bool) -> Tensor | None:
    """The same for the condition of a loop, of which the parts are built here; `limited`: there is a number of turns as well."""
    graph = TS.graph
    if pred is None and not has_switches(graph):
        return None  # of which the loop tells
    made = convert_to_tensor(pred)
    if has_switches(graph):
        if made.dtype is not dtypes.bool:
            raise TypeError(f"Input 'input' of 'LoopCond' Op has type {made.dtype.name} that does not match expected type of bool.")
        if made.shape.rank:
            name = "while/LogicalAnd" if limited else "while/LoopCond/input" if type(made) is EagerTensor else made.op.name
            raise _no_scalar(made, "while/LoopCond", "LoopCond[]", (name,))
        return made
    return made if made.dtype is dtypes.bool else _refused(made, "input", "while/LoopCond/_8", _LOOP)


def _no_scalar(pred: Tensor, node: str, what: str, inputs: tuple[str, ...]) -> ValueError:
    shapes = ", ".join([str(pred.shape.as_list()).replace(" ", "")] * len(inputs))
    return ValueError(
        f"Shape must be rank 0 but is rank {pred.shape.rank} for '{{{{node {node}}}}} = {what}({', '.join(inputs)})' "
        f"with input shapes: {shapes}."
    )


def _refused(pred: Tensor, what: str, node: str, signature: str) -> Tensor:
    """A bool whose computation fails, because the graph was built with a condition of another dtype."""
    text = f"Input '{what}' passed {pred.dtype.proto_name} expected bool while building NodeDef '{node}' using Op<{signature}>"

    def kernel(_: Any) -> Any:
        error: Any = invalid(text)
        error._failure = Failure(text, None)
        raise error

    return add_node("_NoCondition", kernel, ("x",), [pred], [abstract.leaf(dtypes.bool, pred.shape)])[0]
