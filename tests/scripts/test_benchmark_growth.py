"""scripts/benchmark.py --growth: that every step runs, and how figures are judged and drawn (no timing)."""

import argparse
import importlib
import json

import pytest

from tests.after_torch import python
from tests.benchmark_modules import ROOT, SCRIPTS, imported

catalog, command = (imported(f"growth.{name}") for name in ["catalog", "command"])


def test_every_growth_runs():
    program = (
        "from benchmarks.child import open_library\n"
        "from benchmarks.growth.catalog import GROWTHS\n"
        "tf = open_library('tfshim', 1)\n"
        "for name, growth in GROWTHS.items():\n"
        "    print(name, growth.prepare(tf, growth.sizes[0])() is None)\n"
    )
    done = python("-c", program, cwd=ROOT, path=[SCRIPTS])
    assert not done.returncode, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(catalog.GROWTHS)


@pytest.mark.parametrize(
    "ours, theirs, met",
    [
        ([1.0, 2.0, 4.0, 8.0], [10.0, 10.0, 10.0, 10.0], True),  # faster at every size
        ([1.0, 2.0, 4.0, 8.0], [2.0, 3.0, 4.0, 5.0], False),  # ends above, and began below
        ([2.0, 4.0, 6.0, 8.0], [1.0, 2.0, 3.0, 4.0], True),  # twice as slow everywhere, which is no growth
    ],
)
def test_growth_is_judged_by_where_it_leads(ours, theirs, met):
    growth = catalog.GROWTHS["layers"]
    assert command.verdict(growth, {"tfshim": ours, "tensorflow": theirs})[1] is met
    assert command.verdict(growth, {"tfshim": ours}) is None
    assert command.verdict(growth, {"tfshim": ours, "tensorflow": "failed"}) is None


def test_steepness_is_the_power_of_the_size():
    growth = catalog.GROWTHS["layers"]
    assert command.steepness(growth, [float(n**2) for n in growth.sizes]) == pytest.approx(2)


def test_figures_and_pictures_are_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "measure", lambda growth, *_: [0.001 * n for n in growth.sizes])
    options = argparse.Namespace(only=["layers", "traces"], tensorflow="python", list=False, json=False, out=str(tmp_path))
    assert command.main(argparse.ArgumentParser(), options, ROOT, SCRIPTS) == 0
    assert set(json.loads((tmp_path / "growth.json").read_text())) == {"layers", "traces"}
    assert capsys.readouterr().out.count("    met    ") == 2
    if importlib.util.find_spec("matplotlib"):
        assert (tmp_path / "layers.png").stat().st_size > 1000


def test_a_failure_is_told(monkeypatch, capsys):
    def fails(*_):
        raise RuntimeError("no such thing")

    monkeypatch.setattr(command, "measure", fails)
    options = argparse.Namespace(only=["layers"], tensorflow=None, list=False, json=False, out=None)
    assert command.main(argparse.ArgumentParser(), options, ROOT, SCRIPTS) == 1
    assert "failed: no such thing" in capsys.readouterr().out
