"""scripts/benchmark.py --building: that it builds, draws words and measures memory, and how figures are judged (no timing)."""

import argparse
import json

from tests.after_torch import python
from tests.benchmark_modules import ROOT, SCRIPTS, imported

command = imported("building.command")


def test_a_smaller_model_is_built_and_draws_words():
    program = (
        "from benchmarks.building import child\n"
        "from benchmarks.child import open_library\n"
        "from benchmarks.transformer import Sizes\n"
        "child.SIZES = Sizes(32, 2, 2, 100, 64)\n"
        "import json; print(json.dumps(child.measured(open_library('tfshim', 1))))\n"
    )
    done = python("-c", program, cwd=ROOT, path=[SCRIPTS])
    assert not done.returncode, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    layer = 4 * 32 + (32 + 1) * 96 + (32 + 1) * 32 + (32 + 1) * 128 + (128 + 1) * 32
    assert found["weights"] * 2**20 / 4 == 100 * 32 + 64 * 32 + 2 * layer + 2 * 32
    assert all(found[key] > 0 for key in ("first", "again", "begin"))


_FOUND = {"first": 3.0, "again": 1.0, "begin": 1.0, "weights": 475.0, "building_peak": 50.0, "peak": 600.0}


def test_figures_are_judged():
    faster = {**_FOUND, "first": 1.6, "again": 0.4}
    assert [met for _, met in command.judge({"tfshim": _FOUND, "tensorflow": faster})] == [True, False, True]
    assert [met for _, met in command.judge({"tfshim": {**_FOUND, "peak": 676.0}})] == [False]
    assert command.judge({"tfshim": {**_FOUND, "peak": None}}) == []


def test_figures_are_the_middle_of_the_rounds(monkeypatch, capsys):
    rounds = iter([{**_FOUND, "first": first} for first in (9.0, 3.0, 5.0)])
    monkeypatch.setattr(command, "measure", lambda *_: next(rounds))
    options = argparse.Namespace(tensorflow=None, before=None, rounds=3, json=True)
    assert command.main(options, ROOT, SCRIPTS) == 0
    assert json.loads(capsys.readouterr().out)["figures"]["tfshim"]["first"] == 5.0
