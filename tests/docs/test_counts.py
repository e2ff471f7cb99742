"""Numbers that README and the documentation name, as far as they can be counted without TensorFlow."""

import re
from pathlib import Path

import tfshim as tf
from tfshim import public_names

ROOT = Path(__file__).resolve().parents[2]


def test_raw_operations():
    there = len([name for name in dir(tf.raw_ops) if name[0].isupper()])
    of_tensorflow = len(public_names._namespaces(2)["raw_ops"])
    lacking = re.search(r"([\d,]+) of\s+the ([\d,]+) `tf\.raw_ops`", (ROOT / "docs" / "differences.md").read_text(encoding="utf-8"))
    assert [int(n.replace(",", "")) for n in lacking.groups()] == [of_tensorflow - there, of_tensorflow]
    assert f"{there:,} of {of_tensorflow:,} raw operations" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_more_libraries_are_named_than_are_claimed():
    text = (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")
    in_table = re.findall(r"^\| \w+ \| [\d.]+ \|", text, re.M)
    others = re.search(r"Programs of other libraries gave TensorFlow's results too, without a row above: (.*?)\.\s", text, re.S)[1]
    assert len(in_table) + others.count(",") + others.count(" and ") + 1 > 70
    assert "more than seventy libraries" in (ROOT / "README.md").read_text(encoding="utf-8")
