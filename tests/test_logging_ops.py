"""tf.print, tf.get_logger, tf.timestamp; texts recorded from TensorFlow."""

import builtins
import logging
import sys
import time
from collections import namedtuple

import absl.logging
import pytest

import tfshim as tf
from tests import after_torch
from tfshim import _interactive

NT = namedtuple("NT", "a b")
TEXTS = [
    (lambda: (1, 2.5, "x", None, True), {}, "1 2.5 x None True\n"),
    (lambda: (tf.range(7),), {}, "[0 1 2 ... 4 5 6]\n"),
    (lambda: (tf.range(20),), {"summarize": 2}, "[0 1 ... 18 19]\n"),
    (lambda: (tf.range(8),), {"summarize": -1}, "[0 1 2 3 4 5 6 7]\n"),
    (lambda: (tf.zeros([8, 2, 9]),), {"summarize": 1}, "[[[0 ... 0]\n  [0 ... 0]]\n\n ...\n\n [[0 ... 0]\n  [0 ... 0]]]\n"),
    (lambda: (tf.constant(["a", "b\n", "é"]),), {}, '["a" "b\\n" "é"]\n'),
    (lambda: (tf.constant('a"b'),), {}, 'a"b\n'),
    (lambda: ({"b": "q", "a": [tf.constant("s"), "t", None]},), {}, "{'a': [\"s\", 't', None], 'b': 'q'}\n"),
    (lambda: (NT(1, tf.constant(2)), (1,), [], {}), {}, "NT(a=1, b=2) (1,) [] {}\n"),
    (lambda: (1, 2), {"sep": ",", "end": "!"}, "1,2!"),
    (
        lambda: (tf.constant([0.1, 1e5, 1e6, 123456789.0, 1 / 3, float("nan"), -float("inf"), -0.0, 1e-5]),),
        {"summarize": -1},
        "[0.1 100000 1e+06 123456792 0.333333343 nan -inf -0 1e-05]\n",
    ),
    (
        lambda: (tf.constant([0.1, 1e15, 1 / 3], tf.float64), tf.constant([1 / 3], tf.float16)),
        {},
        "[0.1 1e+15 0.33333333333333331] [0.333251953]\n",
    ),
    (lambda: (tf.constant([True, False]), tf.constant([200], tf.uint8), tf.constant([1j])), {}, "[1 0] [200] [?]\n"),
    (lambda: (tf.zeros([0]), tf.zeros([2, 0]), tf.zeros([0, 3])), {}, "[] [\n ...] []\n"),
    (lambda: (b"b", tf.float32, tf.TensorShape([1, None])), {}, "b'b' tf.float32 TensorShape([1, None])\n"),
]


@pytest.mark.parametrize("at", range(len(TEXTS)))
def test_texts(at, capsys):
    inputs, keywords, text = TEXTS[at]
    assert tf.print(*inputs(), output_stream=sys.stdout, **keywords) is None
    assert capsys.readouterr().out == text


def test_streams(tmp_path, capsys):
    tf.print("to", tf.constant([1]))
    assert capsys.readouterr().err == "to [1]\n"
    for i in range(2):
        tf.print(i, output_stream=f"file://{tmp_path}/out.txt")
    assert (tmp_path / "out.txt").read_text() == "0\n1\n"
    with pytest.raises(ValueError, match="Unsupported output stream, logging level, or file.foo"):
        tf.print(1, output_stream="foo")
    with pytest.raises(ValueError, match="Unrecognized keyword arguments for tf.print: {'foo': 2}"):
        tf.print(1, foo=2)


def test_levels_of_tensorflow_1(caplog):
    tf.print("grave", output_stream=tf.compat.v1.logging.error)
    for level in (absl.logging.ERROR, absl.logging.warning, logging.WARNING):
        tf.print("level", output_stream=level)
    told = [(r.name, r.levelname, r.getMessage()) for r in caplog.records]
    assert told == [("tensorflow", "ERROR", "grave")] + [("tensorflow", name, "level") for name in ("ERROR", "WARNING", "WARNING")]
    with pytest.raises(ValueError, match="Unsupported output stream"):
        tf.print(1, output_stream=logging.warning)


def test_cells_of_notebooks_show_every_stream(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(builtins, "get_ipython", None, raising=False)
    tf.print("stderr")
    tf.print("error", output_stream=tf.compat.v1.logging.error)

    @tf.function
    def traced(x):
        tf.print("traced", x)

    traced(tf.constant(1))
    tf.print("file", output_stream=f"file://{tmp_path}/out.txt")
    assert capsys.readouterr() == ("stderr\nerror\ntraced 1\n", "")
    assert (tmp_path / "out.txt").read_text() == "file\n"


@pytest.mark.parametrize("interactive", [True, False])
def test_interactive_sessions_are_told_more(interactive, capsys, monkeypatch):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logger = logging.getLogger("tensorflow")
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "level", logging.NOTSET)
    monkeypatch.setattr(_interactive, "_kept", {})
    logger.manager._clear_cache()
    if interactive:
        monkeypatch.setattr(sys, "ps1", "In : ", raising=False)
    else:  # an interpreter that ran in this process before may have set it
        monkeypatch.delattr(sys, "ps1", raising=False)
    tf.get_logger().info("detail")
    tf.get_logger().warning("matter")
    told = ("INFO:tensorflow:detail\nWARNING:tensorflow:matter\n", "") if interactive else ("", "WARNING:tensorflow:matter\n")
    assert capsys.readouterr() == told
    logger.manager._clear_cache()


def test_messages_of_interactive_sessions_go_where_output_went_when_tensorflow_was_imported(tmp_path):
    (tmp_path / "session.py").write_text(
        """import contextlib, io, sys, tfshim
tfshim.activate()
sys.ps1 = "In : "
first, second = io.StringIO(), io.StringIO()
with contextlib.redirect_stdout(first):
    import tensorflow as tf
with contextlib.redirect_stdout(second):
    tf.get_logger().info("detail")
    print("shown")
print([first.getvalue(), second.getvalue()])
"""
    )
    done = after_torch.python("session.py", cwd=tmp_path)
    assert done.stdout == "['INFO:tensorflow:detail\\n', 'shown\\n']\n", done.stderr


def test_warnings_of_absl(capsys, monkeypatch):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    tf.keras.optimizers.SGD(lr=0.1)
    assert capsys.readouterr().err.startswith("WARNING:absl:`lr` is deprecated in Keras optimizer")


def test_in_functions(capsys):
    @tf.function
    def f(x):
        tf.print("x:", x, [x, "s"], output_stream=sys.stdout)
        return x

    f(tf.constant([1, 2]))
    f(tf.constant([3, 4]))
    assert capsys.readouterr().out == "x: [1 2] [[1 2], 's']\nx: [3 4] [[3 4], 's']\n"


def test_logger_and_clock():
    assert tf.get_logger().name == "tensorflow"
    assert abs(float(tf.timestamp()) - time.time()) < 60
    assert tf.timestamp().dtype == tf.float64
