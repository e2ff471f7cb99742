"""Ragged tensors, their shapes and row partitions, as TensorFlow answered."""

import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for


@pytest.fixture(scope="module")
def scope():
    return scope_for("ragged", {"tf": tf})


@pytest.mark.parametrize("expression, wanted", recorded("ragged"), ids=lambda v: v if isinstance(v, str) else "")
def test_as_recorded(scope, expression, wanted):
    got = answer(expression, scope)
    if wanted[0] == "raises":
        assert got[:2] == wanted[:2]
        first, *_ = wanted[2].split("\n")
        assert set(first.split()[:3]) & set(got[2].split())
    else:
        assert got == wanted
