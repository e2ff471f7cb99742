"""The tables of public names, which are made from the declarations `tf_export` beside the definitions."""

import importlib
import importlib.util
from pathlib import Path

import pytest

from tfshim._listing import places
from tfshim._tables import v1
from tfshim.compat.v1 import _views

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "make_tables.py"

pytestmark = pytest.mark.usefixtures("uncollected")


@pytest.fixture(scope="module")
def make_tables():
    spec = importlib.util.spec_from_file_location("make_tables", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_agree_with_the_sources(make_tables):
    differing = [path.name for path, text in make_tables.tables().items() if path.read_text(encoding="utf-8") != text]
    assert differing == [], "`make tables` updates them"


def test_a_name_is_declared_once(make_tables):
    twice = [*make_tables.declarations("a", '@tf_export("b.c")\ndef c(): ...'), *make_tables.declarations("d", 'tf_export("b.c")(c)')]
    with pytest.raises(ValueError, match="b.c is declared twice: in a and in d"):
        make_tables.names_by_place(twice)


def test_names_of_version_1_are_those_of_version_2_unless_declared(make_tables):
    source = """
@tf_export("math.f", "f")
def f(): ...

@tf_export("g", v1=["old.g"])
def g(): ...

@tf_export(v1=["f"])
def older(): ...
"""
    found = make_tables.names_by_place_v1(list(make_tables.declarations("m", source)))
    assert {name: d.own for name, d in found.items()} == {"math.f": "f", "old.g": "g", "f": "older"}


@pytest.mark.parametrize("namespace, places", [("tfshim", "names_by_place"), ("tfshim.compat.v1", "names_by_place_v1")])
def test_every_declared_name_is_what_declares_it(make_tables, namespace, places):
    wrong = []
    declared = getattr(make_tables, places)(make_tables.read())
    tables = make_tables.by_namespace(declared)
    tables = make_tables.own_v1(tables) if places == "names_by_place_v1" else tables
    for name, d in declared.items():
        if name.rpartition(".")[0] not in tables:
            continue  # tf.compat.v1 shows the namespace of `tf`, or one with a list of its own
        value = importlib.import_module(namespace)
        for part in name.split("."):
            value = getattr(value, part)
        if value is not getattr(importlib.import_module(f"tfshim.{d.module}"), d.own):
            wrong.append(name)
    assert wrong == []


def test_what_version_1_has_in_addition_is_what_declares_it():
    wrong = []
    for namespace, modules in v1.ADDED.items():
        shown = importlib.import_module("tfshim.compat.v1")
        for part in namespace.split("."):
            shown = getattr(shown, part)
        for name, (module, own) in places(modules, "tfshim").items():
            if name not in shown.__all__ or getattr(shown, name) is not getattr(importlib.import_module(module), own):
                wrong.append(f"{namespace}.{name}")
    assert v1.ADDED and wrong == []


def test_version_1_lists_nothing_that_it_lacks():
    names = _views.names("keras.layers")
    assert "Dense" in names and "CuDNNLSTM" in names and "GroupNormalization" not in names
    listed = {n: set(_views.names(n)) & set(lacking.split()) for n, lacking in v1.LACKING.items() if not n.startswith("estimator")}
    assert {n: found for n, found in listed.items() if found} == {}
