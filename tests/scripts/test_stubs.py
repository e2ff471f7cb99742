"""The stubs beside packages whose names load late say what the packages' own tables say."""

import ast
import builtins
import importlib

import pytest

from scripts import make_stubs
from tests.grouping import in_groups

PACKAGES = make_stubs.late_packages()
AGAIN = "run `make stubs`"

pytestmark = pytest.mark.usefixtures("uncollected")


def path_of(package):
    return make_stubs.ROOT.joinpath(*package.split("."), "__init__.pyi")


def shown(package):
    """{public name: (module, name there), or None for what the stub itself declares}."""
    found = {}
    for node in ast.parse(path_of(package).read_text()).body:
        if isinstance(node, ast.ImportFrom):
            found.update({item.asname: (node.module, item.name) for item in node.names if item.asname})
        elif isinstance(node, ast.Import):
            found.update({item.asname: None for item in node.names})
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = None
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = None
    return found


def test_each_late_package_has_a_stub_and_no_other_has_one():
    assert sorted(make_stubs.PACKAGE.rglob("*.pyi")) == sorted(map(path_of, PACKAGES)), AGAIN


@in_groups("package", PACKAGES)
def test_stubs_have_the_public_names(package):
    module, names = importlib.import_module(package), shown(package)
    assert set(names) <= set(module.__all__), AGAIN
    for name in set(module.__all__) - set(names):
        with pytest.raises((AttributeError, ImportError, NotImplementedError)):
            getattr(module, name)


@in_groups("package", PACKAGES)
def test_stubs_name_what_is_there(package):
    for place in shown(package).values():
        if place is not None:
            module, name = place
            assert name in make_stubs.bindings(module) or make_stubs.source(f"{module}.{name}") is not None, (place, AGAIN)


@in_groups("package", PACKAGES)
def test_what_annotations_name_is_imported(package):
    tree = ast.parse(path_of(package).read_text())
    bound = {a.asname or a.name for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            given = [a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg)] + [node.returns]
            used = {n.id for annotation in given if annotation for n in ast.walk(annotation) if isinstance(n, ast.Name)}
            assert used <= bound | set(dir(builtins)), (node.name, AGAIN)


@pytest.mark.parametrize(
    "code, name",
    [
        ("import tfshim as tf\ntf.math.ad", "add"),
        ("import tfshim as tf\ntf.keras.layers.Den", "Dense"),
        ("from tfshim.keras.layers import Conv2", "Conv2D"),
        ("import tfshim as tf\ntf.compat.v1.get_vari", "get_variable"),
    ],
)
def test_editors_complete(code, name):
    jedi = pytest.importorskip("jedi")
    script = jedi.Script(code, project=jedi.Project(make_stubs.ROOT))
    assert name in [c.name for c in script.complete()]
