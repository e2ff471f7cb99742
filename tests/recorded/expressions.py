"""Expressions whose results were recorded from TensorFlow, and how a result is written down."""

import json
import pathlib
import re

from tests.python_texts import as_here

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "expressions"


def read_source(path):
    """The statements and the list of expressions of one source file."""
    setup, expressions = path.read_text().split("\n---\n")
    return setup, [line for line in expressions.splitlines() if line.strip()]


def answer(expression, scope):
    """The `repr` of an expression's value, or the type and text of the exception it raises."""
    try:
        value = eval(expression, scope)
        return [type(value).__name__, _without_addresses(repr(value))]
    except Exception as e:
        return ["raises", type(e).__name__, _without_addresses(str(e))]


def recorded(topic):
    """The list of (expression, result) of a topic: what was recorded, then what still has to be, with None."""
    path = FOLDER / f"{topic}.json"
    answers = [(expression, as_here(given)) for expression, given in json.loads(path.read_text())] if path.exists() else []
    known = {expression for expression, _ in answers}
    return answers + [(e, None) for e in read_source(FOLDER / f"{topic}.txt")[1] if e not in known]


def scope_for(topic, names):
    """The names an expression of the topic may use: `names` and what its statements define."""
    scope = dict(names)
    exec(read_source(FOLDER / f"{topic}.txt")[0], scope)
    return scope


def _without_addresses(text):
    return as_here(re.sub(r"0x[0-9a-f]{6,}", "0x", text))
