"""Each public function, class and method of TensorFlow 2's names answers in its help text what a user asks, with an example that runs.

Of TensorFlow 1's names some do not yet: how many may only become less.
"""

import contextlib
import doctest
import importlib
import io
import signal
from pathlib import Path

import numpy as np
import pytest

from tests import test_docstring_examples
from tfshim.distribute import server

MOST_SHORT_OF_1 = 50

pytestmark = pytest.mark.usefixtures("active")


@pytest.fixture
def help_texts(monkeypatch):
    """The script of that name, and what it finds: [(public names, place, text)]."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "scripts")
    script = importlib.import_module("help_texts")
    return script, script.texts()


@pytest.fixture
def tidied():
    """Ends the servers that examples start, and gives the program its signals back."""
    handler = signal.getsignal(signal.SIGTERM)
    yield
    for serving in list(server._serving):
        serving.stop()
        server._serving.remove(serving)
    signal.signal(signal.SIGTERM, handler)


def test_all_have_what_a_user_asks_and_an_example(help_texts):
    script, found = help_texts
    assert len(found) > 3000
    assert not [names[0] for names, _, text in found if script.lacks(text, test_docstring_examples.CHARACTERS)]


def test_few_of_version_1_lack_that(help_texts):
    script, _ = help_texts
    short = [names[0] for names, _, text in script.texts(1) if script.lacks(text, test_docstring_examples.CHARACTERS)]
    assert len(short) <= MOST_SHORT_OF_1, short


@pytest.mark.parametrize("version", [2, 1])
def test_examples_that_are_in_no_other_namespace_print_what_they_say(help_texts, tidied, tmp_path, monkeypatch, version):
    tf = importlib.import_module("tensorflow")
    script, found = help_texts
    elsewhere = {text for path in test_docstring_examples.RUN for text in test_docstring_examples.texts(path).values()}
    if version == 1:
        elsewhere.update(text for _, _, text in found)
        found = script.texts(1)
    left = {text: names[0] for names, _, text in found if ">>>" in text and text not in elsewhere}
    assert left
    report = io.StringIO()
    for text, name in left.items():
        folder = tmp_path / str(len(list(tmp_path.iterdir())))  # where no other example has left a file
        folder.mkdir()
        monkeypatch.chdir(folder)
        example = doctest.DocTestParser().get_doctest(text, {"tf": tf, "np": np, "__name__": "__main__"}, name, None, None)
        with contextlib.redirect_stderr(io.StringIO()):
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
            runner.run(example, out=report.write, clear_globs=False)
        if "coordinator" in example.globs and hasattr(example.globs["coordinator"], "_cluster"):
            example.globs["coordinator"]._cluster.stop()
    assert not report.getvalue()
