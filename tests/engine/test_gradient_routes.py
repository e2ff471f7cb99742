"""Derivatives through loops, branches, functions and gradient functions, by what these name from outside, are TensorFlow's."""

import json

import pytest

import tfshim as tf
from tests.engine import gradient_routes
from tests.grouping import in_groups

_EVERY = 7  # of the routes one in so many is taken here: `python -m tests.engine.gradient_routes` takes all
_RECORDED = gradient_routes.read()
_REASONS = json.loads(gradient_routes.FILE.with_name("gradient_routes_differences.json").read_text())
_KNOWN = {text for texts in _REASONS.values() for text in texts}


def test_differences_are_of_recorded_routes():
    assert _KNOWN <= set(_RECORDED) and len(_KNOWN) < len(_RECORDED) / 15


@in_groups("text", list(_RECORDED)[::_EVERY])
def test_derivatives_are_tensorflows(text):
    wanted = _RECORDED[text]
    got = gradient_routes.outcome(tf, text)
    how = gradient_routes.differs(got, wanted)
    if how == "answers":  # where TensorFlow has no derivative
        return
    if bool(how) is not (text in _KNOWN):
        pytest.fail(f"{how}: {got}, TensorFlow {wanted}", pytrace=False)


@in_groups("text", [text for text in sorted(_KNOWN) if text.endswith("tape_of_gradients") and "python" not in text][::4])
def test_second_derivatives_are_whole_where_those_of_tensorflow_are_not(text):
    other = text.replace("outside_tape_of_gradients", "gradients_twice").replace("tape_of_gradients", "gradients_twice")
    assert gradient_routes.differs(gradient_routes.outcome(tf, text), gradient_routes.outcome(tf, other)) in (None, "None for a value")
