"""Imports inside tfshim point one way: engine <- namespaces <- keras <- compat, contrib <- entry points."""

import ast
import collections
import importlib
import json
from pathlib import Path

import pytest

from tests import import_graph
from tests.grouping import in_groups

PACKAGE = Path(__file__).resolve().parent.parent / "tfshim"

# The names directly below tfshim, from below: each imports only from lines before its own. Names joined by + go together.
ORDER = """
    _export _tables
    _at_exit _first_use _interactive _names _version elementwise_apis files shown_modules
    _listing public_names
    private_names refusals stand_ins user_programs version
    __internal__ private_modules
    engine sysconfig
    array_ops autodiff autograph bitwise config critical_section errors logging_ops module nest queue raw_ops script_ops
    profiler protos
    graph math tensor_array
    debugging dtypes extension_types graph_util random
    control_flow
    rows_in_loops
    sparse
    nn
    signal
    linalg
    experimental operators ragged
    __operators__ io looping strings structured_tensor
    audio image lookup quantization sets summary train
    raw_forms
    data
    saved_model
    distribute feature_column
    types
    keras
    initializer_ops initializers losses metrics optimizers
    tpu torch_modules xla
    compat
    contrib test written_forms
    written_gradients
    estimator
    activation child_processes
    jupyter
    cli
    private startup __main__
""".strip().split("\n")
LEVEL = {name: level for level, line in enumerate(ORDER) for name in line.replace("+", " ").split()}
TOGETHER = [set(group.split("+")) for line in ORDER for group in line.split()]
# What points up all the same, and is bound late for it: (name, imported name) -> why.
ABOVE = {
    ("feature_column", "keras"): "configurations of columns name initializers and registered functions, as Keras' files do",
    ("ragged", "looping"): "tf.image.resize of a ragged batch maps over its images, and loops take ragged tensors apart",
    ("ragged", "strings"): "tf.strings.reduce_join of ragged tensors, and tf.strings splits into ragged tensors",
}
# How many files at most are in import cycles, by the name below tfshim. It may only decrease; all other names have none.
MOST_IN_CIRCLES = {}
# The packages of `engine`, from below. Each imports only from those before it, and asks the others by `runtime/interface.py`.
ENGINE = """former_modules runtime values ops gradients variables random graphs graph_gradients autograph functions graph_export
    graph_import""".split()
# Imports of the package's own modules within functions: entry points that wait on purpose, and what would load a library that few need.
# It only gets less.
MOST_WITHIN_FUNCTIONS = 10
# How many imports of other libraries stand within functions: it only gets less. Each for one reason: most programs never come there and
# would wait for the library, or it need not be installed.
LATE = {
    "google": "protobuf, for the first message that is read or written",
    "tensorboard": "its messages",
    "torch": "Inductor and its tracing, which take seconds, for `jit_compile=True` alone",
    "malt": "AutoGraph's library, for the first function that is converted",
    "IPython": "where a notebook runs",
    "ipykernel": "where a notebook runs",
    "jupyter_client": "where a notebook runs",
    "nbclient": "where a notebook runs",
    "nbformat": "where a notebook runs",
    "PIL": "for the first picture",
    "fsspec": "for files elsewhere",
    "h5py": "Keras' HDF5 files: need not be installed",
    "ml_dtypes": "the smallest floats as NumPy's: need not be installed",
    "re2": "for the first regular expression",
    "scipy": "need not be installed",
    "sqlite3": "a part of Python that some builds leave out",
}
MOST_LATE = 46
MOST_FILES = 25  # side by side, that a reader has to know at once
ROOT = "__init__"  # the facade, which loads everything on first use

pytestmark = pytest.mark.usefixtures("uncollected")


def level(name):
    return LEVEL[name]


def stands_below(target, layer_of):
    """Whether a module that belongs to `layer_of` may import from `target`."""
    return level(target) < level(layer_of) or any({target, layer_of} <= group for group in TOGETHER)


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


def wrong_imports(layer_of, tree):
    """What is wrong with the imports of a module that belongs to `layer_of`, whose syntax tree is `tree`: a list of texts."""
    problems = []
    for target, line in imported(tree):
        if target is None:
            problems.append(f"line {line}: a relative import")
        elif target == ROOT or target not in LEVEL:
            # below these the namespace as a whole would hide what depends on what
            if level(layer_of) < level("compat"):
                problems.append(f"line {line}: imports tfshim as a whole")
        elif not stands_below(target, layer_of):
            problems.append(f"line {line}: imports tfshim.{target}, which does not stand below: above or beside tfshim.{layer_of}")
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


def upward(package, tree):
    """(package, line) of the imports of a syntax tree from packages of `engine` above `package`."""
    return [(target, line) for target, line in engine_packages(tree) if ENGINE.index(target) > ENGINE.index(package)]


def modules():
    return sorted(p for p in PACKAGE.rglob("*.py") if p != PACKAGE / "__init__.py")


@pytest.fixture(scope="module")
def package():
    """{name: (path, syntax tree)} of all modules, read once: they are large."""
    return import_graph.modules_of(PACKAGE)


@pytest.fixture(scope="module")
def trees(package):
    return dict(package.values())


@in_groups("path", modules())
def test_imports_point_down(path, trees):
    layer = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert wrong_imports(layer, trees[path]) == []


def test_all_names_stand_in_the_order():
    names = {p.relative_to(PACKAGE).parts[0].removesuffix(".py") for p in modules()}
    assert names == LEVEL.keys()


