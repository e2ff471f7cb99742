"""What fails while a step takes its next batch, in the words of a graph: TensorFlow's steps take it inside of their function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import OpError
from tfshim.engine.runtime.tracebacks import current_lines
from tfshim.script_ops import as_op_error

_NODE = re.compile(r"\[\[\{\{node (\S+?)\}\}\]\]")
_WHOLE = re.compile(r"(?:\{\{function_node __wrapped__\S+\}\} )?(.*?)(?: \[Op:(\w+)\](?: name: .*)?)?", re.DOTALL)


def from_python(batches: Iterator[Any], width: int) -> Any:
    """The next of `batches`, which a program makes; what that raises is an OpError, as of an operation. `width`: tensors in a batch."""
    try:
        return next(batches)
    except (StopIteration, OpError):
        raise
    except Exception as error:
        made = as_op_error(error)
        text = made.message + "\t [[{{node PyFunc}}]]"
        raise errors.op_error(type(made), text, "IteratorGetNext", counts={"output_types": width}) from error


def in_graph(take: Callable[[], Any], function: Callable[[], str]) -> Any:
    """What `take` gives. `function`: gives the name of the function that takes the batch, for texts."""
    try:
        return take()
    except OpError as error:
        # A function within the pipeline has said by itself where it failed.
        if error.message.startswith("Graph execution error:"):
            raise
        raise _worded(error, function()) from error.__cause__


def _worded(error: OpError, function: str) -> OpError:
    text, operation = _WHOLE.fullmatch(error.message).groups()
    found = _NODE.findall(text)
    if not found and operation not in (None, "IteratorGetNext"):
        found = [operation]
        text += f"\n\t [[{{{{node {operation}}}}}]]"
    if found:
        node, where, text = found[-1], "<stack traces unavailable>\n", text + "\n\t [[IteratorGetNext]]"
    else:
        node, text = "IteratorGetNext", text + "\n\t [[{{node IteratorGetNext}}]]"
        where = "".join(f'  File "{file}", line {line}, in {name}\n\n' for file, line, name in current_lines())
    said = f"Graph execution error:\n\nDetected at node {node} defined at (most recent call last):\n{where}{text} [Op:{function}]"
    return type(error)(None, None, said)
