"""Recorded cases as parameters of a test.

@expressions("nest", "shapes")          @programs("loops", "branches")
def test_recorded(case):                def test_recorded(case):
    case.check(tf=tfshim)                   case.check(tfshim)
"""

import difflib
import os

import pytest

from tests.grouping import in_groups
from tests.recorded import expressions as expression_files
from tests.recorded import programs as program_files
from tests.recorded.differences import problem

_scopes, _functions = {}, {}


def scope(topic, **names):
    """What the expressions of a topic may use: `names`, and what its statements make of them, once in a process."""
    if topic not in _scopes:
        _scopes[topic] = expression_files.scope_for(topic, names)
    return _scopes[topic]


def _recorded(answer):
    """Whether there is a recorded result to compare with; ends the test if not."""
    if answer is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("not recorded: run scripts/record_expressions.py or record_programs.py")


class Expression:
    """An expression of a topic and TensorFlow's result, None if that is not recorded."""

    def __init__(self, topic, text, answer):
        self.topic, self.text, self.answer = topic, text, answer

    def check(self, **names):
        """Evaluate it with `names` and compare."""
        _recorded(self.answer)
        self.compare(expression_files.answer(self.text, scope(self.topic, **names)))

    def compare(self, got):
        """Compare a result that was computed elsewhere."""
        _recorded(self.answer)
        found = problem(self.topic, self.text, got, self.answer)
        if found:
            pytest.fail(found, pytrace=False)


class Program:
    """A program of a topic and the lines that it gave with TensorFlow, None if they are not recorded."""

    def __init__(self, topic, name, lines):
        self.topic, self.name, self.lines = topic, name, lines

    def check(self, tf):
        """Run it with the module `tf` and compare."""
        _recorded(self.lines)
        if self.topic not in _functions:
            _functions[self.topic] = program_files.cases(self.topic, tf)
        got = program_files.outcome(_functions[self.topic][self.name], self.topic)
        found, wanted = program_files.lasting(got, self.topic), program_files.imitated(self.lines, self.topic)
        assert found == wanted, "\n" + "\n".join(
            difflib.unified_diff(list(map(str, wanted)), list(map(str, found)), "recorded", "found", "", "", 1)
        )


def expressions(*topics):
    """Give a test every expression of the topics as its argument `case`, many of them in one test of the runner."""
    cases = [Expression(topic, text, answer) for topic in topics for text, answer in expression_files.recorded(topic)]
    return in_groups("case", cases, lambda c: f"{c.topic}-{c.text}")


def programs(*topics):
    """Give a test every program of the topics as its argument `case`."""
    cases = [Program(topic, name, lines) for topic in topics for name, lines in program_files.recorded(topic).items()]
    return pytest.mark.parametrize("case", [pytest.param(c, id=f"{c.topic}-{c.name}") for c in cases])
