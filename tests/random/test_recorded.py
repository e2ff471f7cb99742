"""Numbers and errors of `tf.random`, as TensorFlow gave them."""

import re

import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for

CASES = recorded("random")


@pytest.fixture(scope="module")
def scope():
    return scope_for("random", {"tf": tf})


def _essence(message):
    """An error's text without the names of nodes and the list of an operation's attributes."""
    message = re.sub(r"\{\{function_node [^}]*\}\} ", "", message)
    return re.split(r"\n|; NodeDef| \[Op:", message)[0]


@pytest.mark.parametrize("expression, want", CASES, ids=[e[:60] for e, _ in CASES])
def test_as_recorded(expression, want, scope):
    got = answer(expression, scope)
    if want[0] == "raises":
        assert got[:2] == want[:2]
        assert _essence(want[2]) in got[2] or want[1] == "AssertionError"
    else:
        assert got == want
