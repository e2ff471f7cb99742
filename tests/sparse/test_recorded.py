"""Sparse tensors, as TensorFlow answered."""

import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for


@pytest.fixture(scope="module")
def scope():
    return scope_for("sparse", {"tf": tf})


@pytest.mark.parametrize("expression, wanted", recorded("sparse"), ids=lambda v: v if isinstance(v, str) else "")
def test_as_recorded(scope, expression, wanted):
    got = answer(expression, scope)
    assert got[:2] == wanted[:2] if wanted[0] == "raises" else got == wanted
