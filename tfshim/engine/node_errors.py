"""A failure while a graph runs, told as TensorFlow tells it: the node that failed, and where the program made it."""

import re

import torch

from tfshim.engine import errors
from tfshim.engine.fallback import described
from tfshim.engine.tracebacks import filtered, lines_of

# What a kernel's error carries when it is called eagerly, and where it was called.
_EAGER = re.compile(r"^\{\{function_node __wrapped__\S+\}\} |\s*\[Op:\w+\](?: name: .*)?$")


class Failure:
    """What failed: kept with the error, so that whoever runs the graph can tell it in its own way."""

    __slots__ = ("message", "node")

    def __init__(self, message, node):
        self.message, self.node = message, node

    @property
    def located(self):
        """The message and the name of the node."""
        return f"{self.message}\n\t [[{{{{node {self.node.name}}}}}]]"

    def text(self, function):
        """The whole text, as a call of `function` gives it."""
        lines = lines_of(self.node)
        where = "".join(f'  File "{file}", line {line}, in {name}\n\n' for file, line, name in lines) if lines else \
            "<stack traces unavailable>\n"
        return (f"Graph execution error:\n\nDetected at node {self.node.name} defined at (most recent call last):\n{where}"
                f"{self.located} [Op:{function}]")


def retold(error, node, values, function):
    """What to raise for `error`, which `node` of the graph `function` raised on `values`; None for a node that is not known.

    An error that comes out of a graph within this one keeps its node and gets the name of this function.
    """
    if isinstance(error, errors.OpError):
        failure = getattr(error, "_failure", None)
        if failure is None and (node is None or error.node_def is not None):
            return error
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
        made = type(error)(None, None, failure.text(function), error.experimental_payloads)
    else:
        made = errors.InvalidArgumentError(None, None, failure.text(function))
    made._failure = failure
    return made.with_traceback(filtered(error.__traceback__))
