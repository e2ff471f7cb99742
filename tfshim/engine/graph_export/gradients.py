"""Custom gradients in files that hold them: the node that passes tensors on names the function of its gradient.

TensorFlow gives such a function the gradients of all that the node passes on, results and inputs. What it uses besides is not among the
node's inputs: the file says which tensors of the function around the node these are.
"""

from __future__ import annotations

import re
from typing import Any

from tfshim.engine.graph_export.functions import Body, resources
from tfshim.engine.graph_gradients.custom_gradient import gradient_graph
from tfshim.engine.graphs.graph_writer import GraphWriter
from tfshim.engine.graphs.node_form import node_message
from tfshim.engine.ops.attr_values import put
from tfshim.engine.ops.op_defs import find
from tfshim.engine.values.tensor import Tensor


class GradientFunction:
    """The gradient of one node: `name` in the library, and `captured`, how the graph around the node names what it uses of that.

    `held` are the resources that it uses; `passed` the tensors that the node passes on, `results` how many of them are results;
    `gradients` what it gives for each of `passed`, None for some.
    """

    def __init__(self, graph: Any, passed: list[Tensor], gradients: list[Any], captured: list[str], held: list[Any]) -> None:
        self.graph, self.passed, self.gradients, self.captured, self.held = graph, passed, gradients, captured, held
        self.results = len(graph.inputs)
        self.name = self.op_type = ""

    def definition(self, name: str, functions: Any) -> Any:
        """The FunctionDef."""
        body = Body(name, self.graph, functions)
        for t in self.graph.inputs:
            body.argument(t.op.name, t.dtype, t.shape, [t])
        for t in self.passed[self.results :]:  # whose gradients from behind the node nobody asks for
            body.argument("unused", t.dtype, t.shape)
        for t in self.graph.inner_captures:
            body.argument(t.op.name, t.dtype, t.shape, [t])
        for x in self.held:
            body.resource(x)
        body.nodes()
        for t in self.gradients:
            if t is not None:
                body.output(t)
        return body.done()


class Gradients:
    """Collects the gradients of nodes as they are written: `functions`, none with `kept=False`."""

    def __init__(self, kept: bool = True) -> None:
        self.functions: list[GradientFunction] = []
        self._kept, self._count = kept, 0

    def form(self, writer: GraphWriter, node: Any) -> list[Any] | None:
        """The NodeDef of a node with a custom gradient."""
        traced = gradient_graph(node)
        _, results, inputs, captures = node.arguments
        given = [(x, g) for x, g in zip(inputs, traced.outputs, strict=True) if isinstance(x, Tensor)]
        passed = [*results, *(x for x, _ in given)]
        made = node_message(node, "IdentityN")
        made.input.extend(map(writer.reference, passed))
        put(made.attr["T"], "list(type)", [t.dtype for t in passed])
        self._count += 1
        op_type = f"CustomGradient-{self._count}"
        made.attr["_gradient_op_type"].s = op_type.encode()
        if self._kept:
            gradients = [*[None] * len(results), *(g for _, g in given)]
            captured = [writer.reference(c) for c in captures]
            function = GradientFunction(traced, passed, gradients, captured, resources(traced, writer.functions))
            function.op_type = op_type
            function.name = writer.library_function(("gradient", id(node)), f"__inference_internal_grad_fn_{self._count}", function)
            self.functions.append(function)
        made.input.extend(writer.before(node))
        for i, t in enumerate(node.outputs):
            writer.place(t, writer.output(node.name, "output", i))
        return [made]


def flat_name(reference: str, definition: Any) -> str:
    """`node:argument:index`, as the FunctionDef `definition` names a tensor, in the form that graphs have: `node:index`."""
    found = re.fullmatch("(.*):([^:]*):([0-9]+)", reference)
    if found is None:
        return reference if ":" in reference else f"{reference}:0"
    name, argument, index = found[1], found[2], int(found[3])
    node = next(n for n in definition.node_def if n.name == name)
    for output in find(node.op).outputs:  # type: ignore[union-attr]
        if output.name == argument:
            break
        index += output.count(node)
    return f"{name}:{index}"
