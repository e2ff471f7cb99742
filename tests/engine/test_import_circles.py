"""No module of the engine imports, by way of others, itself: imports inside functions count as well."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "tfshim" / "engine"


def sources():
    """{name of a module of the engine: its text}"""
    found = {}
    for path in ENGINE.rglob("*.py"):
        parts = ("tfshim", "engine", *path.relative_to(ENGINE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text()
    return found


def imported(source, names):
    """Those of the modules `names` that `source` imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(item.name for item in node.names)
        elif isinstance(node, ast.ImportFrom):
            for item in node.names:
                whole = f"{node.module}.{item.name}"
                found.add(whole if whole in names else node.module)
    return found & names


def circle(texts):
    """The names of modules of which each imports the one before it, the first being the last; None where there are none such."""
    names = set(texts)
    try:
        TopologicalSorter({name: imported(text, names) - {name} for name, text in texts.items()}).prepare()
    except CycleError as e:
        return e.args[1]
    return None


def test_the_engine_has_no_circle():
    assert circle(sources()) is None


def test_circles_are_found():
    texts = {"p.a": "from p import b", "p.b": "def f():\n    from p.c import g", "p.c": "import p.a"}
    assert set(circle(texts)) == set(texts)
    assert circle({**texts, "p.c": "import p"}) is None


def test_modules_are_resolved():
    names = {"p.a", "p.b"}
    assert imported("from p import a, other\nfrom p.b import f\nimport p.c", names) == names
