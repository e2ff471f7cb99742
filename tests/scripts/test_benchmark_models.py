"""scripts/benchmark.py --models: that the same models are measured in all libraries, and how figures are shown (no timing)."""

import argparse
import itertools
import json
import sys

import pytest

from tests.after_torch import python
from tests.benchmark_modules import ROOT, SCRIPTS, imported

catalog, command, processes, report, watch = (imported(f"models.{name}") for name in ["catalog", "command", "processes", "report", "watch"])


def _tried(library):
    done = python("-m", "benchmarks.models.child", "try", library, *catalog.MODELS, cwd=ROOT, path=[SCRIPTS])
    assert not done.returncode, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def tried():
    """What becomes of a training step of tiny versions of all models, in both libraries that are here."""
    return {library: _tried(library) for library in ("tfshim", "torch")}


@pytest.mark.parametrize("name", catalog.MODELS)
def test_both_definitions_are_the_same_model(tried, name):
    ours, theirs = tried["tfshim"][name], tried["torch"][name]
    assert ours == theirs
    assert ours["parameters"] > 0 and ours["predicted"] > 0


def _laps(ends, **how):
    ends = iter(ends)
    taken = watch.Watch(lambda: next(ends), **how)
    while not taken.lap():
        pass
    return taken.times(), list(ends)


def test_laps_count_after_the_warm_ones_until_there_are_enough():
    assert _laps(itertools.chain([9, 10], range(11, 20)), seconds=1, least=3, warm=2) == ([1, 1, 1], [14, 15, 16, 17, 18, 19])
    assert _laps([9, 10, 11, 12, 13, 14], seconds=4, least=1, warm=1) == ([1, 1, 1, 1], [14])


def test_laps_that_take_long_need_not_be_many():
    assert _laps([5, 15, 25], seconds=2, least=3, warm=1) == ([10], [25])


def test_only_cpu_time_is_taken_with_one_thread(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.setenv("TF_NUM_INTRAOP_THREADS", "7")
    for condition, threads in (("cpu", "1"), ("wall", None), ("busy", None)):
        environment = processes.environment(condition, ROOT, SCRIPTS)
        assert environment.get("OMP_NUM_THREADS") == threads
        assert "TF_NUM_INTRAOP_THREADS" not in environment


def test_another_process_runs_only_while_it_is_wanted():
    with processes.beside("busy") as busy:
        assert busy.poll() is None
    assert busy.returncode
    with processes.beside("wall") as none:
        assert none is None


def test_a_measurement_is_a_process_of_its_own():
    found = processes.compare(catalog.MODELS["lstm"], "cpu", {"torch": (sys.executable, ROOT)}, 1, 0.01, SCRIPTS)
    assert min(found["torch"][what] for what in processes.MEASURED) > 0


def test_failures_are_reported(tmp_path, capsys):
    package = tmp_path / "tfshim"
    package.mkdir()
    (package / "__init__.py").write_text("def activate():\n    raise RuntimeError('this is the other one')\n")
    found = processes.compare(catalog.MODELS["mlp"], "cpu", {"before": (sys.executable, tmp_path)}, 2, 0.01, SCRIPTS)
    assert found == {"before": {"error": "RuntimeError: this is the other one"}}
    assert "before failed: RuntimeError: this is the other one" in report.line("mlp", found, ["before"])


def test_the_figure_of_several_rounds_is_their_median():
    rounds = [{"train": train, "predict": 1.0, "peak": 5.0, "version": "1"} for train in (3.0, 9.0, 4.0)]
    assert processes.middle(rounds) == {"train": 4.0, "predict": 1.0, "peak": 5.0, "version": "1"}


def _result(train, predict, peak):
    return {"train": train, "predict": predict, "peak": peak}


RESULTS = {
    "mlp": {"cpu": {"tfshim": _result(2.0, 3.0, 100.0), "tensorflow": _result(4.0, 6.0, 50.0), "torch": {"error": "no"}}},
    "cnn": {"cpu": {"tfshim": _result(8.0, 3.0, 100.0), "tensorflow": _result(1.0, 6.0, 50.0), "torch": _result(8.0, 1.0, 50.0)}},
}


def test_ratios_are_what_tfshim_takes_as_a_factor():
    assert report.ratios(RESULTS["mlp"]["cpu"]) == {"tensorflow": {"train": 0.5, "predict": 0.5, "peak": 2.0}}
    assert report.ratios({"torch": _result(1.0, 1.0, 1.0)}) == {}
    mean = report.means(RESULTS, "cpu")
    assert mean["tensorflow"] == pytest.approx({"train": 2.0, "predict": 0.5, "peak": 2.0})
    assert mean["torch"] == pytest.approx({"train": 1.0, "predict": 3.0, "peak": 2.0})


def test_the_lines_of_the_table_stand_below_their_heads():
    libraries = ["tfshim", "tensorflow", "torch"]
    _, above, names = report.heading("cpu", libraries).splitlines()
    lines = [report.line("cnn", RESULTS["cnn"]["cpu"], libraries), report.average(RESULTS, "cpu", libraries).rstrip("\n")]
    assert {len(line) for line in [above, names, *lines]} == {len(names)}
    assert lines[0].split() == "cnn 8.00 1.00 8.00 8.00 1.00 | 3.00 6.00 1.00 0.50 3.00 | 100.00 50.00 50.00 2.00 2.00".split()


def test_figures_are_written_and_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    command.write(tmp_path, RESULTS, {"cores": 2})
    written = json.loads((tmp_path / "results.json").read_text())
    assert written["cores"] == 2
    assert written["models"]["mlp"]["cpu"]["tfshim as a factor of"]["tensorflow"]["train"] == 0.5
    assert (tmp_path / "ratios.png").read_bytes().startswith(b"\x89PNG")


def _options(**given):
    return argparse.Namespace(**{"tensorflow": None, "before": None, "libraries": None, "without_torch": False, **given})


def test_libraries_are_measured_where_they_are(tmp_path):
    parser = argparse.ArgumentParser()
    assert list(command.places(parser, _options(), ROOT)) == ["tfshim", "torch"]
    found = command.places(parser, _options(tensorflow="/tf/python", before=str(tmp_path), libraries=["before", "tensorflow"]), ROOT)
    assert found == {"tensorflow": ("/tf/python", ROOT), "before": (sys.executable, tmp_path)}
