"""Generated calls give what they gave with TensorFlow: structure, dtype, shape, values, or the class of the exception."""

import pytest

import tfshim as tf
from tests.ops.generated import draws, evaluate, known, store, tables

_GROUPS = tables.groups()
_RECORDED = {group: store.read(group) for group in _GROUPS}


@pytest.fixture(scope="module")
def scope():
    return evaluate.names(tf)


def _functions():
    for group, recorded in _RECORDED.items():
        for function, calls in recorded["calls"].items():
            yield pytest.param(calls, id=f"{group}-{function}")


# All calls of a function in one test: with one test for each, the test runner would take more time than the calls.
@pytest.mark.parametrize("calls", list(_functions()))
def test_calls(scope, calls):
    problems = []
    for text, wanted in calls:
        got, message = evaluate.outcome(tf, scope, text)
        found, why = evaluate.difference(got, wanted), known.reason(text)
        if found and not why:
            problems.append(f"{text}\n    {found[0]}: {found[1]}" + (f"\n    {message[:300]}" if message else ""))
        if why and not found and known.always(text):
            problems.append(f"{text}\n    does not differ any more: take it out of tests/ops/generated/known.py")
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.mark.parametrize("group", _GROUPS)
def test_what_is_recorded_is_what_the_tables_draw(group):
    recorded = _RECORDED[group]
    for function, texts in tables.load(group).generate():
        kept = [text for text, _ in recorded["calls"][function]]
        assert kept == [text for text in texts if text not in recorded["left out"]], f"record {group} again"
    assert set(recorded["calls"]) == set(tables.load(group).functions)


def _texts():
    return [text for recorded in _RECORDED.values() for calls in recorded["calls"].values() for text, _ in calls]


def test_there_are_enough_calls_and_few_known_differences():
    texts = _texts()
    assert len(texts) > 8000 and sum(len(r["calls"]) for r in _RECORDED.values()) > 200
    assert sum(known.reason(text) is not None for text in texts) <= len(texts) / 100
    stale = [part for part, _ in known.KNOWN if not any(part in text for text in texts)]
    assert not stale, f"no recorded call has these in its text: {stale}"


def test_what_is_drawn_depends_on_the_function_and_the_number_alone():
    def make(draw):
        return draws.x(draws.NUMERIC)(draw)

    assert [make(draws.Draw("f", n)) for n in range(4)] == [
        "a([[[3.0, -0.5, 2.75]], [[3.0, -0.5, 1.75]], [[0.0, 3.0, 0.75]]], 'float32')",
        "[[-1, 6, 5, -5], [-2, 5, 3, -2]]",
        "t([[3, 4, -2], [2, -2, -4]], 'int16')",
        "[[[-2, 2, 0], [5, 1, 1], [0, -5, -5]]]",
    ]


@pytest.mark.parametrize(
    "got, want, sort",
    [
        ({"error": "TypeError"}, {"error": "ValueError"}, "class"),
        ({"error": "TypeError"}, {"kind": "int", "value": 1}, "raises"),
        ({"kind": "int", "value": 1}, {"error": "TypeError"}, "answers"),
        ({"kind": "int", "value": 1}, {"kind": "int", "value": 2}, "value"),
        (
            {"kind": "Tensor", "dtype": "int8", "shape": [], "values": [1]},
            {"kind": "Tensor", "dtype": "int32", "shape": [], "values": [1]},
            "dtype",
        ),
    ],
)
def test_a_difference_is_found(got, want, sort):
    assert evaluate.difference(got, want)[0] == sort
    assert evaluate.difference(want, want) is None
