"""The pages that are made from the sources."""

import importlib
import re
import sys
from pathlib import Path

import pytest

import tfshim as tf
from tfshim import public_names, refusals
from tfshim.cli import pages

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = str(ROOT / "scripts")


@pytest.fixture(scope="module")
def reference():
    sys.path.insert(0, SCRIPTS)
    try:
        yield importlib.import_module("reference.pages")
    finally:
        sys.path.remove(SCRIPTS)


def test_docstrings_become_markdown(reference):
    text = (
        "What it does. Mirrors `tf.x_y`, a*b and [1, 2].\n"
        "\n"
        "Arguments:\n"
        "    x: a tensor,\n"
        "        float.\n"
        "    a, b (int): numbers.\n"
        "\n"
        "Returns:\n"
        "    a tensor.\n"
        "\n"
        "Example:\n"
        "    >>> 1 + 1\n"
        "    2\n"
    )
    assert reference.markdown.converted(text) == (
        "What it does. Mirrors `tf.x_y`, a\\*b and \\[1, 2\\].\n"
        "\n"
        "**Arguments**\n"
        "\n"
        "* `x`: a tensor, float.\n"
        "* `a`, `b` (int): numbers.\n"
        "\n"
        "**Returns**\n"
        "\n"
        "a tensor.\n"
        "\n"
        "**Example**\n"
        "\n"
        "```pycon\n"
        ">>> 1 + 1\n"
        "2\n"
        "```\n"
    )


def test_a_page_has_each_name_with_its_state(reference):
    spaces = {path: members for path, members in reference.names.namespaces(2).items() if path in ("bitwise", "lite")}
    homes = reference._homes(spaces)
    bitwise = reference._page("bitwise", spaces["bitwise"], homes)
    assert [line for line in bitwise.splitlines() if line.startswith("## ")] == [f"## {m}" for m in spaces["bitwise"]]
    assert "tf.bitwise.invert(x, name=None)" in bitwise
    lite = reference._page("lite", spaces["lite"], homes)
    assert "| `TFLiteConverter` | not supported: models cannot be converted for TensorFlow Lite" in lite


def test_refused_arguments_and_other_names_are_told(reference):
    spaces = {"": ["abs"], "math": ["abs"], "keras.callbacks": ["TensorBoard"]}
    homes = reference._homes(spaces)
    assert "The same as [`tf.math.abs`](math.md#abs)." in reference._page("", spaces[""], homes)
    assert "update_freq" in reference._page("keras.callbacks", spaces["keras.callbacks"], homes)
    shown = reference.names.arguments_refused(reference.names.described("keras.layers.Dense", 2))
    assert shown == []


def test_methods_stand_with_the_class_that_brings_them(reference):
    spaces = {"keras": ["Model"], "keras.layers": ["Dense", "Layer"]}
    homes = reference._homes(spaces)
    shown = {
        kind: " ".join(reference._members(getattr(tf.keras.layers, kind, tf.keras.Model), homes)) for kind in ("Model", "Dense", "Layer")
    }
    assert {kind for kind in shown if "### `fit(" in shown[kind]} == {"Model"}
    assert {kind for kind in shown if "### `add_weight(" in shown[kind]} == {"Layer"}


def test_tables_count_what_is_there(reference):
    table = reference._table(2, "Names", {"bitwise": ["invert"], "lite": ["TFLiteConverter"]})
    assert "2 names: 1 supported, 1 not supported." in table
    assert "<td>tf.bitwise.invert</td><td>supported</td><td></td>" in table


def topic_in(text):
    """What a message says to ask `tfshim docs` for."""
    return re.search(r" See `tfshim docs (\S+)`\.$", text)[1]


def test_refusals_lead_to_an_anchor(reference):
    page = reference.refused_names()
    anchors = re.findall(r"<tr id='([^']+)'>", page)
    assert len(set(anchors)) == len(anchors)
    led = {topic_in(see) for entry in refusals.entries() for see in places_of(entry)}
    assert led == set(anchors)


def places_of(entry):
    for name in entry.names:
        text = entry.text(name, **dict.fromkeys(re.findall(r"\{(\w+)", entry.clause + entry.why + entry.instead), 1))
        yield text[text.rindex(" See ") :]


def test_missing_names_lead_to_what_is_shown():
    topics = set()
    for version, start in ((2, "tensorflow"), (1, "tensorflow.compat.v1")):
        for path in public_names._namespaces(version):
            topics.add(topic_in(public_names.remark(".".join(filter(None, [start, path, "zebra"])))))
    topics.add(topic_in(public_names.see_messages()))
    assert len(topics) > 100
    for topic in topics:
        said = []
        pages.show(topic, out=said.append)
        assert said, topic
