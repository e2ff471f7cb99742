"""Generated calls in functions whose signature leaves out sizes or ranks give TensorFlow's values, static shapes and exceptions."""

import json
import zlib

import pytest

import tfshim as tf
from tests.ops.generated import in_graphs, known

_MOST = 2  # calls of a function: `python -m tests.ops.generated.in_graphs` looks at all that are recorded
_RECORDED = in_graphs.read()
# {how a call differs: functions of which a call does}
_KNOWN = {how: set(functions.split()) for how, functions in json.loads(in_graphs.KNOWN_FILE.read_text()).items()}


def _some(calls):
    """Calls of a function, which others do not change the choice of."""
    return sorted(calls.items(), key=lambda item: zlib.crc32(item[0].encode()))[:_MOST]


@pytest.mark.parametrize("key", list(_RECORDED), ids="-".join)
def test_calls_are_tensorflows(key):
    problems = []
    for text, wanted in _some(_RECORDED[key]):
        value, static, message = in_graphs.outcome(tf, text)
        found = in_graphs.difference((value, static), wanted)
        if found and not known.reason(text) and key[1] not in _KNOWN.get(found[0], ()):
            problems.append(f"{in_graphs.left_out(text)} unknown: {text}\n    {found[0]}: {found[1]}\n    {message[:300]}")
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def test_most_calls_are_recorded_and_few_functions_differ():
    assert sum(map(len, _RECORDED.values())) > 8000 and len(_RECORDED) > 500
    functions = {function for _, function in _RECORDED}
    assert set().union(*_KNOWN.values()) <= functions
    # An exception of another class is the one difference that is frequent.
    serious = set().union(*(_KNOWN[how] for how in _KNOWN.keys() - {"class", "answers", "more", "traced"}))
    assert len(serious) <= len(functions) / 10
