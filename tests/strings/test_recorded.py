"""Strings, as TensorFlow answered: cut, joined, searched, formatted, in every encoding."""

import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for


@pytest.fixture(scope="module")
def scope():
    return scope_for("strings", {"tf": tf})


@pytest.mark.parametrize("expression, wanted", recorded("strings"), ids=lambda v: v if isinstance(v, str) else "")
def test_as_recorded(scope, expression, wanted):
    got = answer(expression, scope)
    if wanted[0] == "raises":
        assert got[:2] == wanted[:2]
        words = wanted[2].split("}} ")[-1].split("[Op:")[0].split("; NodeDef")[0].split()
        assert set(words[:4]) & set(got[2].split())
    else:
        assert got == wanted
