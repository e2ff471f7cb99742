"""Which of malt's passes over the tree of a function are run: those that find something to rewrite there.

Most functions have no loop, and many no branch. A pass that finds nothing leaves the tree as it is, but analyses all of it first;
together they took a third of the time of a conversion.
"""

import ast
import types
from typing import Any

from malt.converters import functions
from malt.impl import api

# Module of a pass -> the kinds of nodes without which it changes nothing.
_REWRITTEN = {
    "directives": "Expr",
    "break_statements": "For While",
    "continue_statements": "For While",
    "asserts": "Assert",
    "return_statements": "FunctionDef",
    "control_flow": "If For While",
    "conditional_expressions": "IfExp",
    "logical_expressions": "BoolOp Compare UnaryOp",
}
# What malt keeps of a conversion has under this name the kinds of nodes in the tree. Passes that always run bring none of those above.
_HELD = "kinds_of_nodes"


class _WhereNeeded:
    """A module of a pass, as far as malt uses it."""

    def __init__(self, module: Any, kinds: str) -> None:
        self._module, self._kinds = module, frozenset(kinds.split())

    def transform(self, node: Any, ctx: Any) -> Any:
        held = vars(ctx).get(_HELD)
        if held is None:
            held = vars(ctx)[_HELD] = {type(part).__name__ for part in ast.walk(node)}
        if self._kinds.isdisjoint(held):
            return node
        del vars(ctx)[_HELD]
        return self._module.transform(node, ctx)


class _Functions:
    """The first pass, which would only repeat the analysis that was made just before."""

    @staticmethod
    def transform(node: Any, ctx: Any) -> Any:
        return functions.FunctionTransformer(ctx).visit(node)


# malt's own code, for which the names of the passes mean these.
transform_ast = types.FunctionType(
    api.PyToPy.transform_ast.__code__,
    {**vars(api), "functions": _Functions, **{name: _WhereNeeded(vars(api)[name], kinds) for name, kinds in _REWRITTEN.items()}},
    "transform_ast",
)
