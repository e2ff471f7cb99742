"""Regular expressions: as RE2 answered in TensorFlow, and in time that no pattern can blow up."""

import pytest

import tfshim as tf
from tests.recorded.cases import expressions


@expressions("regex")
def test_recorded(case):
    case.check(tf=tf)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|aa)+$", "(a*)*b", "(.*?,){12}z", "([a-z]+)*[^a-z]", "(x+x+)+y"])
def test_time_grows_with_the_input_only(pattern):
    for text in ("a" * 20000 + "!", "x" * 20000, "a," * 10000):
        assert tf.strings.regex_full_match(text, pattern).numpy() in (False, True)
        made = tf.strings.regex_replace(tf.constant([text]), pattern, r"<\1>").numpy()[0]
        assert len(made) > 0


def test_patterns_that_are_tensors_and_bytes():
    assert tf.strings.regex_replace([b"\xffa"], tf.constant("a"), tf.constant(r"[\0]")).numpy().tolist() == [b"\xff[a]"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid pattern: .*xff, error: invalid UTF-8"):
        tf.strings.regex_replace(["a"], b"\xff", "-")

    @tf.function
    def replaced(x, pattern):
        return tf.strings.regex_replace(x, pattern, "-"), tf.strings.regex_full_match(x, r"(?i)A\pN+")

    made, matched = replaced(tf.constant(["a1", "b"]), tf.constant(r"\d"))
    assert made.numpy().tolist() == [b"a-", b"b"]
    assert matched.numpy().tolist() == [True, False]


def test_nodes_carry_constant_patterns():
    traced = tf.function(lambda x: tf.strings.regex_replace(x, "a", "b")).get_concrete_function(tf.TensorSpec([None], tf.string))
    (node,) = [n for n in traced.graph.as_graph_def().node if "Regex" in n.op]
    assert (node.op, node.attr["pattern"].s, node.attr["rewrite"].s) == ("StaticRegexReplace", b"a", b"b")


def test_text_vectorization_with_hostile_text():
    layer = tf.keras.layers.TextVectorization(vocabulary=["a"], standardize=lambda x: tf.strings.regex_replace(x, "(a|a)*$", ""))
    assert layer(["a" * 5000 + "b"]).shape == (1, 1)


# What goes the quick way for many texts and what does not: by classes, anchors, empty matches, groups, lazy repetitions.
_EXPRESSIONS = [
    r"\s+", r"[a-z]+\d", r"\w+$", r"^\w+ ", r"^\s*", r"(\w+)-(\d+)", r"\bab\b", r"<[^>]+>", r"a|bc|\.", r"(?:a|b)?c", r"a*",
    r"x{2,3}?", r".\W", r"[^a ]", r"^(.*)$", r"(a)|(b)", r"[[:alpha:]_]{1,2}-?", r"\.{2}", r"(\w\s)+", r"(?i)a", r"\p{L}+", r"^|a",
    r"$", r"a??b", "é", r"\x61", r"[\d-]+", r"\D\S", r"[\p{L}\d]+-", r"\P{L}{2}", r"[^a-zé ]", "[語é]+", r"\pLa?", r"[^\p{Lu}]b",
]  # fmt: skip
_LINES = ["", "ab", "a-12 b", "<b>x</b> a.b..", "  ab\tc", "été 語-7", "a_b c1 ab", "xxxxx", "a\x00b", "c\r\x0b", "é"]


@pytest.mark.parametrize("extra", [b"", b"a\nb a", b"\xff a", b"b" * 300 + b" "], ids=["lines", "line feed", "bad text", "long"])
@pytest.mark.parametrize("expression", _EXPRESSIONS)
def test_many_texts_are_as_one(expression, extra):
    texts = [line.encode() for line in _LINES] * 3 + [extra]
    groups = "" if "(" not in expression or "(?" in expression else r"\1"
    for rewrite in ("", "é" + groups, r"<\0>\\"):
        for everywhere in (True, False):
            found = tf.strings.regex_replace(texts, expression, rewrite, everywhere).numpy().tolist()
            assert found == [tf.strings.regex_replace(text, expression, rewrite, everywhere).numpy() for text in texts]
    found = tf.strings.regex_full_match(texts, expression).numpy().tolist()
    assert found == [bool(tf.strings.regex_full_match(text, expression)) for text in texts]


def test_time_grows_with_the_texts_alone():
    texts = ["a" * 3000 + "!"] * 20
    assert not any(tf.strings.regex_full_match(texts, "a+a+a+a+b").numpy())
    assert tf.strings.regex_replace(texts, "a+a+b", "").numpy()[0] == texts[0].encode()
