"""Generated calls in functions whose signature leaves out sizes or ranks give TensorFlow's values, static shapes and exceptions."""

import re
import zlib

import pytest

import tfshim as tf
from tests.grouping import in_groups
from tests.ops.generated import in_graphs

_MOST = 2  # calls of a function: `python -m tests.ops.generated.in_graphs` looks at all that are recorded
_RECORDED = in_graphs.read()
_EXCUSES = in_graphs.excuses()


def _some(calls):
    """Calls of a function, which others do not change the choice of."""
    return sorted(calls.items(), key=lambda item: zlib.crc32(item[0].encode()))[:_MOST]


@in_groups("key", _RECORDED, label="-".join)
def test_calls_are_tensorflows(key):
    problems = []
    for text, wanted in _some(_RECORDED[key]):
        value, static, message = in_graphs.outcome(tf, text)
        found = in_graphs.difference((value, static), wanted)
        if found and not in_graphs.known_reason(text) and key[1] not in _EXCUSES.get(in_graphs.sort_of(found), ()):
            problems.append(f"{in_graphs.left_out(text)} unknown: {text}\n    {found[0]}: {found[1]}\n    {message[:300]}")
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def test_most_calls_are_recorded_and_few_functions_are_excused():
    assert sum(map(len, _RECORDED.values())) > 8000 and len(_RECORDED) > 500
    functions = {function for _, function in _RECORDED}
    assert set().union(*_EXCUSES.values()) <= functions
    assert all(why for excused in _EXCUSES.values() for why in excused.values())
    # What raises here alone, or gives another value or dtype.
    sorts = "raises .* a value$|value|dtype|wrong|rank"
    serious = set().union(*(excused for sort, excused in _EXCUSES.items() if re.match(sorts, sort)))
    assert len(serious) <= len(functions) / 20
