"""How recorded results are compared, that every known difference belongs to a case that exists, and every topic to a test."""

import re
from pathlib import Path

import pytest

from tests.recorded import cases, differences, expressions, programs

TOPICS = [path.stem for path in sorted(expressions.FOLDER.glob("*.differs"))]
PLACE = "{{function_node __wrapped__Add_device_/job:localhost}} "


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A function that makes the topic "t" whose known differences are `text`."""
    monkeypatch.setattr(differences, "FOLDER", tmp_path)

    def make(text):
        differences.known.cache_clear()
        (tmp_path / "t.differs").write_text(text)

    yield make
    differences.known.cache_clear()


@pytest.mark.parametrize(
    "got, want, kind",
    [
        (["int", "1"], ["int", "1"], None),
        (["int", "1"], ["int", "2"], "answer"),
        (["Dict", "{}"], ["_Dict", "{}"], "type"),
        (["int", "1"], ["raises", "ValueError", "x"], "answer"),
        (["raises", "TypeError", "x"], ["raises", "ValueError", "x"], "answer"),
        (["raises", "E", "no [Op:Add] name: "], ["raises", "E", "no [Op:Add]"], "name"),
        (["raises", "E", "no [Op:Add] name: a/b"], ["raises", "E", PLACE + "no\n\t; NodeDef: {{node A}}"], "operation"),
        (["raises", "E", "no"], ["raises", "E", "no\n\nCall arguments received by layer: x"], "operation"),
        (["raises", "E", "one two three four"], ["raises", "E", "one two three five"], "words"),
        (["raises", "E", "one"], ["raises", "E", "another thing"], "text"),
    ],
)
def test_kinds(got, want, kind):
    assert differences.kind_of_difference(got, want) == kind


def test_what_is_known_may_differ_so_far_and_has_to(table):
    table("words: why\n    f(1)\nsometimes words: by version\n    f(2)\n")
    want, other, wrong = ["raises", "E", "one two three four"], ["raises", "E", "one two three five"], ["raises", "E", "ten"]
    for expression in ("f(1)", "f(2)"):
        assert differences.problem("t", expression, other, want) is None
        assert "text differs" in differences.problem("t", expression, wrong, want)
    assert "take it out of t.differs" in differences.problem("t", "f(1)", want, want)
    assert differences.problem("t", "f(2)", want, want) is None
    assert "words differs" in differences.problem("t", "f(3)", other, want)


def test_rounding_is_allowed_where_it_is_listed(table):
    table("rounding 1: sums\n    show(\nrounding 100: hard\n    show(hard\n")
    one, near, far = (["tuple", f"('float32', [1], [{x}])"] for x in ("1.0", "1.000005", "1.0005"))
    assert differences.problem("t", "show(x)", near, one) is None
    assert differences.problem("t", "show(x)", far, one)
    assert differences.problem("t", "show(hard)", far, one) is None
    assert differences.problem("t", "x", near, one)
    assert differences.problem("t", "show(x)", ["tuple", "('float64', [1], [1.0])"], one)
    assert differences.problem("t", "show(x)", ["str", "1.000005"], ["str", "1.0"])


def test_decimals(table):
    table("decimals 2: sums\n    *\n")
    assert differences.problem("t", "x", ["list", "[[1.00001], 2]"], ["list", "[[1.0], 2]"]) is None
    for wrong in ("[[1.001], 2]", "[[1.0], 2.0]", "[[1.0]]", "([1.0], 2)"):
        assert differences.problem("t", "x", ["list", wrong], ["list", "[[1.0], 2]"])


@pytest.mark.parametrize("topic", TOPICS)
def test_what_is_known_to_differ_is_asked(topic):
    known, figures = differences.known(topic)
    asked = [expression for expression, _ in expressions.recorded(topic)]
    assert not set(known) - set(asked)
    assert all(part == "*" or any(part in expression for expression in asked) for part, _, _ in figures)


@pytest.mark.parametrize("case", [cases.Expression("t", "1", None), cases.Program("t", "a", None)])
def test_what_is_not_recorded_is_skipped_and_fails_where_changes_are_judged(case, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        case.check(None) if isinstance(case, cases.Program) else case.check()
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception):
        case.check(None) if isinstance(case, cases.Program) else case.check()


def test_what_is_not_recorded_is_found(tmp_path, monkeypatch):
    for module in (expressions, programs):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    (tmp_path / "t.txt").write_text("x = 1\n---\nx\nx + 1\n")
    (tmp_path / "t.json").write_text('[["x", ["int", "1"]]]')
    assert expressions.recorded("t") == [("x", ["int", "1"]), ("x + 1", None)]
    (tmp_path / "p.py").write_text("def case_a():\n    pass\n\n\ndef case_b():\n    pass\n")
    (tmp_path / "p.json").write_text('{"a": ["None"]}')
    assert programs.recorded("p") == {"a": ["None"], "b": None}


def test_every_topic_is_run():
    folder = Path(__file__).resolve().parent.parent
    files = [path for path in folder.rglob("test_*.py") if "data" not in path.relative_to(folder).parts]
    named = set(re.findall(r"\w+", "".join(path.read_text(encoding="utf-8") for path in files)))
    topics = {path.stem for kind in (expressions, programs) for path in kind.FOLDER.glob("*.json")}
    # tests/test_private_programs.py takes all of those.
    assert sorted(topic for topic in topics - named if not topic.startswith("private_")) == []