def test_what_is_bound_late(package):
    """The tables name what exists, and of other packages only what is below or listed."""
    found = set()
    for module, (_, tree) in package.items():
        for target, names in import_graph.bound_late(tree):
            home = importlib.import_module(target)
            assert [n for n in names if not hasattr(home, n)] == []
            pair = module.split(".")[1], target.split(".")[1]
            if not stands_below(pair[1], pair[0]):
                found.add(pair)
    assert found == ABOVE.keys()


def test_files_do_not_import_in_circles(package):
    circles = import_graph.Graph(package).circles()
    within = collections.Counter(module.split(".")[1] for circle in circles for module in circle)
    assert {name: count for name, count in within.items() if count > MOST_IN_CIRCLES.get(name, 0)} == {}, circles


def test_circles_of_imports_are_found(tmp_path):
    sources = {
        "__init__": "",
        "low": "def f():\n    from tfshim.part import high\n",
        "part/__init__": "_MODULES = {'defining': 'high'}",
        "part/defining": "from tfshim import part\ndef high():\n    return part.other\n",
        "part/other": "import tfshim.low",
    }
    for name, source in sources.items():
        path = tmp_path / "tfshim" / f"{name}.py"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(source)
    (circle,) = import_graph.Graph(import_graph.modules_of(tmp_path / "tfshim")).circles()
    assert circle == {"tfshim.low", "tfshim.part.defining", "tfshim.part.other"}


def engine_modules():
    return [p for p in modules() if p.is_relative_to(PACKAGE / "engine") and p.parent != PACKAGE / "engine"]


@in_groups("path", engine_modules())
def test_packages_of_the_engine_are_in_order(path, trees):
    place = path.relative_to(PACKAGE / "engine")
    assert upward(place.parts[0], trees[path]) == []


def test_packages_of_the_engine_are_small():
    packages = [p for p in (PACKAGE / "engine").iterdir() if p.is_dir() and p.name != "__pycache__"]
    assert sorted(p.name for p in packages) == sorted(ENGINE[1:])


@in_groups("folder", sorted(p.parent for p in PACKAGE.rglob("__init__.py")))
def test_packages_can_be_overlooked(folder):
    """A namespace of TensorFlow is where its name says: nobody has to look for it, and it does not count."""
    namespaces = set().union(*json.loads((PACKAGE / "tensorflow_names.json").read_text()).values())
    own = ".".join(folder.relative_to(PACKAGE).parts).removeprefix("compat.v1").lstrip(".")
    files = {p.stem for p in folder.glob("*.py")} - {"__init__", "__internal__", "__operators__"}  # the latter are TensorFlow's too
    to_know = {stem for stem in files if f"{own}.{stem}".lstrip(".") not in namespaces}
    assert len(to_know) <= MOST_FILES, sorted(to_know)


def within_functions(tree):
    """What is imported inside functions: for each import the library that it is of."""
    found, waiting = [], [(tree, False)]
    while waiting:
        node, inside = waiting.pop()
        name = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name if isinstance(node, ast.Import) else ""
        if inside and name:
            found.append(name.split(".")[0])
        inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        waiting += [(child, inside) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
    return found


def test_imports_stand_at_the_top(trees):
    found = collections.Counter(name for tree in trees.values() for name in within_functions(tree))
    assert found.pop("tfshim") <= MOST_WITHIN_FUNCTIONS, "an import can stand at the top of its module unless that closes a circle"
    assert found.keys() == LATE.keys(), "an import stands at the top of its module unless there is a reason to wait for the library"
    assert found.total() <= MOST_LATE


def test_imports_within_functions_are_found():
    source = "import tfshim.math\ndef f():\n    from tfshim import nn\n    def g():\n        import tfshim.math, torch\n        import os\n"
    assert sorted(within_functions(ast.parse(source))) == ["os", "tfshim", "tfshim"]


@pytest.mark.parametrize(
    "package, source",
    [
        ("values", "from tfshim.engine.ops.op import op"),
        ("values", "from tfshim.engine import graphs"),
        ("ops", "def f():\n    import tfshim.engine.gradients.tape"),
    ],
)
def test_upward_imports_within_the_engine_are_noticed(package, source):
    assert len(upward(package, ast.parse(source))) == 1
    assert upward("graph_import", ast.parse(source)) == []


@pytest.mark.parametrize(
    "layer, source, expected",
    [
        ("engine", "from tfshim.math import add", "above"),
        ("engine", "from tfshim import math", "above"),
        ("engine", "def f():\n    import tfshim.keras", "above"),
        ("math", "from tfshim.keras.layers import Dense", "above"),
        ("keras", "import tfshim.compat.v1", "above"),
        ("array_ops", "from tfshim.math import add", "above"),
        ("sparse", "from tfshim.ragged.ragged_tensor import RaggedTensor", "above"),
        ("math", "import tfshim", "as a whole"),
        ("math", "from . import add", "relative"),
    ],
)
def test_wrong_direction_is_noticed(layer, source, expected):
    (problem,) = wrong_imports(layer, ast.parse(source))
    assert expected in problem


@pytest.mark.parametrize(
    "layer, source",
    [
        ("math", "from tfshim.engine.ops.op import op"),
        ("keras", "from tfshim import math, nn"),
        ("cli", "import tfshim\nfrom tfshim.compat import v1"),
        ("math", "import torch\nfrom numpy import array"),
    ],
)
def test_right_direction_passes(layer, source):
    assert wrong_imports(layer, ast.parse(source)) == []
