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
