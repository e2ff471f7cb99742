"""What each name below `tf.compat.v1`, `estimator` included, is, takes and has as members, beside what TensorFlow recorded.

A signature agrees where the arguments have TensorFlow's names and order, and a default wherever TensorFlow's have one; more arguments
may follow.
"""

import inspect
import json
import pathlib

import pytest

import tfshim
from tests.compat.v1_lacking import ARGUMENTS, MEMBERS, NAMES

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "v1_interface.json").read_text())
_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def recorded(path):
    facts = RECORDED[path]
    return recorded(facts["as"]) if "as" in facts else facts


def members_of(facts):
    members = facts.get("members", "")
    return members_of(RECORDED[members["as"]]) if isinstance(members, dict) else members.split()


def found(path):
    value = tfshim
    for part in path.split(".")[1:]:
        value = getattr(value, part)
    return value


def arguments(value):
    """As TensorFlow's are recorded; None where Python cannot tell."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    return [_STARS.get(p.kind, "") + p.name + ("=" if p.default is not p.empty else "") for p in parameters]


def agree(wanted, given):
    """Whether the arguments `given` can be used as those `wanted`."""
    if given is None:
        return False
    names, open_ended = [g.rstrip("=") for g in given], any(g.startswith("**") for g in given)
    plain = [w for w in wanted if not w.startswith("*")]
    if any(w.rstrip("=") not in names and not open_ended for w in plain):
        return False
    if any(w.endswith("=") and w.rstrip("=") in names and w not in given for w in plain):
        return False
    order = [w.rstrip("=") for w in wanted if w.rstrip("=") in names]
    return order == [n for n in names if n in order]


@pytest.fixture(scope="module")
def compared():
    """(what is not there or of another kind, whose arguments differ, {class: members that it has not}, what was counted)."""
    lacking, arguments_differ, members_lack = set(), set(), {}
    counted = {"names": 0, "signatures": 0, "members": 0}
    for path in RECORDED:
        facts, shown = recorded(path), path.removeprefix("tensorflow.compat.v1.")
        counted["names"] += 1
        try:
            value = found(path)
        except AttributeError:
            lacking.add(shown)
            continue
        if facts["kind"] == "class" and not inspect.isclass(value) or facts["kind"] == "function" and not callable(value):
            lacking.add(shown)
            continue
        if facts.get("args") is not None:
            counted["signatures"] += 1
            if not agree(facts["args"].split(), arguments(value)):
                arguments_differ.add(shown)
        if members := members_of(facts):
            counted["members"] += len(members)
            less = [m for m in members if not hasattr(value, m) and m not in getattr(value, "__annotations__", {})]
            if less:
                members_lack[shown] = " ".join(less)
    return lacking, arguments_differ, members_lack, counted


def listed(by_reason):
    return {name for names in by_reason.values() for name in names.split()}


def test_exactly_what_is_listed_is_lacking(compared):
    lacking, arguments_differ, members_lack, _ = compared
    assert lacking == listed(NAMES)
    assert arguments_differ == listed(ARGUMENTS)
    assert members_lack == {name: less for classes in MEMBERS.values() for name, less in classes.items()}


def test_share_of_what_is_there(compared):
    lacking, arguments_differ, members_lack, counted = compared
    assert counted["names"] > 3000 and counted["signatures"] > 2700 and counted["members"] > 18000
    assert len(lacking) < 0.02 * counted["names"]
    assert len(arguments_differ) < 0.01 * counted["signatures"]
    assert sum(len(less.split()) for less in members_lack.values()) < 0.01 * counted["members"]
    # names that are as in TensorFlow in all three respects
    assert len(lacking | arguments_differ | set(members_lack)) < 0.02 * counted["names"]
