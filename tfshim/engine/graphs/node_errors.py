"""A failure while a graph runs, reported as TensorFlow does: with the node that failed, and where the program made it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.ops.fallback import as_tensors, described
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.tracebacks import filtered, lines_of
from tfshim.engine.values import memory
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

# What a kernel's error carries when it is called eagerly, and where it was called.
_EAGER = re.compile(r"^\{\{function_node __wrapped__\S+\}\} |\s*\[Op:\w+\](?: name: .*)?$")

# The functions whose errors tell where the failing node was made: in the names of others, as of lambdas, TensorFlow sees no function.
_NAME = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.\-/]*")

# What is said of a variable without a value, where resources are not on; graphs of TensorFlow 1 say it in their own words.
_UNINITIALIZED = re.compile(r"Error while reading resource variable (\S+) from Container.*", re.DOTALL)

_HINT = (
    "\nHint: If you want to see a list of allocated tensors when OOM happens, add report_tensor_allocations_upon_oom to RunOptions "
    "for current allocation info. This isn't available when running in Eager mode.\n"
)


def _name(node: Operation) -> str:
    """What errors call a node: a check that is guarded by a condition has its own name, that within the branch."""
    return f"{node.name.removesuffix('Identity')}Assert" if _guarded(node) else node.name


def _guarded(node: Operation) -> bool:
    return node.kind == "Assert" and node.name.endswith("AssertGuard/Identity")


class Failure:
    """What failed: kept with the error, so that whoever runs the graph can word the message in its own way.

    `node`: None where the graph as a whole does not fit together.
    """

    __slots__ = ("message", "node")

    def __init__(self, message: str, node: Any) -> None:
        self.message, self.node = message, node

    @property
    def located(self) -> str:
        """The message and the name of the node."""
        return f"{self.message}\n\t [[{{{{node {_name(self.node)}}}}}]]"

    def text(self, function: str, hint: str = "") -> str:
        """The whole text, as a call of `function` gives it."""
        if self.node is None:
            return f"{self.message} [Op:{function}]"
        if not _NAME.fullmatch(function):
            return f"{{{{function_node {function}}}}} {self.located}{hint} [Op:{function}]"
        lines = lines_of(self.node)
        where = (
            "".join(f'  File "{file}", line {line}, in {name}\n\n' for file, line, name in lines)
            if lines
            else "<stack traces unavailable>\n"
        )
        return (
            f"Graph execution error:\n\nDetected at node {_name(self.node)} defined at (most recent call last):\n{where}"
            f"{self.located}{hint} [Op:{function}]"
        )


def translate_error(error: Any, node: Operation | None, values: Sequence[Any], function: str) -> Exception:
    """What to raise for `error`, which `node` of the graph `function` raised on `values`; None for a node that is not known.

    An error that comes out of a graph within this one keeps its node and gets the name of this function.
    """
    if isinstance(error, errors.OpError):
        failure = getattr(error, "_failure", None)
        if failure is None and (node is None or error.node_def is not None):
            return error
    elif memory.shortage(error):
        error = _shortage(error, node, values)
        if node is None:
            return error
        failure = None
    elif node is not None and isinstance(error, (RuntimeError, IndexError)) and not isinstance(error, NotImplementedError):
        failure = None
    else:
        return error
    if failure is None:
        message = error.message if isinstance(error, errors.OpError) else str(error)
        if not isinstance(error, errors.OpError) and values and all(isinstance(v, torch.Tensor) for v in values):
            message = described(message, values)
        failure = Failure(_EAGER.sub("", message).rstrip("\n"), node)
    if isinstance(error, errors.OpError):
        hint = _HINT if isinstance(error, errors.ResourceExhaustedError) else ""
        made: Any = type(error)(None, None, failure.text(function, hint), error.experimental_payloads)
    else:
        made = invalid(failure.text(function))
    made._failure = failure
    return made.with_traceback(filtered(error.__traceback__))


def _shortage(error: Exception, node: Operation | None, values: Sequence[Any]) -> Exception:
    """The error for a `node` that found no memory for what it makes of `values`."""
    if node is None or node._op_def is None:
        return memory.error(error)
    left = iter(values)
    arguments = [_with_values(a, left) for a in node.arguments]
    made, text = memory.translated(error, node._op_def, arguments, [v for v in values if v is not None])
    return made(None, None, text).with_traceback(error.__traceback__)


def _with_values(a: Any, left: Iterator[Any]) -> Any:
    """The argument `a` of a node with what `left` gives for its tensors; what is not known there stays symbolic."""
    if isinstance(a, Tensor):
        value = next(left, None)
        return a if value is None or type(a) is EagerTensor else as_tensors([value])[0]
    return [_with_values(x, left) for x in a] if type(a) is list else a


def of_session(error: errors.OpError, has_values: bool, resource_variables: bool) -> errors.OpError:
    """`error` as sessions raise it: with the operation of the graph that failed, and where it was made.

    `has_values`: whether the session holds the value of any variable. `resource_variables`: whether they are resources.
    """
    failure = getattr(error, "_failure", None)
    if failure is None:
        return error
    node, message = failure.node, failure.message
    if node is None:
        return type(error)(None, None, f"Graph execution error:\n\n{message}")  # type: ignore[call-arg]
    if not resource_variables:
        message = _UNINITIALIZED.sub(r"Attempting to use uninitialized value \1", message)
    elif (found := _UNINITIALIZED.match(message)) is not None:
        name = found[1]
        lacking = (
            f"Resource localhost/{name}/N10tensorflow3VarE does not exist."
            if has_values
            else f"Container localhost does not exist. (Could not find resource: localhost/{name})"
        )
        message = (
            f"Could not find variable {name}. This could mean that the variable has been deleted. In TF1, it can also mean the variable is "
            f"uninitialized. Debug info: container=localhost, status error message={lacking}"
        )
    if _guarded(node):  # it is within a branch, whose operations the graph of the session does not have
        return type(error)(None, None, f"Graph execution error:\n\n{message}\n\t [[{{{{node Assert}}}}]]")  # type: ignore[call-arg]
    frames = "".join(f'    File "{file}", line {line}, in {name}\n' for file, line, name in lines_of(node))
    return type(error)(  # type: ignore[call-arg]  # the classes of errors have their codes
        None,
        node,
        f"Graph execution error:\n\nDetected at node {node.name!r} defined at (most recent call last):\n{frames}"
        f"Node: {node.name!r}\n{message}\n\t [[{{{{node {node.name}}}}}]]",
    )
