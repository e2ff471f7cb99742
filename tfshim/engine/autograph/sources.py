"""The syntax trees of functions that are rewritten.

malt reads the whole file anew for each lambda, and looks through all modules for each function, which took a third of the time of a
conversion. Here a file is read once, until it changes. Errors, and their texts, are malt's.
"""

import ast
import copy
import functools
import inspect
import linecache
import types
from collections.abc import Sequence
from typing import Any

from malt.pyct import inspect_utils, parser, transpiler

_trees: Any = getattr(parser, "gast", ast)  # whose trees malt's are: before its version for Python 3.14 those of gast


def parse_entity(function: Any, future_features: Sequence[str]) -> tuple[ast.AST, str]:
    """The tree of `function`, and the source that it stands for."""
    try:
        found = _of_lambda(function) if inspect_utils.islambda(function) else _of_function(function, future_features)
    except OSError:
        found = None
    return found or parser.parse_entity(function, future_features)


def _of_function(function: Any, future_features: Sequence[str]) -> tuple[ast.AST, str]:
    lines, at = inspect.findsource(function)
    heads = [f"from __future__ import {name}" for name in future_features]
    source = "\n".join([*heads, parser.dedent_block("".join(inspect.getblock(lines[at:])))])
    return parser.parse(source, preamble_len=len(heads)), source


def _of_lambda(function: Any) -> tuple[ast.AST, str] | None:
    """None where no lambda of the file, or more than one, may be `function`."""
    module, file, line = inspect.getmodule(function), inspect.getsourcefile(function), function.__code__.co_firstlineno
    if module is None or file is None:
        return None
    lines = linecache.getlines(file, vars(module))
    around = [span for span in _lambdas("".join(lines)) if span[1] <= line <= span[2]]
    if len(around) > 1:
        around = [span for span in around if parser._node_matches_argspec(span[0], function)]
    if len(around) != 1:
        return None
    node, first, last = around[0]
    return parser._without_context(copy.deepcopy(node), lines, first, last)


@functools.lru_cache(maxsize=16)
def _lambdas(source: str) -> list[tuple[Any, int, int]]:
    """The lambdas of a file, each with its first and its last line."""
    tops = parser.parse(source, preamble_len=0, single_node=False)
    nodes = [node for top in tops for node in _trees.walk(top) if isinstance(node, _trees.Lambda)]
    return [(node, node.lineno, node.end_lineno or node.lineno) for node in nodes]


class WithSources(transpiler.GenericTranspiler):
    """What converters of malt are based on, with trees that are made here."""

    # Its own code, for which the name of malt's parser means this.
    transform_function = types.FunctionType(
        transpiler.GenericTranspiler.transform_function.__code__,
        {**vars(transpiler), "parser": types.SimpleNamespace(parse_entity=parse_entity)},
        "transform_function",
    )
