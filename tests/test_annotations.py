"""Exported functions and classes of the packages that mypy judges say what they take and what they give."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.usefixtures("uncollected")
JUDGED = ast.literal_eval(re.search(r"^files = (\[.*?\n\])", (ROOT / "pyproject.toml").read_text(), re.DOTALL | re.MULTILINE)[1])


def parsed(root, places):
    """{module: syntax tree} of the files and folders `places`, also patterns, below `root`."""
    found = [p for place in places for p in sorted(root.glob(place))]
    files = [f for p in found for f in (sorted(p.rglob("*.py")) if p.is_dir() else [p])]
    return {".".join(f.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): ast.parse(f.read_text()) for f in files}


def is_export(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", None) == "tf_export"


def is_exported(definition, tree):
    """Whether `tf_export` decorates `definition`, or is called with it: `tf_export("name")(definition)`."""
    late = (n.value for n in tree.body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call) and is_export(n.value.func))
    return any(map(is_export, definition.decorator_list)) or any(getattr(c.args[0], "id", None) == definition.name for c in late)


def defined(tree, name, trees, depth=5):
    """(syntax tree of the module, definition) of what `name` stands for in a module; None where that is in none of `trees`."""
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            return tree, node
        if isinstance(node, ast.ImportFrom):
            for item in node.names:
                if (item.asname or item.name) == name and node.module in trees and depth:
                    return defined(trees[node.module], item.name, trees, depth - 1)
    return None


def base(expression, tree, trees):
    """As `defined`, for a base class that is written as `name` or as `module.name`."""
    if isinstance(expression, ast.Name):
        return defined(tree, expression.id, trees)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and isinstance(expression, ast.Attribute):
            for item in node.names:
                home = f"{node.module}.{item.name}"
                if (item.asname or item.name) == getattr(expression.value, "id", None) and home in trees:
                    return defined(trees[home], expression.attr, trees)
    return None


def methods(cls, tree, trees):
    """Functions that are public methods of `cls`, those of its bases too."""
    for node in cls.body:
        if isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name in ("__init__", "__call__")):
            yield f"{cls.name}.{node.name}", node
    for expression in cls.bases:
        found = base(expression, tree, trees)
        if found is not None and isinstance(found[1], ast.ClassDef):
            yield from methods(found[1], found[0], trees)


def missing(function, bound):
    """What of a function has no annotation: its parameters (the first one, if `bound`, needs none) and "return"."""
    a = function.args
    named = [*a.posonlyargs, *a.args]
    if bound and not any(getattr(d, "id", None) == "staticmethod" for d in function.decorator_list):
        named = named[1:]
    parameters = [*named, a.vararg, *a.kwonlyargs, a.kwarg]
    return [p.arg for p in parameters if p is not None and p.annotation is None] + ["return"] * (function.returns is None)


def unannotated(trees):
    """{"module: function": what has no annotation} of what is exported in `trees`."""
    found = {}
    for module, tree in trees.items():
        for node in tree.body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or not is_exported(node, tree):
                continue
            cases = [(node.name, node)] if isinstance(node, ast.FunctionDef) else methods(node, tree, trees)
            for name, function in cases:
                lacks = missing(function, bound=isinstance(node, ast.ClassDef))
                if lacks:
                    found[f"{module}: {name}"] = lacks
    return found


@pytest.mark.parametrize("place", JUDGED)
def test_what_is_exported_is_annotated(place, lacking):
    prefix = place.removesuffix(".py").replace("/", ".")
    assert {k: v for k, v in lacking.items() if k.startswith((f"{prefix}.", f"{prefix}:"))} == {}


@pytest.fixture(scope="module")
def lacking():
    return unannotated(parsed(ROOT, JUDGED))


def test_what_is_not_annotated_is_found():
    below = ast.parse("class _Mixin:\n    def kept(self, x): ...\n    def _own(self, x): ...")
    above = ast.parse(
        """
from a.below import _Mixin

@tf_export("f")
def f(x, *args: int, y: int, **kwargs) -> int: ...

def not_exported(x): ...

@tf_export("C")
class C(_Mixin):
    def __init__(self, x: int): ...
    @staticmethod
    def s(x) -> None: ...
    def fine(self, x: int) -> None: ...

class D:
    def m(self): ...

tf_export("D")(D)
"""
    )
    assert unannotated({"a.below": below, "a.above": above}) == {
        "a.above: f": ["x", "kwargs"],
        "a.above: C.__init__": ["return"],
        "a.above: C.s": ["x"],
        "a.above: _Mixin.kept": ["x", "return"],
        "a.above: D.m": ["return"],
    }
