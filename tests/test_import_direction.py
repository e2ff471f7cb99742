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
# The packages of `engine`, from below. Each imports only from those before it, and asks the others by `runtime/interface.py`.
ENGINE = "former_modules runtime values ops gradients variables random graphs graph_gradients autograph functions graph_import".split()
# Imports of the package's own modules within functions: doors that wait on purpose, what would load a library that few need,
# and circles that are still to be opened. It only gets less.
MOST_WITHIN_FUNCTIONS = 198
MOST_FILES = 25  # side by side, that a reader has to know at once
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


def engine_packages(tree):
    """The packages of `engine` that a syntax tree imports from, with the line."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [item.name for item in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "tfshim.engine":
            names = [f"tfshim.engine.{item.name}" for item in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            if name.startswith("tfshim.engine."):
                yield name.split(".")[2], node.lineno


def upward(package, source):
    """(package, line) of the imports of `source` from packages of `engine` that stand above `package`."""
    return [(target, line) for target, line in engine_packages(ast.parse(source)) if ENGINE.index(target) > ENGINE.index(package)]


def modules():
    return sorted(p for p in PACKAGE.rglob("*.py") if p != PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path):
    storey = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert wrong_imports(storey, path.read_text()) == []


def engine_modules():
    return [p for p in modules() if p.is_relative_to(PACKAGE / "engine") and p.parent != PACKAGE / "engine"]


@pytest.mark.parametrize("path", engine_modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_packages_of_the_engine_are_in_order(path):
    place = path.relative_to(PACKAGE / "engine")
    assert upward(place.parts[0], path.read_text()) == []


def test_packages_of_the_engine_can_be_overlooked():
    packages = [p for p in (PACKAGE / "engine").iterdir() if p.is_dir() and p.name != "__pycache__"]
    assert sorted(p.name for p in packages) == sorted(ENGINE[1:])
    assert [p.name for p in packages if len(list(p.glob("*.py"))) > MOST_FILES] == []


def within_functions(tree):
    """The imports of modules of this package that stand inside functions."""
    found = {}
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                name = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name if isinstance(node, ast.Import) else ""
                if (name or "").split(".")[0] == "tfshim":
                    found[id(node)] = node
    return list(found.values())


def test_imports_stand_at_the_top():
    count = sum(len(within_functions(ast.parse(p.read_text()))) for p in PACKAGE.rglob("*.py"))
    assert count <= MOST_WITHIN_FUNCTIONS, "an import can stand at the top of its module unless that closes a circle"


def test_imports_within_functions_are_found():
    source = "import tfshim.math\ndef f():\n    from tfshim import nn\n    def g():\n        import tfshim.math, torch\n        import os\n"
    assert len(within_functions(ast.parse(source))) == 2


@pytest.mark.parametrize(
    "package, source",
    [
        ("values", "from tfshim.engine.ops.op import op"),
        ("values", "from tfshim.engine import graphs"),
        ("ops", "def f():\n    import tfshim.engine.gradients.tape"),
    ],
)
def test_upward_imports_within_the_engine_are_noticed(package, source):
    assert len(upward(package, source)) == 1
    assert upward("graph_import", source) == []


@pytest.mark.parametrize(
    "storey, source, expected",
    [
        ("engine", "from tfshim.math import add", "above"),
        ("engine", "from tfshim import math", "above"),
        ("engine", "def f():\n    import tfshim.keras", "above"),
        ("math", "from tfshim.keras.layers import Dense", "above"),
        ("keras", "import tfshim.compat.v1", "above"),
        ("math", "import tfshim", "as a whole"),
        ("math", "from . import add", "relative"),
    ],
)
def test_wrong_direction_is_noticed(storey, source, expected):
    (problem,) = wrong_imports(storey, source)
    assert expected in problem


@pytest.mark.parametrize(
    "storey, source",
    [
        ("math", "from tfshim.engine.ops.op import op"),
        ("keras", "from tfshim import math, nn"),
        ("cli", "import tfshim\nfrom tfshim.compat import v1"),
        ("math", "import torch\nfrom numpy import array"),
    ],
)
def test_right_direction_passes(storey, source):
    assert wrong_imports(storey, source) == []
