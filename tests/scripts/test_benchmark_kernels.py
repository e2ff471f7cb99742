"""scripts/benchmark.py --kernels: that every expression runs, and how figures are compared and shown (no timing)."""

import argparse
import json

import pytest

from tests.after_torch import python
from tests.benchmark_modules import ROOT, SCRIPTS, imported

catalog, command = (imported(f"kernels.{name}") for name in ["catalog", "command"])


def test_every_expression_runs():
    names = list(catalog.KERNELS)
    done = python("-m", "benchmarks.kernels.child", "tfshim", "small", cwd=ROOT, path=[SCRIPTS], input=json.dumps(names))
    assert not done.returncode, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert list(found) == names
    assert {name: error for name, error in found.items() if error != 0} == {}


def test_a_gradient_names_what_it_is_for():
    kernel = catalog.KERNELS["d(x, y) tf.atan2(x, y)"]
    assert (kernel.sources, kernel.expression, kernel.group) == (["x", "y"], "tf.atan2(x, y)", "elementwise gradients")


def _options(**given):
    defaults = {"only": [], "tensorflow": None, "before": None, "list": False, "json": False, "out": None, "rounds": None}
    return argparse.Namespace(**defaults | given)


def _figures(names, library, *_):
    return {name: {"tfshim": 0.002, "tensorflow": 0.001}[library] * (1 + at) for at, name in enumerate(names)}


def test_ratios_and_their_mean_are_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "measure", _figures)
    options = _options(only=["tf.atan2", "signals"], tensorflow="python", out=str(tmp_path))
    assert command.main(argparse.ArgumentParser(), options, ROOT, SCRIPTS) == 0
    written = json.loads((tmp_path / "kernels.json").read_text())
    assert "tf.atan2(x, y)" in written["ratios"]["tensorflow"] and "tf.signal.rfft(signals)" in written["seconds"]["tfshim"]
    assert set(written["ratios"]["tensorflow"].values()) == {2.0}
    assert "geometric mean 2.000" in capsys.readouterr().out


def test_the_least_of_several_rounds_counts():
    assert command.least([{"a": 2.0, "b": "failed"}, {"a": 1.0, "b": 3.0}]) == {"a": 1.0, "b": 3.0}


def test_the_worst_is_shown_first_and_failures_are_told(monkeypatch, capsys):
    def some_fail(names, library, *_):
        return {"tf.tan(x)": 0.004, "tf.sin(x)": 0.001, "tf.cos(x)": "ValueError: no" if library == "tfshim" else 0.001}

    monkeypatch.setattr(command, "measure", some_fail)
    assert command.main(argparse.ArgumentParser(), _options(tensorflow="python"), ROOT, SCRIPTS) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].endswith("tf.tan(x)") and "tfshim: ValueError: no" in lines[4]


def test_a_name_that_nothing_has_is_refused(capsys):
    with pytest.raises(SystemExit):
        command.chosen(argparse.ArgumentParser(), ["no such thing"])
    assert "no such thing" in capsys.readouterr().err


def test_a_function_is_traced_once():
    kernel = catalog.KERNELS["f(x) tf.nn.l2_loss(x)"]
    assert (kernel.kind, kernel.sources, kernel.expression) == ("f", ["x"], "tf.nn.l2_loss(x)")
