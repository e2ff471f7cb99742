"""Examples from JSON: the usual form is read without protobuf's parser, and gives the same message; anything else is left to it."""

import pytest
from google.protobuf import json_format

from tfshim.protos.examples import message
from tfshim.protos.json_features import fill


def one(kind, values):
    return f'{{"features": {{"feature": {{"a": {{"{kind}": {{"value": {values}}}}}}}}}}}'


USUAL = [
    one("int64List", "[1, -2, 9223372036854775807]"),
    one("int64_list", "[]"),
    one("floatList", "[1.5, 2, 3.4028234e38, 1e-60, -0.0]"),
    one("bytesList", '["YWJj", "YQ==", "AB=="]'),
    '{"features": {"feature": {}}}',
    '{"features": {"feature": {"b": {"bytesList": {"value": ["YWJj"]}}, "\\u00e9": {"floatList": {"value": [0.1]}}}}}',
]
UNUSUAL = [
    "{}",
    "[]",
    '{"features": {}}',
    '{"features": {"feature": {"a": {}}}}',
    '{"features": {"feature": {"a": {"int64List": {}}}}}',
    one("int64List", "[true]"),
    one("int64List", "[1.0]"),
    one("int64List", '["1"]'),
    one("int64List", "[9223372036854775808]"),
    one("int64List", "3"),
    one("floatList", "[1e39]"),
    one("floatList", "[NaN]"),
    one("floatList", "[true]"),
    one("bytesList", '["YQ", "-_8="]'),
    one("bytesList", '["A==="]'),
    one("other", "[1]"),
    '{"features": {"feature": {"a": {"int64List": {"value": [1]}}, "a": {"int64List": {"value": [2]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [1]}, "floatList": {"value": [1.0]}}}}}',
]


@pytest.mark.parametrize("text", USUAL)
def test_usual_form_is_read_as_protobuf_reads_it(text):
    example = message("Example", packed=False)
    made = example()
    assert fill(made, text.encode())
    assert made == json_format.Parse(text, example())
    assert made.SerializeToString(deterministic=True) == json_format.Parse(text, example()).SerializeToString(deterministic=True)


@pytest.mark.parametrize("text", UNUSUAL)
def test_anything_else_is_left_to_protobuf(text):
    assert not fill(message("Example", packed=False)(), text.encode())


def test_bytes_that_are_no_text_are_left_to_protobuf():
    assert not fill(message("Example", packed=False)(), b"\xff\xfe")
