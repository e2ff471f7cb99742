"""`tfshim docs`: guides, names and what is refused, as they are told where there are no sources."""

import pytest

from tests.after_torch import tfshim
from tfshim import refusals
from tfshim.cli import pages
from tfshim.user_programs.documents import DocumentError


def told(topic=None, version=None):
    lines = []
    return pages.show(topic, version, lines.append), "\n".join(lines)


def test_guides():
    status, text = told()
    assert status == 0 and "tensorflow1        TensorFlow 1 programs" in text
    assert told("tensorflow1")[1].startswith("# TensorFlow 1 programs\n")
    assert "\n## Messages, and what they mean\n" in told("does-not-run.md")[1]


def test_where_a_wheel_lays_them(monkeypatch, tmp_path):
    class Installed:
        def __init__(self, name):
            self.name = name

        def as_posix(self):
            return f"../../../{self.name}"

        def locate(self):
            return tmp_path / self.name.rpartition("/")[2]

    (tmp_path / "gpu.md").write_text("# Elsewhere\n")
    monkeypatch.setattr(pages, "__file__", str(tmp_path / "site" / "tfshim" / "cli" / "pages.py"))
    monkeypatch.setattr(pages.importlib.metadata, "files", lambda name: [Installed("tfshim/gpu.md"), Installed("share/doc/tfshim/gpu.md")])
    assert told()[1].startswith("  gpu                Elsewhere\n") and told("gpu") == (0, "# Elsewhere\n")


def test_names():
    assert told("tf.bitwise") == (0, "  bitwise_and  bitwise_or  bitwise_xor  invert  left_shift  right_shift\n")
    assert told("tensorflow.nn.relu")[1].startswith("tensorflow.nn.relu: function relu in module")
    assert "Session" in told("tf", 1)[1] and "Session" not in told("tf")[1]
    status, text = told("tf.zebra")
    assert status == 1 and text.startswith("module 'tensorflow' has no attribute 'zebra'")
    with pytest.raises(DocumentError, match="zebra: no page, and no name from tf; `tfshim docs` lists the pages"):
        told("zebra")


def test_all_that_is_refused_of_a_name():
    status, text = told("tf.lite")
    assert status == 1 and text.startswith("Not supported, or left out with a warning:\n  tf.lite\n      models cannot be")
    assert "  tf.fill: layout\n      " in told("tf.fill")[1]
    for entry in refusals.entries():
        for name in entry.names:
            assert f"  {name}" in told(name)[1]


def test_by_the_command_line(tmp_path):
    done = tfshim("docs", "tf.bitwise", cwd=tmp_path)
    assert (done.returncode, done.stdout.split()[0]) == (0, "bitwise_and"), done.stderr
    done = tfshim("docs", "zebra", cwd=tmp_path)
    assert done.returncode == 2 and "no page" in done.stderr
