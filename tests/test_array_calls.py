"""Wrong calls of `tf.TensorArray`, whose texts TensorFlow gives (tests/data/array_calls.json)."""

import json
from pathlib import Path

import tfshim as tf
from tests.array_call_cases import CASES, outcome
from tests.grouping import in_groups

RECORD = json.loads((Path(__file__).parent / "data" / "array_calls.json").read_text())


@in_groups("name", CASES)
def test_wrong_calls_are_refused_in_tensorflows_words(name):
    assert outcome(tf, name) == RECORD[name]
