"""Imports inside tfshim point one way: engine <- namespaces <- keras, data, train <- compat, contrib <- doors."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "tfshim"

# What stands higher may import what stands lower or beside it. Anything not named here is a namespace of `tf`.
STOREYS = [
    "_listing _names _version refusals",
    "engine",
    "NAMESPACES",
    "feature_column keras data train saved_model initializer_ops initializers losses metrics optimizers",
    "compat contrib test",
    "activation cli jupyter private private_modules shown_modules stand_ins startup __main__",
]
LEVEL = {name: level for level, names in enumerate(STOREYS) for name in names.split()}
ROOT = "__init__"  # the facade, which loads everything on first use


def level(name):
    return LEVEL.get(name, LEVEL["NAMESPACES"])


def imported(tree):
    """The modules and packages directly below tfshim that a syntax tree imports, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                parts = item.name.split(".")
                if parts[0] == "tfshim":
                    yield (parts[1] if len(parts) > 1 else ROOT), node.lineno
        elif isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".")
            if node.level:
                yield None, node.lineno
            elif parts == ["tfshim"]:
                for item in node.names:
                    yield item.name, node.lineno
            elif parts[0] == "tfshim":
                yield parts[1], node.lineno


def wrong_imports(storey_of, source):
    """What is wrong with the imports of `source`, a module that belongs to `storey_of`: a list of texts."""
    problems = []
    for target, line in imported(ast.parse(source)):
        if target is None:
            problems.append(f"line {line}: a relative import")
        elif target == ROOT:
            # below these the namespace as a whole would hide what depends on what
            if level(storey_of) < level("compat"):
                problems.append(f"line {line}: imports tfshim as a whole")
        elif level(target) > level(storey_of):
            problems.append(f"line {line}: imports tfshim.{target}, which stands above tfshim.{storey_of}")
    return problems


def modules():
    return sorted(p for p in PACKAGE.rglob("*.py") if p != PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path):
    storey = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert wrong_imports(storey, path.read_text()) == []


@pytest.mark.parametrize("storey, source, expected", [
    ("engine", "from tfshim.math import add", "above"),
    ("engine", "from tfshim import math", "above"),
    ("engine", "def f():\n    import tfshim.keras", "above"),
    ("math", "from tfshim.keras.layers import Dense", "above"),
    ("keras", "import tfshim.compat.v1", "above"),
    ("math", "import tfshim", "as a whole"),
    ("math", "from . import add", "relative"),
])
def test_wrong_direction_is_noticed(storey, source, expected):
    (problem,) = wrong_imports(storey, source)
    assert expected in problem


@pytest.mark.parametrize("storey, source", [
    ("math", "from tfshim.engine.op import op"),
    ("keras", "from tfshim import math, nn"),
    ("cli", "import tfshim\nfrom tfshim.compat import v1"),
    ("math", "import torch\nfrom numpy import array"),
])
def test_right_direction_passes(storey, source):
    assert wrong_imports(storey, source) == []
