"""In the texts of functions and classes each argument, or group of arguments, has a line of its own, where readers look for it."""

import ast
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("uncollected")
PACKAGE = Path(__file__).resolve().parents[2] / "tfshim"
_NEXT = re.compile(r"[.;] ((?:\*{0,2}\w+, )*\*{0,2}\w+): ")


def _parameters(node):
    if isinstance(node, ast.ClassDef):
        methods = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name in ("__init__", "__new__", "__call__", "call")]
        return {name for method in methods for name in _parameters(method)}
    taken = node.args
    return {a.arg for a in taken.posonlyargs + taken.args + taken.kwonlyargs} - {"self", "cls"}


def _lines(text):
    """The first lines of the entries below "Arguments:"."""
    block = re.search(r"^Arguments:\n((?:(?: .*)?\n)+)", text + "\n", re.MULTILINE)
    return re.findall(r"^    (\S.*)$", block[1], re.MULTILINE) if block else []


def _definitions(node):
    """The functions and classes within `node`; none is within an expression."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                yield child
            yield from _definitions(child)


def _crowded(source):
    """The lines that explain another argument behind the first."""
    for node in _definitions(ast.parse(source)):
        if "Arguments:\n" not in (text := ast.get_docstring(node) or ""):
            continue
        parameters = _parameters(node)
        for line in _lines(text):
            for match in _NEXT.finditer(line):
                before = line[: match.start()]
                within = before.count("`") % 2 or before.count('"') % 2 or before.count("(") > before.count(")")
                if not within and all(name.strip(" *") in parameters for name in match[1].split(",")):
                    yield line


def test_each_argument_has_a_line():
    assert list(_crowded('def f(x, y):\n    """F.\n\n    Arguments:\n        x: one. y: two.\n    """\n')) == ["x: one. y: two."]
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    assert [line for source in sources if "Arguments:\n" in source for line in _crowded(source)] == []
