"""What the engine asks of modules above the asking one: every question is answered, by the module and with the arguments it declares."""

import importlib
import inspect

import pytest

from tests import after_torch
from tfshim.engine.runtime.interface import Interface, higher

QUESTIONS = {name: f for name, f in vars(Interface).items() if hasattr(f, "answered_by")}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_answered(name):
    declared = QUESTIONS[name]
    importlib.import_module(declared.answered_by)
    answer = vars(higher)[name]
    assert answer.__module__ == declared.answered_by
    (own, *parameters) = inspect.signature(declared).parameters.values()
    assert own.name == "self"
    given = list(inspect.signature(answer).parameters.values())
    # An answer may take more, which the question leaves at its default.
    assert [(p.name, p.default) for p in given[: len(parameters)]] == [(p.name, p.default) for p in parameters]
    assert all(p.default is not p.empty for p in given[len(parameters) :])
    assert declared.__doc__


def test_nothing_answers_what_is_not_asked():
    assert set(vars(higher)) <= set(QUESTIONS)


def test_a_question_loads_who_answers_it(tmp_path):
    program = """
import sys
from tfshim.engine.runtime.interface import higher
before = "tfshim.engine.graphs.graph_variable" in sys.modules
kind = higher.graph_variable_class()
print(before, kind.__name__, higher.graph_variable_class() is kind, "graph_variable_class" in vars(higher))
"""
    made = after_torch.python("-c", program, cwd=tmp_path)
    assert made.stdout == "False ResourceVariable True True\n", made.stderr
