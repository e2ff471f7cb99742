"""Training, evaluation, prediction and callbacks against what TensorFlow 2.15.1 gave for the same lines."""

import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for

TOPIC = "keras_training"


@pytest.fixture(scope="module")
def scope():
    return scope_for(TOPIC, {"tf": tf})


@pytest.mark.parametrize("expression, expected", recorded(TOPIC), ids=[e[:90] for e, _ in recorded(TOPIC)])
def test_as_recorded(scope, expression, expected):
    assert answer(expression, scope) == expected
