"""Syntax trees of functions are those of malt, which reads the file anew for each."""

import ast
import functools
import inspect
import linecache
import types

import pytest
from malt.pyct import errors, parser

from tfshim.engine.autograph import sources

PAIR = [lambda a: a + 1, lambda b, *c: b - 1]  # told apart by their arguments
ALIKE = [lambda a: a + 1, lambda a: a - 1]  # not to be told apart
LONG = [
    lambda a,
    b=2, **c: (
        a
        + b
    )
]  # fmt: skip


def plain(a, *, b=1):
    """A text."""
    return a if b else (lambda c: c * 2)(a)


@functools.wraps(plain)
def wrapped(a):
    # A comment before anything else.
    return a \
        + 1  # fmt: skip


class Kind:
    @staticmethod
    def method(a):
        while a > 0:
            a -= 1
        return a

    fields = {"x": lambda self: self}


def inner():
    def function(a):
        return a

    return function, lambda: None


FUNCTIONS = [*PAIR, *LONG, plain, wrapped, Kind.method, Kind.fields["x"], *inner()]


def described(parse, function, features=()):
    node, source = parse(function, features)
    return ast.dump(node, include_attributes=True), source


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f"{f.__name__} {f.__code__.co_firstlineno}")
@pytest.mark.parametrize("features", [(), ("annotations", "division")])
def test_trees_are_those_of_malt(function, features):
    for _ in range(2):
        node, _ = sources.parse_entity(function, features)
        node.col_offset = 77  # a tree is the caller's own
        assert described(sources.parse_entity, function, features) == described(parser.parse_entity, function, features)


def test_no_lambda_is_taken_for_another():
    with pytest.raises(errors.UnsupportedLanguageElementError) as wanted:
        parser.parse_entity(ALIKE[0], ())
    with pytest.raises(errors.UnsupportedLanguageElementError) as found:
        sources.parse_entity(ALIKE[0], ())
    assert str(found.value) == str(wanted.value) and "identical signatures" in str(found.value)


def test_functions_without_a_source_are_told_as_malt_tells_them():
    scope = {}
    exec(compile("def f(): pass", "<nowhere>", "exec"), scope)
    with pytest.raises(errors.InaccessibleSourceCodeError, match="Unable to locate the source code of <function f"):
        sources.parse_entity(scope["f"], ())


def test_a_file_that_changes_is_read_again(tmp_path, monkeypatch):
    module = types.ModuleType("changing")
    monkeypatch.setitem(inspect.sys.modules, "changing", module)
    module.__file__ = str(tmp_path / "changing.py")
    for text in ("f = lambda a: a + 1", "f = lambda a: a * 22222"):
        (tmp_path / "changing.py").write_text(text)
        linecache.checkcache(module.__file__)
        exec(compile(text, module.__file__, "exec"), vars(module))
        assert sources.parse_entity(module.f, ())[1] == text.removeprefix("f = ")
